"""What a ranked tournament needs when its draw is published (4.6)."""

from collections.abc import Iterable

from records.checker.format.findings import Discrepancy, Findings, shown
from records.checker.replay.state import Line, State

LEAST_PEOPLE = 8


def people_drawn(state: State, order: Iterable[str]) -> int:
    """People checked in, in the entries named; a pair counts as two (house rule `pair_counts_two`)."""
    entries = (state.entries[entry] for entry in order if entry in state.entries)
    return sum(len(entry.players) for entry in entries if entry.is_live and entry.checked_in)


def check_gate(state: State, line: Line, people: int) -> Findings:
    """Everything that was missing, all at once. That its rules were current only its texts can tell."""
    if people < LEAST_PEOPLE:
        yield Discrepancy(line.seq, "gate_people", f"{people} people checked in, {LEAST_PEOPLE} are needed")
    if not state.announced:
        yield Discrepancy(line.seq, "gate_not_announced", "a ranked tournament must have been announced")
    if not any(role == "coordinator" for role, _ in state.staff):
        yield Discrepancy(line.seq, "gate_no_coordinator", "a ranked tournament must have a coordinator")
    if state.was_confirmed and not state.is_confirmed:
        yield Discrepancy(line.seq, "gate_regulation", "the terms changed after the regulation was confirmed")


def confirmed(state: State, line: Line) -> Findings:
    """The regulation, confirmed by who coordinates, under the edition that is pinned.

    Its version also covers special rules, which are not in the file. Records without the line are sound.
    """
    if line.role not in ("organizer", "coordinator"):
        yield Discrepancy(line.seq, "author_without_role", f"{shown(line.by)} cannot confirm a regulation")
    if line.data["rules"] != state.facts["rules"]:
        yield Discrepancy(
            line.seq, "regulation_edition", "confirmed under another edition than the pinned one"
        )
