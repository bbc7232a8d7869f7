"""Handlers of a tournament's record lines after the commit; losing them does no harm."""

from accounts.models import Persona, Player
from core.db.storage import analyze
from core.http.callers import note
from core.record.after_commit import CommittedAct, after_commit
from matches.models import Entry, Match, Member, Seat, Side
from tournaments.lines.draw import DrawPublished, RoundDrawn
from tournaments.lines.staff import StaffAssigned, StaffRemoved


@after_commit(DrawPublished, RoundDrawn)
def analyze_bracket(committed: CommittedAct) -> None:
    """Update PostgreSQL's statistics after a draw, which inserts many rows; SQLite needs none."""
    analyze(Player, Persona, Entry, Member, Match, Side, Seat)


@after_commit(StaffAssigned, StaffRemoved)
def log_role_changes(committed: CommittedAct) -> None:
    """Log changes of roles in the security log, with the record's codes of people."""
    for written in committed.lines:
        note(written.line.type, ledger=committed.ledger, seq=written.seq, by=written.by)
