"""Addresses of the pages, in Portuguese; names for `reverse()` in English. Each room has its `urls.py`."""

from web.corrections import urls as corrections
from web.decks import urls as decks
from web.guide import urls as guide
from web.penalties import urls as penalties
from web.routes import (
    draw,
    entries,
    matches,
    now,
    planning,
    privacy,
    public_pages,
    regulation,
    reports,
    setup,
    site,
    types,
)
from web.turns import taking_turns

ACTED_ON = ("torneios/<slug:slug>/", "mesa/")  # a tournament, and a table by its card

urlpatterns = [  # what is read most comes first: they are tried in order
    *setup.urlpatterns,  # before any slug: torneios/novo/ is none
    *public_pages.urlpatterns,
    *matches.urlpatterns,
    *site.urlpatterns,
    *entries.urlpatterns,
    *decks.urlpatterns,
    *draw.urlpatterns,
    *now.urlpatterns,
    *planning.urlpatterns,
    *penalties.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *regulation.urlpatterns,
    *reports.urlpatterns,
    *privacy.urlpatterns,
    *types.urlpatterns,
]

for _pattern in urlpatterns:
    if str(_pattern.pattern).startswith(ACTED_ON):
        _pattern.callback = taking_turns(_pattern.callback)
