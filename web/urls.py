"""Addresses of the pages, in Portuguese; names for `reverse()` in English."""

from web.routes import (
    corrections,
    decks,
    draw,
    entries,
    guide,
    matches,
    now,
    public_pages,
    reports,
    setup,
    site,
    types,
)

urlpatterns = [
    *site.urlpatterns,
    *setup.urlpatterns,
    *entries.urlpatterns,
    *decks.urlpatterns,
    *draw.urlpatterns,
    *now.urlpatterns,
    *matches.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *reports.urlpatterns,
    *types.urlpatterns,
    *public_pages.urlpatterns,
]
