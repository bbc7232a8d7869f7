"""A match sheet read side by side, for the rules of games in which players fall or leave.

Reading never fails: lines of strangers are left out, a count that is no number reads as 0. The
rules report such defects; the view only keeps the other rules able to speak at the same time.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet, Situation

WITHOUT_PLAY = (EndedBy.WALKOVER, EndedBy.BYE, EndedBy.NONE_ADVANCES, EndedBy.RULING)
IN_ORDER = (Out.DECKED_OUT, Out.CONCEDED)
_WORST_FIRST = (Out.ABSENT, Out.DISQUALIFIED)

Fall = Callable[[Line], int | None]
"""When the player of a line was beaten on the board (their order, from 1), None while they stand."""


def count(line: Line, key: str) -> int:
    """Return the number under `key`, 0 if it is missing or is no number."""
    value = line.numbers.get(key, 0)
    return value if type(value) is int else 0


def with_zeros(line: Line, keys: Sequence[str]) -> Line:
    """Return the line with 0 for each missing count; an uncounted line only if its player is absent."""
    if line.counts is None and line.out is not Out.ABSENT:
        return line
    return replace(line, counts={**dict.fromkeys(keys, 0), **line.numbers})


@dataclass(frozen=True, slots=True)
class Side:
    """One player or one pair. `falls` says of every line, in the same order, when its player fell."""

    number: int
    lines: tuple[Line, ...]
    falls: tuple[int | None, ...]

    @property
    def out(self) -> Out | None:
        """Return how the side left, other than by falling; None if it did not.

        One member who is out takes the pair along.
        """
        ways = {line.out for line in self.lines if line.out}
        for way in _WORST_FIRST:
            if way in ways:
                return way
        leavers = [line for line in self.lines if line.out]
        return min(leavers, key=_leaving_order).out if leavers else None

    @property
    def fell(self) -> bool:
        """Return whether the side was beaten on the board: every member fell."""
        return self.out is None and bool(self.falls) and None not in self.falls

    @property
    def is_in(self) -> bool:
        """Return whether the side was still in the game when the match ended."""
        return self.out is None and not self.fell

    @property
    def may_win(self) -> bool:
        """Return whether the side came and was not disqualified: else no ruling can name it the winner."""
        return self.out not in _WORST_FIRST

    @property
    def left_at(self) -> int:
        """Return the order in which the side went: its last fall, or its first member to leave.

        0 if it is in, or left without an order (disqualified, absent).
        """
        if self.fell:
            return max(fall or 0 for fall in self.falls)
        return min((_leaving_order(line) for line in self.lines if line.out), default=0)

    @property
    def standing_lines(self) -> tuple[Line, ...]:
        """Return the lines of the members who did not fall, also of those who left another way."""
        return tuple(line for line, fall in zip(self.lines, self.falls, strict=True) if fall is None)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a rule may read: the tournament's rules, the seats, the sheet."""

    rules: Rules
    kind: Kind
    situation: Situation
    sheet: Sheet
    sides: tuple[Side, ...]

    @property
    def still_in(self) -> tuple[Side, ...]:
        """Return the sides still in the game when it ended."""
        return tuple(side for side in self.sides if side.is_in)

    @property
    def last_to_go(self) -> tuple[Side, ...]:
        """Return the sides that fell, or left in order, at the last such moment; () if no side did."""
        moment = max((side.left_at for side in self.sides), default=0)
        return tuple(side for side in self.sides if moment and side.left_at == moment)

    def side(self, number: int | None) -> Side | None:
        """Return the side with that number, or None."""
        return next((side for side in self.sides if side.number == number), None)

    def side_of(self, player: str) -> Side | None:
        """Return the side that a player sits for, or None for a stranger."""
        seats = (seat for seat in self.situation.seats if seat.player == player)
        return next((self.side(seat.side) for seat in seats), None)


def read_table(rules: Rules, kind: Kind, situation: Situation, sheet: Sheet, fall: Fall) -> Table:
    """Arrange a sheet by sides, in order of their numbers; ignore second lines and strangers'."""
    lines: dict[str, Line] = {}
    for line in sheet.lines:
        lines.setdefault(line.player, line)
    numbers = sorted({seat.side for seat in situation.seats})
    sides = tuple(_build_side(number, _lines_of(number, situation, lines), fall) for number in numbers)
    return Table(rules, kind, situation, sheet, sides)


def _build_side(number: int, lines: tuple[Line, ...], fall: Fall) -> Side:
    """Build a side; `fall` returns the order in which a line fell, None if it did not."""
    return Side(number, lines, tuple(fall(line) for line in lines))


def _lines_of(number: int, situation: Situation, lines: Mapping[str, Line]) -> tuple[Line, ...]:
    """Return the sheet's lines of the players of side `number`, in seating order."""
    players = (seat.player for seat in situation.seats if seat.side == number)
    return tuple(lines[player] for player in players if player in lines)


def _leaving_order(line: Line) -> int:
    """Return the order of leaving, 0 without one."""
    return line.out_order or 0
