"""Who begins a game: the order of turns that follows from it, and the cut of cards that decides it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StarterCut:
    """One cut for who begins: seats and the card of each, in the same order."""

    seats: tuple[int, ...]
    cards: tuple[str, ...]


def seats_in_turn(seats: Sequence[int], starter: int) -> tuple[int, ...]:
    """Return the seats in the order of their turns in a cycle that `starter`, one of them, begins."""
    first = seats.index(starter)
    return (*seats[first:], *seats[:first])


def leading_seats(ranks: Sequence[str], seats: Sequence[int], cuts: Sequence[StarterCut]) -> tuple[int, ...]:
    """Return the seats with the highest card after these cuts, several while tied; () if a cut is wrong.

    `ranks`: the cards, highest first. All seats cut first, then those tied for the highest card. Without
    cuts, all seats.
    """
    tied = tuple(seats)
    for cut in cuts:
        if len(tied) < 2 or sorted(cut.seats) != sorted(tied) or not _is_complete(ranks, cut):
            return ()
        best = min(ranks.index(card) for card in cut.cards)
        tied = tuple(s for s, card in zip(cut.seats, cut.cards, strict=True) if ranks.index(card) == best)
    return tied


def _is_complete(ranks: Sequence[str], cut: StarterCut) -> bool:
    """Return whether every seat of the cut has a card of the game."""
    return len(cut.cards) == len(cut.seats) and set(cut.cards) <= set(ranks)
