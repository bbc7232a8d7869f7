"""A match sheet side by side: what every rule of this folder reads.

Reading never fails: lines of strangers are left out, a count that is no number reads as 0. The
rules report such defects; the view only keeps the other rules able to speak at the same time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.games.chama.types import Type
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out, Sheet, Situation
from rulesets.kernel.tables import count

_WORST_FIRST = (Out.ABSENT, Out.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class ChamaSide:
    """One player or one pair at the table, with the lines that the sheet has for them.

    `out` is how the side left: one member who is out takes the pair along.
    """

    number: int
    lines: tuple[Line, ...]
    out: Out | None

    @property
    def is_in(self) -> bool:
        """Return whether the side was still in the game when the match ended."""
        return self.out is None

    @property
    def is_counted(self) -> bool:
        """Return whether the cards of every member were counted."""
        return all(line.counts is not None for line in self.lines)

    @property
    def may_win(self) -> bool:
        """Return whether the side came and was not disqualified: else no ruling can name it the winner."""
        return self.out not in _WORST_FIRST

    @property
    def left_at(self) -> int:
        """Return the order in which the first member left; 0 if none left, or left without an order."""
        return min((_leaving_order(line) for line in self.lines if line.out), default=0)

    @property
    def totals(self) -> Mapping[str, int]:
        """Return the sum of every count over the members."""
        return {key: self.total(key) for key in {key for line in self.lines for key in line.numbers}}

    def total(self, key: str) -> int:
        """Return the sum of one count over the members."""
        return sum(count(line, key) for line in self.lines)


@dataclass(frozen=True, slots=True)
class ChamaTable:
    """Everything a rule may read: the tournament's rules, the seats, the sheet."""

    rules: Rules
    kind: Type
    situation: Situation
    sheet: Sheet
    sides: tuple[ChamaSide, ...]

    @property
    def still_in(self) -> tuple[ChamaSide, ...]:
        """Return the sides still in the game when it ended."""
        return tuple(side for side in self.sides if side.is_in)

    @property
    def is_counted(self) -> bool:
        """Return whether the cards of every player were counted."""
        return all(side.is_counted for side in self.sides)

    def side(self, number: int | None) -> ChamaSide | None:
        """Return the side with that number, or None."""
        return next((side for side in self.sides if side.number == number), None)

    def side_of(self, player: str) -> ChamaSide | None:
        """Return the side that a player sits for, or None for a stranger."""
        seats = (seat for seat in self.situation.seats if seat.player == player)
        return next((self.side(seat.side) for seat in seats), None)


def read_table(rules: Rules, kind: Type, situation: Situation, sheet: Sheet) -> ChamaTable:
    """Arrange a sheet by sides, in order of their numbers; ignore second lines and strangers'."""
    lines: dict[str, Line] = {}
    for line in sheet.lines:
        lines.setdefault(line.player, line)
    numbers = sorted({seat.side for seat in situation.seats})
    sides = tuple(_build_side(number, _lines_of(number, situation, lines)) for number in numbers)
    return ChamaTable(rules, kind, situation, sheet, sides)


def _build_side(number: int, lines: tuple[Line, ...]) -> ChamaSide:
    """Build a side from its lines; it is out if a member is."""
    leavers = [line for line in lines if line.out]
    return ChamaSide(number, lines, _way_of_side(leavers) if leavers else None)


def _way_of_side(leavers: list[Line]) -> Out | None:
    """Return how a side left: absent or disqualified if a member is, else as the first to leave."""
    ways = {line.out for line in leavers}
    worst = next((way for way in _WORST_FIRST if way in ways), None)
    return worst or min(leavers, key=_leaving_order).out


def _lines_of(number: int, situation: Situation, lines: Mapping[str, Line]) -> tuple[Line, ...]:
    """Return the sheet's lines of the players of side `number`, in seating order."""
    players = (seat.player for seat in situation.seats if seat.side == number)
    return tuple(lines[player] for player in players if player in lines)


def _leaving_order(line: Line) -> int:
    """Return the order of leaving, 0 without one."""
    return line.out_order or 0
