"""One chair more at a table of round 1, for an entry that comes late (house rule `late_entry`)."""

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, Match, Seat, State

LATE = "late_entry"


def is_chair_more(state: State, line: Line, match: Match | None) -> bool:
    """Whether an `integrity.noted` names the seat after the last one, as a late entry may."""
    late = state.since_2 and line.data["what"] == LATE
    return late and match is not None and line.data["seat"] == len(match.seats) + 1


def grows(state: State, line: Line, match: Match) -> Findings:
    """Everything that keeps the table from growing by the chair that a line names."""
    wrong = {
        "is not of round 1": match.round != 1,
        "has begun or is decided": not match.is_open,
        "is full": len(match.sides) >= state.facts["table"]["max"],
        "is a table of pairs": state.team_size != 1,
        "grows without a late entry": not any(kind == "late" for kind, _ in state.act.dues),
    }
    for what in (what for what, is_so in wrong.items() if is_so):
        yield Discrepancy(line.seq, "chair_wrong", f"{match.id} {what}")


def grow(state: State, line: Line, match: Match) -> None:
    """Put the chair there; whoever comes late takes it in the same act."""
    number = line.data["seat"]
    match.seats[number] = Seat(number, number, None, None, None, None, "winner", filled=False, drawn=None)
    state.act.chairs.add((match.id, number))
    state.act.watched[match.id, number] = line.seq


def takes_chair(state: State, line: Line, match: Match) -> Findings:
    """The entry that came late and is checked in, with a suit if the game has suits."""
    if ("late", line.data["entry"] or "") not in state.act.dues:
        what = f"{shown(line.data['entry'])} did not come late and takes a chair more at {match.id}"
        yield Discrepancy(line.seq, "chair_wrong", what)
    entry = state.entries.get(line.data["entry"] or "")
    if entry is not None and not entry.checked_in:
        yield Discrepancy(line.seq, "not_checked_in", f"{entry.id} was not checked in")
    marks = bool(state.game and state.game.marks)
    if marks != (line.data["suit"] is not None):
        yield Discrepancy(line.seq, "suit_missing", f"{match.id}: seat {line.data['seat']}")
