"""Every single value of a record, and other values to put in its place."""

from collections.abc import Iterator
from typing import Any

Place = tuple[str | int, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the places of all scalars, and of all empty lists and objects; a place is the keys to it."""
    items: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    for key, item in items:
        yield from leaves(item, (*place, key))
    if not items and place:
        yield place


def with_value_at(holder: Any, place: Place, value: Any) -> Any:
    """Return a copy with another value at one place; what is not on the way there is shared."""
    changed, step = holder.copy(), place[0]
    changed[step] = with_value_at(holder[step], place[1:], value) if len(place) > 1 else value
    return changed


def value_at(holder: Any, place: Place) -> Any:
    """Return the value at a place."""
    value = holder
    for step in place:
        value = value[step]
    return value


def path_of(place: Place) -> str:
    """Return a place in words, without indexes: `data.lines.intact`."""
    return ".".join(step for step in place if isinstance(step, str))
