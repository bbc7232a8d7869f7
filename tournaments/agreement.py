"""When the sides of a match agree: pure, no database, no clock."""

from collections.abc import Collection, Mapping
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
    """Whether any two of these sides say something else."""
    sheets = [comparable(sheet) for sheet in said.values()]
    return any(sheet != sheets[0] for sheet in sheets)


def agreed(said: Mapping[int, Sheet], expected: Collection[int], quorum: str) -> Sheet | None:
    """The sheet that counts; None while somebody is missing, or as soon as somebody differs."""
    heard = {side: sheet for side, sheet in said.items() if side in expected}
    if differ(heard) or not heard or len(heard) < needed(len(expected), quorum):
        return None
    return next(iter(heard.values()))


def comparable(sheet: Sheet) -> Sheet:
    """The sheet without what says nothing: the order of its lines, and counts of zero."""
    lines = sorted((_bare(line) for line in sheet.lines), key=lambda line: line.player)
    return replace(sheet, lines=tuple(lines), reason="")


def _bare(line: Line) -> Line:
    return replace(line, counts={key: count for key, count in line.counts.items() if count})
