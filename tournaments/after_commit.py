"""What follows from a tournament's lines once they are committed, and may be lost without harm."""

from accounts.models import Persona, Player
from core.db.storage import analyze
from core.http.callers import note
from core.record.after_commit import CommittedAct, after_commit
from matches.models import Entry, Match, Member, Seat, Side
from tournaments.lines.draw import DrawPublished
from tournaments.lines.staff import StaffAssigned, StaffRemoved


@after_commit(DrawPublished)
def analyze_bracket(committed: CommittedAct) -> None:
    """A draw brings many rows at once."""
    analyze(Player, Persona, Entry, Member, Match, Side, Seat)


@after_commit(StaffAssigned, StaffRemoved)
def note_rights(committed: CommittedAct) -> None:
    """Write changes of roles into the security log; the record's codes stand for people."""
    for written in committed.lines:
        note(written.line.type, ledger=committed.ledger, seq=written.seq, by=written.by)
