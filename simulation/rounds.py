"""The draws of a simulated day after the first one: further rounds of a stage, and the bracket after them."""

import random
from dataclasses import dataclass

from accounts.models import Player
from core.errors import Refused
from matches.models import Match, MatchState
from simulation.morning import CALLED, Morning
from tournaments.bracket.shapes import shapes
from tournaments.departures.join_stage import join_between_rounds, may_join
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.readiness import allows_short_final
from tournaments.draw.rounds import draw_round, open_stage
from tournaments.draw.stage_progress import stage_progress
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.entries.identity import answer_questions
from tournaments.entries.known_players import team_size
from tournaments.inputs import NewEntry
from tournaments.models import Stage, Tournament

TOO_FEW = frozenset({"too_few_entries", "no_tables"})


@dataclass(slots=True)
class Rounds(Morning):
    """Draws what comes next once everything that was drawn is played.

    If too few entries are left for another round, the stage is closed.
    """

    def _draw_next(self, tournament: Tournament, coordinator: Player) -> bool:
        """Draw the next round of the open stage, or close it; return whether there are new matches.

        Do nothing and return False if no stage is open, or if a match is still to be played.
        """
        if not _is_between_draws(tournament):
            return False
        self._advance_clock(5)
        self._join_late_entry(tournament, coordinator)
        try:
            if self._draw_round(tournament, coordinator):
                return True
        except Refused as refused:
            if not TOO_FEW.issuperset(violation.code for violation in refused.violations):
                raise
        return self._close_stage(tournament, coordinator)

    def _join_late_entry(self, tournament: Tournament, coordinator: Player) -> None:
        """Enter a new entry between two rounds, at random; nothing if the stage does not allow it."""
        if not may_join(tournament) or self.extras is None or not self.extras.happens("came between rounds"):
            return
        names = tuple(f"Atraso {self.now:%H%M} {member}" for member in range(1, team_size(tournament) + 1))
        entry = answer_questions(tournament, [NewEntry(names)])[0]
        join_between_rounds(
            tournament,
            entry=entry,
            reason="simulated",
            by=coordinator,
            now=self._advance_clock(1),
            rng=self.rng,
        )
        self._advance_clock(1)

    def _draw_round(self, tournament: Tournament, coordinator: Player) -> bool:
        """Draw a round; return False if all are drawn, or the extras leave the others out."""
        progress = stage_progress(tournament)
        if progress is None or not progress.has_round_left:
            return False
        if self.extras and self.extras.happens("rounds left out"):
            return False
        self._draw_and_withdraw_round(tournament, coordinator, progress.rounds + 1)
        draw_round(tournament, word=self.rng.choice(CALLED), by=coordinator, now=self.now, rng=self.rng)
        return True

    def _draw_and_withdraw_round(self, tournament: Tournament, coordinator: Player, number: int) -> None:
        """Draw the round and withdraw it again, at random.

        It has random numbers of its own, so that a day without it does not change.
        """
        rng = random.Random(f"round {number} withdrawn {self.scenario.seed}")
        if self.extras is None or not self.extras.happens("round withdrawn", rng):
            return
        draw_round(tournament, by=coordinator, now=self.now, rng=rng)
        withdraw_round(tournament, reason="simulated", by=coordinator, now=self._advance_clock(2), rng=rng)
        self._advance_clock(2)

    def _close_stage(self, tournament: Tournament, coordinator: Player) -> bool:
        """Close the stage after a cut of cards if needed; return whether a bracket follows."""
        preview = preview_advancing(tournament, open_stage(tournament))
        won = [code for border in preview.borders for code in self.rng.sample(border.tied, border.free)]
        drawn = close_stage(
            tournament,
            won=won,
            word=self.rng.choice(CALLED),
            shape=self._other_shape(tournament, preview.places),
            by=coordinator,
            now=self.now,
            rng=self.rng,
        )
        return drawn is not None

    def _other_shape(self, tournament: Tournament, entries: int) -> tuple[tuple[int, ...], ...] | None:
        """Return at random another shape for a bracket of so many entries; None for the proposed one."""
        low, high = tournament.table_low, tournament.table_high
        others = shapes(entries, low, high, short_final=allows_short_final(tournament))[1:] if entries else ()
        if not others or self.extras is None or not self.extras.happens("shape chosen"):
            return None
        return self.extras.rng.choice(others).rounds


def _is_between_draws(tournament: Tournament) -> bool:
    """Return whether a stage is open and nothing of it is to be played."""
    if not Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        return False
    return not Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).exists()
