"""The sheet of a match that is not played because people did not come. Pure."""

from collections.abc import Collection, Sequence

from core.errors import Refused, Violation
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet

Seated = Sequence[tuple[str, int]]
"""Everybody at a match, by the code of the record, with their side."""


def absence_sheet(seated: Seated, missing: Collection[str]) -> Sheet:
    """Return a walkover for the side that is left, or a `nobody` sheet.

    A missing member takes the pair along; the other member came and is not absent on the sheet.

    Raises `Refused`: `nobody_missing`, or `others_play_on` where two sides or more are there.
    """
    sides, gone = {side for _, side in seated}, sides_gone(seated, missing)
    if not gone and len(sides) > 1:
        raise Refused([Violation("nobody_missing", field="absent")])
    if len(sides - gone) > 1:
        raise Refused([Violation("others_play_on", field="absent")])
    lines = tuple(Line(person, {}, Out.ABSENT if person in missing else None) for person, _ in seated)
    return Sheet(EndedBy.WALKOVER if sides - gone else EndedBy.NOBODY, lines)


def sides_gone(seated: Seated, missing: Collection[str]) -> set[int]:
    """Return the sides of which a person is missing."""
    return {side for person, side in seated if person in missing}
