"""Penalties: each has an id and can be withdrawn once. The record does not say who got one, or why."""

from checker.reading.lines import Line
from checker.state import State


def noted(state: State, line: Line) -> None:
    """Note a penalty as given; a fault if its id is not new."""
    if line.data["penalty"] in state.penalties:
        state.note_fault(line, "penalty", f"{line.data['penalty']} was given already")
    state.penalties.add(line.data["penalty"])


def withdrawn(state: State, line: Line) -> None:
    """Note a penalty as withdrawn; a fault if none of this id stands."""
    if line.data["penalty"] not in state.penalties - state.forgiven:
        state.note_fault(line, "penalty", f"{line.data['penalty']} does not stand")
    state.forgiven.add(line.data["penalty"])
