"""The same problem in the largest unit of time without loss, because solvers prefer small numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import gcd

from scheduling.planning.plan import DayPlan
from scheduling.planning.problem import Activity, Pin, PlanProblem, PlanTable, Slot, Span


def unit_of(problem: PlanProblem, known: DayPlan) -> int:
    """Return the greatest common divisor of all times of the problem and of a plan for it, at least 1."""
    return (
        gcd(*_all_times(problem), *(time for slot in known.slots for time in (slot.begins, slot.ends))) or 1
    )


def divide_by_unit(problem: PlanProblem, unit: int) -> PlanProblem:
    """Return the problem with every time divided by the unit."""
    return PlanProblem(
        tables=tuple(
            PlanTable(table.key, table.attributes, _divide_spans(table.closed, unit))
            for table in problem.tables
        ),
        matches=tuple(_divide_match(match, unit) for match in problem.matches),
        begins=problem.begins // unit,
        breaks=_divide_spans(problem.breaks, unit),
        change_over=problem.change_over // unit,
        rest=problem.rest // unit,
    )


def plan_in_units(plan: DayPlan, unit: int) -> DayPlan:
    """Return the plan with every time divided by the unit; the bound rounds up."""
    slots = tuple(replace(slot, begins=slot.begins // unit, ends=slot.ends // unit) for slot in plan.slots)
    return replace(
        plan,
        slots=slots,
        begins=plan.begins // unit,
        finish=plan.finish // unit,
        bound=-(-plan.bound // unit),
    )


def slots_in_seconds(slots: Iterable[Slot], unit: int) -> tuple[Slot, ...]:
    """Return slots with every time multiplied by the unit, in the order of their beginnings."""
    found = (replace(slot, begins=slot.begins * unit, ends=slot.ends * unit) for slot in slots)
    return tuple(sorted(found, key=lambda slot: (slot.begins, slot.table)))


def _all_times(problem: PlanProblem) -> Iterator[int]:
    """Yield every time and duration of the problem."""
    yield from (problem.begins, problem.change_over, problem.rest)
    for span in (*problem.breaks, *(span for table in problem.tables for span in table.closed)):
        yield from (span.begins, span.ends)
    for match in problem.matches:
        yield from (match.seconds, match.earliest, (match.pin.begins or 0) if match.pin else 0)
        yield from (time for span in match.away for time in (span.begins, span.ends))


def _divide_spans(spans: Iterable[Span], unit: int) -> tuple[Span, ...]:
    """Return the spans with their times divided by the unit."""
    return tuple(Span(span.begins // unit, span.ends // unit) for span in spans)


def _divide_match(match: Activity, unit: int) -> Activity:
    """Return the match with its times divided by the unit."""
    pin = match.pin
    if pin is not None and pin.begins is not None:
        pin = Pin(pin.table, pin.begins // unit, pin.has_begun)
    seconds, earliest, away = match.seconds // unit, match.earliest // unit, _divide_spans(match.away, unit)
    return replace(match, seconds=seconds, earliest=earliest, pin=pin, away=away)
