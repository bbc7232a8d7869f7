"""The day as a part of the endorsement: each match called once, nothing lost, how long people waited."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

from tools.endorsement.chaos.broker import restarts
from tools.endorsement.chaos.field import playing, sign_up_insistent
from tools.endorsement.play.arena import Arena, open_arena
from tools.endorsement.play.full import Full
from tools.endorsement.play.insisting import Weather
from tools.endorsement.section import Section
from tools.endorsement.whole_day.judges import HOUR, LIMIT, Hall, Pace, seconds
from tools.endorsement.whole_day.outages import Outage, Trouble
from tools.endorsement.whole_day.waits import Wait, commits, percentile, waits

STUCK = 180.0  # seconds without a match that ends
WANTED = {("calls", False): 0.5, ("calls", True): 3.0, ("times", False): 1.0}  # seconds at p95


def whole_day(section: Section, product: Full, pace: Pace, seed: int, folder: Path) -> None:
    """Play a quiet morning, lunch, and an afternoon full of kills; then check the record.

    Adds the figures and faults to the section.
    """
    weather, trouble = Weather(), Trouble(product, Random(f"day {seed}"))
    people = sign_up_insistent(product.base, pace.judges, f"d{seed}x", weather)
    arena = open_arena(
        people, "Dia Inteiro", entries=pace.entries, tables=pace.tables, seed=seed, time_limit=LIMIT
    )
    hall = Hall(arena, people.judges, seed, states=("called",), pace=pace)
    with playing(hall):
        _until(lambda: hall.count_left() <= pace.entries // 2, hall, product)
        _take_lunch(arena, pace)
        _until(lambda: hall.count_left() == 0, hall, product, lambda: _strike_after_pause(trouble, pace))
    arena.boss.post(arena.url("finish/"), None, "finish-day")
    record, head = arena.fetch_record(), arena.fetch_head()
    section.faults += [
        *weather.faults,
        *hall.faults,
        *hall.record_faults(record, hall.acknowledged),
    ]
    section.faults += wrong_calls(record)
    section.counts += [*_figures(record, product, hall, trouble), *restarts(product)]
    section.judge(record, head, folder / "day.record.jsonl")


def _until(
    over: Callable[[], bool], hall: Hall, product: Full, meanwhile: Callable[[], None] = lambda: None
) -> None:
    """Supervise the product and call `meanwhile` until `over`.

    Raises `AssertionError` if no match ends for `STUCK` seconds.
    """
    left, moved = -1, time.monotonic()
    while not over():
        product.supervise()
        meanwhile()
        if (now := hall.count_left()) != left:
            left, moved = now, time.monotonic()
        if time.monotonic() - moved > STUCK:
            raise AssertionError(f"{left} matches are left and none ends: {hall.describe_left()}")
        time.sleep(seconds(1))


def _take_lunch(arena: Arena, pace: Pace) -> None:
    """Begin a break and wait until it is over."""
    ends = datetime.now(UTC) + timedelta(seconds=seconds(pace.lunch))
    arena.boss.post(arena.url("breaks/"), {"begins": None, "ends": ends.isoformat()}, "lunch")
    time.sleep(seconds(pace.lunch))


def _strike_after_pause(trouble: Trouble, pace: Pace) -> None:
    """Wait, then kill the next part, unless something is still down."""
    time.sleep(seconds(pace.between))
    if trouble.product.is_whole:
        trouble.strike()


def wrong_calls(record: bytes) -> list[str]:
    """Return a line for each match that the system did not call exactly once.

    Also for one whose time it called twice, or not although the match ended by time.
    """
    lines = [json.loads(line) for line in record.splitlines()]
    played = {line["data"]["match"]: line["data"]["ended_by"] for line in lines if _is_sheet(line)}
    calls, times = (
        Counter(line["data"]["match"] for line in lines if (line["type"], line["by"]) == (kind, "system"))
        for kind in ("match.placed", "match.time_called")
    )
    wrong = [f"{match} was called {calls[match]} times" for match in played if calls[match] != 1]
    late = [match for match, how in played.items() if times[match] > 1 or times[match] < (how == "time")]
    return wrong + [f"time of {match} was called {times[match]} times" for match in late]


def _is_sheet(line: dict[str, object]) -> bool:
    return line["type"] == "sheet.recorded"


# --- figures ------------------------------------------------------------------------------------------


def _figures(record: bytes, product: Full, hall: Hall, trouble: Trouble) -> Iterator[str]:
    """Yield how many results were played, and how late calls and ends of time were.

    Separately before and since the first kill.
    """
    logs = [server.log for server in (product.web, *product.workers)]
    (moments,) = commits(logs).values()
    found = waits(record, moments, seconds(HOUR))
    yield f"{len(hall.acknowledged)} results acknowledged, all in the record; each match called once"
    yield trouble.line()
    first = trouble.outages[0].at if trouble.outages else float("inf")
    for what, kinds in (("calls", ("result",)), ("times", ("time",)), ("calls after lunch", ("break",))):
        for shaken in (False, True):
            some = [wait for wait in found if wait.kind in kinds and (wait.until >= first) == shaken]
            if some:
                yield wait_line(what, shaken, [wait.seconds for wait in some])
    yield from _longest_waits(found, trouble.outages)


def wait_line(what: str, shaken: bool, values: Sequence[float]) -> str:
    """Return a line about waits in seconds: how many, p50, p95, the longest, and whether p95 is as `WANTED`.

    `shaken`: since the first kill.
    """
    p95 = percentile(values, 0.95)
    wanted = WANTED.get((what, shaken))
    aim = f" ({'kept' if p95 <= wanted else 'MISSED'}: {wanted} s)" if wanted else ""
    when = "through kills" if shaken else "in quiet"
    middle, longest = percentile(values, 0.5), max(values)
    return f"{len(values)} {what} {when}: p50 {middle:.2f} s, p95 {p95:.2f} s{aim}, longest {longest:.2f} s"


def _longest_waits(found: Sequence[Wait], outages: Sequence[Outage]) -> Iterator[str]:
    """Yield a line with the longest wait after a kill of each part, until the next kill, if there was one."""
    worst: dict[str, float] = {}
    for outage, following in pairwise([*outages, Outage("", float("inf"))]):
        hit = [wait.seconds for wait in found if outage.at <= wait.until < following.at]
        worst[outage.what] = max([worst.get(outage.what, 0.0), *hit])
    if worst:
        yield "longest wait after a kill of " + ", ".join(f"{what} {s:.1f} s" for what, s in worst.items())
