"""The broker is away for minutes: every report is taken, and what was to be done is done soon after."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.endorsement.chaos.field import playing
from tools.endorsement.play.arena import Arena, gathered, opened
from tools.endorsement.play.crowd import Crowd
from tools.endorsement.play.full import Full
from tools.endorsement.section import Section

JUDGES = 4
CATCH_UP = 60.0
ANY = ("ready", "called", "playing")


@dataclass(frozen=True)
class Outage:
    """How long, with how many entries."""

    seconds: float
    entries: int


def broker_down(section: Section, product: Full, outage: Outage, seed: int, folder: Path) -> None:
    """Kill it, report all the while, start it again, and look how long the calls to tables take."""
    people = gathered(product.base, JUDGES, f"b{seed}x")
    arena = opened(people, "Sem Fila", entries=outage.entries, tables=outage.entries // 2, seed=seed)
    pause = outage.seconds * JUDGES / (outage.entries / 2) * 0.7
    crowd = Crowd(arena, people.judges, seed, states=ANY, pause=pause)
    product.broker.crash()
    with playing(crowd):
        _wait(product, outage.seconds)
    waiting = _ready(arena)
    product.broker.start()
    took = _until(lambda: _ready(arena) == 0, product)
    record, head = arena.record(), arena.head()
    section.faults += [*crowd.faults, *crowd.compared(record, crowd.acknowledged)]
    section.counts.append(
        f"away for {outage.seconds:.0f} s: {len(crowd.acknowledged)} reports, {len(crowd.faults)} not "
        f"accepted; {waiting} matches waited for a call"
    )
    if took is None:
        section.faults.append(f"{_ready(arena)} matches are not called {CATCH_UP:.0f} s after its return")
    else:
        section.counts.append(f"all of them called {took:.1f} s after its return")
    section.counts += restarts(product)
    section.judge(record, head, folder / "broker.record.jsonl")


def restarts(product: Full) -> list[str]:
    """What ended by itself and was started again by who watches."""
    return [f"{name} ended by itself {times} times" for name, times in sorted(product.restarted.items())]


def _ready(arena: Arena) -> int:
    """Matches that could be called to a table, of which there are enough."""
    return int(arena.boss.get(arena.url("matches/?state=ready&page_size=1"))["count"])


def _wait(product: Full, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        product.supervise()
        time.sleep(0.2)


def _until(done: Callable[[], bool], product: Full) -> float | None:
    """Seconds until it is so; None if that takes too long."""
    began = time.monotonic()
    while not done():
        product.supervise()
        if time.monotonic() - began > CATCH_UP:
            return None
        time.sleep(0.2)
    return time.monotonic() - began
