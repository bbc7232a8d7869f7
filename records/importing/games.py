"""Rebuild drawn games and extensions from a record."""

from collections.abc import Sequence

from checker.reading.lines import Line
from matches.models import DrawnGame, Extension
from records.importing.replay.state import State
from records.importing.sheets import Rows
from records.importing.times import Times, moment, times_of


def restore_games(rows: Rows, lines: Sequence[Line], state: State) -> None:
    """Create all drawn games, including void ones and those taken back, and every extension.

    Those of withdrawn draws are left out.
    """
    drawn: list[DrawnGame] = []
    void: dict[int, list[DrawnGame]] = {}
    times_of(lines, state, lambda line, before: _apply_line(rows, state, drawn, void, line, before))
    DrawnGame.objects.bulk_create(drawn)
    Extension.objects.bulk_create(
        Extension(
            match=rows.matches[line.data["match"]],
            minutes=line.data["minutes"],
            reason=line.data["reason"],
            at=moment(line),
        )
        for line in lines
        if line.type == "match.extended" and line.data["match"] in rows.matches
    )


def _apply_line(
    rows: Rows,
    state: State,
    drawn: list[DrawnGame],
    void: dict[int, list[DrawnGame]],
    line: Line,
    before: Times,
) -> None:
    """Apply one line to `drawn`, all drawn games so far, and to `void`: what a correction (line) voided.

    `before`: the times of the line's match before this line.
    """
    kind, data = line.type, line.data
    if kind == "correction.applied":
        correction = state.corrections.get(line.seq)
        void[line.seq] = _mark_void(drawn, set(correction.voided) if correction else set())
        for effect in data["effects"]:
            _mark_counting(void.get(effect.get("of") or -1, []))
    elif data["match"] not in rows.matches:
        return  # of a withdrawn draw
    elif kind == "game.drawn":
        drawn.append(_drawn_game_row(rows, drawn, line, before))
    elif kind == "game.resumed":
        active = [
            row for row in drawn if row.match.code == data["match"] and not row.taken_back and not row.is_void
        ]
        active[-1].taken_back = True


def _drawn_game_row(rows: Rows, drawn: Sequence[DrawnGame], line: Line, before: Times) -> DrawnGame:
    """Return the unsaved row of a drawn game, numbered after those of its match in `drawn`."""
    data = line.data
    return DrawnGame(
        match=rows.matches[data["match"]],
        number=1 + sum(row.match.code == data["match"] for row in drawn),
        lines=data["lines"],
        started_at=before.started or moment(line),
        time_due_at=before.due(rows.tournament.time_limit, rows.tournament.pauses),
        time_called_at=before.time_called,
        extra_minutes=before.extra,
        at=moment(line),
        noted_by=rows.people.get(line.person),
    )


def _mark_void(drawn: Sequence[DrawnGame], voided: set[str]) -> list[DrawnGame]:
    """Set `is_void` of the drawn games of these matches (codes), unsaved; return those that it changed."""
    found = [row for row in drawn if row.match.code in voided and not row.is_void]
    for row in found:
        row.is_void = True
    return found


def _mark_counting(games: Sequence[DrawnGame]) -> None:
    """Clear `is_void` of these drawn games, unsaved: they count again."""
    for row in games:
        row.is_void = False
