"""Check a plan independently: no code is shared with the planner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from scheduling.planning.problem import Activity, PlanProblem, Slot, Span


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken constraint of a plan, and its matches.

    `missing` (or unknown, or twice in the plan: then unnamed), `length`, `table_twice`, `too_soon` (before an
    earlier match ends), `too_early` (for its wave or pin), `closed` (in a break or with its table closed),
    `wrong_table`, `person_twice` (in this plan, or in this and another), `moved` (though it has begun).
    """

    code: str
    matches: tuple[str, ...]


def find_faults(problem: PlanProblem, slots: Sequence[Slot]) -> tuple[Fault, ...]:
    """Return all faults of a plan (`slots`); empty if it can be carried out.

    If matches are missing, that is the only fault. One that has begun is only `moved`, or in the way of
    another.
    """
    by_key = {slot.match: slot for slot in slots}
    matches = {match.key: match for match in problem.matches}
    if by_key.keys() != matches.keys() or len(by_key) != len(slots):
        return (Fault("missing", tuple(sorted(by_key.keys() ^ matches.keys()))),)
    found = [fault for match in problem.matches for fault in _faults_of_match(problem, match, by_key)]
    return (*found, *_faults_of_tables(problem, slots), *_faults_of_people(problem, by_key))


def _faults_of_match(problem: PlanProblem, match: Activity, slots: Mapping[str, Slot]) -> Iterator[Fault]:
    """Yield faults of one match: moved, of another length, too early, too soon, or at a wrong table."""
    slot, pin = slots[match.key], match.pin
    if pin and pin.has_begun:
        if slot.begins != pin.begins or slot.table != pin.table:
            yield Fault("moved", (match.key,))
        return
    if slot.ends - slot.begins != match.seconds:
        yield Fault("length", (match.key,))
    if slot.begins < max(problem.begins, match.earliest, (pin.begins or 0) if pin else 0):
        yield Fault("too_early", (match.key,))
    if any(slot.begins < slots[feed].ends + problem.rest for feed in match.after):
        yield Fault("too_soon", (*match.after, match.key))
    yield from _faults_of_place(problem, match, slot)


def _faults_of_place(problem: PlanProblem, match: Activity, slot: Slot) -> Iterator[Fault]:
    """Yield faults of a match's place: closed at that time, another table than pinned or needed."""
    tables = {table.key: table for table in problem.tables}
    if any(
        Span(slot.begins, slot.ends).meets(span) for span in (*problem.breaks, *tables[slot.table].closed)
    ):
        yield Fault("closed", (match.key,))
    can_be_met = any(match.needs <= table.attributes for table in problem.tables)
    wanted = match.pin.table if match.pin else None
    if wanted is not None and slot.table != wanted:
        yield Fault("wrong_table", (match.key,))
    if wanted is None and can_be_met and not match.needs <= tables[slot.table].attributes:
        yield Fault("wrong_table", (match.key,))


def _faults_of_tables(problem: PlanProblem, slots: Iterable[Slot]) -> Iterator[Fault]:
    """Yield faults of tables: two matches at once, or too short a change-over."""
    begun = {match.key for match in problem.matches if match.pin and match.pin.has_begun}
    ordered = sorted(slots, key=lambda slot: (slot.table, slot.begins))
    for before, after in pairwise(ordered):
        both_begun = {before.match, after.match} <= begun
        free = before.ends + problem.change_over
        if before.table == after.table and after.begins < free and not both_begun:
            yield Fault("table_twice", (before.match, after.match))


def _faults_of_people(problem: PlanProblem, slots: Mapping[str, Slot]) -> Iterator[Fault]:
    """Yield faults of people: two matches at once, too short a rest, or away at that time."""
    for match in problem.matches:
        begins, ends = slots[match.key].begins, slots[match.key].ends
        around = [Span(span.begins - problem.rest, span.ends + problem.rest) for span in match.away]
        if any(Span(begins, ends).meets(span) for span in around) and not _have_begun(match):
            yield Fault("person_twice", (match.key,))
    shared = [match for match in problem.matches if match.people]
    for one, other in combinations(shared, 2):
        if not one.people & other.people or _have_begun(one, other):
            continue
        first, second = sorted((slots[one.key], slots[other.key]), key=lambda slot: slot.begins)
        if second.begins < first.ends + problem.rest:
            yield Fault("person_twice", (first.match, second.match))


def _have_begun(*matches: Activity) -> bool:
    """Return whether all these matches have begun."""
    return all(match.pin and match.pin.has_begun for match in matches)
