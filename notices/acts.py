"""What an act leaves for notices: one job for its lines, in its own transaction.

On a site without mail server and push key no act writes one, and none of a simulation does.
"""

from core.jobs.outbox import enqueue
from core.record.act import Act
from notices.causes import READERS
from notices.channels import open_channels
from tournaments.act import follows_acts
from tournaments.lines.draw import DrawPublished, RoundDrawn
from tournaments.lines.integrity import IntegrityNoted
from tournaments.models import Tournament

COLLECT = "notices.collect"
LINES = READERS.keys() - {IntegrityNoted.type} | {DrawPublished.type, RoundDrawn.type}
"""The types of lines that may lead to a notice; a draw leads to those of planned matches.

`integrity.noted` is left out: acts write the line that it stands for in a record of the first format.
"""


@follows_acts
def enqueue_collect(tournament: Tournament, act: Act) -> None:
    """Enqueue the job that reads all lines of this act, if any may lead to a notice (`LINES`)."""
    if not open_channels() or tournament.simulated:
        return
    if any(written.line.type in LINES for written in act.written):
        lines = f"{act.written[0].seq}-{act.written[-1].seq}"
        enqueue(COLLECT, act.ledger, key=f"{act.ledger.pk}:{lines}", due=act.now, now=act.now)
