"""The sitemap (sitemaps.org) of pages that everybody may read; robots.txt names it.

It has whole addresses by the settings, so a site that does not know its own has none.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from core.http.origin import site_origin
from tournaments.finding import visible_tournaments
from tournaments.models import State
from tournaments.standings.selectors import seasons
from web.pages import in_snapshot

MAX_URLS = 50_000
"""The format's limit for one file, which stays far below its 50 MB."""
HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
END = "</urlset>\n"
TYPE = "application/xml; charset=utf-8"


class SitemapPage(NamedTuple):
    """A public page: its path, and when it last changed, None if unknown."""

    path: str
    changed: datetime | None


@require_safe
@in_snapshot
def sitemap(_request: HttpRequest) -> HttpResponse:
    """Return the sitemap, at most 50,000 pages; 404 if the site does not know its own address."""
    origin = str(site_origin())
    if not origin:
        raise Http404
    entries = (_entry(origin, page) for page in islice(_pages(), MAX_URLS))
    return HttpResponse([HEAD, *entries, END], content_type=TYPE)


def _pages() -> Iterator[SitemapPage]:
    """Yield the pages of the sitemap: main pages of the site, the seasons, then tournaments, newest first."""
    for name in ("home", "rules", "types", "privacy"):
        yield SitemapPage(reverse(name), None)
    for season in seasons():
        yield SitemapPage(reverse("season", args=[season["game"], season["year"]]), None)
    yield from _tournament_pages()


def _tournament_pages() -> Iterator[SitemapPage]:
    """Yield the pages of public tournaments, newest first, without simulated ones."""
    found = visible_tournaments(None).filter(simulated=False).select_related(None).order_by("-created_at")
    columns = ("slug", "state", "finished_at", "cancelled_at")
    for slug, state, finished_at, cancelled_at in found.values_list(*columns)[:MAX_URLS]:
        changed = finished_at if state == State.FINISHED else cancelled_at
        yield SitemapPage(reverse("tournament", args=[slug]), changed)
        if state not in (State.PREPARING, State.CANCELLED):
            yield SitemapPage(reverse("bracket", args=[slug]), changed)
            yield SitemapPage(reverse("standing", args=[slug]), changed)


def _entry(origin: str, page: SitemapPage) -> str:
    """Return the page as XML; `lastmod` is left out if it is unknown."""
    lastmod = f"<lastmod>{page.changed.date().isoformat()}</lastmod>" if page.changed else ""
    return f"<url><loc>{escape(origin + page.path)}</loc>{lastmod}</url>\n"
