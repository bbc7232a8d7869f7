"""The ranking over a year's events: points at each of them, the race of the first ones, one's own row."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.errors import Forbidden
from core.http.limits import Purpose
from rulesets.kernel.titles import YEARS
from rulesets.registry import GAMES
from tournaments.entry_names import fits, words_of_name
from tournaments.models import Tournament
from tournaments.standings.selectors import (
    EventResult,
    SeasonLine,
    season,
    season_events,
    seasons,
    without_points,
)
from web.limiting import count
from web.pages import at_one_moment
from web.pagination import paginate
from web.views.standings.race_chart import Race, race
from web.visits import current_player

A_PAGE, MOST_COLUMNS, RACERS = 100, 16, 5
PAGE, SEARCH, LONGEST = "pagina", "q", 80


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line with what the player has at each event that is shown as a column, None where nothing."""

    line: SeasonLine
    cells: tuple[EventResult | None, ...]
    is_own: bool


@require_safe
def show(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """The ranking over the finished ranked tournaments of a game's year, or those in it who are called so."""
    if game not in GAMES or year not in YEARS:
        raise Forbidden("not_found")
    if _typed(request):
        count(request, Purpose.SEARCH)  # outside of the look, in which nothing is written
    return _shown(request, game, year)


@at_one_moment
def _shown(request: HttpRequest, game: str, year: int) -> HttpResponse:
    lines, events, player = season(game, year), list(season_events(game, year)), current_player(request)
    typed = _typed(request)
    page = paginate(_called(lines, typed), request.GET.get(PAGE), A_PAGE)
    columns = list(enumerate(events, start=1))[-MOST_COLUMNS:]
    context = {
        "game": game,
        "year": year,
        "page": page,
        "rows": [_row(line, [event for _, event in columns], player) for line in page.items],
        "columns": columns,
        "events": events,
        "own": _own(lines, player),
        "typed": typed,
        "race": _race(lines[:RACERS], events) if page.number == 1 and not typed else None,
        "seasons": seasons(),
        "without_points": without_points(game, year),
    }
    return render(request, "standings/season.html", context)


def _typed(request: HttpRequest) -> str:
    """What somebody looks for."""
    return request.GET.get(SEARCH, "").strip()[:LONGEST]


def _called(lines: Sequence[SeasonLine], typed: str) -> Sequence[SeasonLine]:
    """Those whose names have each word typed, a page of them at most; everybody where nothing is typed."""
    words = words_of_name(typed)
    return [line for line in lines if fits([line.name], words)][:A_PAGE] if words else lines


def _row(line: SeasonLine, events: Sequence[Tournament], player: Player | None) -> SeasonRow:
    cells = tuple(line.results.get(event.slug) for event in events)
    return SeasonRow(line, cells, player is not None and line.player_code == player.code)


def _own(lines: Sequence[SeasonLine], player: Player | None) -> dict[str, object] | None:
    """The reader's own line and the page of the ranking that it is on."""
    found = (at for at, line in enumerate(lines) if player and line.player_code == player.code)
    at = next(found, None)
    return None if at is None else {"line": lines[at], "page": at // A_PAGE + 1}


def _race(lines: Sequence[SeasonLine], events: Sequence[Tournament]) -> Race | None:
    """The sums of the first ones after each event; of fewer than two events there is nothing to see."""
    return race(lines, [_sums(line, events) for line in lines]) if len(events) > 1 else None


def _sums(line: SeasonLine, events: Sequence[Tournament]) -> list[Decimal]:
    held = (line.results.get(event.slug) for event in events)
    return list(accumulate(Decimal(result.points) if result else Decimal() for result in held))
