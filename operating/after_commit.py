"""Log lines and metrics for operators, from requests and from committed record lines."""

import logging

from core.http.access import listeners
from core.logs import note
from core.record.after_commit import CommittedAct, after_commit
from core.record.line import NewLine
from operating.metrics.registry import RESULTS
from operating.metrics.requests import count_request
from tournaments.lines.sheets import SheetRecorded

log = logging.getLogger("record")
listeners.append(count_request)


@after_commit(NewLine)
def log_act(committed: CommittedAct) -> None:
    """Log one line for each act: which lines of which record, of which kinds, by which persona (code)."""
    first, last = committed.lines[0], committed.lines[-1]
    kinds = sorted({type(one.line).type for one in committed.lines})
    facts = {"ledger": committed.ledger, "from": first.seq, "to": last.seq, "kinds": kinds, "by": last.by}
    note(log, "recorded", facts)


@after_commit(SheetRecorded)
def count_sheets(committed: CommittedAct) -> None:
    """Add the recorded sheets to the metric `chama_results_total`."""
    RESULTS.add(len(committed.lines))
