"""The plan: list scheduling by the remaining path, improved step by step, with a bound of its quality."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scheduling.planning.bounds import lower_bound
from scheduling.planning.hall import Run, simulate_run
from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.problem import PlanProblem, Slot

EFFORT = 200_000
"""The most matches placed in all tries together; about a second of one core for each 200,000."""
FEWEST_TRIES = 6
Listen = Callable[[float], bool]
"""Called with the progress from 0 to 1; False ends the search with the best plan so far."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """Every match with its table and time, in the order of their beginnings; times in the problem's seconds.

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
        """Return by what share of the shortest possible day it may be too long; 0 if proven optimal."""
        whole = self.bound - self.begins
        return max(0, self.finish - self.bound) / whole if whole > 0 else 0.0


def make_plan(
    problem: PlanProblem, *, rng: Random, effort: int = EFFORT, listen: Listen = lambda done: True
) -> DayPlan:
    """Return the best plan found within `effort`: the earliest end, then the least waiting.

    `listen` is called between tries, and ends the search by returning False.
    """
    instance = compile_problem(problem)
    least = lower_bound(instance)
    best = _improve(instance, least, rng, effort, listen)
    return plan_from_run(instance, best, least)


def plain_plan(problem: PlanProblem) -> DayPlan:
    """Return the plan in which a free table takes the first ready match of the bracket.

    So the dispatcher calls without a timetable; there is no search.
    """
    instance = compile_problem(problem)
    return plan_from_run(instance, simulate_run(instance, range(instance.size)), lower_bound(instance))


def replan(problem: PlanProblem, published: Sequence[Slot]) -> DayPlan:
    """Return the published plan moved to present times, in the same order; new matches come last."""
    instance = compile_problem(problem)
    when = {slot.match: (slot.begins, index) for index, slot in enumerate(published)}
    last = (1 << 60, 0)
    order = sorted(range(instance.size), key=lambda match: when.get(instance.keys[match], last))
    return plan_from_run(instance, simulate_run(instance, _ranks_of_order(order)), lower_bound(instance))


def plan_from_run(instance: Instance, found: Run, least: int) -> DayPlan:
    """Return a simulated run as a plan; `least` is its bound."""
    tables = [table.key for table in instance.problem.tables]
    slots = [
        Slot(key, tables[found.tables[match]], found.begins[match], found.ends[match])
        for match, key in enumerate(instance.keys)
    ]
    ordered = tuple(sorted(slots, key=lambda slot: (slot.begins, slot.table)))
    begins = instance.problem.begins
    return DayPlan(ordered, begins, found.finish, least, found.waiting, instance.unmet)


def ranks_by_tail(instance: Instance) -> list[int]:
    """Return the rank of each match, from 0; that with the longest remaining path has 0."""
    order = sorted(range(instance.size), key=lambda match: (-instance.tails[match], match))
    return _ranks_of_order(order)


def _improve(instance: Instance, least: int, rng: Random, effort: int, listen: Listen) -> Run:
    """Return the best run: of several first orders, then with a match moved or two swapped at a time.

    It stops after as many tries as `effort` (matches placed in all) allows, without progress once the bound
    `least` is reached, or when `listen` returns False.
    """
    tries = max(FEWEST_TRIES, effort // max(1, instance.size))
    firsts = [_ranks_of_order(order) for order in _first_orders(instance, rng)]
    runs = [(_cost_of(found := simulate_run(instance, ranks)), ranks, found) for ranks in firsts]
    worth, ranks, best = min(runs, key=lambda one: one[0])
    since = 0
    for number in range(tries - len(runs)):
        if (since > max(200, instance.size) and worth[0] <= least) or not listen(number / tries):
            break
        changed = _change_order(ranks, best, instance, rng)
        found = simulate_run(instance, changed)
        since = 0 if _cost_of(found) < worth else since + 1
        if _cost_of(found) <= worth:
            worth, ranks, best = _cost_of(found), changed, found
    return best


def _cost_of(found: Run) -> tuple[int, int]:
    """Return the key by which runs are compared: end, then waiting; lower is better."""
    return found.finish, found.waiting


def _first_orders(instance: Instance, rng: Random) -> Iterator[list[int]]:
    """Yield orders of match numbers: by remaining path; by the path after the match; as given; with noise."""
    tails, seconds, every = instance.tails, instance.seconds, range(instance.size)
    yield sorted(every, key=lambda match: (-tails[match], match))
    yield sorted(every, key=lambda match: (seconds[match] - tails[match], -seconds[match], match))
    yield list(every)
    noise = [rng.uniform(0.9, 1.1) for _ in every]
    yield sorted(every, key=lambda match: -tails[match] * noise[match])


def _change_order(ranks: Sequence[int], best: Run, instance: Instance, rng: Random) -> list[int]:
    """Return new ranks with one match, often of the chain that ends last, moved or swapped at random."""
    size = instance.size
    order = sorted(range(size), key=ranks.__getitem__)
    one = _choose_late_match(best, instance, rng) if rng.random() < 0.5 else rng.randrange(size)
    place = ranks[one]
    other = rng.randrange(max(0, place - 40), min(size, place + 10))
    if rng.random() < 0.5:
        order[place], order[other] = order[other], order[place]
    else:
        order.insert(other, order.pop(place))
    return _ranks_of_order(order)


def _choose_late_match(best: Run, instance: Instance, rng: Random) -> int:
    """Return a random match (number) of the chain that ends last."""
    match = max(range(instance.size), key=best.ends.__getitem__)
    chain = [match]
    while instance.feeds[match]:
        match = max(instance.feeds[match], key=best.ends.__getitem__)
        chain.append(match)
    return rng.choice(chain)


def _ranks_of_order(order: Sequence[int]) -> list[int]:
    """Return the rank of each match, by its number, in this order of numbers."""
    ranks = [0] * len(order)
    for rank, match in enumerate(order):
        ranks[match] = rank
    return ranks
