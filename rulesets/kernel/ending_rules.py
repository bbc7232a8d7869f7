"""What each ending demands of a sheet in a game that the last one standing wins.

Win condition: the last opponent fell · all opponents gone another way (named after the last
departure) · time · the coordinator's ruling · no side came · a bye.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from core.errors import Violation
from rulesets.kernel.sheet import EndedBy, Out
from rulesets.kernel.tables import IN_ORDER, WITHOUT_PLAY, Side, Table

GONE_BY: Mapping[EndedBy, Out] = MappingProxyType(
    {
        EndedBy.DECKED_OUT: Out.DECKED_OUT,
        EndedBy.CONCESSION: Out.CONCEDED,
        EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
        EndedBy.WALKOVER: Out.ABSENT,
    }
)
RULE = "house:match_endings"


def check_ending(table: Table, win_rule: str, time_rule: str, ways: frozenset[Out]) -> Iterator[Violation]:
    """Yield violations of everything that this ending demands and the sheet does not show.

    `win_rule` and `time_rule` are the numbers of the rules to be named; `ways`: how players of the game can
    leave.
    """
    ended_by = table.sheet.ended_by
    if ended_by not in WITHOUT_PLAY and not table.situation.started:
        yield Violation("match_not_started", {"ended_by": ended_by}, "ended_by")
    yield from _check_winner(table)
    if ended_by in GONE_BY and GONE_BY[ended_by] not in ways:
        yield Violation("ending_not_in_game", {"ended_by": ended_by}, "ended_by", RULE)
    elif ended_by in GONE_BY:
        yield from _check_departures(table, GONE_BY[ended_by])
    elif ended_by is EndedBy.WIN_CONDITION:
        yield from _check_win_condition(table, win_rule)
    elif ended_by is EndedBy.TIME:
        yield from _check_time(table, time_rule)
    else:
        yield from _check_without_play(table)


def is_drawn(table: Table) -> bool:
    """Return whether a sheet by win condition names no winner, and all sides that were left fell at once."""
    last = table.last_to_go
    nobody_wins = table.sheet.ended_by is EndedBy.WIN_CONDITION and table.sheet.winner is None
    return nobody_wins and not table.still_in and len(last) > 1 and all(side.fell for side in last)


def _check_winner(table: Table) -> Iterator[Violation]:
    """Yield `winner_missing` for a ruling or a won game without one, `winner_not_seated` for another side."""
    declares = table.sheet.ended_by in (EndedBy.WIN_CONDITION, EndedBy.RULING)
    winner = table.sheet.winner
    if winner is None and declares and not is_drawn(table):
        yield Violation("winner_missing", {}, "winner")
    if winner is not None and table.side(winner) is None:
        yield Violation("winner_not_seated", {"side": winner}, "winner")


def _check_win_condition(table: Table, rule: str) -> Iterator[Violation]:
    """Yield violations if the winner left or fell, others are still in, no side fell last, or one alone."""
    side = table.side(table.sheet.winner)
    if side is not None and side.out:
        yield Violation("winner_is_out", {"side": side.number, "out": side.out}, "winner", rule)
    elif side is not None and side.fell:
        yield Violation("winner_fell", {"side": side.number}, "winner", rule)
    others = tuple(other.number for other in table.still_in if other is not side)
    if side is not None and others:
        yield Violation("others_still_stand", {"sides": others}, "winner", rule)
    elif not any(other.fell for other in table.last_to_go):
        yield Violation("nobody_fell_last", {}, "ended_by", rule)
    yield from _check_last_fall(table, rule)


def _check_last_fall(table: Table, rule: str) -> Iterator[Violation]:
    """Yield `last_fell_alone` if all fell and one fell last: the game was over, and won, before."""
    last = table.last_to_go
    if not table.still_in and len(last) == 1 and last[0].fell:
        yield Violation("last_fell_alone", {"side": last[0].number}, "lines", rule)


def _check_departures(table: Table, way: Out) -> Iterator[Violation]:
    """Yield violations if the last to leave did not do so in this `way`, or not exactly one side remains.

    For a disqualification after a decision at least one side that may win is enough.
    """
    departed = {line.out for line in table.sheet.lines if line.out}
    alone = way is Out.ABSENT and len(table.sides) == 1
    if way not in departed and not alone:
        yield Violation("nobody_left_that_way", {"out": way}, "ended_by", RULE)
    elif not _can_have_left_last(table, way):
        yield Violation("not_the_last_departure", {"out": way}, "ended_by", RULE)
    if table.situation.decided and way is Out.DISQUALIFIED:
        if not any(side.may_win for side in table.sides):
            yield Violation("nobody_can_win", {}, "ended_by", RULE)
    elif len(table.still_in) != 1:
        left = tuple(side.number for side in table.still_in)
        yield Violation("one_side_must_remain", {"sides": left}, "ended_by", RULE)


def _can_have_left_last(table: Table, way: Out) -> bool:
    """Return whether the last side to leave can have left in this `way`.

    The absent left before all others, so in a game that began they are never the last.
    """
    if way is Out.ABSENT:
        later = any(side.fell or side.out not in (None, Out.ABSENT) for side in table.sides)
        return not (table.situation.started and later)
    return way not in IN_ORDER or any(side.out is way for side in table.last_to_go)


def _check_time(table: Table, rule: str) -> Iterator[Violation]:
    """Yield violations of an ending by time: no limit, time not called, or fewer than two sides still in."""
    if table.rules.time_limit is None:
        yield Violation("time_without_limit", {}, "ended_by", rule)
    elif not table.situation.time_called:
        yield Violation("time_not_called", {}, "ended_by", rule)
    if len(table.still_in) < 2:
        yield Violation("time_needs_two_sides", {}, "ended_by", rule)


def _check_without_play(table: Table) -> Iterator[Violation]:
    """Yield violations of a ruling, of a match in which no side came, or of a bye."""
    if table.sheet.ended_by is EndedBy.RULING:
        yield from _check_ruling(table, table.side(table.sheet.winner))
    elif table.sheet.ended_by is EndedBy.NONE_ADVANCES:
        yield from _check_no_side_came(table)
    elif len(table.sides) != 1:
        yield Violation("bye_needs_one_side", {"sides": len(table.sides)}, "ended_by")
    elif table.sheet.lines:
        yield Violation("bye_has_no_lines", {}, "lines")


def _check_ruling(table: Table, side: Side | None) -> Iterator[Violation]:
    """Yield violations of a ruling for `side`: a missing reason, or a side that may not win."""
    if not table.sheet.reason.strip():
        yield Violation("reason_missing", {}, "reason", RULE)
    if side is not None and not side.may_win:
        yield Violation("ruled_side_cannot_win", {"side": side.number, "out": side.out}, "winner", RULE)


def _check_no_side_came(table: Table) -> Iterator[Violation]:
    """Yield violations if a winner is named or a player came and was not disqualified."""
    if table.sheet.winner is not None:
        yield Violation("winner_not_allowed", {}, "winner", RULE)
    came = {line.player for side in table.sides if side.may_win for line in side.lines}
    for index, line in enumerate(table.sheet.lines):
        if line.player in came:
            yield Violation("somebody_came", {"player": line.player}, f"lines.{index}.out", RULE)
