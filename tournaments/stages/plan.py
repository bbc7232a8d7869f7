"""What is played before the bracket, as the organizer chose it. Pure.

One stage is possible: Swiss rounds. `Tournament.stages` and the record have it as
`[{"kind": "swiss", "rounds": 3, "advance": 8, "apart": false}]`; an empty list is the bracket alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from core.errors import Violation

SWISS = "swiss"
AFTER_STAGE: Final = "stage"
"""The method of the draw of the bracket after a stage."""
MAX_ROUNDS = 9
MAX_ADVANCE = 256
StagePlans = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SwissPlan:
    """Swiss rounds: at most so many.

    `advance`: how many entries go on to the bracket; 0 for no bracket. `apart`: club-mates meet only if
    there is no other way.
    """

    rounds: int
    advance: int
    apart: bool = False
    kind: str = SWISS

    @property
    def plain(self) -> dict[str, object]:
        """Return the plan as JSON values."""
        return asdict(self)


def swiss_plan(stages: StagePlans) -> SwissPlan | None:
    """Return the plan of the Swiss rounds before the bracket, or None if there are none."""
    return SwissPlan(**stages[0]) if stages else None


def check_stages(stages: StagePlans, *, ranked: bool) -> Iterator[Violation]:
    """Yield what is wrong with the stages; field `stages` or a path below it.

    Codes: `stages_unknown`, `stages_need_unranked`, `swiss_rounds_out_of_range`, `advance_out_of_range`.
    """
    if not stages:
        return
    if len(stages) > 1 or not _is_swiss(stages[0]):
        yield Violation("stages_unknown", {}, "stages")
        return
    if ranked:
        yield Violation("stages_need_unranked", {}, "ranked")
    if not 1 <= stages[0]["rounds"] <= MAX_ROUNDS:
        facts = {"low": 1, "high": MAX_ROUNDS}
        yield Violation("swiss_rounds_out_of_range", facts, "stages.0.rounds")
    if stages[0]["advance"] == 1 or not 0 <= stages[0]["advance"] <= MAX_ADVANCE:
        yield Violation("advance_out_of_range", {"low": 2, "high": MAX_ADVANCE}, "stages.0.advance")


def _is_swiss(stage: object) -> bool:
    """Return whether these are the keys and types of a Swiss plan."""
    kinds = {"kind": str, "rounds": int, "advance": int, "apart": bool}
    if not isinstance(stage, Mapping) or stage.keys() != kinds.keys() or stage["kind"] != SWISS:
        return False
    return all(type(stage[key]) is kind for key, kind in kinds.items())
