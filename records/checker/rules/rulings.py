"""What a coordinator ruled during the day: its words stand elsewhere, under an id of its own."""

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, State

RULING = frozenset({"organizer", "coordinator"})


def noted(state: State, line: Line) -> Findings:
    """By who coordinates; about a match of this draw, if about one; under an id that is new."""
    match, text = line.data["match"], line.data["text"]
    if line.role not in RULING:
        yield Discrepancy(line.seq, "ruling_by_another", f"{shown(line.by)} rules nothing")
    if match is not None and state.match(match) is None:
        yield Discrepancy(line.seq, "match_unknown", f"{shown(match)} is not in the draw")
    if text in state.texts:
        yield Discrepancy(line.seq, "text_twice", f"{shown(text)} was used before")
    if line.data["reason"] is not None:
        yield Discrepancy(line.seq, "reason_out_of_place", "the words are the reason")


def kept(state: State, line: Line) -> None:
    """Its id is taken."""
    state.texts.add(line.data["text"])
