"""Who goes on from a stage, and who has to cut cards for it. Knows no lines."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Rows = Sequence[list[str]]
"""Those who still play by place, best first, who shares one together: of a group, or of all Swiss rounds."""


class Border(NamedTuple):
    """Who goes on of a group or of Swiss rounds: for sure, who shares the last place, how many of these."""

    sure: list[str]
    tied: list[str]
    free: int


def borders(parts: Sequence[Rows], wanted: int, has_bracket: Callable[[int], bool]) -> Iterator[Border]:
    """Yield who goes on of each group, `wanted` or the most of those who are left that have a bracket."""
    most = _most([sum(map(len, part)) for part in parts], wanted, has_bracket)
    yield from (_border(part, most) for part in parts)


def _most(left: Sequence[int], wanted: int, has_bracket: Callable[[int], bool]) -> int:
    """Return how many go on of each group, or 0; a group with fewer sends all of them."""
    for each in range(min(wanted, max(left)), 0, -1):
        going = sum(min(each, here) for here in left)
        if going > 1 and has_bracket(going):
            return each
    return 0


def _border(rows: Rows, most: int) -> Border:
    """Return the first `most` of these places, and who shares the place across the border."""
    sure = list[str]()
    for here in rows:
        if len(sure) + len(here) > most:
            free = most - len(sure)
            return Border(sure, here if free else [], free)
        sure += here
    return Border(sure, [], 0)
