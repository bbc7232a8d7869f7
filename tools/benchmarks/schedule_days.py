"""Random days: 128 entries, lengths at random, people who do not come, two tables lost after an hour."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp
from random import Random
from statistics import median

from scheduling.planning.hall import Run, run
from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.lengths import LengthClass, Lengths, duration_of, mean_seconds
from scheduling.planning.outlook import DAY_SPREAD, simulate_ends
from scheduling.planning.plan import make_plan, ranks_by_tail
from scheduling.planning.problem import Activity, Pin, PlanProblem, PlanTable, Span

MINUTE = 60
NEVER = 10**9
NO_SHOW, GRACE = 0.04, 10 * MINUTE
LOST_AT = 75 * MINUTE
ENTRIES, TABLES, LOST = 128, 16, 2
SHOWN = 5 * MINUTE  # a forecast is told in steps of five minutes, outwards


@dataclass(frozen=True, slots=True)
class Day:
    """What is known before the day, and how long each match will really take."""

    problem: PlanProblem
    lengths: Mapping[str, Lengths]
    actual: Mapping[str, int]


def day(seed: int) -> Day:
    """Duels without a limit; the people of a day are all a little slower or faster, and some do not come."""
    rng = Random(seed)
    lasts = duration_of(LengthClass("", frozenset(), 2, None), ())
    matches: list[Activity] = []
    before: list[str] = []
    size = ENTRIES // 2
    while size:
        keys = [str(len(matches) + index) for index in range(size)]
        matches += [
            Activity(key, mean_seconds(lasts.to_come), tuple(before[2 * index : 2 * index + 2]))
            for index, key in enumerate(keys)
        ]
        before, size = keys, size // 2
    tables = tuple(PlanTable(str(number)) for number in range(TABLES))
    pace = exp(rng.gauss(0, DAY_SPREAD))
    actual = {match.key: _length(lasts.begun, pace, rng) for match in matches}
    asked = PlanProblem(tables, tuple(matches), 0, (), 5 * MINUTE, 5 * MINUTE)
    return Day(asked, {match.key: lasts.to_come for match in matches}, actual)


def _length(lengths: Lengths, pace: float, rng: Random) -> int:
    return GRACE if rng.random() < NO_SHOW else round(rng.choice(lengths) * pace)


def worst_days(days: int) -> tuple[str, bool]:
    """Compare the end of days with lost tables with a plan made in full knowledge.

    And with the same hall, had it known of the loss: the rest is that no one knows how long a match
    will last.
    """
    found = [day(seed) for seed in range(days)]
    ends = [_played(one) for one in found]
    middle, told = (
        median(end / other(one) - 1 for end, one in zip(ends, found, strict=True))
        for other in (_in_hindsight, _told_of_the_loss)
    )
    line = f"days with no-shows and two tables lost: {middle:.2%} after the plan in hindsight"
    line += f" (its aim of 5% is given up: ADR 0044), {told:+.2%} to the same hall told of the loss  aim 0%"
    return line, told <= 0.001


def band_holds(days: int) -> tuple[str, bool]:
    """In how many days the end lies within the band that was told at the start."""
    held = 0
    for seed in range(days):
        one = day(seed)
        told = simulate_ends(one.problem, one.lengths, rng=Random(seed))
        ended = _run(one.problem, one.actual).finish
        held += told.low // SHOWN * SHOWN <= ended <= -(-told.high // SHOWN) * SHOWN
    share = held / days
    return (
        f"{days} days: the end within the band of 10 to 90 % told at the start in {share:.0%}  aim 80%",
        share >= 0.8,
    )


def _played(one: Day) -> int:
    """Return the end of the day as the hall plays it, with the loss not known before it happens."""
    until = _run(one.problem, one.actual)
    instance = compile_problem(one.problem)
    rest = _after_the_loss(one.problem, instance, until)
    return _run(rest, one.actual).finish


def _after_the_loss(problem: PlanProblem, instance: Instance, until: Run) -> PlanProblem:
    """What is still to be played once the tables are lost; who plays there plays to the end."""
    begun = {
        key: Pin(problem.tables[until.tables[number]].key, until.begins[number], True)
        for number, key in enumerate(instance.keys)
        if until.begins[number] < LOST_AT
    }
    matches = tuple(replace(match, pin=begun.get(match.key)) for match in problem.matches)
    return replace(problem, matches=matches, tables=_with_loss(problem), begins=LOST_AT)


def _with_loss(problem: PlanProblem) -> tuple[PlanTable, ...]:
    lost = (Span(LOST_AT, NEVER),)
    return tuple(
        replace(table, closed=lost) if index < LOST else table for index, table in enumerate(problem.tables)
    )


def _in_hindsight(one: Day) -> int:
    """Return the end of a good plan that knew all lengths and the loss before."""
    matches = tuple(replace(match, seconds=one.actual[match.key]) for match in one.problem.matches)
    known = replace(one.problem, matches=matches, tables=_with_loss(one.problem))
    return make_plan(known, rng=Random(1), effort=100_000).finish


def _told_of_the_loss(one: Day) -> int:
    """The end of the day where the loss was known, but no length."""
    return _run(replace(one.problem, tables=_with_loss(one.problem)), one.actual).finish


def _run(problem: PlanProblem, actual: Mapping[str, int]) -> Run:
    instance = compile_problem(problem)
    return run(instance, ranks_by_tail(instance), [actual[key] for key in instance.keys])
