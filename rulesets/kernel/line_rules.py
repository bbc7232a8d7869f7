"""What every line of a sheet must be in any game: of a player at this table, with that game's counts."""

from collections.abc import Iterator

from core.errors import Violation
from rulesets.kernel.sheet import Out
from rulesets.kernel.tables import IN_ORDER, Table

_ORDERS = "house:match_endings"


def check_players(table: Table) -> Iterator[Violation]:
    """Yield violations of strangers, players written twice, and players who were forgotten."""
    seen: set[str] = set()
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}.player"
        if table.side_of(line.player) is None:
            yield Violation("player_not_seated", {"player": line.player}, path)
        elif line.player in seen:
            yield Violation("player_twice", {"player": line.player}, path)
        seen.add(line.player)
    for seat in table.situation.seats:
        if seat.player not in seen:
            yield Violation("line_missing", {"player": seat.player, "side": seat.side}, "lines")


def check_counts(table: Table, rule: str) -> Iterator[Violation]:
    """Yield violations of counts that the type does not have, that are no numbers, or out of their bounds."""
    fields = {field.key: field for field in table.kind.fields}
    for index, line in enumerate(table.sheet.lines):
        for key, value in line.numbers.items():
            where = f"lines.{index}.{key}"
            if key not in fields:
                yield Violation("count_unknown", {"key": key}, where)
            elif type(value) is not int:
                yield Violation("count_not_a_number", {"key": key}, where)
            elif not fields[key].low <= value <= fields[key].high:
                facts = {"key": key, "value": value, "low": fields[key].low, "high": fields[key].high}
                yield Violation("count_out_of_range", facts, where, rule)


def check_counted(table: Table) -> Iterator[Violation]:
    """Yield a violation for each uncounted line: in these games the numbers show who lost."""
    for index, line in enumerate(table.sheet.lines):
        if line.counts is None:
            yield Violation("uncounted_not_in_game", {}, f"lines.{index}", "house:uncounted_cards")


def check_absent(table: Table) -> Iterator[Violation]:
    """Yield a violation for each player who did not come and has points."""
    for index, line in enumerate(table.sheet.lines):
        if line.out is Out.ABSENT and any(line.numbers.values()):
            yield Violation("absent_with_points", {}, f"lines.{index}")


def check_ways(table: Table, ways: frozenset[Out]) -> Iterator[Violation]:
    """Yield violations of ways of leaving that the game does not have, and of cut cards."""
    for index, line in enumerate(table.sheet.lines):
        if line.out is not None and line.out not in ways:
            yield Violation("way_not_in_game", {"out": line.out}, f"lines.{index}.out", _ORDERS)
    if table.sheet.cuts:
        yield Violation("cut_not_in_game", {}, "cuts")


def check_orders(table: Table) -> Iterator[Violation]:
    """Yield violations of orders of leaving that are missing, out of place, or leave a gap.

    Falls are numbered with them.
    """
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}.out_order"
        if line.out in IN_ORDER and line.out_order is None:
            yield Violation("leaving_order_missing", {}, path, _ORDERS)
        if line.out not in IN_ORDER and line.out_order is not None:
            yield Violation("leaving_order_out_of_place", {}, path, _ORDERS)
    given = set(_orders_given(table))
    if given != set(range(1, len(given) + 1)):
        yield Violation("leaving_order_gap", {"orders": tuple(sorted(given))}, "lines", _ORDERS)


def _orders_given(table: Table) -> Iterator[int]:
    """Yield every order of falling or leaving on the sheet."""
    for side in table.sides:
        yield from (fall for fall in side.falls if fall)
        leavers = (line for line in side.lines if line.out in IN_ORDER)
        yield from (line.out_order for line in leavers if line.out_order is not None)
