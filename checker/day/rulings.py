"""Rulings of the coordinator. The record has the id of each text; the file of names has the text."""

from checker.day.playing import named_match
from checker.reading.lines import Line
from checker.state import State


def store_ruling(state: State, line: Line) -> None:
    """Store the text id of a ruling; faults if it is used, the match is unknown, or a reason is given.

    Also if another than organizer or coordinator rules.
    """
    if line.role not in ("organizer", "coordinator"):
        state.note_fault(line, "author", f"a {line.role} rules nothing")
    if line.data["match"] is not None:
        named_match(state, line)
    if line.data["reason"] is not None:
        state.note_fault(line, "ruling", "a ruling has words and no reason beside them")
    if line.data["text"] in state.texts:
        state.note_fault(line, "ruling", f"the text {line.data['text']} is there already")
    state.texts.add(line.data["text"])
