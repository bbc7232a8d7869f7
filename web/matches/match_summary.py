"""The facts of a match for pages, except its clock; cached by record version."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from core.db.transactions import is_in_read_snapshot
from matches.models import Match
from matches.sheets import current_sheet, sheet_value, verdict_of
from rulesets.kernel.sheet import EndedBy, Sheet, Verdict
from tournaments import finding
from tournaments.corrections.disputes import SheetDoubt, disputes_about
from tournaments.corrections.selectors import Notice, notices_about
from tournaments.match_parts import may_have_part
from tournaments.match_views.match import MatchView
from tournaments.match_views.match_cache import one_match
from tournaments.match_views.selectors import second_chance_sizes
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Tournament
from tournaments.play.count import counted_as
from tournaments.play.notes import DrawnGameView, ExtensionView, drawn_games_of, extensions_of
from tournaments.regulation.rulings import RulingView, rulings_for
from tournaments.rules_of import kind_of
from web.play.count_presenter import formations
from web.sheets.presenter import SheetPresentation, present_sheet


class SecondChanceMatch(NamedTuple):
    """The names of an entry that lost, and its match in the second chance."""

    names: tuple[str, ...]
    match: MatchView


@dataclass(frozen=True, slots=True)
class RecordedSheet:
    """The current sheet, also in words (`shown`), and the next match of its winner (`onward`, or None).

    `by` is who recorded it, or "". `second_chances`: where the entries that lost play on, if they do.
    """

    sheet: Sheet
    shown: SheetPresentation
    version: int
    at: datetime
    by: str
    onward: MatchView | None
    second_chances: tuple[SecondChanceMatch, ...]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The public facts of a match, except its seats, clock and sheet."""

    rulings: tuple[RulingView, ...]
    drawn_games: tuple[tuple[DrawnGameView, SheetPresentation], ...]
    extensions: tuple[ExtensionView, ...]
    doubts: tuple[SheetDoubt, ...]
    notices: tuple[Notice, ...]

    @property
    def latest_drawn_game(self) -> int | None:
        """Return the number of the latest drawn game that was not taken back; None without one."""
        return max((game.number for game, _ in self.drawn_games if game.stands), default=None)


@cache_version
def summarize_match(tournament: Tournament, match: Match) -> MatchSummary:
    """Return what happened at a match so far: rulings, drawn games, extensions, disputes, notices."""
    may_be_drawn = match.started_at is not None and may_have_part(match, "drawn_games")
    drawn = drawn_games_of(match) if may_be_drawn else ()
    view = one_match(tournament, match) if drawn else None
    return MatchSummary(
        rulings=rulings_for(tournament, match.code) if may_have_part(match, "rulings") else (),
        drawn_games=tuple((game, _drawn_game_sheet(tournament, view, game)) for game in drawn if view),
        extensions=extensions_of(match),
        doubts=disputes_about(tournament, match) if may_have_part(match, "disputes") else (),
        notices=notices_about(tournament, match.code) if may_have_part(match, "corrections") else (),
    )


def recorded_sheet_context(tournament: Tournament, match: Match, view: MatchView) -> dict[str, object]:
    """Return the context of the recorded sheet, {} without one; cached only in a read snapshot.

    The formations come from the count at the table, which is in no record and so in no cache.
    """
    found = (
        _cached_sheet(tournament, match)
        if is_in_read_snapshot()
        else _recorded_sheet(tournament, match, view)
    )
    if found is None:
        return {}
    return {
        "recorded": found.shown,
        "formations": formations(counted_as(tournament, match, found.sheet)),
        "recorded_at": found.at,
        "recorded_version": found.version,
        "recorded_by": found.by,
        "onward": found.onward,
        "second_chances": found.second_chances,
    }


@cache_version
def _cached_sheet(tournament: Tournament, match: Match) -> RecordedSheet | None:
    """Return what `_recorded_sheet` does, cached by record version."""
    return _recorded_sheet(tournament, match, one_match(tournament, match))


def _recorded_sheet(tournament: Tournament, match: Match, view: MatchView) -> RecordedSheet | None:
    """Return the current sheet with its verdict in words; None if no sheet is recorded."""
    row = current_sheet(match)
    if row is None:
        return None
    winner = next((side.number for side in view.sides if side.is_winner), None)
    sheet, verdict = sheet_value(row), verdict_of(row, winner)
    onward = finding.find_match(tournament, view.next_code) if view.next_code else None
    return RecordedSheet(
        sheet=sheet,
        shown=present_sheet(view, kind_of(tournament), sheet, verdict),
        version=row.version,
        at=row.recorded_at,
        by=row.recorded_by.player.name if row.recorded_by else "",
        onward=one_match(tournament, onward) if onward else None,
        second_chances=tuple(_second_chances(tournament, match, view)),
    )


def _second_chances(tournament: Tournament, match: Match, view: MatchView) -> Iterator[SecondChanceMatch]:
    """Yield each entry of this match that went on to the second chance; none if the bracket has no such."""
    if view.stage is not None or view.second_chance or not second_chance_sizes(tournament):
        return
    names = {side.entry_code: side.names for side in view.sides}
    fed = match.feeds.filter(source_side__isnull=False, entry__isnull=False).order_by("match__number")
    for side in fed.select_related("match", "entry"):
        code = side.entry.code if side.entry else None
        if code in names:
            yield SecondChanceMatch(names[code], one_match(tournament, side.match))


def _drawn_game_sheet(tournament: Tournament, view: MatchView, game: DrawnGameView) -> SheetPresentation:
    """Return the counts of a drawn game in words; no side has won it."""
    return present_sheet(view, kind_of(tournament), Sheet(EndedBy.WIN_CONDITION, game.lines), Verdict())
