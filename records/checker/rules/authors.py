"""Who may be behind a line: roles as they were assigned when it was written, and what each may do."""

from collections.abc import Mapping
from types import MappingProxyType

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, State

Roles = frozenset[str]
MANAGE: Roles = frozenset({"organizer"})
COORDINATE = MANAGE | {"coordinator"}
JUDGE = COORDINATE | {"judge"}
PLAY = JUDGE | {"player"}
PLAY_OR_SYSTEM = PLAY | {"system"}

LEAST: Mapping[str, Roles] = MappingProxyType(
    {
        "tournament.changed": MANAGE,
        "tournament.announced": MANAGE,
        "staff.assigned": MANAGE | {"system"},
        "staff.removed": MANAGE | {"system"},
        "regulation.confirmed": COORDINATE,
        "deck.waived": COORDINATE,
        "draw.published": COORDINATE,
        "draw.withdrawn": COORDINATE,
        "round.redrawn": COORDINATE,
        "tournament.finished": COORDINATE | {"system"},
        "tournament.reopened": COORDINATE | {"system"},
        "tournament.cancelled": COORDINATE,
        "break.planned": COORDINATE,
        "break.ended": COORDINATE,
        "ruling.noted": COORDINATE,
        "penalty.withdrawn": COORDINATE,
        "draw.committed": PLAY_OR_SYSTEM,
        "entry.added": PLAY_OR_SYSTEM,
        "entry.checked_in": PLAY,
        "entry.withdrawn": PLAY,
        "deck.accepted": PLAY,
        "correction.applied": PLAY,
        "match.placed": JUDGE | {"system"},
        "match.time_called": JUDGE | {"system"},
        "sheet.recorded": PLAY_OR_SYSTEM,
        "seat.filled": PLAY_OR_SYSTEM,
        "integrity.noted": PLAY_OR_SYSTEM,
        "game.seeded": PLAY_OR_SYSTEM,
    }
)
"""Who may write a line at all; a judge and above what is not named. The system acts for phones and the
administration, too."""

HEAVY = frozenset({"game_loss", "disqualification"})
EDITION = frozenset({"rules", "reason"})


def check_author(state: State, line: Line) -> Findings:
    """A role that its bearer did not hold at that moment, or may not do this; a player of no entry."""
    if line.type == "tournament.created" or _is_creator(state, line):
        return
    if line.person is not None and not _held(state, line, line.person):
        yield Discrepancy(line.seq, "author_without_role", f"{shown(line.by)} did not have that role")
    if state.since_2 and line.role not in _allowed(state, line):
        yield Discrepancy(line.seq, "author_wrong", f"{line.type} by {line.role}")
    if state.since_2 and line.type == "seat.filled" and line.by not in state.act.authors:
        yield Discrepancy(line.seq, "author_wrong", f"{shown(line.by)} did nothing else in this act")


def _held(state: State, line: Line, person: str) -> bool:
    if line.role == "player":
        return person in state.players or person in line.data.get("players", ())
    return (line.role, person) in state.staff


def _is_creator(state: State, line: Line) -> bool:
    """Whoever creates a tournament is its organizer until the first role is given."""
    return not state.staff and line.by == state.creator


def _allowed(state: State, line: Line) -> Roles:
    """The roles that may write this line as things stand."""
    if line.type == "tournament.finished" and line.role not in state.act.authors:
        return COORDINATE  # alone the system closes nothing again
    if line.type == "tournament.changed" and line.data.keys() <= EDITION:
        return COORDINATE
    if line.type == "correction.applied" and not _was_walkover(state, line):
        return COORDINATE
    if (line.type == "entry.added" and state.draw is not None) or _is_heavy(line):
        return COORDINATE
    if line.role == "player" and line.type.startswith(("entry.", "deck.")):
        return PLAY if _is_own(state, line) and line.type in LEAST else JUDGE
    late = state.draw is not None and line.type in ("entry.withdrawn", "entry.reinstated")
    return COORDINATE if late else LEAST.get(line.type, JUDGE)


def _is_heavy(line: Line) -> bool:
    """Whether it is a penalty that only who coordinates gives."""
    return line.type == "penalty.noted" and line.data["what"] in HEAVY


def _was_walkover(state: State, line: Line) -> bool:
    """Whether a game that was played beats an earlier walkover: a judge records it like any."""
    match = state.match(line.data["match"])
    return match is not None and match.superseded in ("walkover", "nobody")


def _is_own(state: State, line: Line) -> bool:
    """Whether a player acts for their own entry, a new one too; pineapples are not for them to note."""
    entry = state.entries.get(line.data["entry"])
    people = entry.players if entry is not None else line.data.get("players", ())
    is_theirs = line.person in people and line.data.get("player", line.person) == line.person
    return is_theirs and not line.data.get("pineapples")
