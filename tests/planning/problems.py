"""Problems by chance, for the tests of plans and their figures."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from scheduling.planning.plan import DayPlan
from scheduling.planning.problem import Activity, Pin, PlanProblem, PlanTable, Span

MINUTE = 60


def bracket(sizes: Sequence[int], minutes: Sequence[int], *, per_table: int = 2) -> tuple[Activity, ...]:
    """Rounds of so many matches each, every match fed by the next `per_table` ones of the round before."""
    found: list[Activity] = []
    before: list[str] = []
    lengths = iter(minutes)
    for number, matches in enumerate(sizes, start=1):
        keys = [f"{number}.{match}" for match in range(1, matches + 1)]
        for index, key in enumerate(keys):
            fed = tuple(before[index * per_table : (index + 1) * per_table])
            found.append(Activity(key, next(lengths) * MINUTE, fed, seats=per_table))
        before = keys
    return tuple(found)


def halving(first: int, per_table: int = 2) -> list[int]:
    """Matches of each round, from `first` down to the final."""
    sizes = [first]
    while sizes[-1] > 1:
        sizes.append(max(1, sizes[-1] // per_table))
    return sizes


@st.composite
def problems(draw: st.DrawFn) -> PlanProblem:
    """Up to 31 matches in halls with breaks, hours, stages, pins, waves and people of two events."""
    first = draw(st.sampled_from([1, 2, 4, 8, 16]))
    rng = Random(draw(st.integers(0, 10**6)))
    plain = bracket(halving(first), [rng.randint(5, 90) for _ in range(2 * first)])
    tables = tuple(_table(index, rng) for index in range(draw(st.integers(1, 6))))
    begins = draw(st.integers(0, 500)) * MINUTE
    matches = tuple(_dressed(match, rng, tables, begins) for match in plain)
    breaks = tuple(_span(rng, begins) for _ in range(draw(st.integers(0, 3))))
    change, rest = draw(st.integers(0, 10)) * MINUTE, draw(st.integers(0, 20)) * MINUTE
    return PlanProblem(tables, matches, begins, breaks, change, rest)


def in_mid_day(problem: PlanProblem, plan: DayPlan, moment: int, longer: int) -> PlanProblem:
    """The rest of the day at that moment: what has begun is held, and lasts so many percent."""
    begun = {slot.match: Pin(slot.table, slot.begins, True) for slot in plan.slots if slot.begins < moment}
    going_on = {slot.match for slot in plan.slots if slot.ends > moment} & begun.keys()
    matches = tuple(
        replace(
            match,
            pin=begun.get(match.key, match.pin),
            seconds=match.seconds * longer // 100 if match.key in going_on else match.seconds,
        )
        for match in problem.matches
    )
    return replace(problem, matches=matches, begins=max(moment, problem.begins))


def _table(index: int, rng: Random) -> PlanTable:
    attributes = frozenset(word for word in ("stage", "accessible") if rng.random() < 0.4)
    closed = tuple(_span(rng, 0) for _ in range(rng.choice([0, 0, 1, 2])))
    return PlanTable(f"t{index}", attributes, closed)


def _span(rng: Random, begins: int) -> Span:
    start = begins + rng.randint(0, 600) * MINUTE
    return Span(start, start + rng.randint(1, 120) * MINUTE)


def _dressed(match: Activity, rng: Random, tables: Sequence[PlanTable], begins: int) -> Activity:
    """The match with what makes planning harder, each seldom."""
    needs = frozenset({"stage"}) if rng.random() < 0.1 else frozenset[str]()
    people = frozenset({rng.choice("abc")}) if rng.random() < 0.2 else frozenset[str]()
    earliest = begins + rng.randint(0, 200) * MINUTE if rng.random() < 0.15 else 0
    pin = None
    if rng.random() < 0.1:
        at = begins + rng.randint(0, 400) * MINUTE if rng.random() < 0.6 else None
        pin = Pin(rng.choice(tables).key, at)
    away = tuple(_span(rng, begins) for _ in range(rng.choice([0, 0, 0, 1, 3])))
    return Activity(match.key, match.seconds, match.after, needs, earliest, pin, people, match.seats, away)
