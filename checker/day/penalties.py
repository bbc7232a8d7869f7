"""Penalties: each under a name of its own, taken back once at most; whom and why, the record leaves out."""

from checker.reading.lines import Line
from checker.state import State


def noted(state: State, line: Line) -> None:
    """A name that no penalty had."""
    if line.data["penalty"] in state.penalties:
        state.fault(line, "penalty", f"{line.data['penalty']} was given already")
    state.penalties.add(line.data["penalty"])


def withdrawn(state: State, line: Line) -> None:
    """One that stands."""
    if line.data["penalty"] not in state.penalties - state.forgiven:
        state.fault(line, "penalty", f"{line.data['penalty']} does not stand")
    state.forgiven.add(line.data["penalty"])
