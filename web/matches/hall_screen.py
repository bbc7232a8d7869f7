"""The hall screen: tables, next matches, results, standings and bracket, one after another."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from scheduling.timetable_views import sort_by_timetable
from tournaments.match_views.match import MatchView
from tournaments.match_views.match_cache import matches_of_rounds
from tournaments.match_views.selectors import (
    RoundSize,
    bracket_sizes,
    ended_last,
    round_name,
    second_chance_sizes,
    second_chance_winner,
    some_rounds,
)
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import State, Tournament
from tournaments.now.selectors import NowView, now_view
from tournaments.regulation.rulings import rulings_for
from tournaments.setup.access_links import entry_code
from tournaments.standings.selectors import StandingRow, standings_of
from web.matches.bracket_drawing import BracketDrawing, RoundColumn, lay_out_bracket, rounds_that_fit
from web.matches.hall_layout import HallSize, champion_size, size_of_rows, size_of_tables, tables_a_page
from web.pages import in_snapshot, not_personalized, poll_response
from web.pagination import chunks, paginate
from web.tournament_request import open_tournament

PLACES = 8  # on one page of the screen
RULINGS, BOXES = 2, 8  # BOXES: of the first round in the screen's bracket
LATEST, UPCOMING, TOP = 16, 16, 40
LAST = 10**6  # sorts tables without a number to the end
THEMES = ("overlay", "dark", "light")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Panel:
    """One page of the hall screen, part `part` of `parts`; its `kind` says what `items` are.

    `fit`: the size of names. `look`: a CSS class. `is_first`: it is shown at once when it appears.
    """

    kind: str
    title: Promise
    items: Sequence[Any]
    part: int = 1
    parts: int = 1
    fit: HallSize | None = None
    look: str = ""
    is_first: bool = False


class LastRounds(NamedTuple):
    """The layout of some rounds, and their columns, each after the name of its round."""

    drawing: BracketDrawing
    columns: tuple[tuple[str, RoundColumn], ...]


@require_safe
@in_snapshot
def show_hall_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the hall screen; without JavaScript `?pagina=` selects the panel, `?tema=` the theme."""
    req = open_tournament(request, slug)
    found = req.tournament
    panels = _panels(found)
    shown = paginate(panels, request.GET.get("pagina"), 1)

    def fragment_context() -> dict[str, object]:
        """Return the context of the polled fragment: all panels, and the number of the one shown."""
        return {
            **req.context("hall"),
            "now": now_view(found, timezone.now()),
            "rulings": rulings_for(found)[:RULINGS],
            "panels": panels,
            "shown": shown.number,
            "entry_code": entry_code(found),
        }

    def page_context() -> dict[str, object]:
        """Return the context around the fragment: theme, and the next panel without JavaScript."""
        asked = request.GET.get("tema", "")
        look = asked if asked in THEMES else ""
        return {**req.context("hall"), "turn_to": shown.following or 1, "theme": look}

    return poll_response(
        req, page="public_pages/hall.html", fragment="public_pages/_hall.html", context=fragment_context,
        around=page_context, personal=not_personalized,
    )  # fmt: skip


@cache_version
def _panels(found: Tournament) -> tuple[Panel, ...]:
    """Return all panels in order, cached by record version; nothing here depends on the clock."""
    return tuple(_build_panels(found, now_view(found, timezone.now())))


def _build_panels(found: Tournament, seen: NowView) -> Iterator[Panel]:
    """Yield the panels for the tournament's state: champions, tables, results, standings, brackets."""
    if found.state == State.CANCELLED:
        return
    last_rounds = _last_rounds(found, bracket_sizes) if seen.total else None
    if names := _champion_names(found, last_rounds.drawing if last_rounds else None):
        size = champion_size(" & ".join(names))
        yield Panel("champion", _title_words(names), names, look=size, is_first=True)
    if holder := second_chance_winner(found):
        size = champion_size(" & ".join(holder.names))
        yield Panel("champion", _("The second chance goes to"), holder.names, look=size)
    at_tables = sorted((*seen.called, *seen.playing), key=lambda match: table_order(match.table_label or ""))
    is_last = bool(at_tables) and all(match.is_final for match in at_tables)
    yield from _table_panels("matches", _("Final") if is_last else _("At the tables"), at_tables)
    yield from _table_panels("next", _("Next"), sort_by_timetable(found, seen.ready)[:UPCOMING])
    if found.state == State.FINISHED:
        yield from _place_panels(_("Final standings"), standings_of(found)[:TOP])
    else:
        yield from _table_panels("results", _("Latest results"), _latest_results(found))
        if seen.ended_count:
            yield from _place_panels(
                _("Standings so far"), [row for row in standings_of(found) if row.is_placed][:PLACES]
            )
    if last_rounds:
        yield Panel("bracket", _("Bracket"), (last_rounds,))
    if beside := _last_rounds(found, second_chance_sizes):
        yield Panel("bracket", _("Second chance"), (beside,))


def _title_words(names: Sequence[str]) -> Promise:
    """Return the title of the champion's panel, for one or for a pair."""
    return _("The champions") if len(names) > 1 else _("The title goes to")


def _champion_names(found: Tournament, drawing: BracketDrawing | None) -> tuple[str, ...]:
    """Return the champion's names, both of a pair; empty for none, or if several share the first place.

    By the standings if the tournament is finished, else by the final in the drawing.
    """
    if found.state == State.FINISHED:
        first = [row.names for row in standings_of(found) if row.place == 1]
        return tuple(first[0]) if len(first) == 1 else ()
    return drawing.champion.names if drawing and drawing.champion else ()


def table_order(label: str) -> tuple[int, str]:
    """Sort key of tables: by number, then those without one by name."""
    digits = "".join(letter for letter in label if letter.isdecimal())[:6]
    return (int(digits) if digits else LAST, label)


def _table_panels(kind: str, title: Promise, matches: Sequence[MatchView]) -> Iterator[Panel]:
    """Yield these matches on as few panels as have readable names, about equally long."""
    parts = _parts(matches, tables_a_page([_names_at(match) for match in matches]))
    for number, part in enumerate(parts, start=1):
        fit = size_of_tables([_names_at(match) for match in part])
        yield Panel(kind, title, part, number, len(parts), fit)


def _names_at(match: MatchView) -> list[str]:
    """Return the names at a table, side by side; an open side has where its player comes from, or a dash."""
    return [name for side in match.sides for name in side.names or (side.feed or "–",)]


def _place_panels(title: Promise, rows: Sequence[StandingRow]) -> Iterator[Panel]:
    """Yield these places of the standings on panels of at most eight, about equally long."""
    parts = _parts(rows, PLACES)
    for number, part in enumerate(parts, start=1):
        fit = size_of_rows([" & ".join(row.names) for row in part])
        yield Panel("places", title, part, number, len(parts), fit)


def _parts(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """Return the items in as few parts of at most `most` as possible, about equally long."""
    pages = -(-len(items) // most)
    return chunks(items, -(-len(items) // pages)) if pages else []


def _latest_results(found: Tournament) -> list[MatchView]:
    """Return the 16 matches that ended last, the latest first, without byes."""
    ended = dict(ended_last(found, LATEST))
    matches = matches_of_rounds(found, set(ended.values())) if ended else {}
    return [matches[code] for code in ended]


def _last_rounds(found: Tournament, sizes: Callable[[Tournament], Sequence[RoundSize]]) -> LastRounds | None:
    """Return the last rounds of the bracket or the second chance (`sizes`) that fit the screen.

    None if there are no rounds.
    """
    rounds = sizes(found)
    if not rounds:
        return None
    shown = rounds_that_fit(rounds, most=BOXES)
    numbers, second_chance = {one.number for one in shown}, rounds[0].second_chance
    drawing = lay_out_bracket(some_rounds(found, numbers, second_chance=second_chance))
    names = [round_name(one, rounds) for one in shown]
    return LastRounds(drawing, tuple(zip(names, drawing.columns, strict=True)))
