"""A sheet as it reads once a player on it is disqualified afterwards. Pure.

The cards stay as they were counted; the next in the placement wins (house rule `disqualified_winner`).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Verdict

Judge = Callable[[Sheet], Verdict]
CANNOT_WIN = (Out.ABSENT, Out.DISQUALIFIED)


def disqualified(
    sheet: Sheet,
    seats: Sequence[SeatAt],
    people: Collection[str],
    *,
    reason: str,
    cuts: Sequence[Cut] = (),
    ruling: int | None = None,
) -> Sheet:
    """The same cards without those people in the game.

    `cuts` decide between sides that are equal now; `ruling` names the side that the coordinator lets win,
    if there is no cut. If no side is left that came, none advances.
    """
    lines = _in_order(sheet.lines, people)
    if ruling is not None:
        return Sheet(EndedBy.RULING, lines, winner=ruling, reason=reason)
    if not _somebody_can_win(lines, seats):
        return Sheet(EndedBy.NOBODY, lines, reason=reason)
    return Sheet(EndedBy.DISQUALIFICATION, lines, cuts=tuple(cuts), reason=reason)


def succeeded(
    sheet: Sheet, seats: Sequence[SeatAt], gone: Collection[str], judge: Judge
) -> tuple[Verdict, Sheet]:
    """A corrected sheet by which no disqualified side (`gone`) wins, and the verdict on it.

    While one of them would be first, alone or among equals, they are marked on it, and the next in the
    placement are asked; cuts count among those who are left. A ruling for one of them stays one, and is
    refused as such.
    """
    left = set(gone)
    verdict = judge(sheet)
    while first := {seat.side for seat in seats if seat.player in left} & _first(sheet, verdict, judge):
        people = {seat.player for seat in seats if seat.side in first} & left
        left -= people
        if sheet.ended_by is EndedBy.RULING:
            sheet = replace(sheet, lines=_in_order(sheet.lines, people))
        else:
            cuts = [cut for cut in sheet.cuts if first.isdisjoint(cut.sides)]
            sheet = disqualified(sheet, seats, people, reason=sheet.reason, cuts=cuts)
        verdict = judge(sheet)
    return verdict, sheet


def _first(sheet: Sheet, verdict: Verdict, judge: Judge) -> set[int]:
    """Who would win, or is equal in front; without the cuts where those are not among the right sides."""
    found = judge(replace(sheet, cuts=())) if verdict.violations and sheet.cuts else verdict
    ties = (
        violation.facts["sides"] for violation in found.violations if violation.code == "tie_needs_ruling"
    )
    if found.violations:
        return set(next(ties, ()))
    return {found.winner or 0, *found.open_tie} - {0}


def _marked(line: Line, people: Collection[str]) -> Line:
    return replace(line, out=Out.DISQUALIFIED, out_order=None) if line.player in people else line


def _in_order(lines: Sequence[Line], people: Collection[str]) -> tuple[Line, ...]:
    """Orders of leaving without the gap that those people leave.

    Where they had none the orders stay: a game may number falls, which are its own counts, with them.
    """
    found = tuple(_marked(line, people) for line in lines)
    if all(line.out_order is None for line in lines if line.player in people):
        return found
    orders = sorted({line.out_order for line in found if line.out_order is not None})
    return tuple(
        line if line.out_order is None else replace(line, out_order=orders.index(line.out_order) + 1)
        for line in found
    )


def _somebody_can_win(lines: Sequence[Line], seats: Sequence[SeatAt]) -> bool:
    out = {line.player for line in lines if line.out in CANNOT_WIN}
    sides = {seat.side for seat in seats}
    return bool(sides - {seat.side for seat in seats if seat.player in out})
