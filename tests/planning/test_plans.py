"""Whatever the hall and the day: nothing overlaps, the bracket's order holds, breaks are kept."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduling.planning import exact
from scheduling.planning.bounds import lower_bound
from scheduling.planning.checking import find_faults
from scheduling.planning.hall import simulate_run
from scheduling.planning.instance import compile_problem
from scheduling.planning.plan import make_plan, plain_plan, replan
from scheduling.planning.problem import Activity, Pin, PlanProblem, PlanTable, Slot, Span
from scheduling.planning.solve import solve
from scheduling.planning.units import divide_by_unit, plan_in_units, slots_in_seconds, unit_of
from tests.planning.problems import MINUTE, bracket, halving, in_mid_day, problems

EFFORT = 2_000


def hall(tables: int) -> tuple[PlanTable, ...]:
    return tuple(PlanTable(str(number)) for number in range(1, tables + 1))


def by_match(slots: tuple[Slot, ...]) -> dict[str, Slot]:
    return {slot.match: slot for slot in slots}


@settings(max_examples=120)
@given(problems(), st.integers(0, 99))
@pytest.mark.fault("F50", "F52")
def test_a_plan_breaks_nothing_and_is_never_before_the_bound(problem: PlanProblem, seed: int) -> None:
    for plan in (plain_plan(problem), make_plan(problem, rng=Random(seed), effort=EFFORT)):
        assert find_faults(problem, plan.slots) == ()
        assert plan.finish == max(slot.ends for slot in plan.slots) >= plan.bound
        assert plan.gap >= 0


@settings(max_examples=60)
@given(problems())
def test_more_effort_never_ends_later_than_the_plain_heuristic(problem: PlanProblem) -> None:
    assert make_plan(problem, rng=Random(1), effort=EFFORT).finish <= plain_plan(problem).finish


@settings(max_examples=120)
@given(problems(), st.integers(0, 900), st.integers(100, 300))
@pytest.mark.fault("F51")
def test_a_day_is_planned_anew_at_any_moment(problem: PlanProblem, minute: int, longer: int) -> None:
    """However late those are that play, the rest is sound, moved in its order or planned anew."""
    published = plain_plan(problem)
    rest = in_mid_day(problem, published, problem.begins + minute * MINUTE, longer)
    for plan in (replan(rest, published.slots), make_plan(rest, rng=Random(1), effort=EFFORT)):
        assert find_faults(rest, plan.slots) == ()
        assert plan.finish >= plan.bound


@pytest.mark.fault("F51")
def test_a_person_is_free_after_the_last_match_that_they_began_wherever_it_stands() -> None:
    ana = frozenset({"ana"})
    late = Activity("1.1", 3000, pin=Pin("1", 600, has_begun=True), people=ana)
    early = Activity("1.2", 600, pin=Pin("2", 0, has_begun=True), people=ana)
    problem = PlanProblem(hall(3), (late, early, Activity("1.3", 600, people=ana)), begins=900)
    for plan in (plain_plan(problem), make_plan(problem, rng=Random(1), effort=EFFORT)):
        assert by_match(plan.slots)["1.3"].begins == 3600
        assert find_faults(problem, plan.slots) == ()


@settings(max_examples=60)
@given(problems(), st.integers(0, 999))
def test_a_day_by_chance_is_played_to_its_end(problem: PlanProblem, seed: int) -> None:
    """Matches that last longer than expected stop nothing, and one that is late does not end in a break."""
    instance, rng = compile_problem(problem), Random(seed)
    played = simulate_run(
        instance, range(instance.size), [rng.randint(60, 3 * 3600) for _ in range(instance.size)]
    )
    assert min(played.tables) >= 0
    assert all(
        played.begins[match] >= played.ends[feed] + problem.rest
        for match, feeds in enumerate(instance.feeds)
        for feed in feeds
    )


def test_the_same_seed_gives_the_same_plan() -> None:
    problem = PlanProblem(hall(3), bracket(halving(8), range(31, 46)), change_over=300, rest=300)
    assert make_plan(problem, rng=Random(4)) == make_plan(problem, rng=Random(4))


def test_equal_matches_are_planned_to_the_bound() -> None:
    """Sixteen tables of four on eight: two waves, then four, then the final."""
    problem = PlanProblem(hall(8), bracket([16, 4, 1], [40] * 21, per_table=4), change_over=300, rest=300)
    plan = make_plan(problem, rng=Random(1))
    assert plan.is_optimal
    assert plan.finish == (4 * 40 + 3 * 5) * MINUTE


def test_the_bound_knows_the_tables_and_the_longest_way() -> None:
    one = Activity("1", 600)
    chain = (one, Activity("2", 900, ("1",)), Activity("3", 60, ("2",)))
    assert lower_bound(compile_problem(PlanProblem(hall(9), chain, rest=60))) == 600 + 60 + 900 + 60 + 60
    alike = tuple(Activity(str(number), 600) for number in range(10))
    assert lower_bound(compile_problem(PlanProblem(hall(3), alike))) == 4 * 600


def test_a_break_is_never_played_in() -> None:
    problem = PlanProblem(hall(1), (Activity("1", 3600), Activity("2", 1800)), breaks=(Span(3000, 6600),))
    slots = by_match(make_plan(problem, rng=Random(1)).slots)
    assert slots["2"].begins == 0
    assert slots["1"].begins == 6600


@pytest.mark.fault("F51")
def test_a_late_match_moves_what_depends_on_it_and_shuffles_nothing() -> None:
    matches = bracket(halving(8), [40] * 15)
    published = make_plan(PlanProblem(hall(3), matches, change_over=300, rest=300), rng=Random(1)).slots
    first = published[0]
    late = tuple(
        Activity(m.key, 90 * MINUTE, m.after, pin=Pin(first.table, first.begins, True))
        if m.key == first.match
        else m
        for m in matches
    )
    problem = PlanProblem(hall(3), late, begins=0, change_over=300, rest=300)
    moved = replan(problem, published)
    assert find_faults(problem, moved.slots) == ()
    assert moved.finish > max(slot.ends for slot in published)
    rounds = [slot.match for slot in moved.slots if slot.match.startswith("1.") and slot.match != first.match]
    assert rounds == [s.match for s in published if s.match.startswith("1.") and s.match != first.match]


@pytest.mark.fault("F52")
def test_a_table_that_is_lost_drops_no_match() -> None:
    matches = bracket(halving(8), [40] * 15)
    shrunk = (
        PlanTable("1"),
        PlanTable("2", closed=(Span(30 * MINUTE, 10**9),)),
        PlanTable("3", closed=(Span(0, 10**9),)),
    )
    plan = make_plan(PlanProblem(shrunk, matches), rng=Random(1))
    assert {slot.match for slot in plan.slots} == {match.key for match in matches}
    assert {slot.table for slot in plan.slots} == {"1"}


@pytest.mark.fault("F50")
def test_nobody_is_planned_at_two_tables_at_once() -> None:
    both = frozenset({"lia"})
    matches = (Activity("a", 3600, people=both), Activity("b", 3600, people=both), Activity("c", 3600))
    plan = make_plan(PlanProblem(hall(3), matches, rest=600), rng=Random(1))
    slots = by_match(plan.slots)
    first, second = sorted((slots["a"], slots["b"]), key=lambda slot: slot.begins)
    assert second.begins >= first.ends + 600


@pytest.mark.fault("F109")
def test_a_match_comes_before_or_after_what_its_people_play_elsewhere() -> None:
    away = (Span(30 * MINUTE, 60 * MINUTE),)
    matches = (Activity("1", 20 * MINUTE, away=away), Activity("2", 40 * MINUTE, away=away))
    problem = PlanProblem(hall(2), matches, rest=5 * MINUTE)
    plan = make_plan(problem, rng=Random(1))
    assert {slot.match: slot.begins for slot in plan.slots} == {"1": 0, "2": 65 * MINUTE}
    assert plan.waiting == 0
    early = [replace(slot, begins=slot.begins - 60, ends=slot.ends - 60) for slot in plan.slots[1:]]
    (fault,) = find_faults(problem, (*plan.slots[:1], *early))
    assert (fault.code, fault.matches) == ("person_twice", ("2",))


def test_a_pinned_final_keeps_its_table_free_and_its_time() -> None:
    at = 300 * MINUTE
    matches = bracket(halving(4), [30] * 7)
    final = Activity("3.1", 30 * MINUTE, ("2.1", "2.2"), pin=Pin("2", at))
    problem = PlanProblem(hall(2), (*matches[:-1], final, Activity("other", 250 * MINUTE)))
    plan = make_plan(problem, rng=Random(1))
    assert by_match(plan.slots)["3.1"] == Slot("3.1", "2", at, at + 30 * MINUTE)
    assert find_faults(problem, plan.slots) == ()


def test_a_pinned_match_whose_players_are_late_stops_nobody() -> None:
    """The only table is pinned for the final at a time at which the semifinals still need it."""
    matches = bracket(halving(2), [60] * 3)
    final = Activity("2.1", 60 * MINUTE, ("1.1", "1.2"), pin=Pin("1", 90 * MINUTE))
    plan = make_plan(PlanProblem(hall(1), (*matches[:-1], final)), rng=Random(1))
    assert plan.finish == 180 * MINUTE


def test_what_no_table_has_is_said_and_planned_all_the_same() -> None:
    plan = make_plan(PlanProblem(hall(1), (Activity("1", 60, needs=frozenset({"stage"})),)), rng=Random(1))
    assert plan.unmet == ("1",)
    assert len(plan.slots) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"tables": ()},
        {"matches": (Activity("1", 0),)},
        {"matches": (Activity("1", 60, ("1",)),)},
        {"matches": (Activity("1", 60, ("2",)),)},
        {"matches": (Activity("1", 60), Activity("1", 60))},
        {"matches": (Activity("1", 60, pin=Pin("no such table")),)},
        {"rest": -1},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    sound: dict[str, object] = {"tables": hall(1), "matches": (Activity("1", 60),)}
    with pytest.raises(ValueError, match=r"\w"):
        PlanProblem(**{**sound, **wrong})  # type: ignore[arg-type]


def test_who_listens_can_end_it() -> None:
    problem = PlanProblem(hall(2), bracket(halving(16), range(20, 51)))
    told: list[float] = []

    def listen(done: float) -> bool:
        told.append(done)
        return len(told) < 3

    plan = make_plan(problem, rng=Random(1), listen=listen)
    assert len(told) == 3
    assert find_faults(problem, plan.slots) == ()


def test_checking_finds_what_is_broken() -> None:
    matches = (Activity("1", 600), Activity("2", 600, ("1",)))
    problem = PlanProblem(hall(2), matches, breaks=(Span(5000, 6000),), change_over=60, rest=60)
    sound = (Slot("1", "1", 0, 600), Slot("2", "1", 660, 1260))
    assert find_faults(problem, sound) == ()
    broken = {
        "missing": sound[:1],
        "too_soon": (sound[0], Slot("2", "2", 500, 1100)),
        "table_twice": (sound[0], Slot("2", "1", 500, 1100)),
        "length": (sound[0], Slot("2", "2", 660, 700)),
        "closed": (sound[0], Slot("2", "2", 4900, 5500)),
    }
    for code, slots in broken.items():
        assert code in {fault.code for fault in find_faults(problem, slots)}


@settings(max_examples=50)
@given(problems())
def test_a_coarser_unit_loses_nothing(problem: PlanProblem) -> None:
    plan = plain_plan(problem)
    unit = unit_of(problem, plan)
    assert unit % MINUTE == 0
    assert slots_in_seconds(plan_in_units(plan, unit).slots, unit) == plan.slots
    assert find_faults(divide_by_unit(problem, unit), plan_in_units(plan, unit).slots) == ()


def test_without_the_other_solver_ours_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "IS_INSTALLED", False)
    problem = PlanProblem(hall(2), bracket(halving(4), range(30, 37)))
    assert solve(problem, rng=Random(1), seconds=5) == make_plan(problem, rng=Random(1))
