"""Jobs: collect notices of an act, look for matches that begin soon, send one notice."""

from datetime import datetime

from core.tasks import job
from notices import collecting, sending
from notices.acts import COLLECT
from notices.planned import SOON


@job(COLLECT, soft_time_limit=20, time_limit=30)
def collect_notices(ledger_id: int, key: str, now: datetime) -> None:
    """Store the notices of an act's lines, each with a job; `key` is `ledger:first-last`."""
    collecting.collect(ledger_id, key, now)


@job(SOON, soft_time_limit=20, time_limit=30)
def collect_soon(ledger_id: int, key: str, now: datetime) -> None:
    """Store the notices of matches that begin within ten minutes, each with a job."""
    collecting.collect_soon(ledger_id, now)


@job(collecting.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send_notice(ledger_id: int, key: str, now: datetime) -> None:
    """Try the notice of this primary key once."""
    sending.send(int(key), now)
