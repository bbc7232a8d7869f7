"""When the sides of a match agree. Pure: no database, no clock."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from core.errors import Violation
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet

FOR_PLAYERS = (EndedBy.WIN_CONDITION, EndedBy.TIME, EndedBy.DECKED_OUT, EndedBy.CONCESSION)
OUTS_FOR_PLAYERS = (Out.DECKED_OUT, Out.CONCEDED)


def check_players_sheet(sheet: Sheet) -> tuple[Violation, ...]:
    """Return `staffs_ending` and `staffs_departure` for what only the staff decides; () if players may.

    That is absences, disqualifications, walkovers and rulings.
    """
    ending = () if sheet.ended_by in FOR_PLAYERS else (Violation("staffs_ending", field="ended_by"),)
    gone = any(line.out not in (None, *OUTS_FOR_PLAYERS) for line in sheet.lines)
    return (*ending, *((Violation("staffs_departure", field="lines"),) if gone else ()))


def reports_needed(expected: int, quorum: str) -> int:
    """Return how many of so many expected sides must report the same, by the house rule `report_quorum`."""
    return expected - 1 if quorum == "all_but_one" and expected > 2 else expected


def contradict(said: Mapping[int, Sheet]) -> bool:
    """Return whether these sides (by number) contradict one another; False for none or one.

    The order of lines, a reason, and cards that one side left uncounted are no contradiction.
    """
    return bool(said) and _combine(said.values()) is None


def agreed_sheet(said: Mapping[int, Sheet], expected: Collection[int], quorum: str) -> Sheet | None:
    """Return the sheet that the expected sides agree on, with the counts of any of them.

    It is a `comparable_sheet`. `said` is by side. None while too few have reported, or if they contradict.
    """
    heard = {side: sheet for side, sheet in said.items() if side in expected}
    if not heard or len(heard) < reports_needed(len(expected), quorum):
        return None
    return _combine(heard.values())


def comparable_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet without insignificant differences: order of lines, zero counts, reason."""
    lines = sorted((_without_zeros(line) for line in sheet.lines), key=lambda line: line.player)
    return replace(sheet, lines=tuple(lines), reason="")


def _without_zeros(line: Line) -> Line:
    """Return the line without counts of 0."""
    if line.counts is None:
        return line
    return replace(line, counts={key: count for key, count in line.counts.items() if count})


def _combine(sheets: Iterable[Sheet]) -> Sheet | None:
    """Return the sheets (one at least) as one `comparable_sheet`: uncounted cards contradict no report.

    None if they contradict.
    """
    found, *others = (comparable_sheet(sheet) for sheet in sheets)
    for other in others:
        if replace(found, lines=()) != replace(other, lines=()) or len(found.lines) != len(other.lines):
            return None
        lines = [_combine_lines(*pair) for pair in zip(found.lines, other.lines, strict=True)]
        if None in lines:
            return None
        found = replace(found, lines=tuple(line for line in lines if line is not None))
    return found


def _combine_lines(one: Line, other: Line) -> Line | None:
    """Return two lines of a player as one, with the counts of either; None if they contradict."""
    counts = other.counts if one.counts is None else one.counts
    meant = replace(one, counts=counts)
    return meant if meant == (other if other.counts is not None else replace(other, counts=counts)) else None
