"""Castle and wall points (10), at the start and later: who fell, who is stronger (13, 1)."""

from collections.abc import Iterator, Mapping

from core.errors import Violation
from rulesets.games.castelo import house_rules
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import SheetField
from rulesets.kernel.sheet import Line, Out
from rulesets.kernel.tables import Side, count

CASTLE_START = 20
WALL_START = 10
LONGER_CASTLE = 30
LONGER_WALL = 20
MAX_POINTS = 999
MAX_PLAYERS = 8

FIELDS = (
    SheetField("castle", 0, MAX_POINTS),
    SheetField("wall", 0, MAX_POINTS),
    SheetField("fell", 0, MAX_PLAYERS),
)


def fall(line: Line) -> int | None:
    """Return the order in which the castle of a line fell; None if it stands or if its player left before."""
    order = count(line, "fell")
    return order if order > 0 and line.out in (None, Out.DISQUALIFIED) else None


def strength(side: Side) -> tuple[int, int]:
    """Return castle points, then wall points, of the members whose castle stands; more is better."""
    castles = sum(count(line, "castle") for line in side.standing_lines)
    walls = sum(count(line, "wall") for line in side.standing_lines)
    return castles, walls


_ADVISED = (
    (house_rules.CASTLE_START, CASTLE_START, LONGER_CASTLE),
    (house_rules.WALL_START, WALL_START, LONGER_WALL),
)


def start_warnings(chosen: Mapping[str, Value]) -> Iterator[Violation]:
    """Yield warnings of starting points below the original, and above those of the longer game."""
    for rule, original, longer in _ADVISED:
        code, value = rule.code, chosen.get(rule.code, original)
        if type(value) is not int or not rule.allows(value):
            continue
        path = f"house_rules.{code}"
        if value < original:
            yield Violation(
                "start_below_original", {"code": code, "value": value, "original": original}, path, "13"
            )
        elif value > longer:
            yield Violation(
                "start_above_longer", {"code": code, "value": value, "longer": longer}, path, f"house:{code}"
            )
