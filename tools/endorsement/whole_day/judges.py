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

from tools.endorsement.play.arena import random_sheet
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
    """Return the real seconds that so many minutes of the day take."""
    return minutes * MINUTE


LOOK = 1  # minutes of the day between two looks at the list
NUMBERS = {"razed": 0, "commanders": 0, "armies": 0}
Act = Callable[[], None]


class Agenda:
    """What one judge has to do, and when; of two acts due at one moment the first that was added is first."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Act]] = []
        self._order = count()

    def add(self, wait: float, act: Act) -> None:
        """Add an act that is due in `wait` real seconds."""
        heappush(self._due, (time.monotonic() + wait, next(self._order), act))

    def pop_due(self) -> Act | None:
        """Remove and return the earliest act that is due; None if none is."""
        due = self._due and self._due[0][0] <= time.monotonic()
        return heappop(self._due)[2] if due else None


@dataclass
class Hall(Crowd):
    """Judges who look after many tables each; a match that lasts beyond the limit ends by time."""

    pace: Pace = field(kw_only=True)

    def _work(self, number: int) -> None:
        """Look after this judge's share of the called matches by an agenda, until `stop` is set."""
        agenda, known = Agenda(), set[str]()
        while not self.stop.is_set():
            for match in self._open_matches(number):
                if match["code"] not in known:
                    known.add(match["code"])
                    self._schedule(agenda, self.judges[number], match)
            while (act := agenda.pop_due()) and not self.stop.is_set():
                act()
            self.stop.wait(seconds(LOOK))

    def _schedule(self, agenda: Agenda, judge: Client, match: Match) -> None:
        """Add the start of the match to the agenda, and at its start the end: its sheet is recorded then."""
        rng = Random(f"{self.seed} {match['code']} pace")
        walk, length = rng.uniform(0, self.pace.walk), rng.uniform(self.pace.shortest, self.pace.longest)

        def start() -> None:
            judge.post(self.arena.url(f"matches/{match['code']}/start/"), None, f"start-{match['code']}")
            agenda.add(seconds(length), end)

        def end() -> None:
            if length <= HOUR:
                self._send_sheet(judge, match, random_sheet(match, rng))
            elif self._time_was_called(judge, match["code"]):
                self._send_sheet(judge, match, sheet_by_time(match, rng))
            else:
                agenda.add(seconds(LOOK), end)

        agenda.add(seconds(walk), start)

    def _time_was_called(self, judge: Client, code: str) -> bool:
        """Return whether the product ended the match's time by itself."""
        return judge.get(self.arena.url(f"matches/{code}/"))["time_called_at"] is not None


def sheet_by_time(match: Match, rng: Random) -> dict[str, Any]:
    """Return a random sheet of a match that ended by time: one side has more realms."""
    winner = rng.choice((1, 2))
    lines = [
        {"player": seat["player"], "intact": 5 if seat["side"] == winner else rng.randint(1, 4), **NUMBERS}
        for seat in match["seats"]
        if seat["player"]
    ]
    return {"ended_by": "time", "lines": lines}
