"""Addresses of the pages, in Portuguese; names for `reverse()` in English."""

from web.routes import (
    corrections,
    decks,
    draw,
    entries,
    guide,
    matches,
    now,
    penalties,
    planning,
    privacy,
    public_pages,
    reports,
    setup,
    site,
    types,
)
from web.turns import taking_turns

ACTED_ON = ("torneios/<slug:slug>/", "mesa/")  # a tournament, and a table by its card

urlpatterns = [
    *site.urlpatterns,
    *setup.urlpatterns,
    *entries.urlpatterns,
    *decks.urlpatterns,
    *draw.urlpatterns,
    *now.urlpatterns,
    *planning.urlpatterns,
    *penalties.urlpatterns,
    *matches.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *reports.urlpatterns,
    *privacy.urlpatterns,
    *types.urlpatterns,
    *public_pages.urlpatterns,
]

for _pattern in urlpatterns:
    if str(_pattern.pattern).startswith(ACTED_ON):
        _pattern.callback = taking_turns(_pattern.callback)
