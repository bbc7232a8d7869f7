"""The seats of a match, and their marks (in Chama suits).

Pure: randomness is an argument. A mark belongs to the seat, so it is drawn even if the entry is not known
yet, and never twice at one match. Partners never sit next to each other: the seats of two pairs go A1 B1 A2
B2.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.errors import Impossible
from tournaments.bracket.lots import Lots
from tournaments.bracket.tree import MatchPlan

Members = Mapping[str, Sequence[str]] | Callable[[str], Sequence[str]]
"""The players of an entry, in the order in which they take their seats."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """One seat; seats and sides count from 1. `player` is None outside pairs, or if not known yet."""

    seat: int
    side: int
    mark: str | None
    player: str | None


def seats_for(
    match: MatchPlan, team_size: int, marks: Sequence[str], lots: Lots, members: Members
) -> tuple[SeatPlan, ...]:
    """Return the seats of a match: each side's first player, then each side's second.

    `marks` is empty in games without marks; a bye needs none. `members` is read only if `team_size` is above
    1. Raises `Impossible` if there are too few marks, or an entry has more or fewer members than that.
    """
    sides = len(match.sides)
    drawn = _draw_marks(match, sides * team_size, () if match.is_bye else marks, lots)
    return tuple(
        SeatPlan(index + 1, index % sides + 1, mark, _player(match, index, team_size, members))
        for index, mark in enumerate(drawn)
    )


def _draw_marks(match: MatchPlan, seats: int, marks: Sequence[str], lots: Lots) -> list[str] | list[None]:
    """Return a mark for each seat; None for all if the game has no marks.

    Raises `Impossible` if there are too few.
    """
    if not marks:
        return [None] * seats
    if len(set(marks)) < seats:
        raise Impossible(f"{seats} seats need as many different marks, there are {len(set(marks))}")
    return lots.marks(marks, seats, round_=match.round, number=match.number)


def _player(match: MatchPlan, index: int, team_size: int, members: Members) -> str | None:
    """Return the player of the seat at this index; None outside pairs or if not known yet.

    Raises `Impossible` for an entry with more or fewer players than a side has.
    """
    turn, side = divmod(index, len(match.sides))
    entry = match.sides[side].entry
    if team_size == 1 or entry is None:
        return None
    players = members[entry] if isinstance(members, Mapping) else members(entry)
    if len(set(players)) != team_size:
        raise Impossible(f"entry {entry} has {len(set(players))} players, a side has {team_size}")
    return players[turn]
