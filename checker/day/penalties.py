"""Penalties: each has an id and can be withdrawn once. The record does not say who got one, or why."""

from checker.reading.lines import Line
from checker.state import State


def store_penalty(state: State, line: Line) -> None:
    """Store the id of a penalty; a fault if it is not new."""
    if line.data["penalty"] in state.penalties:
        state.note_fault(line, "penalty", f"{line.data['penalty']} was given already")
    state.penalties.add(line.data["penalty"])


def withdraw_penalty(state: State, line: Line) -> None:
    """Store that a penalty is withdrawn; a fault if none of this id stands."""
    if line.data["penalty"] not in state.penalties - state.forgiven:
        state.note_fault(line, "penalty", f"{line.data['penalty']} does not stand")
    state.forgiven.add(line.data["penalty"])
