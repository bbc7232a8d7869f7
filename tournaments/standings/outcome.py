"""The outcome of a tournament for one player: the place and the season."""

from dataclasses import dataclass

from accounts.models import Player
from tournaments.models import State, Tournament
from tournaments.standings.attendance import reason_without_points
from tournaments.standings.selectors import season, standing


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """`points` (two decimals) and `season_rank` are None if there are none, or none yet."""

    place: int
    why: str
    is_final: bool
    points: str | None = None
    season_rank: int | None = None


def outcome_of(tournament: Tournament, player: Player, entry_code: str) -> EntryOutcome | None:
    """Return the player's outcome; None if the entry is still playing or has no place."""
    row = next((row for row in standing(tournament) if row.entry_code == entry_code), None)
    if row is None or row.open:
        return None
    if tournament.state != State.FINISHED:
        return EntryOutcome(row.place, row.why_sentence, is_final=False)
    if not tournament.ranked or tournament.simulated or reason_without_points(tournament):
        return EntryOutcome(row.place, row.why_sentence, is_final=True)
    lines = season(tournament.game, tournament.year)
    rank = next((line.rank for line in lines if line.player_code == player.code), None)
    return EntryOutcome(
        row.place, row.why_sentence, is_final=True, points=row.points_decimal, season_rank=rank
    )
