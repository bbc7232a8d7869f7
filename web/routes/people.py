"""Addresses of entries and the door."""

from django.urls import URLPattern, path

from web.views import people, people_decide, people_door, people_import, people_late, people_waiting

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/inscricoes/", people.entries, name="entries"),
    path("torneios/<slug:slug>/inscricoes/importar/", people_import.entries_import, name="entries_import"),
    path("torneios/<slug:slug>/inscricoes/espera/", people_waiting.waiting_list, name="waiting_list"),
    path("torneios/<slug:slug>/inscrever-se/", people.enter_self, name="enter_self"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/desistencia/",
        people.entry_withdraw,
        name="entry_withdraw",
    ),
    path("torneios/<slug:slug>/inscricoes/atrasada/", people_late.entry_late, name="entry_late"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/decidir/",
        people_decide.entry_decide,
        name="entry_decide",
    ),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/reserva/",
        people_late.entry_substitute,
        name="entry_substitute",
    ),
    path("torneios/<slug:slug>/presenca/", people_door.check_in, name="check_in"),
]
