"""Castles that fell: a castle at 0, and its order of falling, belong together (1, 13).

Falls and concessions are numbered in one order, 1…k without gaps, equal numbers for the same moment
(house rule `castle_order`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import Violation
from rulesets.kernel.sheet import Line, Out, Sheet
from rulesets.kernel.tables import WITHOUT_PLAY, Table, count

RULE = "house:castle_order"


def check_falls(table: Table) -> Iterator[Violation]:
    """Yield violations of the orders of falling, line by line.

    An order is missing, or given for a castle that stands, for a player who left, or before the start.
    """
    played = table.sheet.ended_by not in WITHOUT_PLAY
    for index, line in enumerate(table.sheet.lines):
        castle, fell = count(line, "castle"), count(line, "fell")
        path = f"lines.{index}.fell"
        if fell > 0 and line.out is not None and not _was_disqualified_afterwards(table, line):
            yield Violation("falling_order_out_of_place", {"out": line.out}, path, RULE)
        elif fell > 0 and castle > 0:
            yield Violation("fell_while_standing", {"castle": castle}, path, "1")
        elif fell > 0 and not table.situation.started:
            yield Violation("fell_before_start", {}, path, "1")
        elif fell == 0 and castle == 0 and line.out is None and played:
            yield Violation("falling_order_missing", {}, path, RULE)


def _was_disqualified_afterwards(table: Table, line: Line) -> bool:
    """Return whether the player was disqualified after the game: the sheet still says when they fell."""
    return table.situation.decided and line.out is Out.DISQUALIFIED


def with_implied_orders(sheet: Sheet, *, is_duel: bool) -> Sheet:
    """Return the sheet with the orders that follow from its other counts.

    That of the only one to fall or concede, and those of both castles of a duel, which can only fall
    together. Sheets of matches that were not played to their end stay unchanged.
    """
    if sheet.ended_by in WITHOUT_PLAY:
        return sheet
    gone = [line for line in sheet.lines if _is_gone(line)]
    both = is_duel and len(gone) == 2 and all(line.out is None for line in gone)
    if not (len(gone) == 1 or both) or any(_has_order(line) for line in gone):
        return sheet
    return replace(sheet, lines=tuple(_with_first_order(line, gone) for line in sheet.lines))


def _is_gone(line: Line) -> bool:
    """Return whether the castle fell or its player conceded."""
    return line.out is Out.CONCEDED or (line.out is None and line.numbers.get("castle") == 0)


def _has_order(line: Line) -> bool:
    """Return whether the line has an order of falling or conceding."""
    return line.out_order is not None or line.numbers.get("fell", 0) != 0


def _with_first_order(line: Line, gone: Sequence[Line]) -> Line:
    """Return the line with order 1 of falling or conceding if it is one of `gone`, else unchanged."""
    if line not in gone:
        return line
    if line.out is Out.CONCEDED:
        return replace(line, out_order=1)
    return replace(line, counts={**line.numbers, "fell": 1})
