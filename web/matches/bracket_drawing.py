"""The layout of the bracket drawing: positions of boxes and lines, in pixels. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import RoundSize, RoundView

BOX, HEAD, NAME, EDGE = 224, 26, 24, 2
BETWEEN, ASIDE, TOP, MARGIN = 14, 44, 6, 4
BROADEST, SCREEN = 340, 1400  # the widest box with few rounds; the width of a laptop's window for all rounds
CHAMPION = 76  # the height of the champion's box
MAX_BOXES = 32


@dataclass(frozen=True, slots=True)
class MatchBox:
    """A match with its position and size, in pixels; `x` and `y` are the top left corner."""

    match: MatchView
    x: int
    y: int
    height: int
    width: int

    @property
    def middle(self) -> int:
        """Return the height at which lines begin and end."""
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class BoxLink:
    """The line from a match to its winner's next one, as an SVG path; `entry`: the winner's code, or ""."""

    line: str
    entry: str


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """The column of one round: its left edge, width and boxes, in pixels."""

    round: RoundView
    x: int
    boxes: tuple[MatchBox, ...]
    width: int

    @property
    def middle(self) -> int:
        """Return the horizontal middle, for its heading."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Champion:
    """The box behind the last match; without names until it is won.

    `prize`: what its winner has: the `title`, that of the `second_chance`, or a seat in the `final`.
    """

    names: tuple[str, ...]
    x: int
    y: int
    width: int
    height: int = CHAMPION
    prize: str = "title"


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """The layout of a bracket: all boxes and lines, and the size of the drawing, in pixels."""

    columns: tuple[RoundColumn, ...]
    links: tuple[BoxLink, ...]
    champion: Champion | None
    width: int
    height: int


def rounds_that_fit(
    rounds: Sequence[RoundSize], most: int = MAX_BOXES, first: int = 0
) -> tuple[RoundSize, ...]:
    """Return the rounds from number `first` on, if it exists; else those with at most `most` matches."""
    if first and any(one.number >= first for one in rounds):
        return tuple(one for one in rounds if one.number >= first)
    return tuple(one for one in rounds if one.matches <= most)


def lay_out_bracket(rounds: Sequence[RoundView]) -> BracketDrawing:
    """Return the rounds laid out from left to right, each match beside the middle of those that feed it."""
    columns: list[RoundColumn] = []
    broad = _box_width(len(rounds))
    for index, one in enumerate(rounds):
        x = MARGIN + index * (broad + ASIDE)
        before = [box for column in columns for box in column.boxes]
        columns.append(RoundColumn(one, x, tuple(_boxes_of_round(one, x, broad, before)), broad))
    boxes = [box for column in columns for box in column.boxes]
    champion = _champion(columns)
    bottoms = [box.y + box.height for box in boxes]
    if champion:
        bottoms.append(champion.y + champion.height)
    right = champion.x + champion.width if champion else max((box.x + box.width for box in boxes), default=0)
    links = tuple(_links(boxes, champion))
    return BracketDrawing(tuple(columns), links, champion, right + MARGIN, max(bottoms, default=0) + MARGIN)


def _box_width(rounds: int) -> int:
    """Return the width of a box, so that few rounds, and the champion, also fill a laptop's window."""
    columns = rounds + 1
    return max(BOX, min(BROADEST, (SCREEN - 2 * MARGIN - ASIDE * rounds) // columns))


def _champion(columns: Sequence[RoundColumn]) -> Champion | None:
    """Return the box of the champion behind the last column.

    None unless its first match is the final or of the second chance.
    """
    final = columns[-1].boxes[0] if columns and columns[-1].boxes else None
    if final is None or not (final.match.is_final or final.match.second_chance):
        return None
    names = next((side.names for side in final.match.sides if side.is_winner), ())
    x, y = final.x + final.width + ASIDE, max(TOP, final.middle - CHAMPION // 2)
    return Champion(tuple(names), x, y, final.width, prize=_prize(final.match))


def _prize(match: MatchView) -> str:
    """Return what the winner of this last match gets (`Champion.prize`)."""
    if match.is_final:
        return "title"
    return "second_chance" if match.decides_second_chance else "final"


def height_of(match: MatchView) -> int:
    """Return the height of a match's box: its head and a line for every name, at least one for each side."""
    names = sum(max(1, len(side.names)) for side in match.sides)
    return HEAD + NAME * names + EDGE


def _boxes_of_round(one: RoundView, x: int, width: int, before: Sequence[MatchBox]) -> Iterator[MatchBox]:
    """Yield the boxes of one round from the top, each beside the middle of those `before` that feed it."""
    middles = _middles(before)
    free = TOP
    for match in one.matches:
        height = height_of(match)
        wanted = middles.get(match.code)
        y = max(free, wanted - height // 2) if wanted is not None else free
        free = y + height + BETWEEN
        yield MatchBox(match, x, y, height, width)


def _middles(before: Sequence[MatchBox]) -> Mapping[str, int]:
    """Return, by the code of a later match, the height midway between the boxes that feed it."""
    feeding: dict[str, list[int]] = defaultdict(list)
    for box in before:
        if box.match.next_code:
            feeding[box.match.next_code].append(box.middle)
    return {code: (min(found) + max(found)) // 2 for code, found in feeding.items()}


def _links(boxes: Sequence[MatchBox], champion: Champion | None) -> Iterator[BoxLink]:
    """Yield the lines from each box to where its winner plays on, and from the last to the champion."""
    by_code = {box.match.code: box for box in boxes}
    for box in boxes:
        onward = by_code.get(box.match.next_code or "")
        if onward is not None:
            bend = onward.x - ASIDE // 2
            line = f"M{box.x + box.width} {box.middle}H{bend}V{onward.middle}H{onward.x}"
            yield BoxLink(line, _winner(box.match))
        elif champion is not None and (box.match.is_final or box.match.second_chance):
            yield BoxLink(f"M{box.x + box.width} {box.middle}H{champion.x}", _winner(box.match))


def _winner(match: MatchView) -> str:
    """Return the code of the winner's entry; "" if it is not known."""
    return next((side.entry_code for side in match.sides if side.is_winner and side.entry_code), "")
