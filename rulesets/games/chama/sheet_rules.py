"""What the lines of a sheet can hold and what they must not, for every ending of the match.

| rule of the book | here |
|---|---|
| 1.3 cards of a deck, 2.2 six places in a formation | `_bounds`, `_formation_size` |
| 2 step 3 B one army to a commander | `_armies` |
| 2.1 no realm on the table, no pool | `empty_formation` |
| 4.1 Conquistadores, realms razed in battle | `_razed_by_others` |
"""

from collections.abc import Iterator

from core.errors import Violation
from rulesets.games.chama.cards import FORMATION_SIZE
from rulesets.games.chama.ending_rules import condition
from rulesets.games.chama.table import ChamaSide, ChamaTable
from rulesets.kernel.rules import SheetField
from rulesets.kernel.sheet import EndedBy, Line, Out
from rulesets.kernel.tables import count


def check_lines(table: ChamaTable) -> Iterator[Violation]:
    """Everything wrong with the lines: who has one, and what is counted on each."""
    yield from _seated_once(table)
    yield from _nobody_forgotten(table)
    battles = _counts_battles(table) and table.is_counted
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}"
        yield from _bounds(table, line, path)
        yield from _formation_size(line, path)
        yield from _armies(line, path)
        yield from _absent_without_cards(line, path)
        if battles:
            yield from _razed_by_others(table, line, path)


def empty_formation(table: ChamaTable) -> Iterator[Violation]:
    """Pools of players still in the game who have no realm at all, razed ones included."""
    seated = {line.player for side in table.still_in for line in side.lines}
    for index, line in enumerate(table.sheet.lines):
        realms = count(line, "intact") + count(line, "razed")
        pool = count(line, "commanders")
        if line.player in seated and realms == 0 and pool > 0:
            yield Violation("pool_without_realms", {"commanders": pool}, f"lines.{index}.commanders", "2.1")


def razed_too_often(table: ChamaTable) -> Iterator[Violation]:
    """Conquistadores: each formation for itself could be, but not all their razed realms together."""
    if not _counts_battles(table) or not table.is_counted:
        return
    razed = sum(count(line, "razed") for line in table.sheet.lines)
    in_battle = sum(count(line, "razed_in_battle") for line in table.sheet.lines)
    each_fits = not any(any(_razed_by_others(table, line, "")) for line in table.sheet.lines)
    if each_fits and razed > in_battle:
        facts = {"razed": razed, "razed_in_battle": in_battle}
        yield Violation("razed_total_exceeds_battles", facts, "lines", "4.1")


def _seated_once(table: ChamaTable) -> Iterator[Violation]:
    seen: set[str] = set()
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}.player"
        if table.side_of(line.player) is None:
            yield Violation("player_not_seated", {"player": line.player}, path)
        elif line.player in seen:
            yield Violation("player_twice", {"player": line.player}, path)
        seen.add(line.player)


def _nobody_forgotten(table: ChamaTable) -> Iterator[Violation]:
    written = {line.player for line in table.sheet.lines}
    for seat in table.situation.seats:
        if seat.player not in written:
            yield Violation("line_missing", {"player": seat.player, "side": seat.side}, "lines")


def _bounds(table: ChamaTable, line: Line, path: str) -> Iterator[Violation]:
    fields = {field.key: field for field in table.kind.fields}
    for key, value in line.numbers.items():
        where = f"{path}.{key}"
        if key not in fields:
            yield from _foreign_count(key, value, where)
        elif type(value) is not int:
            yield Violation("count_not_a_number", {"key": key}, where)
        elif not fields[key].low <= value <= fields[key].high:
            yield Violation("count_out_of_range", _range(fields[key], value), where, "1.3")


def _range(field: SheetField, value: int) -> dict[str, int | str]:
    return {"key": field.key, "value": value, "low": field.low, "high": field.high}


def _foreign_count(key: str, value: object, where: str) -> Iterator[Violation]:
    if key != "razed_in_battle":
        yield Violation("count_unknown", {"key": key}, where)
    elif value != 0:
        yield Violation("razed_in_battle_not_counted", {}, where, "4.1")


def _formation_size(line: Line, path: str) -> Iterator[Violation]:
    intact, razed = count(line, "intact"), count(line, "razed")
    if intact + razed > FORMATION_SIZE and max(intact, razed) <= FORMATION_SIZE:
        facts = {"intact": intact, "razed": razed, "most": FORMATION_SIZE}
        yield Violation("formation_too_large", facts, f"{path}.razed", "2.2")


def _armies(line: Line, path: str) -> Iterator[Violation]:
    armies, commanders = count(line, "armies"), count(line, "commanders")
    if armies > commanders:
        facts = {"armies": armies, "commanders": commanders}
        yield Violation("more_armies_than_commanders", facts, f"{path}.armies", "house:one_army_each")


def _absent_without_cards(line: Line, path: str) -> Iterator[Violation]:
    if line.out is Out.ABSENT and (line.counts is None or any(line.counts.values())):
        yield Violation("absent_with_cards", {}, path)


def _razed_by_others(table: ChamaTable, line: Line, path: str) -> Iterator[Violation]:
    mine = table.side_of(line.player)
    mates = {line.player, *(mate.player for mate in mine.lines)} if mine else {line.player}
    others = (other for other in table.sheet.lines if other.player not in mates)
    by_others = sum(count(other, "razed_in_battle") for other in others)
    if count(line, "razed") > by_others:
        facts = {"razed": count(line, "razed"), "by_others": by_others}
        yield Violation("razed_exceeds_battles", facts, f"{path}.razed", "4.1")


def _counts_battles(table: ChamaTable) -> bool:
    return any(field.key == "razed_in_battle" for field in table.kind.fields)


RULE = "house:uncounted_cards"


def check_counted(table: ChamaTable) -> Iterator[Violation]:
    """Lines without counts that are needed; `leaving_rules` checks the absent."""
    for index, line in enumerate(table.sheet.lines):
        side = table.side_of(line.player)
        if side is None or line.counts is not None or line.out is Out.ABSENT:
            continue
        path, facts = f"lines.{index}", {"side": side.number}
        if any(_is_counted(mate) for mate in side.lines):
            yield Violation("counted_in_part", facts, path, RULE)
        if side.is_in and table.sheet.ended_by is EndedBy.TIME:
            yield Violation("uncounted_cards_decide", facts, path, RULE)
        if _has_to_show(table, side):
            yield Violation("uncounted_cards_prove", facts, path, RULE)


def _is_counted(line: Line) -> bool:
    return line.counts is not None and line.out is not Out.ABSENT


def _has_to_show(table: ChamaTable, side: ChamaSide) -> bool:
    by_cards = table.sheet.ended_by is EndedBy.WIN_CONDITION and not condition(table).by_word
    return by_cards and table.sheet.winner == side.number
