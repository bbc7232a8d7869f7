"""Jobs of accounts."""

from datetime import datetime

from accounts import account_mails
from core.tasks import job


@job(account_mails.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send_mail(ledger_id: int, key: str, now: datetime) -> None:
    """Send one mail about an account."""
    account_mails.send_waiting(int(key), now)
