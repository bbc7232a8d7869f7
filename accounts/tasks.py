"""Jobs of accounts."""

from datetime import datetime

from accounts.mail import sending
from core.tasks import job


@job(sending.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send_mail(ledger_id: int, key: str, now: datetime) -> None:
    """Send one mail about an account."""
    sending.send_waiting(int(key), now)
