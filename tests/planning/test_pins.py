"""Pins: held in every plan that keeps to the rules, and named with the reason where none can hold them."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from scheduling.planning.checking import find_faults
from scheduling.planning.pins import lost_pins
from scheduling.planning.plan import plain_plan, replan
from scheduling.planning.problem import Activity, Pin, PlanProblem, PlanTable, Span
from tests.planning.problems import MINUTE, problems

WITHIN = 15 * MINUTE
HALL = (PlanTable("a"), PlanTable("b"))


def asked(
    pin: Pin, *, begins: int = 0, breaks: tuple[Span, ...] = (), other: Pin | None = None
) -> PlanProblem:
    """Two matches of half an hour and the final that they feed, which is pinned, and a fourth match."""
    matches = (
        Activity("1", 30 * MINUTE),
        Activity("2", 30 * MINUTE),
        Activity("3", 30 * MINUTE, ("1", "2"), pin=pin),
        Activity("4", 30 * MINUTE, pin=other),
    )
    return PlanProblem(HALL, matches, begins, breaks, 5 * MINUTE, 5 * MINUTE)


@pytest.mark.parametrize("table", ["a", "b", None])
def test_what_can_be_held_is_held(table: str | None) -> None:
    problem = asked(Pin(table, 90 * MINUTE))
    assert lost_pins(problem, WITHIN) == {}
    plan = plain_plan(problem)
    (slot,) = (slot for slot in plan.slots if slot.match == "3")
    assert slot.begins == 90 * MINUTE
    assert table in (None, slot.table)
    assert find_faults(problem, plan.slots) == ()


@pytest.mark.parametrize(
    ("problem", "lost"),
    [
        (asked(Pin("a", 10 * MINUTE)), {"3": "not_ready"}),
        (asked(Pin("a", 20 * MINUTE)), {}),
        (asked(Pin("a", 20 * MINUTE), begins=50 * MINUTE), {"3": "passed"}),
        (asked(Pin("a", 90 * MINUTE), breaks=(Span(100 * MINUTE, 200 * MINUTE),)), {"3": "break"}),
        (asked(Pin("a", 90 * MINUTE), other=Pin("a", 75 * MINUTE)), {"3": "table_taken"}),
        (asked(Pin("a", 90 * MINUTE), other=Pin("b", 75 * MINUTE)), {}),
        (asked(Pin("a", 90 * MINUTE), other=Pin(None, 90 * MINUTE)), {}),
        (asked(Pin("a")), {}),
    ],
)
def test_what_cannot_is_named_with_the_reason(problem: PlanProblem, lost: dict[str, str]) -> None:
    assert lost_pins(problem, WITHIN) == lost


@pytest.mark.parametrize(("accessible", "lost"), [(2, {}), (1, {"b": "table_taken"})])
def test_two_that_need_an_accessible_table_clash_only_if_there_is_one(
    accessible: int, lost: dict[str, str]
) -> None:
    step = frozenset({"accessible"})
    hall = tuple(PlanTable(str(n), step if n < accessible else frozenset()) for n in range(3))
    pin = Pin(None, 120 * MINUTE)
    matches = tuple(Activity(key, 60 * MINUTE, needs=step, pin=pin) for key in "ab")
    assert lost_pins(PlanProblem(hall, matches), WITHIN) == lost


def test_a_fault_is_found_where_a_plan_ignores_a_pin() -> None:
    free = asked(Pin("a", 90 * MINUTE))
    plan = plain_plan(replace(free, matches=tuple(replace(one, pin=None) for one in free.matches)))
    assert [fault.code for fault in find_faults(free, plan.slots)] == ["too_early", "wrong_table"]


@settings(deadline=None, max_examples=60)
@given(problems())
def test_a_lost_pin_begins_too_late_in_every_plan(problem: PlanProblem) -> None:
    """But for tables that two of them want, which another order of the two would serve."""
    lost = lost_pins(problem, WITHIN)
    pins = {match.key: match.pin for match in problem.matches}
    for plan in (plain_plan(problem), replan(problem, ())):
        for slot in plan.slots:
            pin = pins[slot.match]
            if pin is not None and lost.get(slot.match, "table_taken") != "table_taken":
                assert slot.begins > (pin.begins or 0) + WITHIN
