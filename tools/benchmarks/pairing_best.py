"""The cheapest tables of a Swiss round that CP-SAT finds, if it is installed: rematches, then spread."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.stages.rounds import RoundEntry

try:
    from ortools.sat.python import cp_model
except ImportError:
    IS_INSTALLED = False
else:
    IS_INSTALLED = True

WORKERS = 8


class RoundCost(NamedTuple):
    """What the tables of a round cost, and whether less is proven impossible.

    `rematches`: pairs that meet again. `spread`: over all tables, highest minus lowest points.
    """

    rematches: int
    spread: int
    is_proven: bool


def best_found(
    ranked: Sequence[RoundEntry], known: Sequence[Sequence[str]], floor: int, seconds: float
) -> RoundCost:
    """Return the cost of the best tables found in so many seconds, never worse than that of `known`.

    `ranked`: by points, most first, whole numbers. `floor`: a spread that no tables of these sizes go below.
    """
    model = cp_model.CpModel()
    places = {entry.entry: place for place, entry in enumerate(ranked)}
    tables = [[places[code] for code in table] for table in known]
    duels = all(len(table) == 2 for table in tables)
    rematches, spread = (_model_duels if duels else _model_seats)(model, ranked, tables)
    most = len(tables) * int(ranked[0].points - ranked[-1].points) + 1
    model.add(spread >= floor)
    model.minimize(most * rematches + spread)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = WORKERS
    state = solver.solve(model)
    if state not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError("CP-SAT found no tables, not even the known ones")
    return RoundCost(solver.value(rematches), solver.value(spread), state == cp_model.OPTIMAL)


def _model_duels(
    model: "cp_model.CpModel", ranked: Sequence[RoundEntry], tables: Sequence[Sequence[int]]
) -> "tuple[cp_model.LinearExprT, cp_model.LinearExprT]":
    """Add a choice for each pair to the model, hinted by `tables`; return rematches and spread."""
    known = {frozenset(table) for table in tables}
    pairs = {pair: model.new_bool_var(f"{pair}") for pair in combinations(range(len(ranked)), 2)}
    for pair, meets in pairs.items():
        model.add_hint(meets, frozenset(pair) in known)
    for place in range(len(ranked)):
        model.add_exactly_one(meets for pair, meets in pairs.items() if place in pair)
    times = {(one, two): ranked[one].opponents.count(ranked[two].entry) for one, two in pairs}
    apart = {(one, two): int(ranked[one].points - ranked[two].points) for one, two in pairs}
    return (
        sum(times[pair] * meets for pair, meets in pairs.items() if times[pair]),
        sum(apart[pair] * meets for pair, meets in pairs.items() if apart[pair]),
    )


def _model_seats(
    model: "cp_model.CpModel", ranked: Sequence[RoundEntry], tables: Sequence[Sequence[int]]
) -> "tuple[cp_model.LinearExprT, cp_model.LinearExprT]":
    """Add a choice for each entry and table to the model, hinted by `tables`; return rematches and spread."""
    low, high = int(ranked[-1].points), int(ranked[0].points)
    at = [[model.new_bool_var(f"{place} at {number}") for number in range(len(tables))]
          for place in range(len(ranked))]  # fmt: skip
    for row in at:
        model.add_exactly_one(row)
    spreads = []
    for number, table in enumerate(tables):
        model.add(sum(row[number] for row in at) == len(table))
        most, least = (model.new_int_var(low, high, f"{name} {number}") for name in ("most", "least"))
        for place, row in enumerate(at):
            model.add_hint(row[number], place in table)
            model.add(most >= int(ranked[place].points)).only_enforce_if(row[number])
            model.add(least <= int(ranked[place].points)).only_enforce_if(row[number])
        spreads.append(most - least)
    return _count_rematches(model, ranked, at), sum(spreads)


def _count_rematches(
    model: "cp_model.CpModel", ranked: Sequence[RoundEntry], at: "Sequence[Sequence[cp_model.IntVar]]"
) -> "cp_model.LinearExprT":
    """Add rematches to the model and return their sum; two who met twice before count two."""
    total = []
    for one, two in combinations(range(len(ranked)), 2):
        if times := ranked[one].opponents.count(ranked[two].entry):
            again = model.new_bool_var(f"{one} meets {two} again")
            for here, there in zip(at[one], at[two], strict=True):
                model.add_bool_or(again, here.negated(), there.negated())
            total.append(times * again)
    return sum(total)
