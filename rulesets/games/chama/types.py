"""The types of Chama as values: what the sheet counts follows from the win condition (4.1).

The four of the book and those that organizers invent are the same thing; see `composed`.
"""

from dataclasses import dataclass, field

from rulesets.games.chama.cards import COMMANDERS_IN_DECK, FORMATION_SIZE
from rulesets.games.chama.conditions import Condition, needs
from rulesets.kernel.rules import Kind, SheetField, TableSize

_FIELDS = (
    SheetField("intact", 0, FORMATION_SIZE, asked_first=True),
    SheetField("razed", 0, FORMATION_SIZE),
    SheetField("commanders", 0, COMMANDERS_IN_DECK),
    SheetField("armies", 0, COMMANDERS_IN_DECK),
)
_BATTLES = SheetField("razed_in_battle", 0, 99)
_PAIRS = TableSize(2, 2)
ALONE = TableSize(2, 4)


@dataclass(frozen=True, slots=True)
class Type(Kind):
    """A type with its win condition."""

    condition: Condition = field(kw_only=True)


def fields_for(condition: Condition) -> tuple[SheetField, ...]:
    """Return the numbers on a line of a type that is won by this condition, in the order of the sheet."""
    return (*_FIELDS, _BATTLES) if condition.counts_battles else _FIELDS


def _type(
    key: str, level: str, condition: Condition, tables: TableSize = ALONE, *, team_size: int = 1
) -> Type:
    """Return a type of the book; its sheet has the fields that the condition needs."""
    fields = fields_for(condition)
    return Type(key, key.capitalize(), level, team_size, tables, fields, condition=condition)


TYPES = (
    _type("campeonato", "intermediate", needs(intact=6)),
    _type("guerrilha", "intermediate", needs(intact=6)),
    _type("duplas", "intermediate", needs(intact=10), _PAIRS, team_size=2),
    _type("conquistadores", "advanced", needs(intact=3, razed_in_battle=4, at_once=True)),
)
