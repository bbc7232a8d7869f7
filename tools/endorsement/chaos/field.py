"""Tournaments played one after the other while everything is being killed, each checked when it is over."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from tools.endorsement.play.arena import Arena, People, open_arena, sign_up_people
from tools.endorsement.play.client import Client
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.insisting import Insisting, Weather


@dataclass(frozen=True)
class PlayedRecord:
    """A played tournament: its record, the head that the product gave, and the file to write it to."""

    record: bytes
    head: str
    file: Path


@dataclass
class Field:
    """Judges who play one tournament after the other; `over` has the records of those that ended."""

    number: int
    people: People
    seed: int
    entries: int
    folder: Path
    crowd: Crowd | None = None
    over: list[PlayedRecord] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    acknowledged: int = 0

    def run(self, enough: Event) -> None:
        """Play tournaments to their ends, until `enough` is set or there is a fault."""
        while not enough.is_set() and not self.faults:
            self._play_tournament(f"Sinuca {self.number} {len(self.over)}x")

    def _play_tournament(self, name: str) -> None:
        """Play one tournament to its end, finish it, and add its record, results and faults to the field."""
        tables = max(4, self.entries // 4)
        arena = open_arena(self.people, name, entries=self.entries, tables=tables, seed=self.seed)
        self.crowd = crowd = Crowd(arena, self.people.judges, self.seed)
        with playing(crowd):
            done = crowd.wait_until_over()
        if done:
            arena.boss.post(arena.url("finish/"), None, f"finish-{name}".replace(" ", "-"))
        record, head = arena.fetch_record(), arena.fetch_head()
        self.faults += [*crowd.faults, *crowd.record_faults(record, crowd.acknowledged)]
        self.acknowledged += len(crowd.acknowledged)
        self.over.append(
            PlayedRecord(record, head, self.folder / f"chaos{self.number}.{len(self.over)}.record.jsonl")
        )

    def compare_so_far(self, observer: Client) -> list[str]:
        """Return faults of the record now, while the tournament is played: acknowledged results it lacks."""
        crowd = self.crowd
        if crowd is None:
            return []
        before = list(crowd.acknowledged)
        return crowd.record_faults(Arena(observer, crowd.arena.path).fetch_record(), before)


@contextmanager
def playing(crowd: Crowd) -> Iterator[None]:
    """Let the crowd play in threads while the block runs; then stop it, and raise what a judge raised."""
    with ThreadPoolExecutor(len(crowd.judges)) as pool:
        judges = crowd.start_playing(pool)
        try:
            yield
        finally:
            crowd.stop.set()
        for judge in judges:
            judge.result()


def sign_up_insistent(base: str, judges: int, prefix: str, weather: Weather) -> People:
    """Sign up people whose clients repeat each call until it is answered."""
    people = sign_up_people(base, judges, prefix)
    found = [Insisting(base, client.token, weather=weather) for client in (people.boss, *people.judges)]
    return People(found[0], found[1:], people.names)


def make_fields(
    base: str, count: int, judges: int, entries: int, seed: int, folder: Path, weather: Weather
) -> Sequence[Field]:
    """Sign up people for `count` fields, and return these, ready to run."""
    return [
        Field(number, sign_up_insistent(base, judges, f"c{seed}x{number}x", weather), seed, entries, folder)
        for number in range(count)
    ]
