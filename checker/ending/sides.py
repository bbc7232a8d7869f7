"""The sides of a table with their lines of a sheet, in the terms that all games share."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.reading.lines import Data


@dataclass(frozen=True)
class Side:
    """One side of a table with its members' lines of the sheet."""

    number: int
    lines: tuple[Data, ...]

    @property
    def gone(self) -> str | None:
        """How it left: `absent`, `disqualified`, `left` (cards run out, conceded); None while it is in.

        One member who is out takes the pair along.
        """
        outs = {line["out"] for line in self.lines} - {None}
        for how in ("absent", "disqualified"):
            if how in outs:
                return how
        return "left" if outs else None

    @property
    def fell(self) -> int:
        """The order in which it left, of a pair that of the first member; 0 without one."""
        return min((line["out_order"] for line in self.lines if line["out_order"]), default=0)

    @property
    def uncounted(self) -> bool:
        """Whether its cards were not counted, in a game that allows that."""
        return False

    @property
    def score(self) -> int | None:
        """What counts at time and in the classification: 0 if it is out, None if uncounted."""
        raise NotImplementedError

    @property
    def strength(self) -> tuple[int, ...]:
        """The score, then what breaks its ties, in the order that decides; more is better."""
        raise NotImplementedError


def lines_by_side(lines: Sequence[Data], seated: Mapping[str, int]) -> dict[int, tuple[Data, ...]]:
    """Group the lines of a sheet by side; `seated` maps players to sides, and other players are left out."""
    numbers = sorted({seated[line["player"]] for line in lines if line["player"] in seated})
    return {number: tuple(x for x in lines if seated.get(x["player"]) == number) for number in numbers}


def by_strength(sides: Sequence[Side]) -> list[list[int]]:
    """Return the sides still in the game in groups of equals, strongest first.

    All are in one group if one of them is uncounted.
    """
    playing = [side for side in sides if not side.gone]
    if any(side.uncounted for side in playing):
        return [[side.number for side in playing]]
    steps = sorted({side.strength for side in playing}, reverse=True)
    return [[side.number for side in playing if side.strength == step] for step in steps]


def by_leaving(sides: Sequence[Side]) -> list[list[int]]:
    """Return the sides that left (cards run out, conceded) in groups of one moment, the latest first."""
    left = [side for side in sides if side.gone == "left"]
    moments = sorted({side.fell for side in left}, reverse=True)
    return [[side.number for side in left if side.fell == moment] for moment in moments]


def sides_out(sides: Sequence[Side], how: str) -> list[int]:
    """Return the sides that are out in that way: `absent`, `disqualified`, `left`."""
    return [side.number for side in sides if side.gone == how]


def places_by_side(placement: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return side → place, from the sides in groups by place; shared places count 1, 2, 2, 4."""
    sizes = Counter({index: len(group) for index, group in enumerate(placement)})
    return {
        side: 1 + sum(sizes[before] for before in range(index))
        for index, group in enumerate(placement)
        for side in group
    }
