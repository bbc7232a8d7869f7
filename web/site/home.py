"""The front page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.http.rate_limit import Purpose
from tournaments.finding import hidden_of
from tournaments.models import State, Tournament
from tournaments.setup.heads import head_of_all
from tournaments.setup.listing import (
    current_tournaments,
    involved_tournaments,
    past_tournaments,
    search_tournaments,
)
from tournaments.standings.clubs import search_clubs
from tournaments.standings.profile import search_players
from tournaments.standings.selectors import seasons
from tournaments.standings.series import series_among
from web.http.limiting import hit_limit
from web.pages import in_snapshot
from web.pagination import paginate_query
from web.response_cache.variants import shared_part
from web.site.for_me import OwnEvents, own_events
from web.tournament_request import current_player

A_PAGE = 30
PAGE, SEARCH = "pagina", "busca"
SEASONS, FIRST = "<!--seasons-->", "<!--first-->"  # marks of the seasons, and of the first page
LONGEST_SEARCH, MAX_FOUND, MAX_PEOPLE = 400, 60, 24
NOW = frozenset({State.RUNNING, State.DRAWN})


@dataclass(frozen=True, slots=True)
class TournamentGroup:
    """Tournaments under one heading of the front page."""

    heading: Promise
    tournaments: tuple[Tournament, ...]


class PastSection(NamedTuple):
    """The HTML of a page of past tournaments and of the seasons, and whether it is page 1."""

    tournaments: SafeString
    seasons: SafeString
    is_first: bool


def home(request: HttpRequest) -> HttpResponse:
    """Show the front page: own, running, coming and past tournaments; with `?busca=` search results."""
    if text := request.GET.get(SEARCH, "").strip()[:LONGEST_SEARCH]:
        return _search_page(request, current_player(request), text)
    return _front_page(request)


@in_snapshot
def _front_page(request: HttpRequest) -> HttpResponse:
    """Render the front page; own and current tournaments only with page 1 of the past ones."""
    player, now = current_player(request), timezone.now()
    hidden = hidden_of(player)
    past = _past_section(request, player, now, is_shared=not hidden.is_taken_down)
    current = current_tournaments(player, now) if past.is_first else ()
    mine = own_events(player, now) if past.is_first else OwnEvents()
    others = [tournament for tournament in current if tournament.pk not in mine.top_ids]
    groups = list(_groups(others, involved_tournaments(player))) if others else []
    context = {
        "player": player,
        "mine": mine,
        "groups": groups,
        "past": past.tournaments,
        "seasons": past.seasons,
        "in_bin": hidden.in_bin,
    }
    return render(request, "site/home.html", context)


def _past_section(
    request: HttpRequest, player: Player | None, now: datetime, *, is_shared: bool
) -> PastSection:
    """Return the requested page of past tournaments; cached for all readers if `is_shared`.

    It is not shared for a reader who sees tournaments that were taken down.
    """

    def render_past() -> SafeString:
        """Return the HTML of past tournaments and seasons, with marks between and for page 1."""
        page = paginate_query(past_tournaments(player, now), request.GET.get(PAGE), A_PAGE)
        return render_to_string("site/_past.html", {"page": page, "seasons": seasons()}, request)

    part = shared_part(request, head_of_all(now), render_past) if is_shared else render_past()
    past, _, found = part.partition(SEASONS)
    return PastSection(mark_safe(past.strip()), mark_safe(found.strip()), FIRST in found)  # noqa: S308 - a template


def _search_page(request: HttpRequest, player: Player | None, text: str) -> HttpResponse:
    """Render what is found; counts against the limit for costly requests: raise `TooMany`."""
    hit_limit(request, Purpose.COSTLY)
    found = search_tournaments(player, text)
    tournaments = list(found.tournaments[:MAX_FOUND])
    context = {
        "player": player,
        "search": text,
        "tournaments": tournaments,
        "clubs": search_clubs(text, MAX_PEOPLE),
        "series": series_among(tournaments),
        "warnings": found.warnings,
        "people": search_players(text, MAX_PEOPLE),
    }
    return render(request, "site/search.html", context)


def _groups(current: Iterable[Tournament], mine: frozenset[int]) -> Iterator[TournamentGroup]:
    """Return the groups that are not empty, the reader's own (`mine`: primary keys) first."""
    found = tuple(current)
    others = [tournament for tournament in found if tournament.pk not in mine]
    coming = [t for t in others if t.state not in NOW and t.state != State.CANCELLED]
    offered = (
        (_("Yours"), [tournament for tournament in found if tournament.pk in mine]),
        (_("Happening now"), [tournament for tournament in others if tournament.state in NOW]),
        (_("Coming up"), coming),
        (_("Cancelled"), [t for t in others if t.state == State.CANCELLED]),
    )
    return (TournamentGroup(heading, tuple(under)) for heading, under in offered if under)
