"""Every single value of a record, and other values to put in its place."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.records.book import Bodies

Place = tuple[str | int, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all scalars, and of all lists and objects that hold nothing."""
    items = list(
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, item in items:
        yield from leaves(item, (*place, key))
    if not items:
        yield place


def replaced(bodies: Bodies, place: Place, value: Any) -> Bodies:
    """The bodies with another value at one place."""
    copy = deepcopy(bodies)
    holder: Any = copy
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    return copy


def value_at(bodies: Bodies, place: Place) -> Any:
    """What is there now."""
    value: Any = bodies
    for step in place:
        value = value[step]
    return value


def another(value: Any) -> Any:
    """A value of the same kind that differs; something for nothing."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}0" if value.isdecimal() else f"{value}x"
    return "x" if value is None else [1]


def told(place: Place) -> str:
    """A place without its numbers: `data.lines.intact`."""
    return ".".join(step for step in place if isinstance(step, str))
