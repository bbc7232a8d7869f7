"""Who goes on from a stage to the bracket. Pure; the product never picks among equals (stages.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256

from core.errors import Refused, Violation
from tournaments.stages.stage_order import StageRow


@dataclass(frozen=True, slots=True)
class Border:
    """The entries that share the place across the border of a stage, of whom only `free` go on."""

    tied: tuple[str, ...]
    free: int


@dataclass(frozen=True, slots=True)
class AdvancePreview:
    """Who would go on if the stage were closed now: the certain ones, best first, and those who have to cut.

    `places`: how many go on; fewer than planned if not so many are left, or have no bracket.
    """

    places: int
    certain: tuple[str, ...]
    border: Border | None

    @property
    def digest(self) -> str:
        """Return a text that differs if others go on or have to cut cards."""
        return sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on, best first; `tied` cut cards for their places and `won` got them, both empty if none."""

    entries: tuple[str, ...]
    tied: tuple[str, ...] = ()
    won: tuple[str, ...] = ()


def border_of(rows: Sequence[StageRow], live: Collection[str], places: int) -> Border | None:
    """Return who has to cut cards so that `places` entries go on; None if the order decides."""
    seated = 0
    for row in rows:
        sharing = tuple(sorted(entry for entry in row.entries if entry in live))
        if seated < places < seated + len(sharing):
            return Border(sharing, places - seated)
        seated += len(sharing)
    return None


def preview_of(rows: Sequence[StageRow], live: Collection[str], places: int) -> AdvancePreview:
    """Return who goes on without a cut of cards, and who has to cut."""
    border = border_of(rows, live, places)
    ordered = [code for row in rows for code in sorted(row.entries) if code in live]
    return AdvancePreview(places, tuple(ordered[: places - border.free if border else places]), border)


def advancing(preview: AdvancePreview, won: Collection[str] = ()) -> Advancing:
    """Return the entries that go on, best first.

    `won`: those of the entries at the border who won the cut of cards. Raises `Refused` `cut_needed` with
    the tied entries and how many of them go on, or `cut_not_needed`.
    """
    wrong = _wrong_cut(preview.border, won)
    if wrong:
        raise Refused([wrong])
    tied = preview.border.tied if preview.border else ()
    winners = tuple(sorted(won))
    return Advancing((*preview.certain, *winners), tied, winners)


def _wrong_cut(border: Border | None, won: Collection[str]) -> Violation | None:
    """Return why these winners of a cut do not settle the border."""
    if border is None:
        return Violation("cut_not_needed", {}, "won") if won else None
    if len(set(won)) == border.free and set(won) <= set(border.tied):
        return None
    return Violation("cut_needed", {"entries": list(border.tied), "free": border.free}, "won")
