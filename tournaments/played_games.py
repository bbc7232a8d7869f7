"""How many people played a game: fewer than eight give no season points (domain.md §2). Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MIN_PEOPLE = 8
MIN_SIDES = 2
WITHOUT_POINTS = "fewer_than_8_played"


@dataclass(frozen=True, slots=True)
class MatchAttendance:
    """The people present at one decided match, by side. `started`: the match was begun."""

    started: bool
    people: Mapping[int, frozenset[str]]

    @property
    def is_game(self) -> bool:
        """Return whether it was begun with two sides present; a walkover against an empty side was not."""
        return self.started and sum(bool(people) for people in self.people.values()) >= MIN_SIDES


def who_played(sittings: Iterable[MatchAttendance]) -> frozenset[str]:
    """Return all people who played a game, also those who left later."""
    games = (sitting for sitting in sittings if sitting.is_game)
    return frozenset(person for game in games for people in game.people.values() for person in people)


def no_points_reason(people: int) -> str | None:
    """Return the reason code if a ranked tournament with so many people gives no points, else None."""
    return WITHOUT_POINTS if people < MIN_PEOPLE else None
