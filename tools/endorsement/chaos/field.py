"""Tournaments played one after the other while everything is being killed, each checked when it is over."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from tools.endorsement.play.arena import Arena, People, gathered, opened
from tools.endorsement.play.client import Client
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.insisting import Insisting, Weather


@dataclass(frozen=True)
class Over:
    """A tournament that has been played: its record, and the head that the product gave."""

    record: bytes
    head: str
    file: Path


@dataclass
class Field:
    """One tournament at a time, with judges of its own."""

    number: int
    people: People
    seed: int
    entries: int
    folder: Path
    crowd: Crowd | None = None
    over: list[Over] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acknowledged: int = 0

    def run(self, enough: Event) -> None:
        """Play until enough has been killed, and the last tournament to its end."""
        while not enough.is_set() and not self.faults:
            self._play(f"Sinuca {self.number} {len(self.over)}x")

    def _play(self, name: str) -> None:
        tables = max(4, self.entries // 4)
        arena = opened(self.people, name, entries=self.entries, tables=tables, seed=self.seed)
        self.crowd = crowd = Crowd(arena, self.people.judges, self.seed)
        with playing(crowd):
            done = crowd.wait()
        if done:
            arena.boss.post(arena.url("finish/"), None, f"finish-{name}".replace(" ", "-"))
        record, head = arena.record(), arena.head()
        self.faults += [*crowd.faults, *crowd.compared(record, crowd.acknowledged)]
        self.acknowledged += len(crowd.acknowledged)
        self.over.append(
            Over(record, head, self.folder / f"chaos{self.number}.{len(self.over)}.record.jsonl")
        )

    def look(self, observer: Client) -> list[str]:
        """Whether all that had been acknowledged is in the record now, in the middle of it."""
        crowd = self.crowd
        if crowd is None:
            return []
        before = list(crowd.acknowledged)
        return crowd.compared(Arena(observer, crowd.arena.path).record(), before)


@contextmanager
def playing(crowd: Crowd) -> Iterator[None]:
    """The crowd plays for as long as the block runs; what a judge met is raised at the end."""
    with ThreadPoolExecutor(len(crowd.judges)) as pool:
        judges = crowd.play(pool)
        try:
            yield
        finally:
            crowd.stop.set()
        for judge in judges:
            judge.result()


def insistent(base: str, judges: int, prefix: str, weather: Weather) -> People:
    """People who call again until they are answered."""
    people = gathered(base, judges, prefix)
    found = [Insisting(base, client.token, weather=weather) for client in (people.boss, *people.judges)]
    return People(found[0], found[1:], people.names)


def fields(
    base: str, count: int, judges: int, entries: int, seed: int, folder: Path, weather: Weather
) -> Sequence[Field]:
    """So many of them, ready to run."""
    return [
        Field(number, insistent(base, judges, f"c{seed}x{number}x", weather), seed, entries, folder)
        for number in range(count)
    ]
