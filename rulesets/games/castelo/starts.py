"""Castle and wall points at the start (10, 13): 20 and 10, any others on the coordinator's word.

Fewer than the original make matches short and dull, says the book; 30 and 20 are its longer game,
beyond which we give a hint only (house rules `castle_start`, `wall_start`).
"""

from collections.abc import Iterator, Mapping

from core.errors import Violation
from rulesets.games.castelo.points import CASTLE_START, LONGER_CASTLE, LONGER_WALL, WALL_START
from rulesets.kernel.house_rules import HOUSE_RULES, Value

_ADVISED = {
    "castle_start": (CASTLE_START, LONGER_CASTLE),
    "wall_start": (WALL_START, LONGER_WALL),
}


def start_warnings(chosen: Mapping[str, Value]) -> Iterator[Violation]:
    """Starting points below the original, and above those of the longer game."""
    for code, (original, longer) in _ADVISED.items():
        value = chosen.get(code, original)
        if type(value) is not int or not HOUSE_RULES[code].allows(value):
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
