"""Addresses of entries and of check-in."""

from django.urls import URLPattern, path

from web.entries import check_in, import_views, views

AT = "torneios/<slug:slug>/"
ENTRY = f"{AT}inscricoes/<slug:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}inscricoes/", views.entries, name="entries"),
    path(f"{AT}inscricoes/importar/", import_views.entries_import, name="entries_import"),
    path(f"{AT}inscricoes/importar/<int:number>/desfazer/", views.import_undo, name="import_undo"),
    path(f"{AT}inscricoes/espera/", views.change_waiting_list, name="waiting_list"),
    path(f"{AT}inscrever-se/", views.enter_self, name="enter_self"),
    path(f"{ENTRY}desistencia/", views.entry_withdraw, name="entry_withdraw"),
    path(f"{ENTRY}mudar/", views.entry_change, name="entry_change"),
    path(f"{AT}presenca/", check_in.check_in, name="check_in"),
    path(f"{AT}presenca/porta/", check_in.door_code, name="door"),
    path(f"{AT}cheguei/<slug:code>/", check_in.arrive, name="arrive"),
]
