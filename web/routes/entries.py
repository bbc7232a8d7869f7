"""Addresses of entries and the door."""

from django.urls import URLPattern, path

from web.views.departures import decide, late
from web.views.entries import change, check_in, door, entry_list, import_list, waiting_list

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/inscricoes/", entry_list.entries, name="entries"),
    path("torneios/<slug:slug>/inscricoes/importar/", import_list.entries_import, name="entries_import"),
    path("torneios/<slug:slug>/inscricoes/espera/", waiting_list.waiting_list, name="waiting_list"),
    path("torneios/<slug:slug>/inscrever-se/", entry_list.enter_self, name="enter_self"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/desistencia/",
        entry_list.entry_withdraw,
        name="entry_withdraw",
    ),
    path("torneios/<slug:slug>/inscricoes/<slug:code>/mudar/", change.entry_change, name="entry_change"),
    path(
        "torneios/<slug:slug>/inscricoes/importar/<int:number>/desfazer/",
        change.import_undo,
        name="import_undo",
    ),
    path("torneios/<slug:slug>/inscricoes/atrasada/", late.entry_late, name="entry_late"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/decidir/",
        decide.entry_decide,
        name="entry_decide",
    ),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/reserva/",
        late.entry_substitute,
        name="entry_substitute",
    ),
    path("torneios/<slug:slug>/presenca/", check_in.check_in, name="check_in"),
    path("torneios/<slug:slug>/presenca/porta/", door.door_code, name="door"),
    path("torneios/<slug:slug>/cheguei/<slug:code>/", door.arrive, name="arrive"),
]
