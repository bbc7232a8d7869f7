"""Penalties of the day: who got them and why stands elsewhere, under a hash."""

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, State


def noted(state: State, line: Line) -> Findings:
    """Under an id that is new."""
    code = line.data["penalty"]
    if code in state.penalties:
        yield Discrepancy(line.seq, "penalty_twice", f"{shown(code)} was used before")


def withdrawn(state: State, line: Line) -> Findings:
    """One that was given, and was not taken back before."""
    code = line.data["penalty"]
    if code not in state.penalties:
        yield Discrepancy(line.seq, "penalty_unknown", f"{shown(code)} was never given")
    elif not state.penalties[code]:
        yield Discrepancy(line.seq, "penalty_withdrawn_twice", f"{shown(code)} was taken back before")


def keep(state: State, line: Line) -> None:
    """It stands."""
    state.penalties[line.data["penalty"]] = True


def take_back(state: State, line: Line) -> None:
    """It stands no more."""
    state.penalties[line.data["penalty"]] = False
