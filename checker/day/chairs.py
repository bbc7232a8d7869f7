"""A chair added for a late entry to a table of round 1, or of the latest round of a stage."""

from collections.abc import Iterator

from checker.reading.lines import Line
from checker.state import Match, Seat, State


def is_new_chair(state: State, line: Line, match: Match) -> bool:
    """Whether a note about a late entry names the seat after the match's last; never in the first format."""
    late = state.is_second_format and line.data["what"] == "late_entry"
    return late and line.data["seat"] == len(match.seats) + 1


def add_chair(state: State, line: Line, match: Match) -> None:
    """Add the seat of the line to a match, as a side of its own; note each reason why that is not allowed."""
    number = line.data["seat"]
    state.note_faults(line, "seat", _chair_faults(state, match))
    match.seats[number] = Seat(number, number, None, None, None, settled=False)
    match.owners[number] = None
    state.chairs.add((match.code, number))
    state.touched.add(match.code)


def _chair_faults(state: State, match: Match) -> Iterator[str]:
    """Yield why the match cannot get another chair."""
    if match.round != (state.stage.rounds or 1):
        yield f"{match.code} is of round {match.round} and grows"
    if len(match.sides) >= state.setup["table"]["max"]:
        yield f"{match.code} grows above the largest table"
    if state.has_pairs:
        yield f"{match.code} grows, and pairs sit there"
    if state.second_chance:
        yield f"{match.code} grows, and a loser on the new side would have no second chance"
    if not state.arriving:
        yield f"{match.code} grows without a late entry"


def late_entry_faults(state: State, line: Line) -> Iterator[str]:
    """Yield faults of the late entry that takes a new chair, and of its suit."""
    entry, suit = line.data["entry"], line.data["suit"]
    if entry not in state.arriving:
        yield f"{entry} takes a chair more and did not come late"
    elif not state.entries[entry].checked_in:
        yield f"{entry} takes a chair more and is not checked in"
    if (suit is not None) != bool(state.game.suits):
        yield f"the new chair has the suit {suit}"
