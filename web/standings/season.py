"""The ranking over a year's events: points at each event, the leaders' race, the reader's own row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.http.rate_limit import Purpose
from tournaments.entry_names import has_all_words, words_of_name
from tournaments.models import Tournament
from tournaments.setup.heads import head_of_seasons
from tournaments.standings.selectors import (
    EventResult,
    SeasonLine,
    check_season,
    events_without_points,
    rows_of_people,
    season_at,
    season_events,
    seasons,
)
from web.http.limiting import hit_limit
from web.pages import in_snapshot
from web.pagination import Page, paginate
from web.response_cache.variants import shared_part
from web.standings.charts import Race, draw_race
from web.tournament_request import current_player

A_PAGE, MAX_COLUMNS, RACERS = 100, 16, 5
PAGE, SEARCH, LONGEST = "pagina", "q", 80
MINE = "<!--mine-->"  # placeholder for the reader's own card in the shared part


class OwnRow(NamedTuple):
    """The reader's line, and its page of the ranking."""

    line: SeasonLine
    page: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """A line with the player's result at each event shown as a column; None for no result."""

    line: SeasonLine
    cells: tuple[EventResult | None, ...]


@require_safe
def show_season(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """Show the ranking of a game's year, or the players in it with a matching name.

    A search counts against the limit for costly requests.
    """
    check_season(game, year)
    if _search_term(request):
        hit_limit(request, Purpose.COSTLY)  # a read snapshot writes nothing
    return _render_season(request, game, year)


@in_snapshot
def _render_season(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """Render the season; its ranking is cached for all readers, and the reader's own row is added."""
    head, player, shown = head_of_seasons(), current_player(request), {"game": game, "year": year}
    lines = season_at(game, year, head)
    page = paginate(_players_named(lines, _search_term(request)), request.GET.get(PAGE), A_PAGE)

    def render_ranking() -> SafeString:
        return render_to_string(
            "standings/_season.html", shown | _ranking_context(request, lines, page, game, year), request
        )

    part = shared_part(request, head, render_ranking)
    if own := _find_own_row(lines, rows_of_people(game, year, head), player):
        card = render_to_string("standings/_own_season.html", shown | {"own": own}, request)
        part = _with_own(part, card, page, own.line)
    return render(request, "standings/season.html", {**shown, "part": part})


def _ranking_context(
    request: HttpRequest, lines: Sequence[SeasonLine], page: Page[SeasonLine], game: str, year: int
) -> dict[str, object]:
    """Return the context of the ranking's part of the page, the same for every reader."""
    events, typed = list(season_events(game, year)), _search_term(request)
    columns = list(enumerate(events, start=1))[-MAX_COLUMNS:]
    return {
        "page": page,
        "rows": [_row(line, [event for _, event in columns]) for line in page.items],
        "columns": columns,
        "events": events,
        "typed": typed,
        "race": _race(lines[:RACERS], events) if page.number == 1 and not typed else None,
        "seasons": seasons(),
        "without_points": events_without_points(game, year),
    }


def _with_own(part: SafeString, card: str, page: Page[SeasonLine], own: SeasonLine) -> SafeString:
    """Return the HTML with the reader's own card, and their row marked, if it is on this page."""
    told = part.replace(MINE, card, 1)
    at = next((at for at, line in enumerate(page.items, start=1) if line is own), None)
    if at is not None:
        told = told.replace(f'<tr data-line="{at}">', '<tr class="is-me" id="own">', 1)
        told = told.replace(f"<!--{at}-->", f" {_('(you)')}", 1)
    return mark_safe(told)  # noqa: S308 - two templates


def _search_term(request: HttpRequest) -> str:
    """Return the typed name to search for; "" without a search."""
    return request.GET.get(SEARCH, "").strip()[:LONGEST]


def _players_named(lines: Sequence[SeasonLine], typed: str) -> Sequence[SeasonLine]:
    """Return the players whose names match each word, at most one page; all without a search term."""
    words = words_of_name(typed)
    return [line for line in lines if has_all_words([line.name], words)][:A_PAGE] if words else lines


def _row(line: SeasonLine, events: Sequence[Tournament]) -> EventRow:
    """Return the row of a player with a cell for each of these events."""
    return EventRow(line, tuple(line.results.get(event.slug) for event in events))


def _find_own_row(
    lines: Sequence[SeasonLine], rows: Mapping[str, int], player: Player | None
) -> OwnRow | None:
    """Return the reader's own line with its page of the ranking; None if the reader is not in it."""
    at = rows.get(player.code) if player else None
    return None if at is None else OwnRow(lines[at], at // A_PAGE + 1)


def _race(lines: Sequence[SeasonLine], events: Sequence[Tournament]) -> Race | None:
    """Return the chart of the leaders' running sums; None for fewer than two events."""
    return draw_race(lines, [_running_sums(line, events) for line in lines]) if len(events) > 1 else None


def _running_sums(line: SeasonLine, events: Sequence[Tournament]) -> list[Decimal]:
    """Return the player's points so far after each of these events."""
    held = (line.results.get(event.slug) for event in events)
    return list(accumulate(Decimal(result.points) if result else Decimal() for result in held))
