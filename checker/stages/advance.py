"""Who goes on from a stage, and who has to cut cards for it. Knows no lines."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Rows = Sequence[list[str]]
"""Those who may go on by place, best first, who shares one together: of a group, or of all Swiss rounds."""


class Border(NamedTuple):
    """Who goes on from a group or from Swiss rounds."""

    sure: list[str]
    tied: list[str]
    """Those who share the last places that lead on, and cut cards for them; [] without a tie."""
    free: int
    """How many of `tied` go on."""


def borders(parts: Sequence[Rows], wanted: int, has_bracket: Callable[[int], bool]) -> Iterator[Border]:
    """Yield for each part, a group or the Swiss rounds, who goes on, and who is tied at its border.

    `wanted`: how many of each; fewer if only fewer have a bracket, none if none has.
    """
    most = _most([sum(map(len, part)) for part in parts], wanted, has_bracket)
    yield from (_border(part, most) for part in parts)


def _most(left: Sequence[int], wanted: int, has_bracket: Callable[[int], bool]) -> int:
    """Return how many go on of each part at most, 0 without a bracket; `left`: how many may in each."""
    for each in range(min(wanted, max(left)), 0, -1):
        going = sum(min(each, here) for here in left)
        if going > 1 and has_bracket(going):
            return each
    return 0


def _border(rows: Rows, most: int) -> Border:
    """Return who of a part is among the first `most`, and who shares the place across that border."""
    sure = list[str]()
    for here in rows:
        if len(sure) + len(here) > most:
            free = most - len(sure)
            return Border(sure, here if free else [], free)
        sure += here
    return Border(sure, [], 0)
