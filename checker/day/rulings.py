"""Rulings of the day: said by who coordinates, in words that the record leaves to the file of names."""

from checker.day.playing import at
from checker.reading.lines import Line
from checker.state import State


def noted(state: State, line: Line) -> None:
    """A ruling for everybody, or about a match that is there."""
    if line.role not in ("organizer", "coordinator"):
        state.fault(line, "author", f"a {line.role} rules nothing")
    if line.data["match"] is not None:
        at(state, line)
    if line.data["reason"] is not None:
        state.fault(line, "ruling", "a ruling has words and no reason beside them")
    if line.data["text"] in state.texts:
        state.fault(line, "ruling", f"the text {line.data['text']} is there already")
    state.texts.add(line.data["text"])
