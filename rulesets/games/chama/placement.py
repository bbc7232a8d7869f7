"""The placement of the sides at a table (house rule `table_placement`).

The winner; then those still in the game by the cards they left on the table; then those who ran
out of cards or conceded, the latest first; then the disqualified, who share; then the absent, who
share. Equal sides share a place. If a side still in the game, other than the winner, was not counted,
all of those still in the game share a place (`uncounted_cards`).
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from rulesets.games.chama.table import ChamaSide, ChamaTable
from rulesets.kernel.sheet import EndedBy, Out, Places

REALM_POINTS = (0, 3, 5, 8, 13, 21, 34)
COMMANDER_POINTS = 2
ARMY_POINTS = 1


def player_score(counts: Mapping[str, int]) -> int:
    """Return the timed score of one player's cards (4.7.1). Raise `IndexError` beyond six intact realms."""
    return (
        REALM_POINTS[counts.get("intact", 0)]
        + COMMANDER_POINTS * counts.get("commanders", 0)
        + ARMY_POINTS * counts.get("armies", 0)
    )


def side_score(side: ChamaSide) -> int | None:
    """Return the timed score of a side (4.7.1), the sum of its members'; 0 if it left, None if uncounted."""
    if side.is_in and not side.is_counted:
        return None
    return _points(side)


def strength_on_table(side: ChamaSide) -> tuple[int, int, int, int]:
    """Return the key that ranks counted sides: score, intact realms, commanders, armies; more is better."""
    totals = (side.total("intact"), side.total("commanders"), side.total("armies"))
    return (_points(side), *totals)


def _points(side: ChamaSide) -> int:
    """Return the timed score of a side, 0 once it has left; uncounted lines add nothing."""
    return sum(player_score(line.numbers) for line in side.lines) if side.is_in else 0


DECLARED = (EndedBy.WIN_CONDITION, EndedBy.RULING)
"""Endings of which the sheet names the winner."""


def places(table: ChamaTable) -> Places:
    """Return the placement by cards and order of leaving, before a winner is named or a card is cut.

    If cards of others still in were not counted, the winner that the sheet names is left out.
    """
    disqualified = [side for side in table.sides if side.out is Out.DISQUALIFIED]
    absent = [side for side in table.sides if side.out is Out.ABSENT]
    return (
        *_rank_still_in(table),
        *_rank_by_key(_left_at, (side for side in table.sides if not side.is_in and side.may_win)),
        *_share_one_place(disqualified),
        *_share_one_place(absent),
    )


def places_declared(table: ChamaTable) -> Places:
    """Return the placement with the winner that the sheet names alone in front, if it names one."""
    found, winner = places(table), table.sheet.winner
    if table.sheet.ended_by not in DECLARED or winner is None:
        return found
    rest = (tuple(side for side in group if side != winner) for group in found)
    return ((winner,), *(group for group in rest if group))


def _rank_still_in(table: ChamaTable) -> Places:
    """Return the sides still in: by their cards, or sharing one place if those of some were not counted.

    The cards of a winner whom the sheet names do not matter; it gets no share of that place.
    """
    named = table.sheet.winner if table.sheet.ended_by in DECLARED else None
    rivals = [side for side in table.still_in if side.number != named]
    if all(side.is_counted for side in rivals):
        return _rank_by_key(strength_on_table, table.still_in)
    return _share_one_place(rivals)


def _left_at(side: ChamaSide) -> int:
    """Return the order in which the side left, the key by which `places` ranks those out of the game."""
    return side.left_at


def _rank_by_key(key: Callable[[ChamaSide], int | tuple[int, ...]], sides: Iterable[ChamaSide]) -> Places:
    """Return the numbers of the sides, the highest `key` first, those of an equal key together."""
    ordered = sorted(sides, key=key, reverse=True)
    return tuple(tuple(side.number for side in group) for _, group in groupby(ordered, key=key))


def _share_one_place(sides: list[ChamaSide]) -> Places:
    """Return one place for all these sides, or none."""
    return (tuple(side.number for side in sides),) if sides else ()
