"""When the sides of a match agree: pure, no database, no clock."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from core.errors import Violation
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet

FOR_PLAYERS = (EndedBy.WIN_CONDITION, EndedBy.TIME, EndedBy.DECKED_OUT, EndedBy.CONCESSION)
OUTS_FOR_PLAYERS = (Out.DECKED_OUT, Out.CONCEDED)


def check_players_sheet(sheet: Sheet) -> tuple[Violation, ...]:
    """What players cannot decide: who is absent or disqualified, walkovers, rulings."""
    ending = () if sheet.ended_by in FOR_PLAYERS else (Violation("staffs_ending", field="ended_by"),)
    gone = any(line.out not in (None, *OUTS_FOR_PLAYERS) for line in sheet.lines)
    return (*ending, *((Violation("staffs_departure", field="lines"),) if gone else ()))


def needed(expected: int, quorum: str) -> int:
    """How many sides must say the same, of those who came."""
    return expected - 1 if quorum == "all_but_one" and expected > 2 else expected


def differ(said: Mapping[int, Sheet]) -> bool:
    """Whether these sides contradict one another."""
    return bool(said) and _together(said.values()) is None


def agreed(said: Mapping[int, Sheet], expected: Collection[int], quorum: str) -> Sheet | None:
    """The sheet that counts, with all that any side counted; None while a side is missing or contradicts."""
    heard = {side: sheet for side, sheet in said.items() if side in expected}
    if not heard or len(heard) < needed(len(expected), quorum):
        return None
    return _together(heard.values())


def comparable(sheet: Sheet) -> Sheet:
    """The sheet without what says nothing: the order of its lines, and counts of zero."""
    lines = sorted((_bare(line) for line in sheet.lines), key=lambda line: line.player)
    return replace(sheet, lines=tuple(lines), reason="")


def _bare(line: Line) -> Line:
    if line.counts is None:
        return line
    return replace(line, counts={key: count for key, count in line.counts.items() if count})


def _together(sheets: Iterable[Sheet]) -> Sheet | None:
    """Return what these say together: uncounted cards contradict no report; None for a contradiction."""
    found, *others = (comparable(sheet) for sheet in sheets)
    for other in others:
        if replace(found, lines=()) != replace(other, lines=()) or len(found.lines) != len(other.lines):
            return None
        lines = [_counted_by_either(*pair) for pair in zip(found.lines, other.lines, strict=True)]
        if None in lines:
            return None
        found = replace(found, lines=tuple(line for line in lines if line is not None))
    return found


def _counted_by_either(one: Line, other: Line) -> Line | None:
    """The line that both could have meant; None where they contradict."""
    counts = other.counts if one.counts is None else one.counts
    meant = replace(one, counts=counts)
    return meant if meant == (other if other.counts is not None else replace(other, counts=counts)) else None
