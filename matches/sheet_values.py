"""Sheets as values.

Pure. Convert a sheet to JSON and back; make the sheet of a no-show; disqualify a player on a sheet
afterwards; and read the times of a paper sheet. A later disqualification leaves the counts as they are, and
the next in the placement wins (house rule `disqualified_winner`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from core.errors import Refused, Violation
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Verdict


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """Return the sheet as JSON values; `counts` is null in a line that was not counted."""
    return {
        "ended_by": sheet.ended_by.value,
        "winner": sheet.winner,
        "cuts": [{"sides": list(cut.sides), "cards": list(cut.cards)} for cut in sheet.cuts],
        "reason": sheet.reason,
        "lines": [
            {
                "player": line.player,
                "counts": None if line.counts is None else dict(line.counts),
                "out": line.out.value if line.out else None,
                "out_order": line.out_order,
            }
            for line in sheet.lines
        ],
    }


def sheet_from_json(data: Mapping[str, Any]) -> Sheet:
    """Return the sheet from what `sheet_to_json` made; KeyError or ValueError for other data."""
    return Sheet(
        ended_by=EndedBy(data["ended_by"]),
        lines=tuple(
            Line(line["player"], line["counts"], Out(line["out"]) if line["out"] else None, line["out_order"])
            for line in data["lines"]
        ),
        winner=data["winner"],
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in data["cuts"]),
        reason=data["reason"],
    )


Seated = Sequence[tuple[str, int]]
"""The people at a match, by persona code, with their side."""


def absence_sheet(seated: Seated, missing: Collection[str]) -> Sheet:
    """Return a walkover for the one side that is present; without any, a sheet on which no one advances.

    `missing`: persona codes. A missing member makes the pair lose; the other member is not absent on the
    sheet. Raises `Refused`: `nobody_missing`, or `others_play_on` if two sides or more are present.
    """
    sides, gone = {side for _, side in seated}, sides_with_missing(seated, missing)
    if not gone and len(sides) > 1:
        raise Refused([Violation("nobody_missing", field="absent")])
    if len(sides - gone) > 1:
        raise Refused([Violation("others_play_on", field="absent")])
    lines = tuple(Line(person, {}, Out.ABSENT if person in missing else None) for person, _ in seated)
    return Sheet(EndedBy.WALKOVER if sides - gone else EndedBy.NONE_ADVANCES, lines)


def sides_with_missing(seated: Seated, missing: Collection[str]) -> set[int]:
    """Return the numbers of the sides with a person of `missing` (persona codes)."""
    return {side for person, side in seated if person in missing}


Judge = Callable[[Sheet], Verdict]
CANNOT_WIN = (Out.ABSENT, Out.DISQUALIFIED)


def mark_disqualified(
    sheet: Sheet,
    seats: Sequence[SeatAt],
    people: Collection[str],
    *,
    reason: str,
    cuts: Sequence[Cut] = (),
    ruling: int | None = None,
) -> Sheet:
    """Return the sheet with the same counts, these people disqualified, and a new ending.

    `people`: persona codes. `cuts` decide between sides that are tied now; `ruling`: the side that the
    coordinator lets win instead. If no side is left that could win, no one advances.
    """
    lines = _mark_without_gaps(sheet.lines, people)
    if ruling is not None:
        return Sheet(EndedBy.RULING, lines, winner=ruling, reason=reason)
    if not _can_be_won(lines, seats):
        return Sheet(EndedBy.NONE_ADVANCES, lines, reason=reason)
    return Sheet(EndedBy.DISQUALIFICATION, lines, cuts=tuple(cuts), reason=reason)


def pass_over_disqualified(
    sheet: Sheet, seats: Sequence[SeatAt], gone: Collection[str], judge: Judge
) -> tuple[Verdict, Sheet]:
    """Return the verdict and the corrected sheet on which no disqualified side wins.

    `gone`: codes of the disqualified; `judge` judges a sheet of this match. While one of them would be first,
    alone or tied, it is marked on the sheet and the next in the placement are considered; cuts count among
    the rest. A ruling for one of them stays a ruling, and is refused.
    """
    left = set(gone)
    verdict = judge(sheet)
    while first := {seat.side for seat in seats if seat.player in left} & _first_sides(sheet, verdict, judge):
        people = {seat.player for seat in seats if seat.side in first} & left
        left -= people
        if sheet.ended_by is EndedBy.RULING:
            sheet = replace(sheet, lines=_mark_without_gaps(sheet.lines, people))
        else:
            cuts = [cut for cut in sheet.cuts if first.isdisjoint(cut.sides)]
            sheet = mark_disqualified(sheet, seats, people, reason=sheet.reason, cuts=cuts)
        verdict = judge(sheet)
    return verdict, sheet


def _first_sides(sheet: Sheet, verdict: Verdict, judge: Judge) -> set[int]:
    """Return the sides that would win or are tied for first place; cuts of wrong sides are ignored."""
    found = judge(replace(sheet, cuts=())) if verdict.violations and sheet.cuts else verdict
    ties = (
        violation.facts["sides"] for violation in found.violations if violation.code == "tie_needs_ruling"
    )
    if found.violations:
        return set(next(ties, ()))
    return {found.winner or 0, *found.open_tie} - {0}


def _mark_line(line: Line, people: Collection[str]) -> Line:
    """Return the line, disqualified if it is of one of these people (codes)."""
    return replace(line, out=Out.DISQUALIFIED, out_order=None) if line.player in people else line


def _mark_without_gaps(lines: Sequence[Line], people: Collection[str]) -> tuple[Line, ...]:
    """Mark the people, and renumber orders of leaving without the gaps they leave.

    If they had no order, the others stay: a game may number falls, which are its own counts, with them.
    """
    found = tuple(_mark_line(line, people) for line in lines)
    if all(line.out_order is None for line in lines if line.player in people):
        return found
    orders = sorted({line.out_order for line in found if line.out_order is not None})
    return tuple(
        line if line.out_order is None else replace(line, out_order=orders.index(line.out_order) + 1)
        for line in found
    )


def _can_be_won(lines: Sequence[Line], seats: Sequence[SeatAt]) -> bool:
    """Return whether a side is left with no absent or disqualified member."""
    out = {line.player for line in lines if line.out in CANNOT_WIN}
    sides = {seat.side for seat in seats}
    return bool(sides - {seat.side for seat in seats if seat.player in out})


PAPER = "paper"
OPEN_START = ".."
UTC_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class PaperTimes:
    """The times of play on a paper sheet; `began` is None if it is not on the sheet."""

    began: datetime | None
    ended: datetime

    def __str__(self) -> str:
        """Return an ISO 8601 interval in UTC; `..` for an unknown beginning."""
        return f"{_format_utc(self.began) if self.began else OPEN_START}/{_format_utc(self.ended)}"

    @classmethod
    def read(cls, interval: str) -> Self | None:
        """Parse the interval from the record; None for any other text."""
        began, _, ended = interval.partition("/")
        try:
            return cls(None if began == OPEN_START else _parse_utc(began), _parse_utc(ended))
        except ValueError:
            return None


def _parse_utc(text: str) -> datetime:
    """Parse a time in UTC on a paper sheet. Raise `ValueError` for other text."""
    return datetime.strptime(text, UTC_FORMAT).replace(tzinfo=UTC)


def _format_utc(moment: datetime) -> str:
    """Return the moment in UTC as `_parse_utc` reads it."""
    return moment.astimezone(UTC).strftime(UTC_FORMAT)
