"""Hermética at the table: the potencial of both, who may reach 0 at the same moment (4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Violation
from rulesets.games.hermetica.points import MAX_POINTS, START
from rulesets.kernel.counting import Board, Counter, Goal, Tally
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out

STEPS = (1, 5)
WAYS = (Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT)


@dataclass(frozen=True, slots=True)
class HermeticaAid:
    """See `rulesets.kernel.counting.Aid` for what each method promises."""

    rules: Rules

    @property
    def board(self) -> Board:
        """Return one number a player."""
        return Board((Counter("potencial", 0, MAX_POINTS, START, STEPS),), WAYS)

    def with_consequences(self, before: Tally, after: Tally) -> Tally:
        """Return `after`: no count of Hermética changes another."""
        return after

    def check(self, tally: Tally) -> tuple[Violation, ...]:
        """Return (): potencial depends on nothing else."""
        return ()

    def is_gone(self, tally: Tally) -> bool:
        """Return whether the player conceded; a zero needs no order, as the first alone ends the game."""
        return tally.out is Out.CONCEDED

    def exposed(self, tally: Tally) -> tuple[str, ...]:
        """Return (): there are no positions."""
        return ()

    def line(self, tally: Tally, order: int | None) -> Line:
        """Return the line with the potencial left; who is absent has none."""
        counts = {} if tally.out is Out.ABSENT else dict(tally.numbers)
        return Line(tally.player, counts, tally.out, order if self.is_gone(tally) else None)

    def goals(self, tallies: Sequence[Tally]) -> tuple[Goal, ...]:
        """Return (): the last one standing wins, so nothing is to be reached."""
        return ()
