"""Breaks: their times make sense, and in one the system calls nobody and no time."""

from datetime import datetime

from records.checker.format.findings import Discrepancy, Findings
from records.checker.replay.state import Line, State
from tournaments.pauses import Pause, pause_at


def planned(state: State, line: Line) -> Findings:
    """The next number, or a break that is not over; it ends later, and meets no other one."""
    at, asked = moment(line.at), _asked(line)
    number = line.data["break"]
    known = state.breaks.get(number)
    begun = known is not None and known.begins <= at
    if known is None and number != max(state.breaks, default=0) + 1:
        yield Discrepancy(line.seq, "break_number", f"{number} does not follow {sorted(state.breaks)}")
    if known is not None and known.ends <= at:
        yield Discrepancy(line.seq, "break_over", f"break {number} was over")
    if asked.ends <= max(asked.begins, at):
        yield Discrepancy(line.seq, "break_out_of_order", f"break {number} ends too early")
    if known is not None and begun and asked.begins != known.begins:
        yield Discrepancy(line.seq, "break_begun", f"break {number} had begun at another time")
    if not begun and asked.begins < at:
        yield Discrepancy(line.seq, "break_in_past", f"break {number} begins before it was planned")
    if any(asked.meets(other) for key, other in state.breaks.items() if key != number):
        yield Discrepancy(line.seq, "break_overlaps", f"break {number} meets another one")


def ended(state: State, line: Line) -> Findings:
    """A break that is not over."""
    known = state.breaks.get(line.data["break"])
    if known is None or known.ends <= moment(line.at):
        yield Discrepancy(line.seq, "break_over", f"there is no break {line.data['break']} to end")


def called(state: State, line: Line) -> Findings:
    """In a break only a person calls a table or time."""
    if line.role == "system" and pause_at(moment(line.at), state.breaks.values()):
        yield Discrepancy(line.seq, "called_in_break", f"{line.type} in a break")


def keep(state: State, line: Line) -> None:
    """The break has these times from now on."""
    state.breaks[line.data["break"]] = _asked(line)


def end(state: State, line: Line) -> None:
    """It ends here; one that had not begun never was."""
    known, at = state.breaks.pop(line.data["break"], None), moment(line.at)
    if known is not None and known.begins < at:
        state.breaks[line.data["break"]] = Pause(known.begins, min(known.ends, at))


def moment(text: str) -> datetime:
    """The time of a line, whose shape was looked at."""
    return datetime.fromisoformat(text)


def _asked(line: Line) -> Pause:
    return Pause(moment(line.data["begins"]), moment(line.data["ends"]))
