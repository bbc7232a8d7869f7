"""The line of a sheet: one version of a match's result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.record.line import LATEST_FORMAT, WHERE_THERE_IS_ONE, Facts, NewLine
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True)
class PlayerLine(Facts):
    """The line of one player.

    `out` is how they left, `out_order` their order in leaving, from 1. `counts` are the game's own, each with
    its own key in the record; null is not counted.
    """

    player: Id
    counts: Mapping[str, int | None]
    out: str | None
    out_order: int | None

    def plain(self, record_format: int = LATEST_FORMAT) -> dict[str, object]:
        """Return the line as JSON, with the counts among the other keys."""
        return {"player": self.player, **self.counts, "out": self.out, "out_order": self.out_order}


@dataclass(frozen=True, slots=True)
class DrawnCards(Facts):
    """One cut: the sides still tied for the first place, and the card of each, in the same order."""

    sides: Sequence[int]
    cards: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRecorded(NewLine):
    """One version of the sheet of a match.

    `scores` by side if time decided, else empty. `placement` has the sides by place, tied sides together;
    `winner` is the entry that advances. `report` is the key of the form or call; `rewritten`: a player was
    replaced on it (docs/record.md, “Corrections”).
    """

    type = "sheet.recorded"
    match: Id
    version: int
    ended_by: str
    lines: Sequence[PlayerLine]
    cuts: Sequence[DrawnCards]
    scores: Mapping[str, int]
    placement: Sequence[Sequence[int]]
    winner: Id | None
    report: str | None
    rewritten: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class Effect(Facts):
    """The remedy at a later match that a correction affects.

    `reseat`, `keep`, `replay`, `replace`, or `undo` of the line with number `of`. In the first format only an
    undo has `of`.
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
