"""Judges of a day that runs 60 times as fast: a minute takes a second, a time limit of an hour a minute.

A judge walks to a called table, starts the match, comes back when it is over, and records its sheet.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

from tools.endorsement.play.arena import by_chance
from tools.endorsement.play.client import Client
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.day import Match

SPEED = 60
MINUTE = 60 / SPEED  # seconds
HOUR = 60  # minutes of the day: the time limit of a match
LIMIT = HOUR // SPEED  # minutes, as the product takes it


@dataclass(frozen=True)
class Pace:
    """A day: how large; in minutes of it how long matches last, lunch, and how soon one kill follows another.

    `walk`: until a judge has gone to a table that was called, at most. `alone`: whether it has the machine
    for itself, so that its figures are worth something.
    """

    entries: int
    tables: int
    judges: int
    shortest: float = 20
    longest: float = 75
    walk: float = 5
    lunch: float = 45
    between: float = 5
    alone: bool = True


def seconds(minutes: float) -> float:
    """What so many minutes of the day take."""
    return minutes * MINUTE


LOOK = 1  # minutes of the day between two looks at the list
NUMBERS = {"razed": 0, "commanders": 0, "armies": 0}
Act = Callable[[], None]


class Agenda:
    """What one judge has to do, and when; of two things at one moment the one that was noted first."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Act]] = []
        self._order = count()

    def add(self, wait: float, act: Act) -> None:
        """Do that in so many seconds."""
        heappush(self._due, (time.monotonic() + wait, next(self._order), act))

    def next(self) -> Act | None:
        """What is due, the earliest first."""
        due = self._due and self._due[0][0] <= time.monotonic()
        return heappop(self._due)[2] if due else None


@dataclass
class Hall(Crowd):
    """Judges who look after many tables each; a match that lasts beyond the limit ends by time."""

    pace: Pace = field(kw_only=True)

    def _judge(self, number: int) -> None:
        agenda, known = Agenda(), set[str]()
        while not self.stop.is_set():
            for match in self._open(number):
                if match["code"] not in known:
                    known.add(match["code"])
                    self._go(agenda, self.judges[number], match)
            while (act := agenda.next()) and not self.stop.is_set():
                act()
            self.stop.wait(seconds(LOOK))

    def _go(self, agenda: Agenda, judge: Client, match: Match) -> None:
        """To the table, and back to it when the match is over."""
        rng = Random(f"{self.seed} {match['code']} pace")
        walk, length = rng.uniform(0, self.pace.walk), rng.uniform(self.pace.shortest, self.pace.longest)

        def start() -> None:
            judge.post(self.arena.url(f"matches/{match['code']}/start/"), None, f"start-{match['code']}")
            agenda.add(seconds(length), end)

        def end() -> None:
            if length <= HOUR:
                self._report(judge, match, by_chance(match, rng))
            elif self._time_was_called(judge, match["code"]):
                self._report(judge, match, by_time(match, rng))
            else:
                agenda.add(seconds(LOOK), end)

        agenda.add(seconds(walk), start)

    def _time_was_called(self, judge: Client, code: str) -> bool:
        return judge.get(self.arena.url(f"matches/{code}/"))["time_called_at"] is not None


def by_time(match: Match, rng: Random) -> dict[str, Any]:
    """What lies on the table when time is over: one side has more realms."""
    winner = rng.choice((1, 2))
    lines = [
        {"player": seat["player"], "intact": 5 if seat["side"] == winner else rng.randint(1, 4), **NUMBERS}
        for seat in match["seats"]
        if seat["player"]
    ]
    return {"ended_by": "time", "lines": lines}
