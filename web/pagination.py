"""Long lists in pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from core.numbers import number_in

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """One page of a list; pages count from 1."""

    items: Sequence[Item]
    number: int
    last: int

    @property
    def previous(self) -> int | None:
        """The page before, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def following(self) -> int | None:
        """The page after, if there is one."""
        return self.number + 1 if self.number < self.last else None


def paginate(items: Sequence[Item], asked: str | None, size: int) -> Page[Item]:
    """The page that was asked for; the nearest one where it does not exist."""
    last = max(1, -(-len(items) // size))
    shown = min(max(1, number_in(asked, 5) or 1), last)
    return Page(items[(shown - 1) * size : shown * size], shown, last)


def chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """The list in pieces of at most `size`."""
    return [items[start : start + size] for start in range(0, len(items), size)]
