"""Castle and wall points (10), and what they say: who fell, who is stronger (13, 1).

A castle at 0 has fallen; `fell` on a line is the order in which it did, 0 while it stands.
"""

from rulesets.kernel.rules import SheetField
from rulesets.kernel.sheet import Line, Out
from rulesets.kernel.tables import Side, count

CASTLE_START = 20
WALL_START = 10
LONGER_CASTLE = 30
LONGER_WALL = 20
MOST_POINTS = 999
MOST_PLAYERS = 8

FIELDS = (
    SheetField("castle", 0, MOST_POINTS),
    SheetField("wall", 0, MOST_POINTS),
    SheetField("fell", 0, MOST_PLAYERS),
)


def fall(line: Line) -> int | None:
    """The order in which the castle of a line fell; None if it stands or if its player left before."""
    order = count(line, "fell")
    return order if order > 0 and line.out in (None, Out.DISQUALIFIED) else None


def strength(side: Side) -> tuple[int, int]:
    """Castle points, then wall points, of the members whose castle stands; more is better."""
    castles = sum(count(line, "castle") for line in side.standing)
    walls = sum(count(line, "wall") for line in side.standing)
    return castles, walls
