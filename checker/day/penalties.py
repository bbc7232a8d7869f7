"""Penalties: each has an id and can be withdrawn once. The record does not say who got one, or why."""

from checker.reading.lines import Line
from checker.state import State


def noted(state: State, line: Line) -> None:
    """Store a penalty, whose id has to be new."""
    if line.data["penalty"] in state.penalties:
        state.fault(line, "penalty", f"{line.data['penalty']} was given already")
    state.penalties.add(line.data["penalty"])


def withdrawn(state: State, line: Line) -> None:
    """Withdraw a penalty, which has to stand."""
    if line.data["penalty"] not in state.penalties - state.forgiven:
        state.fault(line, "penalty", f"{line.data['penalty']} does not stand")
    state.forgiven.add(line.data["penalty"])
