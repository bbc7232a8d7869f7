"""Nothing in a record is idle: every value altered, every line left out or said twice.

`FREE` says which may have another value, and why no checker can know; any other survivor is a gap.
"""

from collections.abc import Iterator
from typing import Any

from tools.endorsement.mutate.places import leaves, path_of, value_at, with_value_at
from tools.endorsement.mutate.records import Bodies

Altered = tuple[str, Bodies]
"""What was altered (`sheet.recorded data.lines.intact`), and the record so altered."""


def values(bodies: Bodies) -> Iterator[Altered]:
    """Yield the record with each value of each line replaced, once by each of some others."""
    for number, body in enumerate(bodies):
        for place in leaves(body["data"]):
            name = f"{body['type']} {path_of(place)}"
            for other in _other_values(value_at(body["data"], place)):
                changed = with_value_at(bodies, (number, "data", *place), other)
                yield f"{name}{'' if other is not None else ' null'}", changed


def omissions(bodies: Bodies) -> Iterator[Altered]:
    """Yield the record without each line but the last; only the head finds a cut end."""
    for number, body in enumerate(bodies[:-1]):
        yield body["type"], bodies[:number] + bodies[number + 1 :]


def repetitions(bodies: Bodies) -> Iterator[Altered]:
    """Yield the record with each line repeated."""
    for number, body in enumerate(bodies):
        yield body["type"], bodies[: number + 1] + bodies[number:]


def _other_values(value: Any) -> Iterator[Any]:
    """Yield values that differ a little or are of another type, and None."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, max(0, value - 1) if value else 2)
    elif isinstance(value, str) and len(value) == 64:
        yield value[:-1] + ("0" if value[-1] != "0" else "1")
    elif isinstance(value, str):
        yield f"{value}0" if value.isdecimal() else f"{value}x"
    elif value is None:
        yield from ("x", 1)
    else:
        yield [1]
    if value is not None:
        yield None
