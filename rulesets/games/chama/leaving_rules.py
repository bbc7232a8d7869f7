"""Who left the game before its end, and in which order (2.6, 5.4; house rule `match_endings`).

Those who ran out of cards or conceded are numbered 1…k without gaps in the order of leaving, equal
numbers for those who conceded at the same moment: a player who runs out of cards leaves alone.
The disqualified and the absent have no number. Records of the first format did not have these rules.
"""

from collections.abc import Iterator
from dataclasses import replace

from core.errors import Violation
from rulesets.games.chama.table import ChamaTable
from rulesets.kernel.sheet import Line, Out, Sheet

IN_ORDER = (Out.DECKED_OUT, Out.CONCEDED)
RULE = "house:match_endings"


def with_sole_leaver_first(sheet: Sheet) -> Sheet:
    """Return the sheet with order 1 for its only leaver, which the form does not ask for."""
    leavers = [line for line in sheet.lines if line.out in IN_ORDER]
    if len(leavers) != 1 or leavers[0].out_order is not None:
        return sheet
    lines = (replace(line, out_order=1) if line in leavers else line for line in sheet.lines)
    return replace(sheet, lines=tuple(lines))


def check_leaving(table: ChamaTable) -> Iterator[Violation]:
    """Yield violations of orders of leaving (missing, misplaced, with gaps) and of impossible departures."""
    yield from _check_orders_given(table.sheet.lines)
    yield from _check_gaps(table.sheet.lines)
    yield from _check_not_all_ran_out(table)
    if table.rules.record_format > 1:
        yield from _check_left_together(table.sheet.lines)
        yield from _check_pairs(table)
    yield from _check_before_start(table)


def latest_ways(table: ChamaTable) -> set[Out]:
    """Return how the last who left in order did so: several ways at one moment; empty if no player left."""
    leavers = [line for line in table.sheet.lines if line.out in IN_ORDER and line.out_order]
    last = max((line.out_order or 0 for line in leavers), default=0)
    return {line.out for line in leavers if line.out and line.out_order == last}


def _check_orders_given(lines: tuple[Line, ...]) -> Iterator[Violation]:
    """Yield a violation for each order of leaving that is missing, or given for another departure."""
    for index, line in enumerate(lines):
        path = f"lines.{index}.out_order"
        if line.out in IN_ORDER and line.out_order is None:
            yield Violation("leaving_order_missing", {}, path, RULE)
        if line.out not in IN_ORDER and line.out_order is not None:
            yield Violation("leaving_order_out_of_place", {}, path, RULE)


def _check_gaps(lines: tuple[Line, ...]) -> Iterator[Violation]:
    """Yield a violation if the orders of leaving are not 1…k."""
    given = {line.out_order for line in lines if line.out in IN_ORDER and line.out_order is not None}
    if given != set(range(1, len(given) + 1)):
        yield Violation("leaving_order_gap", {"orders": tuple(sorted(given))}, "lines", RULE)


def _check_not_all_ran_out(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation if every side ran out of cards: the game was over before the last."""

    def ran_dry(number: int) -> bool:
        """Return whether a member of the side ran out of cards."""
        side = table.side(number)
        return side is not None and any(line.out is Out.DECKED_OUT for line in side.lines)

    if table.sides and all(ran_dry(side.number) for side in table.sides):
        yield Violation("everybody_ran_out", {}, "lines", "2.6")


def _check_left_together(lines: tuple[Line, ...]) -> Iterator[Violation]:
    """Yield a violation for each moment at which a player ran out of cards and another one left too."""
    ways: dict[int, list[Out]] = {}
    for line in lines:
        if line.out in IN_ORDER and line.out_order is not None:
            ways.setdefault(line.out_order, []).append(line.out)
    for order, left in sorted(ways.items()):
        if len(left) > 1 and Out.DECKED_OUT in left:
            yield Violation("left_together", {"order": order}, "lines", RULE)


def _check_pairs(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each pair of which both members ran out of cards."""
    for side in table.sides:
        if sum(line.out is Out.DECKED_OUT for line in side.lines) > 1:
            yield Violation("pair_ran_out_twice", {"side": side.number}, "lines", "house:pair_falls_together")


def _check_before_start(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each player who ran out of cards in a match that has not begun."""
    for index, line in enumerate(table.sheet.lines):
        if line.out is Out.DECKED_OUT and not table.situation.started:
            yield Violation("ran_out_before_start", {}, f"lines.{index}.out", "2.6")
