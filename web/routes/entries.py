"""Addresses of entries and the door."""

from django.urls import URLPattern, path

from web.views.departures.decide import entry_decide
from web.views.departures.late import entry_late, entry_substitute
from web.views.entries.check_in import check_in
from web.views.entries.entry_list import enter_self, entries, entry_withdraw
from web.views.entries.import_list import entries_import
from web.views.entries.waiting_list import waiting_list

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/inscricoes/", entries, name="entries"),
    path("torneios/<slug:slug>/inscricoes/importar/", entries_import, name="entries_import"),
    path("torneios/<slug:slug>/inscricoes/espera/", waiting_list, name="waiting_list"),
    path("torneios/<slug:slug>/inscrever-se/", enter_self, name="enter_self"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/desistencia/",
        entry_withdraw,
        name="entry_withdraw",
    ),
    path("torneios/<slug:slug>/inscricoes/atrasada/", entry_late, name="entry_late"),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/decidir/",
        entry_decide,
        name="entry_decide",
    ),
    path(
        "torneios/<slug:slug>/inscricoes/<slug:code>/reserva/",
        entry_substitute,
        name="entry_substitute",
    ),
    path("torneios/<slug:slug>/presenca/", check_in, name="check_in"),
]
