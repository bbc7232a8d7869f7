"""Chaos as a part of the endorsement: processes are killed while judges report, and no result may be lost.

`writers`: eight judges write to the SQLite of a laptop at once, and no answer says that it is locked.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event

from tools.endorsement.chaos.broker import restarts
from tools.endorsement.chaos.field import Field, make_fields, playing
from tools.endorsement.chaos.kills import Killer, Way, shuffled_ways
from tools.endorsement.play.arena import open_arena, sign_up_people
from tools.endorsement.play.client import Client, Refusal
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.full import Full
from tools.endorsement.play.insisting import Insisting, Weather
from tools.endorsement.section import Section

LOOK_EVERY = 20


@dataclass(frozen=True)
class Force:
    """How many kills of each kind, under how much play."""

    postgres: int
    web: int
    children: int
    parents: int
    beats: int
    brokers: int
    entries: int = 64
    fields: int = 2
    judges: int = 4

    def plan(self, killer: Killer) -> list[tuple[Way, int]]:
        """Return each way to kill, and how often."""
        return [
            (killer.kill_postgres, self.postgres), (killer.kill_web, self.web),
            (killer.kill_child, self.children), (killer.kill_parent, self.parents),
            (killer.kill_beat, self.beats), (killer.kill_broker, self.brokers),
        ]  # fmt: skip


def chaos(section: Section, product: Full, force: Force, seed: int, folder: Path) -> None:
    """Play and kill at the same time, then check every record; add counts and faults to the section."""
    weather, killer = Weather(), Killer(product, Random(f"chaos {seed}"))
    grounds = make_fields(product.base, force.fields, force.judges, force.entries, seed, folder, weather)
    enough = Event()
    with ThreadPoolExecutor(len(grounds)) as pool:
        running = [pool.submit(ground.run, enough) for ground in grounds]
        try:
            looks = _kill_in_turn(section, product, force, killer, grounds)
        finally:
            enough.set()
        while not all(one.done() for one in running):
            product.supervise()
            time.sleep(0.2)
        for one in running:
            one.result()
    _add_counts(section, killer, grounds, weather, looks)
    section.counts += restarts(product)
    for over in (over for ground in grounds for over in ground.over):
        section.judge(over.record, over.head, over.file)


def _kill_in_turn(
    section: Section, product: Full, force: Force, killer: Killer, grounds: Sequence[Field]
) -> int:
    """Do one kill after the other; after every `LOOK_EVERY` compare the records so far, and add faults.

    Return how often it compared.
    """
    observer = Insisting(product.base, grounds[0].people.boss.token)
    looks = 0
    for number, way in enumerate(shuffled_ways(force.plan(killer), killer.rng), 1):
        product.supervise()
        way()
        if number % LOOK_EVERY == 0:
            section.faults += _compare_all(grounds, observer)
            looks += 1
    return looks


def _compare_all(grounds: Sequence[Field], observer: Client) -> list[str]:
    """Return the acknowledged results that are missing now in the records of all fields, a line each."""
    return [fault for ground in grounds for fault in ground.compare_so_far(observer)]


def _add_counts(
    section: Section, killer: Killer, grounds: Sequence[Field], weather: Weather, looks: int
) -> None:
    """Add to the section what was played, compared and killed, and the faults of fields and answers."""
    section.faults += [*weather.faults, *(fault for ground in grounds for fault in ground.faults)]
    acknowledged = sum(ground.acknowledged for ground in grounds)
    played = sum(len(ground.over) for ground in grounds)
    section.counts.append(
        f"{acknowledged} results acknowledged in {played} tournaments, compared with the record at their end "
        f"and {looks} times on the way"
    )
    section.counts += killer.lines()
    met = ", ".join(f"{times} × {what}" for what, times in sorted(weather.met.items()))
    section.counts.append(f"met and tried again: {met}")


WRITERS = 8
LOCKED = "database is locked"


def writers(section: Section, base: str, entries: int, seed: int, folder: Path, log: Path) -> None:
    """Play a whole tournament by eight writers; any answer that is no success is a fault."""
    people = sign_up_people(base, WRITERS, f"w{seed}x")
    arena = open_arena(people, "Oito Mãos", entries=entries, tables=entries // 2, seed=seed)
    crowd = Crowd(arena, people.judges, seed, states=("ready", "called", "playing"))
    try:
        with playing(crowd):
            crowd.wait_until_over()
    except Refusal as problem:
        section.faults.append(str(problem))
    record, head = arena.fetch_record(), arena.fetch_head()
    locked = log.read_text(errors="replace").count(LOCKED)
    section.faults += [*crowd.faults, *crowd.record_faults(record, crowd.acknowledged)]
    section.faults += [f"“{LOCKED}” {locked} times in {log}"] if locked else []
    section.counts.append(
        f"{len(crowd.acknowledged)} results by {WRITERS} writers at once on SQLite, “{LOCKED}” {locked} times"
    )
    section.judge(record, head, folder / "writers.record.jsonl")
