"""When the day ends, as a distribution: the same hall simulated many times at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor
from random import Random
from statistics import NormalDist, fmean

from scheduling.planning.hall import Run, simulate_run
from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.lengths import Lengths
from scheduling.planning.plan import Listen, ranks_by_tail
from scheduling.planning.problem import PlanProblem

PLACED = 40_000  # matches placed in all days together: about 0.2 s
FEWEST_DAYS, MAX_DAYS = 20, 200
DAY_SPREAD = 0.08  # standard deviation (logarithm) of the pace of a whole day
DAY_FACTORS = tuple(exp(DAY_SPREAD * NormalDist().inv_cdf(share)) for share in (0.1, 0.5, 0.9))
"""A fast, a usual and a slow day: enough for a hall so large that single matches even out."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """When the day ends, in the problem's seconds: one in ten by `low`, half by `middle`, nine by `high`.

    `waiting`: average seconds that a person waits for a table before a match. `days`: the number of simulated
    days.
    """

    low: int
    middle: int
    high: int
    waiting: int
    days: int


def simulate_ends(
    problem: PlanProblem,
    lengths: Mapping[str, Lengths],
    *,
    rng: Random,
    order: Sequence[str] | None = None,
    placed: int = PLACED,
    listen: Listen = lambda done: True,
) -> Outlook:
    """Simulate many days, each match with one of its lengths at random; return when they end.

    `lengths` and `order` by match key. Matches are called in `order`, by default those with the longest
    remaining path first. `placed` bounds the matches of all days together; if that leaves too few random
    days, three fixed ones replace them. The listener may end it after the first day.
    """
    instance = compile_problem(problem)
    ranks = ranks_by_tail(instance) if order is None else _ranks_by_order(instance, order)
    values = [lengths[key] for key in instance.keys]
    factors = _day_factors(min(MAX_DAYS, placed // max(1, instance.size)), rng)
    runs: list[Run] = []
    while not runs or (len(runs) < len(factors) and listen(len(runs) / len(factors))):
        runs.append(simulate_run(instance, ranks, _random_lengths(values, factors[len(runs)], rng)))
    ends = sorted(one.finish for one in runs)
    return Outlook(
        low=end_of_share_at_most(ends, 0.1),
        middle=ends[len(ends) // 2],
        high=end_of_share_at_least(ends, 0.9),
        waiting=_mean_waiting(instance, runs),
        days=len(runs),
    )


def end_of_share_at_most(ends: Sequence[int], share: float) -> int:
    """Return by when at most `share` (0 to 1) of all such days end; `ends` of simulated days, sorted.

    Of n+1 days, each is equally likely to be the real one: the k-th of n has k of n+1 before it. With too few
    days, the first.
    """
    return ends[max(0, floor(share * (len(ends) + 1)) - 1)]


def end_of_share_at_least(ends: Sequence[int], share: float) -> int:
    """Return by when at least `share` of all such days end, likewise; with too few days, the last."""
    return ends[min(len(ends), ceil(share * (len(ends) + 1))) - 1]


def waves(tables: int, matches: int) -> int:
    """Return how many times the tables are filled for so many matches of one round."""
    return -(-matches // tables)


def _day_factors(days: int, rng: Random) -> Sequence[float]:
    """Return the factor on all lengths of each simulated day: random, around 1.

    Below `FEWEST_DAYS`, return the three `DAY_FACTORS` instead.
    """
    if days < FEWEST_DAYS:
        return DAY_FACTORS
    return [exp(rng.gauss(0, DAY_SPREAD)) for _ in range(days)]


def _random_lengths(values: Sequence[Lengths], factor: float, rng: Random) -> list[int]:
    """Return for each match one of its lengths times the day's factor, in seconds, at least 60."""
    return [max(60, round(rng.choice(lengths) * factor)) for lengths in values]


def _ranks_by_order(instance: Instance, order: Sequence[str]) -> list[int]:
    """Return the rank of each match; matches that `order` lacks come last."""
    place = {key: index for index, key in enumerate(order)}
    return [place.get(key, len(place) + number) for number, key in enumerate(instance.keys)]


def _mean_waiting(instance: Instance, runs: Sequence[Run]) -> int:
    """Return the mean seconds that a seat waits for a table before a match, over all days."""
    seats = max(1, sum(instance.seats))
    return round(fmean(one.waiting for one in runs) / seats)
