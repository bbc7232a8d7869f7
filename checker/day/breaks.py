"""Lines about breaks: each has its number and its times, and in one the system calls nothing."""

from collections.abc import Iterator
from datetime import datetime

from checker.reading.lines import Line
from checker.state import State


def planned(state: State, line: Line) -> None:
    """A new break, or other times for one that is still to end."""
    number, at = line.data["break"], time(line.at)
    begins, ends = time(line.data["begins"]), time(line.data["ends"])
    known = state.breaks.get(number)
    state.faults(
        line, "break", _first(state, number, begins, at) if known is None else _again(known, begins, at)
    )
    if ends <= begins or ends <= at:
        state.fault(line, "break", f"break {number} ends before it can")
    for other, (first, last) in state.breaks.items():
        if other != number and begins < last and first < ends:
            state.fault(line, "break", f"breaks {other} and {number} overlap")
    state.breaks[number] = (begins, ends)


def _first(state: State, number: int, begins: datetime, at: datetime) -> Iterator[str]:
    """Check the first line about a break."""
    if number != 1 + max(state.breaks, default=0):
        yield f"break {number} is not the next one"
    if begins < at:
        yield f"break {number} is planned after its beginning"


def _again(known: tuple[datetime, datetime], begins: datetime, at: datetime) -> Iterator[str]:
    """What is wrong with other times for a break."""
    if known[1] <= at:
        yield "a break that is over gets other times"
    elif begins != known[0] and (known[0] <= at or begins < at):
        yield "a break that has begun, or would have, gets another beginning"


def ended(state: State, line: Line) -> None:
    """End a break before its time, or cancel it."""
    number, at = line.data["break"], time(line.at)
    known = state.breaks.pop(number, None)
    if known is None or known[1] <= at:
        state.fault(line, "break", f"break {number} is ended, and is not to come or going on")
    if known is not None and known[0] < at:
        state.breaks[number] = (known[0], min(at, known[1]))


def called(state: State, line: Line) -> None:
    """Check that no match and no time is called during a break."""
    at = time(line.at)
    if line.role == "system" and any(begins <= at < ends for begins, ends in state.breaks.values()):
        state.fault(line, "break", f"{line.type} by the system in a break")


def time(text: str) -> datetime:
    """Parse a moment whose shape is checked."""
    return datetime.fromisoformat(text)
