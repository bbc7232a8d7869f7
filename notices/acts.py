"""What an act leaves for notices: one job for its lines, in its own transaction.

On a site without mail server and push key no act writes one, and none of a simulation does.
"""

from core.jobs.outbox import enqueue
from core.record.act import Act
from core.record.line import NewLine
from notices.channels import open_channels
from tournaments.act import follows_acts
from tournaments.lines.draw import DrawPublished, RoundDrawn
from tournaments.lines.entries import EntryAdded
from tournaments.lines.matches import MatchPlaced, TimeCalled
from tournaments.lines.sheets import CorrectionApplied
from tournaments.lines.staff import StaffAssigned
from tournaments.lines.tournament import TournamentCancelled, TournamentChanged
from tournaments.models import Tournament

COLLECT = "notices.collect"
LINES: tuple[type[NewLine], ...] = (
    MatchPlaced, TimeCalled, CorrectionApplied, EntryAdded, StaffAssigned, TournamentChanged,
    TournamentCancelled, DrawPublished, RoundDrawn,
)  # fmt: skip
"""The lines that may lead to a notice; a draw leads to those of planned matches."""


@follows_acts
def enqueue_collect(tournament: Tournament, act: Act) -> None:
    """Enqueue the job that reads all lines of this act, if any may lead to a notice (`LINES`)."""
    if not open_channels() or tournament.simulated:
        return
    if any(isinstance(written.line, LINES) for written in act.written):
        lines = f"{act.written[0].seq}-{act.written[-1].seq}"
        enqueue(COLLECT, act.ledger, key=f"{act.ledger.pk}:{lines}", due=act.now, now=act.now)
