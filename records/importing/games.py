"""Rebuild drawn games and extensions from a record."""

from collections.abc import Sequence

from checker.reading.lines import Line
from matches.models import DrawnGame, Extension
from records.importing.replay.state import State
from records.importing.sheets import Rows
from records.importing.times import Times, moment, times_of


def restore_games(rows: Rows, lines: Sequence[Line], state: State) -> None:
    """Create all drawn games, including void ones and those taken back, and every extension."""
    drawn: list[DrawnGame] = []
    void: dict[int, list[DrawnGame]] = {}
    times_of(lines, state, lambda line, before: _look(rows, state, drawn, void, line, before))
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


def _look(
    rows: Rows,
    state: State,
    drawn: list[DrawnGame],
    void: dict[int, list[DrawnGame]],
    line: Line,
    before: Times,
) -> None:
    """Apply one line; `void` has the games that each correction, by its `seq`, made void."""
    kind, data = line.type, line.data
    if kind == "correction.applied":
        correction = state.corrections.get(line.seq)
        void[line.seq] = _void(drawn, set(correction.voided) if correction else set())
        for effect in data["effects"]:
            _unvoid(void.get(effect.get("of") or -1, []))
    elif data["match"] not in rows.matches:
        return  # of a withdrawn draw
    elif kind == "game.drawn":
        drawn.append(_row(rows, drawn, line, before))
    elif kind == "game.resumed":
        active = [
            row for row in drawn if row.match.code == data["match"] and not row.taken_back and not row.is_void
        ]
        active[-1].taken_back = True


def _row(rows: Rows, drawn: Sequence[DrawnGame], line: Line, before: Times) -> DrawnGame:
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


def _void(drawn: Sequence[DrawnGame], voided: set[str]) -> list[DrawnGame]:
    """Make the games of these matches void, and return those that were not."""
    found = [row for row in drawn if row.match.code in voided and not row.is_void]
    for row in found:
        row.is_void = True
    return found


def _unvoid(games: Sequence[DrawnGame]) -> None:
    """Mark these drawn games as counting again."""
    for row in games:
        row.is_void = False
