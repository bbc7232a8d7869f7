"""Lines about breaks: each has its number and its times, and in one the system calls nothing."""

from collections.abc import Iterator
from datetime import datetime

from checker.reading.lines import Line
from checker.state import State


def store_break(state: State, line: Line) -> None:
    """Store the times of a new break, or other times of a known one; note each reason why they cannot be."""
    number, at = line.data["break"], parse_time(line.at)
    begins, ends = parse_time(line.data["begins"]), parse_time(line.data["ends"])
    known = state.breaks.get(number)
    found = _new_faults(state, number, begins, at) if known is None else _moved_faults(known, begins, at)
    state.note_faults(line, "break", found)
    if ends <= begins or ends <= at:
        state.note_fault(line, "break", f"break {number} ends before it can")
    for other, (first, last) in state.breaks.items():
        if other != number and begins < last and first < ends:
            state.note_fault(line, "break", f"breaks {other} and {number} overlap")
    state.breaks[number] = (begins, ends)


def _new_faults(state: State, number: int, begins: datetime, at: datetime) -> Iterator[str]:
    """Yield faults of a break that is new: its number is not the next one, or it begins in the past."""
    if number != 1 + max(state.breaks, default=0):
        yield f"break {number} is not the next one"
    if begins < at:
        yield f"break {number} is planned after its beginning"


def _moved_faults(known: tuple[datetime, datetime], begins: datetime, at: datetime) -> Iterator[str]:
    """Yield faults of other times for a break; `known`: its beginning and end so far."""
    if known[1] <= at:
        yield "a break that is over gets other times"
    elif begins != known[0] and (known[0] <= at or begins < at):
        yield "a break that has begun, or would have, gets another beginning"


def end_break(state: State, line: Line) -> None:
    """Store an earlier end of a break, or remove one that has not begun; a fault if it is over or unknown."""
    number, at = line.data["break"], parse_time(line.at)
    known = state.breaks.pop(number, None)
    if known is None or known[1] <= at:
        state.note_fault(line, "break", f"break {number} is ended, and is not to come or going on")
    if known is not None and known[0] < at:
        state.breaks[number] = (known[0], min(at, known[1]))


def check_outside_breaks(state: State, line: Line) -> None:
    """Note a fault if the system writes this line during a break; people may."""
    at = parse_time(line.at)
    if line.role == "system" and any(begins <= at < ends for begins, ends in state.breaks.values()):
        state.note_fault(line, "break", f"{line.type} by the system in a break")


def parse_time(text: str) -> datetime:
    """Parse a time of the record, whose shape was checked before."""
    return datetime.fromisoformat(text)
