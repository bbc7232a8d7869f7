"""The score of the cards left on the table (4.7.1) and what breaks equal scores.

Per player: armies 1 point each, commanders 2, intact realms 0, 3, 5, 8, 13, 21 and, six of them,
34 (the series goes on; house rule `six_realms_score`). A pair's score is the sum of its members'.
"""

from collections.abc import Mapping

from rulesets.games.chama.table import ChamaSide

REALM_POINTS = (0, 3, 5, 8, 13, 21, 34)
COMMANDER_POINTS = 2
ARMY_POINTS = 1


def player_score(counts: Mapping[str, int]) -> int:
    """Points of one player's cards; needs 0 to 6 intact realms."""
    return (
        REALM_POINTS[counts.get("intact", 0)]
        + COMMANDER_POINTS * counts.get("commanders", 0)
        + ARMY_POINTS * counts.get("armies", 0)
    )


def side_score(side: ChamaSide) -> int | None:
    """Points of a side: the sum over its members, 0 for a side that is out, None if they were not counted."""
    if side.is_in and not side.is_counted:
        return None
    return _points(side)


def strength_on_table(side: ChamaSide) -> tuple[int, int, int, int]:
    """What compares two sides that were counted: score, intact realms, commanders, armies; more is better."""
    totals = (side.total("intact"), side.total("commanders"), side.total("armies"))
    return (_points(side), *totals)


def _points(side: ChamaSide) -> int:
    return sum(player_score(line.numbers) for line in side.lines) if side.is_in else 0
