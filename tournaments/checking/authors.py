"""Who may be behind a line: roles as they were assigned when it was written."""

from tournaments.checking.findings import Discrepancy, Findings, shown
from tournaments.checking.state import Line, State


def check_author(state: State, line: Line) -> Findings:
    """A role that its bearer did not hold at that moment, or a player of no entry."""
    person = line.person
    if person is None or line.type == "tournament.created" or _is_creator(state, line):
        return
    if not _held(state, line, person):
        yield Discrepancy(line.seq, "author_without_role", f"{shown(line.by)} did not have that role")


def _held(state: State, line: Line, person: str) -> bool:
    if line.role == "player":
        return person in state.players or person in line.data.get("players", ())
    return (line.role, person) in state.staff


def _is_creator(state: State, line: Line) -> bool:
    """Whoever creates a tournament is its organizer until the first role is given."""
    return not state.staff and line.by == state.creator
