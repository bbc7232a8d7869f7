"""Uncounted cards (house rule `uncounted_cards`): when they are refused.

The cards of a side may stay uncounted, all of them or none, unless they decide or prove something: those of
sides still in the game when time decides, and those of the winner by the condition. If no block says how a
type is won, the judge's word proves the win, and the winner's cards prove nothing.
"""

from collections.abc import Iterator

from core.errors import Violation
from rulesets.games.chama.ending_rules import condition
from rulesets.games.chama.table import ChamaSide, ChamaTable
from rulesets.kernel.sheet import EndedBy, Line, Out

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
