"""What a judge counts at a table while a game is played, as values: tallies, and how taps change them.

A *tally* is what lies before one player just now: *spots* in some state (the six positions of a
formation) and *numbers*. It is scratch paper: a sheet's lines are made of it, nothing is decided on it.
A *moment* orders who was gone when; who has an equal one was gone at the same time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Protocol

from core.errors import Violation
from rulesets.kernel.sheet import Line, Out


@dataclass(frozen=True, slots=True)
class Counter:
    """One number: its bounds, both included, its start, and the steps of its buttons."""

    key: str
    low: int
    high: int
    start: int = 0
    steps: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Goal:
    """How far a side is towards winning, in one count: `have` of the `need`ed."""

    key: str
    have: int
    need: int


@dataclass(frozen=True, slots=True)
class Board:
    """What is counted for each player of one type.

    `rows`: spots as they lie, from the front; `states`: what a spot can hold, the first at the start, in the
    order of taps. `ways`: how a player can leave. `wins_at_once` false: a condition that lies on the table
    wins only when the draw of one's own turn ends.
    """

    counters: tuple[Counter, ...]
    ways: tuple[Out, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    states: tuple[str, ...] = ()
    wins_at_once: bool = True

    @property
    def spots(self) -> tuple[str, ...]:
        """Return all spots, row after row."""
        return tuple(chain.from_iterable(self.rows))

    def counter(self, key: str) -> Counter | None:
        """Return the counter of that key, or None."""
        return next((counter for counter in self.counters if counter.key == key), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """What lies before one player; `gone_at` is the moment at which they fell or left, None while in."""

    player: str
    spots: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    out: Out | None = None
    gone_at: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The new counts of one player; spots and numbers that it does not name stay.

    `out`: a way to leave, empty for who is back in the game, None if that stays. `together`: gone at the
    same moment as the last who left.
    """

    spots: Mapping[str, object] = field(default_factory=dict)
    numbers: Mapping[str, object] = field(default_factory=dict)
    out: str | None = None
    together: bool = False


class Aid(Protocol):
    """How one game is counted at the table under the rules of one tournament."""

    @property
    def board(self) -> Board:
        """Return what is counted."""

    def with_consequences(self, before: Tally, after: Tally) -> Tally:
        """Return `after` with the counts that the change entails (an army with its commander)."""

    def check(self, tally: Tally) -> tuple[Violation, ...]:
        """Return violations of what cannot lie before one player, beyond the bounds of the board."""

    def is_gone(self, tally: Tally) -> bool:
        """Return whether the player fell, or left in a way that bears an order."""

    def exposed(self, tally: Tally) -> tuple[str, ...]:
        """Return the spots that an opponent may attack."""

    def line(self, tally: Tally, order: int | None) -> Line:
        """Return the player's line of the sheet; `order` among those who are gone, 1…k, None while in."""

    def goals(self, tallies: Sequence[Tally]) -> tuple[Goal, ...]:
        """Return how far a side is, given its members' tallies; () if the game has no goals."""


def starting_tally(board: Board, player: str) -> Tally:
    """Return a player's tally at the start of a game."""
    spots = dict.fromkeys(board.spots, board.states[0]) if board.states else {}
    return Tally(player, spots, {counter.key: counter.start for counter in board.counters})


def cycle_spot(board: Board, tally: Tally, spot: str) -> Change:
    """Return the change of a tap on a spot: its next state, the first after the last.

    An unknown spot gets the state `?`, which `check_change` finds.
    """
    states, here = board.states, tally.spots.get(spot, "")
    following = states[(states.index(here) + 1) % len(states)] if here in states else "?"
    return Change(spots={spot: following})


def step_counter(board: Board, tally: Tally, key: str, by: int) -> Change:
    """Return the change of a tap on a counter's button: `by` more, or less if negative, within its bounds.

    An unknown counter stays in the change, so that `check_change` finds it.
    """
    counter = board.counter(key)
    if counter is None:
        return Change(numbers={key: by})
    value = tally.numbers.get(key, counter.start) + by
    return Change(numbers={key: max(counter.low, min(counter.high, value))})


def check_change(board: Board, change: Change) -> Iterator[Violation]:
    """Yield violations of spots, states, numbers and ways to leave that this board does not have.

    Also of numbers beyond their bounds.
    """
    for spot, state in change.spots.items():
        if spot not in board.spots:
            yield Violation("spot_unknown", {"spot": spot}, f"spots.{spot}")
        elif state not in board.states:
            yield Violation("spot_state_unknown", {"spot": spot, "state": state}, f"spots.{spot}")
    for key, value in change.numbers.items():
        yield from _check_number(board.counter(key), key, value)
    if change.out and change.out not in board.ways:
        yield Violation("leaving_unknown", {"way": change.out}, "out")


def change_tally(aid: Aid, tallies: Sequence[Tally], player: str, change: Change) -> Tally:
    """Return the player's tally after a change that `check_change` accepts; `tallies` of the whole table."""
    before = next(tally for tally in tallies if tally.player == player)
    numbers = {key: value for key, value in change.numbers.items() if type(value) is int}
    after = replace(
        before,
        spots={**before.spots, **{spot: str(state) for spot, state in change.spots.items()}},
        numbers={**before.numbers, **numbers},
        out=before.out if change.out is None else Out(change.out) if change.out else None,
    )
    after = aid.with_consequences(before, after)
    return replace(after, gone_at=_gone_at(aid, tallies, before, after, change.together))


def lines_of(aid: Aid, tallies: Sequence[Tally]) -> tuple[Line, ...]:
    """Return the lines of a sheet, in the order of the tallies."""
    orders = orders_of(tallies)
    return tuple(aid.line(tally, orders.get(tally.player)) for tally in tallies)


def orders_of(tallies: Iterable[Tally]) -> dict[str, int]:
    """Return the order of each player who is gone, 1…k, equal for the same moment; others are left out."""
    gone = {tally.player: tally.gone_at for tally in tallies if tally.gone_at is not None}
    orders = {moment: order for order, moment in enumerate(sorted(set(gone.values())), start=1)}
    return {player: orders[moment] for player, moment in gone.items()}


def _gone_at(aid: Aid, tallies: Iterable[Tally], before: Tally, after: Tally, together: bool) -> int | None:
    """Return the moment at which a player left, counted from 1; None if they are in.

    `together`: the moment of the last of the others. Else the moment they already had, or the next one.
    """
    if not aid.is_gone(after):
        return None
    last = max((tally.gone_at or 0 for tally in tallies if tally.player != after.player), default=0)
    if together:
        return last or 1
    return before.gone_at if aid.is_gone(before) and before.gone_at else last + 1


def _check_number(counter: Counter | None, key: str, value: object) -> Iterator[Violation]:
    """Yield a violation of a number without a counter, of no number, or of one beyond its bounds."""
    where = f"numbers.{key}"
    if counter is None:
        yield Violation("count_unknown", {"key": key}, where)
    elif type(value) is not int:
        yield Violation("count_not_a_number", {"key": key}, where)
    elif not counter.low <= value <= counter.high:
        facts = {"key": key, "value": value, "low": counter.low, "high": counter.high}
        yield Violation("count_out_of_range", facts, where)
