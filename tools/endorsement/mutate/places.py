"""Every single value of a record, and other values to put in its place."""

from collections.abc import Iterator
from typing import Any

Place = tuple[str | int, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all scalars, and of all lists and objects that hold nothing."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, item in items:
        yield from leaves(item, (*place, key))
    if not items and place:
        yield place


def replaced(holder: Any, place: Place, value: Any) -> Any:
    """The same with another value at one place; what is not on the way there is shared, not copied."""
    changed, step = holder.copy(), place[0]
    changed[step] = replaced(holder[step], place[1:], value) if len(place) > 1 else value
    return changed


def value_at(holder: Any, place: Place) -> Any:
    """What is there now."""
    value = holder
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


def path_of(place: Place) -> str:
    """A place without its numbers: `data.lines.intact`."""
    return ".".join(step for step in place if isinstance(step, str))
