"""The facts of a match for pages, except its clock; cached by record version."""

from dataclasses import dataclass
from datetime import datetime

from core.db.transactions import is_in_read_snapshot
from matches.models import Match
from matches.sheets import current_sheet, sheet_value, verdict_of
from rulesets.kernel.sheet import EndedBy, Sheet, Verdict
from tournaments import finding
from tournaments.corrections.selectors import Notice, notices_about
from tournaments.disputes import SheetDoubt, disputes_about
from tournaments.match_parts import may_have_part
from tournaments.match_views.match import MatchView
from tournaments.match_views.match_cache import one_match
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Tournament
from tournaments.play.count import counted_as
from tournaments.play.notes import DrawnGameView, ExtensionView, drawn_games_of, extensions_of
from tournaments.regulation.rulings import RulingView, rulings_for
from tournaments.rules_of import kind_of
from web.play.count_presenter import formations
from web.sheets.presenter import SheetPresentation, present_sheet


@dataclass(frozen=True, slots=True)
class RecordedSheet:
    """The current sheet in words, and the next match of its winner."""

    sheet: Sheet
    shown: SheetPresentation
    version: int
    at: datetime
    by: str
    onward: MatchView | None


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The public facts of a match, except its seats."""

    rulings: tuple[RulingView, ...]
    drawn_games: tuple[tuple[DrawnGameView, SheetPresentation], ...]
    extensions: tuple[ExtensionView, ...]
    doubts: tuple[SheetDoubt, ...]
    notices: tuple[Notice, ...]

    @property
    def latest_drawn_game(self) -> int | None:
        """Return the number of the latest drawn game that was not taken back."""
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
    """Return the current sheet for pages; the table's count is read too, as no record has it."""
    found = _cached_sheet(tournament, match) if is_in_read_snapshot() else _sheet(tournament, match, view)
    if found is None:
        return {}
    return {
        "recorded": found.shown,
        "formations": formations(counted_as(tournament, match, found.sheet)),
        "recorded_at": found.at,
        "recorded_version": found.version,
        "recorded_by": found.by,
        "onward": found.onward,
    }


@cache_version
def _cached_sheet(tournament: Tournament, match: Match) -> RecordedSheet | None:
    return _sheet(tournament, match, one_match(tournament, match))


def _sheet(tournament: Tournament, match: Match, view: MatchView) -> RecordedSheet | None:
    """Return the current sheet with its verdict for display, or None."""
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
    )


def _drawn_game_sheet(tournament: Tournament, view: MatchView, game: DrawnGameView) -> SheetPresentation:
    return present_sheet(view, kind_of(tournament), Sheet(EndedBy.WIN_CONDITION, game.lines), Verdict())
