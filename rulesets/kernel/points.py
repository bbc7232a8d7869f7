"""Points of the final classification of a ranked tournament (4.1 of the book, second of that number).

Points are whole numbers or fractions, never floats: entries that share places share their points
exactly. What a record holds is `as_text`; what a page shows is `as_decimal`.
"""

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from core.errors import Violation

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
MULTIPLIERS = range(1, 6)
POLICIES = ("average", "higher", "lower")


def check_multiplier(multiplier: int) -> tuple[Violation, ...]:
    """A multiplier that is no whole number from 1 to 5 (house rule `multiplier_range`)."""
    if type(multiplier) is int and multiplier in MULTIPLIERS:
        return ()
    facts = {"low": MULTIPLIERS.start, "high": MULTIPLIERS.stop - 1}
    return (Violation("multiplier_out_of_range", facts, "multiplier", "house:multiplier_range"),)


def points_for(
    places: Sequence[int], multiplier: int = 1, *, policy: str = "average", table: Sequence[int] = POINTS
) -> Fraction:
    """What each entry gets that shares `places` (1-based, those they cover: (3, 4) for two thirds).

    `policy` is the house rule `shared_points`: the exact average, the points of the best place
    covered (`higher`) or of the last (`lower`). ValueError without places or for another policy.
    """
    if not places or policy not in POLICIES:
        raise ValueError(f"points for {places!r} by {policy!r}")
    covered = sorted((_at(place, table) for place in places), reverse=True)
    shared = {"average": Fraction(sum(covered), len(covered)), "higher": covered[0], "lower": covered[-1]}
    return Fraction(shared[policy]) * multiplier


def as_text(points: Fraction) -> str:
    """Lowest terms, as records hold them: `25`, `27/2`."""
    return str(points)


def as_decimal(points: Fraction) -> Decimal:
    """Two decimals, half up, as pages show them."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def table_as_text(table: Sequence[int] = POINTS) -> list[str]:
    """The points of places 1, 2 … as records list them."""
    return list(_texts(table))


def _texts(table: Sequence[int]) -> Iterator[str]:
    return (as_text(Fraction(points)) for points in table)


def _at(place: int, table: Sequence[int]) -> Fraction:
    if place < 1:
        raise ValueError(f"no place {place}")
    return Fraction(table[place - 1]) if place <= len(table) else Fraction(0)
