"""How many people ever sat at a game: fewer than eight give no season points (domain.md §2). Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LEAST_PEOPLE = 8
LEAST_SIDES = 2
WITHOUT_POINTS = "fewer_than_8_played"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who came to one decided match: people by side. `started`: the match was begun."""

    started: bool
    people: Mapping[int, frozenset[str]]

    @property
    def is_game(self) -> bool:
        """Whether it was one: begun, with two sides there. A walkover against an empty side is none."""
        return self.started and sum(bool(people) for people in self.people.values()) >= LEAST_SIDES


def who_played(sittings: Iterable[Sitting]) -> frozenset[str]:
    """Return everybody who sat at a game, each once, also if they left later."""
    games = (sitting for sitting in sittings if sitting.is_game)
    return frozenset(person for game in games for people in game.people.values() for person in people)


def without_points(people: int) -> str | None:
    """Why a ranked tournament that so many people played gives no points for the season, or None."""
    return WITHOUT_POINTS if people < LEAST_PEOPLE else None
