"""The dispatcher as a job."""

from datetime import datetime

from core.jobs.outbox import handles
from scheduling import services
from tournaments.act import DISPATCH


@handles(DISPATCH)
def dispatch(ledger_id: int, key: str, now: datetime) -> None:
    """Call ready matches to free tables."""
    services.dispatch(ledger_id, now=now)
