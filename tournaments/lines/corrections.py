"""The record line of a correction, with its effect on later matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.record.line import WHERE_THERE_IS_ONE, Facts, NewLine
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True)
class Effect(Facts):
    """The remedy of a later match:

    `reseat`, `keep`, `replay`, `replace`, or `undo` of a line (`of`). In the first format only an undo has
    `of`.
    """

    match: Id
    remedy: str
    of: int | None = field(default=None, metadata=WHERE_THERE_IS_ONE)


@dataclass(frozen=True, slots=True)
class CorrectionApplied(NewLine):
    """The version of the sheet of `match` recorded in this act, with its remedies."""

    type = "correction.applied"
    match: Id
    version: int
    effects: Sequence[Effect]
