"""Who goes on from a stage to the bracket. Pure; the product never picks among equals (stages.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.errors import Refused, Violation
from tournaments.stages.stage_order import StageRow


@dataclass(frozen=True, slots=True)
class Border:
    """The entries that share the place across the border of a stage, of whom only `free` go on."""

    tied: tuple[str, ...]
    free: int


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


def advancing(
    rows: Sequence[StageRow], live: Collection[str], places: int, won: Collection[str] = ()
) -> Advancing:
    """Return the entries that go on: the first `places` that are still in the tournament, or all of them.

    `won`: those of the entries at the border who won the cut of cards. Raises `Refused` `cut_needed` with
    the tied entries and how many of them go on, or `cut_not_needed`.
    """
    border = border_of(rows, live, places)
    wrong = _wrong_cut(border, won)
    if wrong:
        raise Refused([wrong])
    ordered = [entry for row in rows for entry in _winners_first(row, won) if entry in live]
    tied = border.tied if border else ()
    return Advancing(tuple(ordered[:places]), tied, tuple(sorted(won)))


def _winners_first(row: StageRow, won: Collection[str]) -> list[str]:
    return sorted(row.entries, key=lambda entry: (entry not in won, entry))


def _wrong_cut(border: Border | None, won: Collection[str]) -> Violation | None:
    """Return why these winners of a cut do not settle the border."""
    if border is None:
        return Violation("cut_not_needed", {}, "won") if won else None
    if len(set(won)) == border.free and set(won) <= set(border.tied):
        return None
    return Violation("cut_needed", {"entries": list(border.tied), "free": border.free}, "won")
