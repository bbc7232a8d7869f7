"""Addresses for entries that leave, come late or do not show up after the draw."""

from django.urls import URLPattern, path

from web.departures import no_show, views

AT = "torneios/<slug:slug>/"
ENTRY = f"{AT}inscricoes/<slug:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}inscricoes/atrasada/", views.entry_late, name="entry_late"),
    path(f"{ENTRY}decidir/", views.entry_decide, name="entry_decide"),
    path(f"{ENTRY}reserva/", views.entry_substitute, name="entry_substitute"),
    path(f"{AT}partidas/<str:code>/faltas/", no_show.no_show, name="no_show"),
]
