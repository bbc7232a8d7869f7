"""Recorded sheets as values, and as facts for an answer."""

from collections.abc import Iterable
from dataclasses import replace

from accounts.models import Player
from core.record.line import stamp
from matches.models import Match, SheetLine, Side
from matches.models import Sheet as SheetRow
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet, Verdict

PLAYED_AFTER_WALKOVER = "played after walkover"
PLAYED_AGAIN = "played again"
OWN_REASONS = (PLAYED_AFTER_WALKOVER, PLAYED_AGAIN)
"""Reasons of later versions that follow from the events, so that no person is asked for them."""


def current_sheet(match: Match) -> SheetRow | None:
    """Return the current sheet with winner and recorder read; None before the first, or if it is void."""
    rows = SheetRow.objects.filter(match=match, is_current=True)
    return rows.select_related("match", "winner", "recorded_by__player").first()


def sheet_value(row: SheetRow) -> Sheet:
    """Return a stored sheet as the rules read it."""
    return Sheet(
        ended_by=EndedBy(row.ended_by),
        lines=tuple(
            Line(
                player=line.persona.code,
                counts=line.counts,
                out=Out(line.out) if line.out else None,
                out_order=line.out_order,
            )
            for line in row.lines.select_related("persona")
        ),
        winner=row.declared_side,
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in row.cuts),
        reason=row.reason,
    )


def verdict_of(row: SheetRow, winner: int | None) -> Verdict:
    """Return the stored verdict of a sheet, without judging again; `winner`: the winner's side, or None."""
    return Verdict(
        winner=winner,
        placement=tuple(map(tuple, row.placement)),
        scores={int(side): score for side, score in row.scores.items()},
    )


def winning_side(row: SheetRow, sides: Iterable[Side]) -> int | None:
    """Return the side that holds the winner of a stored sheet; None if there is none."""
    return next((side.number for side in sides if row.winner_id and side.entry_id == row.winner_id), None)


def same_sheet(row: SheetRow, sheet: Sheet) -> bool:
    """Return whether a sheet equals the stored one, in any order of lines.

    A winner that follows from the lines counts as declared, one of `OWN_REASONS` as no reason.
    """
    stored = sheet_value(row)
    winners = {stored.winner, winning_side(row, row.match.sides.all())}
    return (
        stored.ended_by == sheet.ended_by
        and _lines(stored) == _lines(sheet)
        and (sheet.winner is None or sheet.winner in winners)
        and stored.cuts == sheet.cuts
        and (stored.reason == sheet.reason or (not sheet.reason and stored.reason in OWN_REASONS))
    )


def agrees_with(row: SheetRow, sheet: Sheet) -> bool:
    """Return whether a sheet equals the stored one but for lines that it leaves uncounted."""
    stored = {line.player: line.counts for line in sheet_value(row).lines}
    lines = (
        replace(line, counts=stored.get(line.player)) if line.counts is None else line for line in sheet.lines
    )
    return same_sheet(row, replace(sheet, lines=tuple(lines)))


def _lines(sheet: Sheet) -> dict[str, tuple[object, ...]]:
    """Return what a comparison of sheets reads of each line, by player."""
    return {line.player: (line.counts, line.out, line.out_order) for line in sheet.lines}


def sheet_facts(row: SheetRow, lines: Iterable[SheetLine] | None = None) -> dict[str, object]:
    """Return a stored sheet as JSON values; of the people beside players only the recorder, by name.

    `lines`: those of the sheet, if they were read already.
    """
    return {
        "version": row.version,
        "ended_by": row.ended_by,
        "winner": row.winner.code if row.winner else None,
        "placement": row.placement,
        "scores": row.scores,
        "cuts": row.cuts,
        "reason": row.reason,
        "recorded_by": row.recorded_by.player.name if row.recorded_by else None,
        "recorded_at": stamp(row.recorded_at),
        "lines": [
            {
                "player": line.persona.code,
                "counts": line.counts,
                "out": line.out or None,
                "out_order": line.out_order,
            }
            for line in (row.lines.select_related("persona") if lines is None else lines)
        ],
    }


def was_recorded_by(match: Match, player: Player) -> bool:
    """Return whether this person recorded the current sheet; False without one."""
    row = current_sheet(match)
    return row is not None and row.recorded_by is not None and row.recorded_by.player_id == player.pk
