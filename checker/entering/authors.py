"""Who may write which line: organizer, coordinators, judges, players and the system."""

from checker.reading import words
from checker.reading.lines import Line
from checker.state import State

OWN = ("organizer",)
RUN = ("organizer", "coordinator")
HELP = (*RUN, "judge")
OWNERS = (
    "tournament.created",
    "tournament.changed",
    "tournament.announced",
    "staff.assigned",
    "staff.removed",
)
RUNNERS = (
    "regulation.confirmed", "deck.waived", "draw.published", "draw.withdrawn", "round.redrawn", "round.drawn",
    "round.withdrawn", "stage.closed",
    "tournament.finished", "tournament.reopened", "tournament.cancelled", "break.planned", "break.ended",
    "ruling.noted", "penalty.withdrawn",
)  # fmt: skip
UNATTENDED = (
    "draw.committed",
    "entry.added",
    "match.placed",
    "match.time_called",
    "sheet.recorded",
    "seat.filled",
    "integrity.noted",
    "game.seeded",
)
"""What the system does by itself, or for a phone without an account."""

ADMINISTERED = ("staff.assigned", "staff.removed", "tournament.reopened", "tournament.finished")
"""What the administration of a site does if an organizer has left."""

PLAYERS = ("entry.added", "entry.checked_in", "entry.withdrawn", "deck.accepted")
"""What players do for their own entry, without pineapples; at their match also `AT_THE_TABLE`."""

AT_THE_TABLE = ("sheet.recorded", "seat.filled", "integrity.noted", "game.seeded", "correction.applied")


def check_and_store_author(state: State, line: Line) -> None:
    """Note faults of the author: without the role, or one that may not write this line.

    Then store that the author acts in this act: filling a seat needs another line of the same author.
    """
    if line.seq and not _has_role(state, line):
        state.note_fault(line, "author", f"{line.by} is not {line.role} here")
    if state.is_second_format and not _may_write(state, line):
        state.note_fault(line, "author", f"{line.type} by a {line.role}")
    if (
        state.is_second_format
        and line.type == "seat.filled"
        and not (line.by in state.acting or _changes_suit_only(state, line))
    ):
        state.note_fault(line, "author", f"{line.by} fills a seat and does nothing else in this act")
    state.acting.add(line.by)


def _changes_suit_only(state: State, line: Line) -> bool:
    """Whether the line gives a seat another suit, and leaves who sits there."""
    match = state.matches.get(line.data["match"])
    seat = match.seats.get(line.data["seat"]) if match else None
    if seat is None or seat.suit == line.data["suit"]:
        return False
    return (seat.entry, seat.player) == (line.data["entry"], line.data["player"])


def _has_role(state: State, line: Line) -> bool:
    """Whether the author has the role that the line claims; a player: is in an entry, or enters with it.

    The system has its own; the creator is organizer until the first role is given.
    """
    if line.role == "player":
        return bool(state.entries_of(line.person)) or line.person in line.data.get("players", ())
    alone = not state.staff and line.by == state.creator  # the organizer until the first role is given
    return line.role == "system" or (line.role, line.person) in state.staff or alone


def _may_write(state: State, line: Line) -> bool:
    """Whether the role of the author may write this line in the second format."""
    if line.role == "system" and line.type in ADMINISTERED:
        return line.type != "tournament.finished" or line.by in state.acting
    if line.type in OWNERS:
        return line.role in (RUN if set(line.data) <= {"rules", "reason"} else OWN)
    if _needs_run_role(state, line):
        return line.role in RUN
    if line.role == "system":
        return line.type in UNATTENDED
    if line.role == "player":
        return _may_player_write(state, line)
    moves_entry = line.type in ("entry.withdrawn", "entry.reinstated")
    return line.role in (RUN if state.draw is not None and moves_entry else HELP)


def _needs_run_role(state: State, line: Line) -> bool:
    """Whether only an organizer or coordinator may write the line.

    Those of `RUNNERS`, an entry added after the draw, a heavy penalty; `OWNERS` are checked before.
    """
    heavy = line.type == "penalty.noted" and line.data["what"] in words.HEAVY
    return heavy or line.type in RUNNERS or (line.type == "entry.added" and state.draw is not None)


def _may_player_write(state: State, line: Line) -> bool:
    """Whether players may write this line: for their own entry, without pineapples, or `AT_THE_TABLE`.

    Not whether they sit at that table.
    """
    if line.type in AT_THE_TABLE:
        return True
    entry = state.entries.get(line.data.get("entry", ""))
    people = entry.players if entry else line.data.get("players", [])
    if line.data.get("pineapples"):
        return False
    return (
        line.type in PLAYERS and line.person in people and line.data.get("player", line.person) == line.person
    )
