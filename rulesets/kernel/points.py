"""Points of the final classification of a ranked tournament (4.1 of the book, second of that number).

Points are whole numbers or fractions, never floats: entries that share places share their points
exactly. What a record holds is `as_text`; what a page shows is `as_decimal`.
"""

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Literal

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
Sharing = Literal["average", "higher", "lower"]


def points_of(scale: Sequence[int], place: int, sharers: int, sharing: Sharing = "average") -> Fraction:
    """Return the points of each of so many who share a place, exact; `scale` holds those of place 1, 2 …

    `sharing` is the house rule `shared_points`: the exact average of the places they cover, or all of them
    the points of the best of those (`higher`) or of the last (`lower`).
    """
    covered = list(scale[place - 1 : place - 1 + sharers])
    covered += [0] * (sharers - len(covered))
    if sharing == "average":
        return Fraction(sum(covered), sharers)
    return Fraction(covered[0] if sharing == "higher" else covered[-1])


def as_text(points: Fraction) -> str:
    """Return points in lowest terms, as records hold them: `25`, `27/2`."""
    return str(points)


def as_decimal(points: Fraction) -> Decimal:
    """Return points with two decimals, half up, as pages show them."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def table_as_text(table: Sequence[int] = POINTS) -> list[str]:
    """Return the points of places 1, 2 … as records list them."""
    return list(_texts(table))


def _texts(table: Sequence[int]) -> Iterator[str]:
    """Yield the points of each place as text."""
    return (as_text(Fraction(points)) for points in table)
