"""What follows from a tournament's lines once they are committed, and may be lost without harm."""

from accounts.models import Persona, Player
from core.db.statistics import analyze
from core.record.after_commit import Committed, after_commit
from matches.models import Entry, Match, Member, Seat, Side
from tournaments.lines.draw import DrawPublished


@after_commit(DrawPublished)
def analyze_bracket(committed: Committed) -> None:
    """A draw brings many rows at once."""
    analyze(Player, Persona, Entry, Member, Match, Side, Seat)
