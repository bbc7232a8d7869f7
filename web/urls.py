"""Addresses of the pages, in Portuguese; names for `reverse()` in English."""

from web.routes import (
    corrections,
    day,
    decks,
    draws,
    guide,
    live,
    matches,
    people,
    reports,
    setup,
    site,
    types,
)

urlpatterns = [
    *site.urlpatterns,
    *setup.urlpatterns,
    *people.urlpatterns,
    *decks.urlpatterns,
    *draws.urlpatterns,
    *day.urlpatterns,
    *matches.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *reports.urlpatterns,
    *types.urlpatterns,
    *live.urlpatterns,
]
