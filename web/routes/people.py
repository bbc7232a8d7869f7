"""Addresses of entries and the door."""

from django.urls import URLPattern, path

from web.views import people, people_door, people_import

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/inscricoes/", people.entries, name="entries"),
    path("torneios/<slug:slug>/inscricoes/importar/", people_import.entries_import, name="entries_import"),
    path("torneios/<slug:slug>/inscrever-se/", people.enter_self, name="enter_self"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/desistencia/",
        people.entry_withdraw,
        name="entry_withdraw",
    ),
    path("torneios/<slug:slug>/presenca/", people_door.check_in, name="check_in"),
]
