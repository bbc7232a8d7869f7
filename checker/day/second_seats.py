"""Seats of the second chance, and of the bracket beside it: an entry plays in one of the two."""

from collections import Counter
from collections.abc import Iterator

from checker.reading.lines import Line
from checker.state import Match, State


def late_loser_faults(state: State, line: Line, match: Match) -> Iterator[str]:
    """Yield a fault if a note seats a late entry at a match of the second chance."""
    if line.data["what"] == "late_entry" and match.code in state.second_chance:
        yield f"{match.code} is of the second chance, and an entry comes late"


def lucky_loser_faults(state: State, match: Match, side: int, entry: str | None) -> Iterator[str]:
    """Yield a fault if an entry becomes lucky loser at this side, and has a seat in the second chance."""
    if (match.code, side) not in state.lucky or match.code in state.second_chance:
        return
    if any(entry in state.matches[code].entries for code in state.second_chance):
        yield f"{entry} is a lucky loser at {match.code}, and has a second chance"


def two_side_faults(state: State, match: Match) -> Iterator[str]:
    """Yield entries that hold two of the sides that one match feeds, one of them here.

    Nothing without a second chance.
    """
    for source in sorted({code for code, _ in match.sources.values()} if state.second_chance else ()):
        held = Counter(following.sides.get(side) for following, side, _ in state.sides_fed_by(source))
        for entry in match.entries:
            if held[entry] > 1:
                yield f"{match.code}: {entry} holds two sides that {source} feeds"
