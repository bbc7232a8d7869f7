"""The kinds of stages, and the plan of a tournament's stage. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from core.errors import Violation
from tournaments.stages.groups.plan import GROUPS, GroupsPlan
from tournaments.stages.plan import StagePlan
from tournaments.stages.points import LEAST_TABLE, POINTS, WIN
from tournaments.stages.swiss.plan import SWISS, SwissPlan

StagePlans = Sequence[Mapping[str, Any]]
KINDS: Mapping[str, type[StagePlan]] = MappingProxyType({SWISS: SwissPlan, GROUPS: GroupsPlan})
"""The class of the plans of each kind, by the kind's name in settings and records."""
POINTS_KEY = "points"
CHOSEN_POINTS = (None, *(one for one in POINTS if one != WIN))
"""Values of the key `points` in a plan; None for none, as a win alone counts."""


def stage_plan(stages: StagePlans) -> StagePlan | None:
    """Return the plan of the stage before the bracket, or None if there is none."""
    return KINDS[stages[0]["kind"]](**stages[0]) if stages else None


def check_stages(
    stages: StagePlans, *, ranked: bool, accepted: Collection[str] = (), high: int = LEAST_TABLE
) -> Iterator[Violation]:
    """Yield what is wrong with the stages; field `stages` or a path below it.

    `accepted`: the kinds that a ranked tournament of the chosen type may have. `high`: its largest table.
    Codes: `stages_unknown`, `stages_need_unranked`, `placement_needs_larger_tables`, and those of the kind's
    `check`.
    """
    if not stages:
        return
    kind = _kind_of(stages[0]) if len(stages) == 1 else None
    if kind is None:
        yield Violation("stages_unknown", {}, "stages")
        return
    if ranked and stages[0]["kind"] not in accepted:
        yield Violation("stages_need_unranked", {}, "ranked")
    if POINTS_KEY in stages[0] and high < LEAST_TABLE:
        yield Violation("placement_needs_larger_tables", {}, f"stages.0.{POINTS_KEY}")
    for wrong in kind.check(stages[0]):
        yield Violation(wrong.code, wrong.facts, f"stages.0.{wrong.field}")


def _kind_of(stage: object) -> type[StagePlan] | None:
    """Return the kind of a plan that has exactly its keys, with values of their types; else None.

    `points` stands there only if it is not `win`.
    """
    if not isinstance(stage, Mapping) or not isinstance(stage.get("kind"), str):
        return None
    kind = KINDS.get(stage["kind"])
    types = {field.name: field.type for field in fields(kind)} if kind else {}
    has_its_keys = stage.keys() | {POINTS_KEY} == types.keys()
    if not has_its_keys or any(type(value) is not types[key] for key, value in stage.items()):
        return None
    return kind if stage.get(POINTS_KEY) in CHOSEN_POINTS else None
