"""Pins that cannot hold, and why: even by the shortest possible way, in any order of play."""

from collections.abc import Iterator
from itertools import pairwise

from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.problem import PlanProblem


def lost_pins(problem: PlanProblem, within: int) -> dict[str, str]:
    """Return by match key why it cannot begin within `within` seconds after its pinned time; {} if all can.

    `passed`: the time is over. `not_ready`: earlier matches last longer, even with a table for everyone.
    `break`: it would run into one. `table_taken`: its only possible table has another pinned match until
    later.
    """
    instance = compile_problem(problem)
    late = {number: begins + within for number, (_, begins) in instance.pins.items()}
    found = {
        instance.keys[number]: _reason(instance, number, latest)
        for number, latest in late.items()
        if instance.heads[number] > latest
    }
    return {
        **found,
        **{key: "table_taken" for key in _keys_of_clashing_pins(instance, late) if key not in found},
    }


def _reason(instance: Instance, number: int, latest: int) -> str:
    """Return why the match cannot begin by `latest`: `passed`, `not_ready` or `break`."""
    if instance.problem.begins > latest:
        return "passed"
    came = [instance.heads[feed] + instance.seconds[feed] + instance.gap for feed in instance.feeds[number]]
    return "not_ready" if max(came, default=0) > latest else "break"


def _keys_of_clashing_pins(instance: Instance, late: dict[int, int]) -> Iterator[str]:
    """Yield the later of two clashing matches that have only one table, the same; `late`: the latest begins.

    All by number. A match is left out if it may take one of several tables.
    """
    named = [number for number in late if len(instance.allowed[number] or instance.closed) == 1]
    ordered = sorted(named, key=lambda number: (instance.pins[number], number))
    for before, after in pairwise(ordered):
        table, begins = instance.pins[before]
        free = begins + instance.seconds[before] + instance.problem.change_over
        if instance.pins[after][0] == table and free > late[after]:
            yield instance.keys[after]
