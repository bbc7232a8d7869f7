"""Jobs: collect notices of an act, look for matches that begin soon, send one notice."""

from datetime import datetime

from core.tasks import job
from notices import collecting, sending
from notices.acts import COLLECT
from notices.planned import SOON


@job(COLLECT, soft_time_limit=20, time_limit=30)
def collect(ledger_id: int, key: str, now: datetime) -> None:
    """Write the notices of an act's lines."""
    collecting.collect(ledger_id, key, now)


@job(SOON, soft_time_limit=20, time_limit=30)
def soon(ledger_id: int, key: str, now: datetime) -> None:
    """Write the notices of matches that begin in ten minutes."""
    collecting.collect_soon(ledger_id, now)


@job(collecting.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send(ledger_id: int, key: str, now: datetime) -> None:
    """Send one notice."""
    sending.send(int(key), now)
