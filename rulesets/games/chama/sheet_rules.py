"""What the lines of a sheet can hold and what they must not, for every ending of the match.

| rule of the book | here |
|---|---|
| 1.3 cards of a deck, 2.2 six places in a formation | `_check_bounds`, `_check_formation_size` |
| 2 step 3 B one army to a commander | `_check_armies` |
| 2.1 no realm on the table, no pool | `check_pools` |
| 4.1 Conquistadores, realms razed in battle | `_check_razed_by_others` |
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
    """Yield violations of who has a line, and of what is counted on each."""
    yield from _check_players(table)
    yield from _check_missing_lines(table)
    battles = _counts_battles(table) and table.is_counted
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}"
        yield from _check_bounds(table, line, path)
        yield from _check_formation_size(line, path)
        yield from _check_armies(line, path)
        yield from _check_absent(line, path)
        if battles:
            yield from _check_razed_by_others(table, line, path)


def check_pools(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each pool of a player still in the game who has no realm, razed ones included."""
    seated = {line.player for side in table.still_in for line in side.lines}
    for index, line in enumerate(table.sheet.lines):
        realms = count(line, "intact") + count(line, "razed")
        pool = count(line, "commanders")
        if line.player in seated and realms == 0 and pool > 0:
            yield Violation("pool_without_realms", {"commanders": pool}, f"lines.{index}.commanders", "2.1")


def check_razed_total(table: ChamaTable) -> Iterator[Violation]:
    """Yield a warning if no line alone is wrong, but more realms were razed than in all battles together.

    Only in types that count battles, as Conquistadores, and if every line is counted.
    """
    if not _counts_battles(table) or not table.is_counted:
        return
    razed = sum(count(line, "razed") for line in table.sheet.lines)
    in_battle = sum(count(line, "razed_in_battle") for line in table.sheet.lines)
    each_fits = not any(any(_check_razed_by_others(table, line, "")) for line in table.sheet.lines)
    if each_fits and razed > in_battle:
        facts = {"razed": razed, "razed_in_battle": in_battle}
        yield Violation("razed_total_exceeds_battles", facts, "lines", "4.1")


def _check_players(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each line of a stranger, and for a player's second line."""
    seen: set[str] = set()
    for index, line in enumerate(table.sheet.lines):
        path = f"lines.{index}.player"
        if table.side_of(line.player) is None:
            yield Violation("player_not_seated", {"player": line.player}, path)
        elif line.player in seen:
            yield Violation("player_twice", {"player": line.player}, path)
        seen.add(line.player)


def _check_missing_lines(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each seated player without a line."""
    written = {line.player for line in table.sheet.lines}
    for seat in table.situation.seats:
        if seat.player not in written:
            yield Violation("line_missing", {"player": seat.player, "side": seat.side}, "lines")


def _check_bounds(table: ChamaTable, line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation for each count that is unknown, no number, or out of its bounds (1.3)."""
    fields = {field.key: field for field in table.kind.fields}
    for key, value in line.numbers.items():
        where = f"{path}.{key}"
        if key not in fields:
            yield from _check_foreign_count(key, value, where)
        elif type(value) is not int:
            yield Violation("count_not_a_number", {"key": key}, where)
        elif not fields[key].low <= value <= fields[key].high:
            yield Violation("count_out_of_range", _facts_of_range(fields[key], value), where, "1.3")


def _facts_of_range(field: SheetField, value: int) -> dict[str, int | str]:
    """Return the facts of a count that is out of its bounds."""
    return {"key": field.key, "value": value, "low": field.low, "high": field.high}


def _check_foreign_count(key: str, value: object, where: str) -> Iterator[Violation]:
    """Yield a violation of a count that the type does not have; battles may be given as 0."""
    if key != "razed_in_battle":
        yield Violation("count_unknown", {"key": key}, where)
    elif value != 0:
        yield Violation("razed_in_battle_not_counted", {}, where, "4.1")


def _check_formation_size(line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation if intact and razed realms exceed the six places (2.2) only together.

    `_check_bounds` finds a number that does so alone.
    """
    intact, razed = count(line, "intact"), count(line, "razed")
    if intact + razed > FORMATION_SIZE and max(intact, razed) <= FORMATION_SIZE:
        facts = {"intact": intact, "razed": razed, "most": FORMATION_SIZE}
        yield Violation("formation_too_large", facts, f"{path}.razed", "2.2")


def _check_armies(line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation for more armies than commanders."""
    armies, commanders = count(line, "armies"), count(line, "commanders")
    if armies > commanders:
        facts = {"armies": armies, "commanders": commanders}
        yield Violation("more_armies_than_commanders", facts, f"{path}.armies", "house:one_army_each")


def _check_absent(line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation if an absent player has cards, or is uncounted instead of without any."""
    if line.out is Out.ABSENT and (line.counts is None or any(line.counts.values())):
        yield Violation("absent_with_cards", {}, path)


def _check_razed_by_others(table: ChamaTable, line: Line, path: str) -> Iterator[Violation]:
    """Yield a violation if more of the player's realms were razed than other sides razed in battle (4.1)."""
    mine = table.side_of(line.player)
    mates = {line.player, *(mate.player for mate in mine.lines)} if mine else {line.player}
    others = (other for other in table.sheet.lines if other.player not in mates)
    by_others = sum(count(other, "razed_in_battle") for other in others)
    if count(line, "razed") > by_others:
        facts = {"razed": count(line, "razed"), "by_others": by_others}
        yield Violation("razed_exceeds_battles", facts, f"{path}.razed", "4.1")


def _counts_battles(table: ChamaTable) -> bool:
    """Return whether the type's lines have the number of realms razed in battle."""
    return any(field.key == "razed_in_battle" for field in table.kind.fields)


RULE = "house:uncounted_cards"


def check_counted(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation for each line without counts that are needed; `check_lines` checks the absent."""
    for index, line in enumerate(table.sheet.lines):
        side = table.side_of(line.player)
        if side is None or line.counts is not None or line.out is Out.ABSENT:
            continue
        path, facts = f"lines.{index}", {"side": side.number}
        if any(_is_counted(mate) for mate in side.lines):
            yield Violation("counted_in_part", facts, path, RULE)
        if side.is_in and table.sheet.ended_by is EndedBy.TIME:
            yield Violation("uncounted_cards_decide", facts, path, RULE)
        if _must_prove_win(table, side):
            yield Violation("uncounted_cards_prove", facts, path, RULE)


def _is_counted(line: Line) -> bool:
    """Return whether the cards of a player who came were counted."""
    return line.counts is not None and line.out is not Out.ABSENT


def _must_prove_win(table: ChamaTable, side: ChamaSide) -> bool:
    """Return whether the side's cards have to prove its win."""
    by_cards = table.sheet.ended_by is EndedBy.WIN_CONDITION and not condition(table).by_word
    return by_cards and table.sheet.winner == side.number
