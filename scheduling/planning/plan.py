"""The plan: list scheduling by the remaining path, improved step by step, with a bound of its quality."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scheduling.planning.bounds import bound
from scheduling.planning.hall import Run, run
from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.problem import PlanProblem, Slot

EFFORT = 200_000
"""The most matches placed in all tries together; about a second of one core for each 200,000."""
FEWEST_TRIES = 6
Listen = Callable[[float], bool]
"""Called with the progress from 0 to 1; False ends the search with the best plan so far."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """Every match with its table and time, in the order of their beginnings.

    `bound`: no plan ends before. `waiting`: seconds that people wait for a table, over all seats. `unmet`:
    matches with needs that no table meets.
    """

    slots: tuple[Slot, ...]
    begins: int
    finish: int
    bound: int
    waiting: int
    unmet: tuple[str, ...] = ()

    @property
    def is_optimal(self) -> bool:
        """Return whether it is proven that no plan ends earlier."""
        return self.finish <= self.bound

    @property
    def gap(self) -> float:
        """Return the share of the whole time by which it may be longer than the best plan; 0 if proven
        optimal.
        """
        whole = self.bound - self.begins
        return max(0, self.finish - self.bound) / whole if whole > 0 else 0.0


def make_plan(
    problem: PlanProblem, *, rng: Random, effort: int = EFFORT, listen: Listen = lambda done: True
) -> DayPlan:
    """Return the best plan within that effort: the earliest end, then the least waiting."""
    instance = compile_problem(problem)
    least = bound(instance)
    best = _improved(instance, least, rng, effort, listen)
    return plan_from_run(instance, best, least)


def plain_plan(problem: PlanProblem) -> DayPlan:
    """Return the plan of the plain heuristic, the first ready match of the bracket, as the dispatcher without
    a plan.
    """
    instance = compile_problem(problem)
    return plan_from_run(instance, run(instance, range(instance.size)), bound(instance))


def replan(problem: PlanProblem, published: Sequence[Slot]) -> DayPlan:
    """Return the published plan at present times: the same order, later or earlier."""
    instance = compile_problem(problem)
    when = {slot.match: (slot.begins, index) for index, slot in enumerate(published)}
    last = (1 << 60, 0)
    order = sorted(range(instance.size), key=lambda match: when.get(instance.keys[match], last))
    return plan_from_run(instance, run(instance, _ranks(order)), bound(instance))


def plan_from_run(instance: Instance, found: Run, least: int) -> DayPlan:
    """Return a simulated run as a plan."""
    tables = [table.key for table in instance.problem.tables]
    slots = [
        Slot(key, tables[found.tables[match]], found.begins[match], found.ends[match])
        for match, key in enumerate(instance.keys)
    ]
    ordered = tuple(sorted(slots, key=lambda slot: (slot.begins, slot.table)))
    begins = instance.problem.begins
    return DayPlan(ordered, begins, found.finish, least, found.waiting, instance.unmet)


def ranks_by_tail(instance: Instance) -> list[int]:
    """Return ranks with the longest remaining path first."""
    order = sorted(range(instance.size), key=lambda match: (-instance.tails[match], match))
    return _ranks(order)


def _improved(instance: Instance, least: int, rng: Random, effort: int, listen: Listen) -> Run:
    """Return the best run: of several first orders, then with matches moved ahead as long as that helps."""
    tries = max(FEWEST_TRIES, effort // max(1, instance.size))
    firsts = [_ranks(order) for order in _first_orders(instance, rng)]
    runs = [(_worth(found := run(instance, ranks)), ranks, found) for ranks in firsts]
    worth, ranks, best = min(runs, key=lambda one: one[0])
    since = 0
    for number in range(tries - len(runs)):
        if (since > max(200, instance.size) and worth[0] <= least) or not listen(number / tries):
            break
        changed = _changed(ranks, best, instance, rng)
        found = run(instance, changed)
        since = 0 if _worth(found) < worth else since + 1
        if _worth(found) <= worth:
            worth, ranks, best = _worth(found), changed, found
    return best


def _worth(found: Run) -> tuple[int, int]:
    """Return the key by which runs are compared, lower is better."""
    return found.finish, found.waiting


def _first_orders(instance: Instance, rng: Random) -> Iterator[list[int]]:
    """Yield orders: by remaining path; longer match first; as in the bracket; remaining path with noise."""
    tails, seconds, every = instance.tails, instance.seconds, range(instance.size)
    yield sorted(every, key=lambda match: (-tails[match], match))
    yield sorted(every, key=lambda match: (seconds[match] - tails[match], -seconds[match], match))
    yield list(every)
    noise = [rng.uniform(0.9, 1.1) for _ in every]
    yield sorted(every, key=lambda match: -tails[match] * noise[match])


def _changed(ranks: Sequence[int], best: Run, instance: Instance, rng: Random) -> list[int]:
    """Return the ranks with one match moved ahead, often one on the critical path, or with two swapped."""
    size = instance.size
    order = sorted(range(size), key=ranks.__getitem__)
    one = _late_one(best, instance, rng) if rng.random() < 0.5 else rng.randrange(size)
    place = ranks[one]
    other = rng.randrange(max(0, place - 40), min(size, place + 10))
    if rng.random() < 0.5:
        order[place], order[other] = order[other], order[place]
    else:
        order.insert(other, order.pop(place))
    return _ranks(order)


def _late_one(best: Run, instance: Instance, rng: Random) -> int:
    """Return a random match of the chain that ends last."""
    match = max(range(instance.size), key=best.ends.__getitem__)
    chain = [match]
    while instance.feeds[match]:
        match = max(instance.feeds[match], key=best.ends.__getitem__)
        chain.append(match)
    return rng.choice(chain)


def _ranks(order: Sequence[int]) -> list[int]:
    """Return the rank of each match in this order."""
    ranks = [0] * len(order)
    for rank, match in enumerate(order):
        ranks[match] = rank
    return ranks
