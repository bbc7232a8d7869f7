"""Two solvers: ours is fast; CP-SAT proves and improves, if it is installed."""

from random import Random

from scheduling.planning.exact import better_plan
from scheduling.planning.plan import EFFORT, DayPlan, Listen, make_plan
from scheduling.planning.problem import PlanProblem


def solve(
    problem: PlanProblem,
    *,
    rng: Random,
    effort: int = EFFORT,
    seconds: float = 0,
    listen: Listen = lambda done: True,
) -> DayPlan:
    """Return the best plan found: by list scheduling within `effort`, then by CP-SAT for `seconds`.

    CP-SAT is left out with 0 seconds, if `listen` returns False, or for a reason of `better_plan`.
    """
    plan = make_plan(problem, rng=rng, effort=effort, listen=listen)
    return better_plan(problem, plan, seconds=seconds) if seconds > 0 and listen(1.0) else plan
