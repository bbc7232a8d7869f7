"""The broker is away for minutes: every report is taken, and what was to be done is done soon after."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.endorsement.chaos.field import playing
from tools.endorsement.play.arena import Arena, open_arena, sign_up_people
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.full import Full
from tools.endorsement.section import Section

JUDGES = 4
CATCH_UP = 60.0
ANY = ("ready", "called", "playing")


@dataclass(frozen=True)
class Outage:
    """How many seconds the broker is away, in a tournament of how many entries."""

    seconds: float
    entries: int


def broker_down(section: Section, product: Full, outage: Outage, seed: int, folder: Path) -> None:
    """Kill the broker, report results without it, start it again, and wait until all matches are called.

    Adds counts and faults to the section: lost reports, and matches not called within `CATCH_UP` seconds.
    """
    people = sign_up_people(product.base, JUDGES, f"b{seed}x")
    arena = open_arena(people, "Sem Fila", entries=outage.entries, tables=outage.entries // 2, seed=seed)
    pause = outage.seconds * JUDGES / (outage.entries / 2) * 0.7
    crowd = Crowd(arena, people.judges, seed, states=ANY, pause=pause)
    product.broker.crash()
    with playing(crowd):
        _supervise_for(product, outage.seconds)
    waiting = _count_ready(arena)
    product.broker.start()
    took = _until(lambda: _count_ready(arena) == 0, product)
    record, head = arena.fetch_record(), arena.fetch_head()
    section.faults += [*crowd.faults, *crowd.record_faults(record, crowd.acknowledged)]
    section.counts.append(
        f"away for {outage.seconds:.0f} s: {len(crowd.acknowledged)} reports, {len(crowd.faults)} not "
        f"accepted; {waiting} matches waited for a call"
    )
    if took is None:
        section.faults.append(
            f"{_count_ready(arena)} matches are not called {CATCH_UP:.0f} s after its return"
        )
    else:
        section.counts.append(f"all of them called {took:.1f} s after its return")
    section.counts += restarts(product)
    section.judge(record, head, folder / "broker.record.jsonl")


def restarts(product: Full) -> list[str]:
    """Return a line for each process that ended by itself and that `supervise` started again."""
    return [f"{name} ended by itself {times} times" for name, times in sorted(product.restarted.items())]


def _count_ready(arena: Arena) -> int:
    """Return how many matches wait for a call to a table; there are enough tables."""
    return int(arena.boss.get(arena.url("matches/?state=ready&page_size=1"))["count"])


def _supervise_for(product: Full, seconds: float) -> None:
    """Wait, and start again what ends by itself in that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        product.supervise()
        time.sleep(0.2)


def _until(done: Callable[[], bool], product: Full) -> float | None:
    """Supervise the product until `done`; return the seconds, or None after `CATCH_UP`."""
    began = time.monotonic()
    while not done():
        product.supervise()
        if time.monotonic() - began > CATCH_UP:
            return None
        time.sleep(0.2)
    return time.monotonic() - began
