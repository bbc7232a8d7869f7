"""How much a run does."""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from tools.endorsement.chaos.broker import Outage
from tools.endorsement.chaos.section import Force
from tools.endorsement.history.contest import Volume
from tools.endorsement.whole_day.judges import Pace

KEPT = ("most", "most_over_http", "clients", "entries", "fields", "judges", "writing", "day")
"""What does not shrink with the share: sizes of tournaments, how many people play, and a day."""


@dataclass(frozen=True)
class Size:
    """How many tournaments are played, in bulk and over HTTP, with up to how many entries (`most`).

    `mutated`: how many records are mutated. The others are the sizes of the other parts.
    """

    bulk: int
    most: int
    over_http: int
    most_over_http: int
    mutated: int
    on_sqlite: Volume
    on_postgres: Volume
    force: Force
    outage: Outage
    writing: int
    day: Pace
    fuzz: int


SLICE = Size(
    bulk=80, most=24, over_http=6, most_over_http=12, mutated=16,
    on_sqlite=Volume(matches=4, operations=600),
    on_postgres=Volume(matches=6, operations=1000),
    force=Force(postgres=7, web=4, children=2, parents=1, beats=1, brokers=1, entries=32, judges=3),
    outage=Outage(seconds=4, entries=32),
    writing=32,
    day=Pace(16, tables=4, judges=2, shortest=1, longest=4, walk=1, lunch=3, between=1, alone=False),
    fuzz=400,
)  # fmt: skip
WHOLE = Size(
    bulk=4920, most=4096, over_http=80, most_over_http=64, mutated=150,
    on_sqlite=Volume(matches=200, operations=12_000),
    on_postgres=Volume(matches=200, operations=188_000),
    force=Force(postgres=200, web=300, children=160, parents=40, beats=20, brokers=20),
    outage=Outage(seconds=300, entries=512),
    writing=160,
    day=Pace(256, tables=32, judges=6),
    fuzz=6000,
)  # fmt: skip


def shrink(size: Size, share: float) -> Size:
    """Return the size with this share of every count, at least 1, except those in `KEPT`."""
    return replace(size, **_shrunk_fields(size, share))


def _shrunk_fields(size: Any, share: float) -> dict[str, Any]:
    """Return the fields that shrink, by name, with their new values."""
    names = (one.name for one in fields(size) if one.name not in KEPT)
    return {name: _shrink_value(getattr(size, name), share) for name in names}


def _shrink_value(value: Any, share: float) -> Any:
    """Return this share of a count, at least 1; of a size that has sizes in it, each shrunk."""
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **_shrunk_fields(value, share))
    return max(1, round(value * share))
