"""Bracket, standings and season without the site's frame, for other sites to show in a frame of their own.

Only these pages allow frames. They are the same for every reader, set no cookie and know no role; what they
poll are the fragments of the public pages. Links open in a new tab.
"""

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from core.http.lan_address import reached_at
from tournaments.models import State, Tournament
from tournaments.regulation.stage_clauses import has_bracket
from tournaments.setup.heads import head_of_seasons
from tournaments.share.feed import is_open_to_sites
from tournaments.standings.selectors import check_season, season_at
from web.matches.bracket import bracket_content
from web.pages import View, in_snapshot
from web.public_pages import standing_content
from web.share.feeds import LANGUAGE, feed_language, tournament_open_to_sites
from web.tournament_request import TournamentRequest

MAX_ROWS = 100
"""Rows of the season; the page itself has the rest."""
LINE = '<iframe src="{}" title="{}" width="100%" height="640" loading="lazy"></iframe>'


class EmbedLine(NamedTuple):
    """The HTML that shows a page in a frame; `name` is the URL name of the page."""

    name: str
    html: str


def framed(view: View) -> Callable[..., HttpResponseBase]:
    """Decorate a read-only view that other sites may show in a frame, in the language of its address."""

    @wraps(view)
    def framed_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        with override(feed_language(request)):
            return view(request, *args, **kwargs)

    return csp_replace({"frame-ancestors": ["*"]})(
        require_safe(xframe_options_exempt(in_snapshot(framed_view)))
    )


@framed
def embed_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the drawing of the bracket."""
    req = _visitor_request(request, slug)
    context = {**_embed_context(req, "bracket"), **bracket_content(req)}
    return render(request, "share/embed_bracket.html", context)


@framed
def embed_standing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings."""
    req = _visitor_request(request, slug)
    return render(
        request, "share/embed_standing.html", {**_embed_context(req, "standing"), **standing_content(req)}
    )


@framed
def embed_season(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """Show the first players of a season."""
    check_season(game, year)
    lines = season_at(game, year, head_of_seasons())
    context = {"game": game, "year": year, "lines": lines[:MAX_ROWS], "more": max(0, len(lines) - MAX_ROWS)}
    return render(
        request, "share/embed_season.html", {**context, "whole": reverse("season", args=[game, year])}
    )


def embed_lines(request: HttpRequest, tournament: Tournament, language: str) -> tuple[EmbedLine, ...]:
    """Return the HTML to copy for each page that exists; the pages are in `language`.

    Empty if the tournament is not public, or simulated, or no other device reaches the site.
    """
    if not is_open_to_sites(tournament) or not reached_at(request, "/"):
        return ()
    slug = tournament.slug
    pages = [("embed_standing", [slug])] if _is_drawn(tournament) else []
    if pages and has_bracket(tournament):
        pages.insert(0, ("embed_bracket", [slug]))
    if tournament.ranked:
        pages.append(("embed_season", [tournament.game, str(tournament.year)]))
    query = urlencode({LANGUAGE: language})
    addresses = {name: reached_at(request, f"{reverse(name, args=args)}?{query}") for name, args in pages}
    return tuple(
        EmbedLine(name, _iframe_html(address, tournament.title)) for name, address in addresses.items()
    )


def _iframe_html(address: str, title: str) -> str:
    """Return the HTML of the frame, for people to copy."""
    return str(format_html(LINE, address, title))


def _is_drawn(tournament: Tournament) -> bool:
    """Return whether the tournament is drawn and not cancelled, so that it has standings."""
    return tournament.state not in (State.PREPARING, State.CANCELLED)


def _visitor_request(request: HttpRequest, slug: str) -> TournamentRequest:
    """Return the request as one of a visitor, also if the reader is signed in.

    Raise `Forbidden` `not_found` as `tournament_open_to_sites` does.
    """
    return TournamentRequest(request, tournament_open_to_sites(slug), None, None)


def _embed_context(req: TournamentRequest, page: str) -> dict[str, object]:
    """Return the context of an embedded page; `whole` is the address of the page itself."""
    return {**req.context(page), "whole": reverse(page, args=[req.tournament.slug])}


urlpatterns: list[URLPattern] = [
    path("embed/torneios/<slug:slug>/chave/", embed_bracket, name="embed_bracket"),
    path("embed/torneios/<slug:slug>/classificacao/", embed_standing, name="embed_standing"),
    path("embed/temporadas/<slug:game>/<int:year>/", embed_season, name="embed_season"),
]
