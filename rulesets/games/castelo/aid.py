"""Castelo at the table: castle and wall points from their start, and the order in which castles fall (10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Violation
from rulesets.games.castelo.house_rules import CASTLE_START, WALL_START
from rulesets.games.castelo.points import MAX_POINTS
from rulesets.kernel.counting import Board, Counter, Goal, Tally
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out

STEPS = (1, 5)
WAYS = (Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT)


@dataclass(frozen=True, slots=True)
class CasteloAid:
    """See `rulesets.kernel.counting.Aid` for what each method promises."""

    rules: Rules

    @property
    def board(self) -> Board:
        """Castle and wall of each player, from the points of this tournament."""
        castle, wall = int(self.rules.value_of(CASTLE_START)), int(self.rules.value_of(WALL_START))
        counters = (
            Counter("castle", 0, MAX_POINTS, castle, STEPS),
            Counter("wall", 0, MAX_POINTS, wall, STEPS),
        )
        return Board(counters, WAYS)

    def with_consequences(self, before: Tally, after: Tally) -> Tally:
        """Return `after`: no count of Castelo changes another."""
        return after

    def check(self, tally: Tally) -> tuple[Violation, ...]:
        """Return (): castle and wall depend on nothing else."""
        return ()

    def is_gone(self, tally: Tally) -> bool:
        """Return whether the castle fell or the player conceded.

        Both are numbered in one order (`castle_order`).
        """
        return tally.out is Out.CONCEDED or _fell(tally)

    def exposed(self, tally: Tally) -> tuple[str, ...]:
        """Return (): there are no positions."""
        return ()

    def line(self, tally: Tally, order: int | None) -> Line:
        """Return the player's line, with their order of falling or conceding.

        In a duel the sheet does not ask for it: castles both at 0 fell at the same moment.
        """
        if tally.out is Out.ABSENT:
            return Line(tally.player, {}, tally.out)
        asked = order if _fell(tally) and self.rules.kind != "duelo" else None
        counts = {**tally.numbers, "fell": asked or 0}
        return Line(tally.player, counts, tally.out, order if tally.out is Out.CONCEDED else None)

    def goals(self, tallies: Sequence[Tally]) -> tuple[Goal, ...]:
        """Return (): the last one standing wins, so nothing is to be reached."""
        return ()


def _fell(tally: Tally) -> bool:
    """Return whether the castle is at 0 and its player has not left."""
    return tally.out is None and tally.numbers.get("castle", 1) == 0
