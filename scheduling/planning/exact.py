"""OR-Tools CP-SAT for the same problem, if it is installed (requirements-planner.txt)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from math import ceil

from scheduling.planning.checking import find_faults
from scheduling.planning.instance import Instance, compile_problem
from scheduling.planning.plan import DayPlan
from scheduling.planning.problem import PlanProblem, Slot, Span, merge_spans
from scheduling.planning.units import divide_by_unit, plan_in_units, slots_in_seconds, unit_of

try:
    from ortools.sat.python import cp_model
except ImportError:
    IS_INSTALLED = False
else:
    IS_INSTALLED = True

MAX_MATCHES = 1500
"""Above it the list scheduler is better within the available time."""
WORKERS = 8
"""Parallel searches of different kinds, also on two cores: one may prove what another cannot."""


@dataclass(frozen=True, slots=True)
class _Model:
    """A CP-SAT model; `begins` by match number; `at`: by match and table, whether it is there.

    `at` is empty if all tables are alike.
    """

    model: "cp_model.CpModel"
    begins: "list[cp_model.IntVar]"
    at: "dict[tuple[int, int], cp_model.IntVar]"


def better_plan(problem: PlanProblem, known: DayPlan, *, seconds: float, workers: int = WORKERS) -> DayPlan:
    """Search for `seconds`; return CP-SAT's plan if it ends earlier, else the known one with a better bound.

    The known plan is returned unchanged if CP-SAT is not installed or finds nothing, if the plan is optimal
    already, or for more than `MAX_MATCHES` matches.
    """
    if not IS_INSTALLED or known.is_optimal or len(problem.matches) > MAX_MATCHES:
        return known
    unit = unit_of(problem, known)
    instance = compile_problem(divide_by_unit(problem, unit))
    built = _build_model(instance, plan_in_units(known, unit))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    if solver.solve(built.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return known
    least = max(known.bound, ceil(solver.best_objective_bound - 1e-6) * unit)
    return _choose_plan(
        problem, known, slots_in_seconds(_solution_slots(instance, built, solver), unit), least
    )


def _choose_plan(problem: PlanProblem, known: DayPlan, slots: tuple[Slot, ...], least: int) -> DayPlan:
    """Return the known plan with the bound `least`, or the solution if it is valid and earlier."""
    finish = max(slot.ends for slot in slots)
    if finish >= known.finish or find_faults(problem, slots):
        return replace(known, bound=min(least, known.finish))
    return replace(known, slots=slots, finish=finish, bound=min(least, finish))


def _build_model(instance: Instance, known: DayPlan) -> _Model:
    """Return the CP-SAT model, with the known plan as its hint and as upper bound of the end."""
    model = cp_model.CpModel()
    begins = [_begin_variable(model, instance, match, known.finish) for match in range(instance.size)]
    finish = model.new_int_var(min(known.bound, known.finish), known.finish, "finish")
    for match, start in enumerate(begins):
        model.add(start + instance.seconds[match] <= finish)
        for feed in instance.feeds[match]:
            if match not in instance.fixed:
                model.add(start >= begins[feed] + instance.seconds[feed] + instance.gap)
    at = _add_tables(model, instance, begins)
    _keep_people_apart(model, instance, begins)
    for slot in known.slots:
        model.add_hint(begins[instance.keys.index(slot.match)], slot.begins)
    model.minimize(finish)
    return _Model(model, begins, at)


def _begin_variable(
    model: "cp_model.CpModel", instance: Instance, match: int, latest: int
) -> "cp_model.IntVar":
    """Return the variable of a match's beginning, without times that run into a break or an absence.

    It is a constant for a match that has begun.
    """
    if match in instance.fixed:
        return model.new_constant(instance.fixed[match][1])
    shut = merge_spans((*instance.breaks, *instance.away[match]))
    domain = _possible_begins(instance.heads[match], latest, instance.seconds[match], shut)
    return model.new_int_var_from_domain(domain, f"begins {match}")


def _possible_begins(earliest: int, latest: int, seconds: int, closed: Sequence[Span]) -> "cp_model.Domain":
    """Return the times, up to `latest`, at which a match of so many seconds meets no closed span."""
    free: list[list[int]] = []
    moment = earliest
    for span in closed:
        if span.ends <= moment:
            continue
        if span.begins - seconds >= moment:
            free.append([moment, span.begins - seconds])
        moment = max(moment, span.ends)
    return cp_model.Domain.from_intervals([*free, [moment, max(moment, latest)]])


def _tables_are_alike(instance: Instance) -> bool:
    """Return whether every table suits every match at all times but the breaks, and no match has begun."""
    alike = all(closed == instance.breaks for closed in instance.closed)
    return alike and not any(instance.allowed) and not instance.fixed


def _add_tables(
    model: "cp_model.CpModel", instance: Instance, begins: "Sequence[cp_model.IntVar]"
) -> "dict[tuple[int, int], cp_model.IntVar]":
    """Constrain matches at one table to different times; return by match and table whether it is there.

    Return {} if all tables are alike: then the constraint is only how many matches are played at once.
    """
    change = instance.problem.change_over
    if _tables_are_alike(instance):
        spans = [
            model.new_fixed_size_interval_var(start, instance.seconds[match] + change, f"span {match}")
            for match, start in enumerate(begins)
        ]
        model.add_cumulative(spans, [1] * len(spans), len(instance.closed))
        return {}
    at: dict[tuple[int, int], cp_model.IntVar] = {}
    by_table: dict[int, list[cp_model.IntervalVar]] = {}
    for match, start in enumerate(begins):
        for table in _tables_of(instance, match):
            here = at[match, table] = model.new_bool_var(f"{match} at {table}")
            span = model.new_optional_fixed_size_interval_var(
                start, instance.seconds[match] + change, here, f"span {match} at {table}"
            )
            by_table.setdefault(table, []).append(span)
            _require_open_table(model, instance, match, table, start, here)
        model.add_exactly_one(at[match, table] for table in _tables_of(instance, match))
    for spans in by_table.values():
        model.add_no_overlap(spans)
    return at


def _require_open_table(
    model: "cp_model.CpModel",
    instance: Instance,
    match: int,
    table: int,
    start: "cp_model.IntVar",
    here: "cp_model.IntVar",
) -> None:
    """Forbid the match at this table while the table is closed."""
    if match not in instance.fixed and instance.closed[table] != instance.breaks:
        domain = _possible_begins(
            instance.heads[match], 1 << 40, instance.seconds[match], instance.closed[table]
        )
        model.add_linear_expression_in_domain(start, domain).only_enforce_if(here)


def _tables_of(instance: Instance, match: int) -> Sequence[int]:
    """Return the tables (numbers) at which the match may be played."""
    if match in instance.fixed:
        return [instance.fixed[match][0]]
    allowed = instance.allowed[match]
    return range(len(instance.closed)) if allowed is None else sorted(allowed)


def _keep_people_apart(
    model: "cp_model.CpModel", instance: Instance, begins: "Sequence[cp_model.IntVar]"
) -> None:
    """Forbid that two matches of one person overlap, with `gap` seconds between them."""
    of: dict[str, list[cp_model.IntervalVar]] = {}
    for match, people in enumerate(instance.people):
        length = instance.seconds[match] + instance.gap
        for person in people:
            span = model.new_fixed_size_interval_var(begins[match], length, f"{person} in {match}")
            of.setdefault(person, []).append(span)
    for spans in of.values():
        model.add_no_overlap(spans)


def _solution_slots(instance: Instance, built: _Model, solver: "cp_model.CpSolver") -> Iterator[Slot]:
    """Yield the solution by beginning; if tables are alike, each match takes the table that is free first."""
    begins = [solver.value(start) for start in built.begins]
    chosen = {match: table for (match, table), here in built.at.items() if solver.value(here)}
    free = [(0, table) for table in range(len(instance.closed))]
    heapify(free)
    for match in sorted(range(instance.size), key=begins.__getitem__):
        ends = begins[match] + instance.seconds[match]
        table = chosen[match] if chosen else heappop(free)[1]
        heappush(free, (ends + instance.problem.change_over, table))
        yield Slot(instance.keys[match], instance.problem.tables[table].key, begins[match], ends)
