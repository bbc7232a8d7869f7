"""Jobs of accounts."""

from datetime import datetime

from accounts.mail import sending
from core.tasks import job


@job(sending.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send_mail(ledger_id: int, key: str, now: datetime) -> None:
    """Try the mail of this key once, and delete its row if it is sent, refused or too late."""
    sending.send_waiting(int(key), now)
