"""How a match can end, and what each ending demands of its sheet (4.1, 4.7.1, 5.4).

Win condition · all opponents gone (named after the last departure) · time · the coordinator's
ruling · no side came · a bye. Concession, disqualification and ruling are ours (`match_endings`).
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from core.errors import Violation
from rulesets.games.chama.composed import RULE as COMPOSED
from rulesets.games.chama.conditions import COUNTS, Condition, win_shown
from rulesets.games.chama.leaving_rules import latest_ways
from rulesets.games.chama.table import ChamaSide, ChamaTable
from rulesets.kernel.sheet import EndedBy, Out

WITHOUT_PLAY = (EndedBy.WALKOVER, EndedBy.BYE, EndedBy.NONE_ADVANCES, EndedBy.RULING)
GONE_BY: Mapping[EndedBy, Out] = MappingProxyType(
    {
        EndedBy.DECKED_OUT: Out.DECKED_OUT,
        EndedBy.CONCESSION: Out.CONCEDED,
        EndedBy.DISQUALIFICATION: Out.DISQUALIFIED,
        EndedBy.WALKOVER: Out.ABSENT,
    }
)
RULE = "house:match_endings"


def check_ending(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of everything that this ending demands and the sheet does not show."""
    ended_by = table.sheet.ended_by
    if ended_by not in WITHOUT_PLAY and not table.situation.started:
        yield Violation("match_not_started", {"ended_by": ended_by}, "ended_by")
    yield from _check_winner(table)
    yield from _ENDINGS[ended_by](table)


def sides_with_condition_met(table: ChamaTable, *, excluded: int | None = None) -> tuple[ChamaSide, ...]:
    """Return the sides, also those that left, whose counted cards satisfy the condition.

    Without `excluded` and disqualified ones. If the judge's word wins, all cards satisfy it.
    """
    candidates = (side for side in table.sides if side.number != excluded)
    return tuple(
        side
        for side in candidates
        if side.out is not Out.DISQUALIFIED and side.is_counted and condition(table).met_by(side.totals)
    )


def condition(table: ChamaTable) -> Condition:
    """Return the win condition of the table's type."""
    return table.kind.condition


def _check_winner(table: ChamaTable) -> Iterator[Violation]:
    """Yield `winner_missing` for a ruling or a won game without one, `winner_not_seated` for another side."""
    declares = table.sheet.ended_by in (EndedBy.WIN_CONDITION, EndedBy.RULING)
    winner = table.sheet.winner
    if winner is None and declares:
        yield Violation("winner_missing", {}, "winner")
    if winner is not None and table.side(winner) is None:
        yield Violation("winner_not_seated", {"side": winner}, "winner")


def _check_win_condition(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of a won game.

    The winner left, its cards do not satisfy the condition, no opponent stayed or was disqualified, or
    another side had won before.
    """
    side = table.side(table.sheet.winner)
    others = [other for other in table.sides if side is None or other.number != side.number]
    if not any(other.is_in or other.out is Out.DISQUALIFIED for other in others):
        yield Violation("win_without_opponents", {}, "ended_by", "5.4")
    if side is None:
        return
    if not side.is_in:
        yield Violation("winner_is_out", {"side": side.number, "out": side.out}, "winner", "5.4")
    if side.is_counted and not condition(table).met_by(side.totals):
        yield Violation(
            "condition_not_met", _facts_of_shortfall(table, side), "winner", _rule_of_condition(table)
        )
    yield from _check_no_other_conqueror(table, excluded=side.number)


def _check_departures(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations if the last to leave did not do so as it says, or not exactly one side remains.

    Also if a side had won at once before.
    """
    way = GONE_BY[table.sheet.ended_by]
    departed = {line.out for line in table.sheet.lines if line.out}
    alone = table.sheet.ended_by is EndedBy.WALKOVER and len(table.sides) == 1
    if way not in departed and not alone:
        yield Violation("nobody_left_that_way", {"out": way}, "ended_by", RULE)
    elif not _can_have_left_last(table, way):
        yield Violation("not_the_last_departure", {"out": way}, "ended_by", RULE)
    yield from _check_one_side_left(table)
    yield from _check_no_other_conqueror(table)


def _can_have_left_last(table: ChamaTable, way: Out) -> bool:
    """Return whether the last side to leave can have left in this `way`.

    The absent left before all others, so in a game that began they are never the last.
    """
    if way is Out.ABSENT:
        later = any(side.out not in (None, Out.ABSENT) for side in table.sides)
        return not (table.situation.started and later)
    return way is Out.DISQUALIFIED or way in latest_ways(table)


def _check_one_side_left(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation unless exactly one side remains.

    For a disqualification after a decision at least one side that may win is enough.
    """
    left = tuple(side.number for side in table.still_in)
    later = table.situation.decided and table.sheet.ended_by is EndedBy.DISQUALIFICATION
    if later:
        if not any(side.may_win for side in table.sides):
            yield Violation("nobody_can_win", {}, "ended_by", RULE)
    elif len(left) != 1:
        yield Violation("one_side_must_remain", {"sides": left}, "ended_by", "5.4")


def _check_time(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of an ending by time: no limit, time not called, or fewer than two sides still in.

    Also if a side had won at once before.
    """
    if table.rules.time_limit is None:
        yield Violation("time_without_limit", {}, "ended_by", "4.7.1")
    elif not table.situation.time_called:
        yield Violation("time_not_called", {}, "ended_by", "4.7.1")
    if len(table.still_in) < 2:
        yield Violation("time_needs_two_sides", {}, "ended_by", "4.7.1")
    yield from _check_no_other_conqueror(table)


def _check_no_other_conqueror(table: ChamaTable, excluded: int | None = None) -> Iterator[Violation]:
    """Yield a violation if a side but `excluded` satisfied the condition in a type that it ends at once."""
    found = tuple(side.number for side in sides_with_condition_met(table, excluded=excluded))
    if condition(table).at_once and found:
        yield Violation("condition_already_met", {"sides": found}, "lines", "house:conquest_at_once")


def _check_ruling(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of a ruling: a missing reason, or a side that may not win."""
    if not table.sheet.reason.strip():
        yield Violation("reason_missing", {}, "reason", RULE)
    side = table.side(table.sheet.winner)
    if side is not None and not side.may_win:
        yield Violation("ruled_side_cannot_win", {"side": side.number, "out": side.out}, "winner", RULE)


def _check_no_side_came(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations if a winner is named or a player came and was not disqualified."""
    if table.sheet.winner is not None:
        yield Violation("winner_not_allowed", {}, "winner", RULE)
    came = {line.player for side in table.sides if side.may_win for line in side.lines}
    for index, line in enumerate(table.sheet.lines):
        if line.player in came:
            yield Violation("somebody_came", {"player": line.player}, f"lines.{index}.out", RULE)


def _check_bye(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of a bye with opponents or lines."""
    if len(table.sides) != 1:
        yield Violation("bye_needs_one_side", {"sides": len(table.sides)}, "ended_by")
    if table.sheet.lines:
        yield Violation("bye_has_no_lines", {}, "lines")


def _facts_of_shortfall(table: ChamaTable, side: ChamaSide) -> dict[str, int | str]:
    """Return the facts of an unmet condition: by count what the side shows, and as `<count>_needed`."""
    facts: dict[str, int | str] = {"kind": table.kind.key, "side": side.number}
    if table.kind.is_composed:
        facts["title_word"] = table.kind.title_word
    for count in COUNTS:
        facts[count] = win_shown(count, side.totals)
        facts[f"{count}_needed"] = condition(table).least(count)
    return facts


def _rule_of_condition(table: ChamaTable) -> str:
    """Return the section of the rulebook that the win condition is in; a house rule for a composed type."""
    if table.kind.is_composed:
        return COMPOSED
    return "4.1" if condition(table).at_once else "5.4"


_ENDINGS: Mapping[EndedBy, Callable[[ChamaTable], Iterator[Violation]]] = MappingProxyType(
    {
        EndedBy.WIN_CONDITION: _check_win_condition,
        EndedBy.DECKED_OUT: _check_departures,
        EndedBy.CONCESSION: _check_departures,
        EndedBy.DISQUALIFICATION: _check_departures,
        EndedBy.WALKOVER: _check_departures,
        EndedBy.TIME: _check_time,
        EndedBy.RULING: _check_ruling,
        EndedBy.NONE_ADVANCES: _check_no_side_came,
        EndedBy.BYE: _check_bye,
    }
)
