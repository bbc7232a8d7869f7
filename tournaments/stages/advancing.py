"""Who goes on from a stage to the bracket. Pure; the product never picks among equals (stages.md)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from core.errors import Violation, refuse_all
from tournaments.stages.stage_order import StageRow


@dataclass(frozen=True, slots=True)
class Border:
    """The entries that share the place across a border of a stage, of whom only `free` go on.

    `group`: the number of the group whose border it is; None if the stage has no groups.
    """

    tied: tuple[str, ...]
    free: int
    group: int | None = None


@dataclass(frozen=True, slots=True)
class AdvancePreview:
    """Who would go on if the stage were closed now: the certain ones, best first, and those who have to cut.

    `places`: how many go on; fewer than planned if not so many are left, or have no bracket.
    """

    places: int
    certain: tuple[str, ...]
    borders: tuple[Border, ...] = ()

    @property
    def border(self) -> Border | None:
        """Return the first border, which is the only one of a stage without groups; None if there is none."""
        return self.borders[0] if self.borders else None

    @property
    def digest(self) -> str:
        """Return a text that differs if others go on or have to cut cards."""
        return sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on, best first.

    `tied` cut cards for their places and `won` got them, of all borders together; both empty if none did.
    """

    entries: tuple[str, ...]
    tied: tuple[str, ...] = ()
    won: tuple[str, ...] = ()


def border_of(rows: Sequence[StageRow], live: Collection[str], places: int) -> Border | None:
    """Return who has to cut cards so that `places` entries go on; None if the order decides."""
    seated = 0
    for row in rows:
        sharing = tuple(sorted(entry for entry in row.entries if entry in live))
        if seated < places < seated + len(sharing):
            return Border(sharing, places - seated, row.group)
        seated += len(sharing)
    return None


def preview_of(rows: Sequence[StageRow], live: Collection[str], places: int) -> AdvancePreview:
    """Return who goes on without a cut of cards, and who has to cut, in an order of all or of one group."""
    border = border_of(rows, live, places)
    ordered = [code for row in rows for code in sorted(row.entries) if code in live]
    certain = tuple(ordered[: places - border.free if border else places])
    return AdvancePreview(places, certain, (border,) if border else ())


def join_previews(rows: Sequence[StageRow], groups: Sequence[AdvancePreview]) -> AdvancePreview:
    """Return who goes on from all groups; `rows` has the places of all of them."""
    certain = _best_first(rows, (code for one in groups for code in one.certain))
    borders = tuple(border for one in groups for border in one.borders)
    return AdvancePreview(sum(one.places for one in groups), certain, borders)


def advancing(rows: Sequence[StageRow], preview: AdvancePreview, won: Collection[str] = ()) -> Advancing:
    """Return the entries that go on, best first: by place, then by group, then by code.

    `won`: those of the entries at the borders who won the cut of cards. Raises `Refused` `cut_needed` for
    each border, with the tied entries, how many of them go on and its group, or `cut_not_needed`.
    """
    refuse_all(_check_cuts(preview.borders, won))
    tied = tuple(sorted(code for border in preview.borders for code in border.tied))
    return Advancing(_best_first(rows, {*preview.certain, *won}), tied, tuple(sorted(set(won))))


def _best_first(rows: Sequence[StageRow], codes: Iterable[str]) -> tuple[str, ...]:
    """Return the codes by place, then by group, then by code."""
    places = {code: (row.place, row.group or 0, code) for row in rows for code in row.entries}
    return tuple(sorted(codes, key=places.__getitem__))


def _check_cuts(borders: Sequence[Border], won: Collection[str]) -> Iterator[Violation]:
    """Yield why these winners do not settle the borders; one who stood at none makes all of them wrong."""
    strangers = set(won).difference(*(border.tied for border in borders))
    if strangers and not borders:
        yield Violation("cut_not_needed", {}, "won")
    for border in borders:
        if strangers or len(set(won) & set(border.tied)) != border.free:
            facts = {"entries": list(border.tied), "free": border.free}
            yield Violation("cut_needed", facts | ({"group": border.group} if border.group else {}), "won")
