"""Rebuild sheets, redraws and corrections from a record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Persona
from checker.reading.lines import Line
from matches.models import Entry, Match, Redraw, Sheet, SheetLine, Side
from records.importing.replay.state import State
from records.importing.times import moment
from tournaments.models import Correction, Tournament

People = Mapping[str, Persona]


@dataclass(slots=True)
class Rows:
    """The rows created so far, by the record's ids; `sides` by match and number of the side."""

    tournament: Tournament
    people: People
    entries: Mapping[str, Entry]
    matches: dict[str, Match] = field(default_factory=dict)
    sides: dict[tuple[str, int], Side] = field(default_factory=dict)


def restore_sheets(rows: Rows, lines: Sequence[Line], state: State) -> None:
    """Create all versions of every sheet, redraws, and the notices of corrections."""
    _create_sheets(rows, lines, state)
    _create_redraws(rows, lines, state)
    _create_corrections(rows, lines)


def _create_sheets(rows: Rows, lines: Sequence[Line], state: State) -> None:
    """Create all versions of sheets of the current draw, and mark the one of each match that counts."""
    for line in lines:
        data = line.data
        if line.type == "sheet.recorded" and data["match"] in rows.matches:
            current = state.match(data["match"])
            is_current = bool(current and current.current and current.current.seq == line.seq)
            scores = current.current.scores if is_current and current and current.current else {}
            _create_sheet(rows, line, is_current, scores)


def _create_sheet(rows: Rows, line: Line, is_current: bool, scores: Mapping[int, int | None]) -> None:
    """Create one version of a sheet with its lines; `scores` by side only count if the record has none."""
    data, by = line.data, line.person
    match = rows.matches[data["match"]]
    declared = data["ended_by"] in ("win_condition", "ruling") and data["placement"]
    row = Sheet.objects.create(
        match=match,
        version=data["version"],
        is_current=is_current,
        rewritten=data["rewritten"],
        ended_by=data["ended_by"],
        winner=rows.entries[data["winner"]] if data["winner"] else None,
        declared_side=data["placement"][0][0] if declared else None,
        cuts=data["cuts"],
        placement=data["placement"],
        scores=data["scores"] or {str(side): score for side, score in sorted(scores.items())},
        reason=data["reason"] or "",
        report=data["report"] or "",
        recorded_by=rows.people.get(by),
        recorded_at=moment(line),
    )
    SheetLine.objects.bulk_create(
        _line_row(rows, row, position, item) for position, item in enumerate(data["lines"], 1)
    )


def _line_row(rows: Rows, row: Sheet, position: int, item: Mapping[str, Any]) -> SheetLine:
    """Return the unsaved row of a player's line on a sheet."""
    return SheetLine(
        sheet=row,
        persona=rows.people[item["player"]],
        position=position,
        counts=_counts(item) if item["out"] == "absent" else _counts(item) or _no_counts(rows),
        out=item["out"] or "",
        out_order=item["out_order"],
    )


def _counts(item: Mapping[str, Any]) -> dict[str, int]:
    """Return the counts of a sheet's line by name, without those that are null."""
    own = ("player", "out", "out_order")
    return {key: value for key, value in item.items() if key not in own and value is not None}


def _no_counts(rows: Rows) -> dict[str, int] | None:
    """Return the counts of a line without any: None for not counted; {} in the first record format."""
    return {} if rows.tournament.record_format == 1 else None


def _create_redraws(rows: Rows, lines: Sequence[Line], state: State) -> None:
    """Create the redraws that count at the end; a player's in one match all have the latest one's time."""
    for code, match in state.draw.matches.items() if state.draw else ():
        for player, count in match.redraws.items():
            Redraw.objects.bulk_create(
                Redraw(
                    match=rows.matches[code],
                    persona=rows.people[player],
                    number=number,
                    at=_redraw_time(lines, code, player),
                )
                for number in range(1, count + 1)  # none if all were taken back
            )


def _redraw_time(lines: Sequence[Line], code: str, player: str) -> datetime:
    """Return when the player's latest redraw in the match (`code`) was noted."""
    return next(
        moment(line)
        for line in reversed(lines)
        if line.type == "redraw.noted" and (line.data["match"], line.data["player"]) == (code, player)
    )


def _create_corrections(rows: Rows, lines: Sequence[Line]) -> None:
    """Create the notices of corrections; without the snapshots, which no record contains, they cannot be
    undone.
    """
    made: dict[int, Correction] = {}
    for line in lines:
        data = line.data
        if line.type != "correction.applied" or data["match"] not in rows.matches:
            continue
        undone = next((effect.get("of") for effect in data["effects"] if effect.get("of")), None)
        made[line.seq] = Correction.objects.create(
            tournament=rows.tournament,
            match=rows.matches[data["match"]],
            version=data["version"],
            seq=line.seq,
            at=moment(line),
            by=rows.people[line.person],
            reason=_correction_reason(lines, data),
            effects=data["effects"],
            undoes=made.get(undone) if undone else None,
        )


def _correction_reason(lines: Sequence[Line], data: Mapping[str, Any]) -> str:
    """Return the reason of the sheet's version that the correction (`data`) names."""
    return next(
        str(line.data["reason"])
        for line in lines
        if line.type == "sheet.recorded"
        and (line.data["match"], line.data["version"]) == (data["match"], data["version"])
    )
