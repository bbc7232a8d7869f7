"""Chama's tables: what cards are worth, who is placed where (4.7.1 and the house's order of placement)."""

from collections.abc import Mapping, Sequence

from checker.ending import sides as common
from checker.ending.sides import by_leaving, by_strength, sides_out
from checker.reading.lines import Data
from checker.reading.words import CARDS

REALM_SCORE = (0, 3, 5, 8, 13, 21, 34)
ON_TABLE = ("intact", "razed", "commanders", "armies")
"""What lies before a player; all of it is counted, or none."""
Strength = tuple[int, int, int, int]


class Side(common.Side):
    """One side of a table with its members' lines of the sheet."""

    @property
    def uncounted(self) -> bool:
        """Whether its cards were not counted, or only some of them."""
        return any(line[key] is None for line in self.lines for key in ON_TABLE)

    @property
    def score(self) -> int | None:
        """The timed score of its cards: 0 if it is out, None if uncounted."""
        if self.gone:
            return 0
        return None if self.uncounted else sum(score_of_cards(line) for line in self.lines)

    @property
    def strength(self) -> Strength:
        """Score, intact realms, commanders, armies: what decides in this order."""
        return (self.score or 0, self.total("intact"), self.total("commanders"), self.total("armies"))

    def total(self, field: str) -> int:
        """Return the sum of a count over the members; an uncounted one adds nothing."""
        return sum(line[field] or 0 for line in self.lines)


def score_of_cards(line: Data) -> int:
    """Return the timed score of one player's cards; an uncounted one adds nothing."""
    intact, commanders, armies = (line[key] or 0 for key in ("intact", "commanders", "armies"))
    return REALM_SCORE[min(intact, 6)] + 2 * int(commanders) + int(armies)


def sides_of(lines: Sequence[Data], seated: Mapping[str, int]) -> list[Side]:
    """Return the sides of a sheet, by number; `seated`: player → side, other players are left out."""
    return [Side(number, mine) for number, mine in common.lines_by_side(lines, seated).items()]


def leading_sides(sides: Sequence[Side]) -> list[int]:
    """Return the sides still in that are first by score and all that breaks its ties, before any cut.

    All sides still in, if one of them was not counted.
    """
    playing = [side for side in sides if not side.gone]
    if any(side.uncounted for side in playing):
        return [side.number for side in playing]
    best = max((side.strength for side in playing), default=None)
    return [side.number for side in playing if side.strength == best]


def cut_order(tied: Sequence[int], cuts: Sequence[Data]) -> tuple[list[list[int]], str | None]:
    """Return the tied sides in groups by place after these cuts, and what is wrong with the cuts, or None.

    With a fault the order is that of the cuts before it.
    """
    order: list[list[int]] = []
    cutting = sorted(tied)
    for cut in cuts:
        if len(cutting) < 2 or sorted(cut["sides"]) != cutting or len(cut["cards"]) != len(cut["sides"]):
            return [cutting, *order], f"sides {cut['sides']} cut with {cut['cards']}, tied were {cutting}"
        rank = {side: CARDS.index(card) for side, card in zip(cut["sides"], cut["cards"], strict=True)}
        beaten = [side for side in cutting if rank[side] > min(rank.values())]
        order = [*_group_by_rank(beaten, rank), *order]
        cutting = [side for side in cutting if side not in beaten]
    return [cutting, *order], "the tie for the first place is open" if len(cutting) > 1 else None


def cuts_among(sides: Sequence[Side], cuts: Sequence[Data]) -> list[Data]:
    """Return the cuts without the cards of sides that are out; one with fewer than two cards is left out."""
    playing = {side.number for side in sides if not side.gone}
    found = []
    for cut in cuts:
        kept = [
            (side, card) for side, card in zip(cut["sides"], cut["cards"], strict=False) if side in playing
        ]
        if len(kept) > 1:
            found.append({"sides": [side for side, _ in kept], "cards": [card for _, card in kept]})
    return found


def _group_by_rank(sides: Sequence[int], rank: Mapping[int, int]) -> list[list[int]]:
    """Return the sides grouped by their rank, the lowest first."""
    return [[side for side in sides if rank[side] == place] for place in sorted({rank[s] for s in sides})]


def placement(sides: Sequence[Side], first: int | None, cuts: Sequence[Data] = ()) -> list[list[int]]:
    """Return the sides in groups by place; `first` is the winner, alone in front, None if none is named."""
    by_cut, _ = cut_order(leading_sides(sides), cuts) if cuts else ([], None)
    after_cut = [group for group in by_cut if first not in group]
    cutters = {side for group in by_cut for side in group}
    rest = [side for side in sides if side.number != first and side.number not in cutters]
    groups = [[first] if first else [], *after_cut, *by_strength(rest), *by_leaving(rest)]
    groups += [sides_out(rest, "disqualified"), sides_out(rest, "absent")]
    return [sorted(group) for group in groups if group]
