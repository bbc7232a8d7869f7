"""Castle and wall points at the start (10, 13): 20 and 10, any others on the coordinator's word.

Fewer than the original make matches short and dull, says the book; 30 and 20 are its longer game,
beyond which we give a hint only (house rules `castle_start`, `wall_start`).
"""

from collections.abc import Iterator, Mapping

from core.errors import Violation
from rulesets.games.castelo import house_rules, points
from rulesets.kernel.house_rules import Value

_ADVISED = (
    (house_rules.CASTLE_START, points.CASTLE_START, points.LONGER_CASTLE),
    (house_rules.WALL_START, points.WALL_START, points.LONGER_WALL),
)


def start_warnings(chosen: Mapping[str, Value]) -> Iterator[Violation]:
    """Starting points below the original, and above those of the longer game."""
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
