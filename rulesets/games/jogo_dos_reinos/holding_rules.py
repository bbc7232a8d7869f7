"""Who holds whom: every vassal has one suzerain, who is free and at this table, and an order of its fall.

A battle fells one kingdom, so no two of them fall at the same moment; the vassals that change hands with
it keep the order of their own fall (1.1.4).
"""

from collections import Counter
from collections.abc import Iterator

from core.errors import Violation
from rulesets.games.jogo_dos_reinos.fields import FIELDS
from rulesets.games.jogo_dos_reinos.state import FREE
from rulesets.kernel.sheet import Line, Out
from rulesets.kernel.tables import IN_ORDER, Side, Table, count

RULE = "house:kingdom_order"
MAX_HOLDER = FIELDS[0].high


def check_holding(table: Table) -> Iterator[Violation]:
    """Yield violations of suzerains and orders of falling, on the lines of those who sit here."""
    for index, line in enumerate(table.sheet.lines):
        side = table.side_of(line.player)
        if side is None:
            continue
        if line.out is None:
            yield from _check_holder(table, side, count(line, "holder"), f"lines.{index}.holder")
            yield from _check_order(table, line, f"lines.{index}")
        elif line.out in IN_ORDER and (count(line, "holder") or count(line, "fall")):
            yield Violation("left_and_held", {"out": line.out}, f"lines.{index}", "house:kingdom_leaves")
    yield from _check_one_at_a_time(table)


def _check_holder(table: Table, side: Side, number: int, path: str) -> Iterator[Violation]:
    """Yield a violation of a suzerain who is not here, is the side itself, a vassal, or left the game.

    `check_counts` finds numbers out of their bounds.
    """
    if not FREE < number <= MAX_HOLDER:
        return
    holder = table.side(number)
    facts = {"side": side.number, "holder": number}
    if holder is None:
        yield Violation("holder_not_seated", facts, path)
    elif holder is side:
        yield Violation("holder_is_itself", facts, path, "1.1.2")
    elif holder.fell:
        yield Violation("holder_is_vassal", facts, path, "1.1.4")
    elif holder.out is not None and not _was_disqualified_afterwards(table, holder):
        yield Violation("holder_left", {**facts, "out": holder.out}, path, "house:kingdom_leaves")


def _was_disqualified_afterwards(table: Table, holder: Side) -> bool:
    """Return whether the suzerain lost a game that was over: the sheet still says whom it held."""
    return table.situation.decided and holder.out is Out.DISQUALIFIED


def _check_order(table: Table, line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation of a fall before the start, without an order, or of a free kingdom."""
    held, order = count(line, "holder") > FREE, count(line, "fall")
    if held and not table.situation.started:
        yield Violation("kingdom_fell_before_start", {}, f"{path}.holder", "1")
    elif held and order == 0:
        yield Violation("fall_order_missing", {}, f"{path}.fall", RULE)
    elif order > 0 and not held:
        yield Violation("fall_of_free_kingdom", {}, f"{path}.fall", RULE)


def _check_one_at_a_time(table: Table) -> Iterator[Violation]:
    """Yield a violation for each order that two falls share (1.1.4)."""
    falls = Counter(fall for side in table.sides for fall in side.falls if fall)
    for order in sorted(order for order, times in falls.items() if times > 1):
        sides = tuple(side.number for side in table.sides if order in side.falls)
        yield Violation("fell_at_once", {"order": order, "sides": sides}, "lines", "1.1.4")
