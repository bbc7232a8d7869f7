"""Mail about an account: written beside the act that causes it, sent by a job, deleted afterwards.

A row holds ids only. Links are made when a mail is sent, so no backup and no list of jobs contains one. A
mail that could not be sent in time is dropped: a link for an hour is not sent after two.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone, translation

from accounts.mail import texts
from accounts.mail.texts import MailText
from accounts.models import AccountMail, MailAddress, MailKind, User, after_new_password
from accounts.selectors import confirmed_address
from core.http.callers import note
from core.jobs.outbox import enqueue
from core.mail import Mail, MailDelayed, MailRefused, MailUnreachable, send
from core.remote_servers import MAIL_SERVER, rests, server_slot

SEND = "accounts.send_mail"
HOURS = {MailKind.CONFIRM: 24, MailKind.FORGOTTEN: 1}
HOURS_OF_NOTICES = 48
"""How long a mail may wait for a mail server that does not take it."""
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 1_800))
"""The pauses between attempts; the last one repeats until the mail is too late."""
PAUSE = timedelta(seconds=5)


class MailRecipient(NamedTuple):
    """An e-mail address, and the code of the language of texts to it."""

    address: str
    language: str


def enqueue_mail(kind: MailKind, user: User | None, now: datetime, **facts: object) -> None:
    """Store a mail and the job that sends it; within a transaction both or neither.

    `facts` are further columns of `AccountMail`. A mail that is not sent within `HOURS` is dropped. Without
    `user` nothing is sent.
    """
    until = now + timedelta(hours=HOURS.get(kind, HOURS_OF_NOTICES))
    mail = AccountMail.objects.create(kind=kind, user=user, at=now, until=until, **facts)
    enqueue(SEND, None, key=str(mail.pk), due=now, now=now)


def notify(user: User, kind: MailKind, to: MailAddress | None = None) -> None:
    """Enqueue a notice to the account's confirmed address, or to the former one `to`.

    Do nothing without an address or without a mail server.
    """
    if not settings.HAS_MAIL:
        return
    found = to or confirmed_address(user)
    if found is not None:
        enqueue_mail(kind, user, timezone.now(), address=found.address, language=found.language)


@after_new_password
def notify_of_password(user: User) -> None:
    """Enqueue a notice of a new password, however it was set."""
    notify(user, MailKind.PASSWORD)


def send_waiting(mail_id: int, now: datetime) -> None:
    """Try a waiting mail once.

    Enqueue the next attempt if the mail server did not take it, or if this process waits for enough servers.
    """
    with server_slot() as is_free:
        if is_free:
            _send_or_drop(mail_id, now)
        else:
            enqueue(SEND, None, key=str(mail_id), due=now + PAUSE, now=now)


def _send_or_drop(mail_id: int, now: datetime) -> None:
    """Send the mail, delete it if it is too late or for no one, or delay it while its server rests.

    Do nothing if its row is gone.
    """
    waiting = AccountMail.objects.select_related("user", "mail_address").filter(pk=mail_id).first()
    if waiting is None:
        return
    mail = _build_mail(waiting) if settings.HAS_MAIL and now < waiting.until else None
    if mail is None:
        _delete_and_log(waiting, "mail_dropped")
    elif rests.is_resting(MAIL_SERVER):
        _delay(waiting, now, "resting")
    else:
        _hand_over(waiting, mail, now)


def _hand_over(waiting: AccountMail, mail: Mail, now: datetime) -> None:
    """Hand the mail to the mail server; delete its row if it is sent or refused, else delay it."""
    try:
        send(mail)
    except MailRefused:
        _delete_and_log(waiting, "mail_refused")
    except MailDelayed as error:
        if isinstance(error, MailUnreachable):
            rests.begin(MAIL_SERVER)
        _delay(waiting, now, str(error))
    else:
        _delete_and_log(waiting, "mail_sent")


def _delete_and_log(waiting: AccountMail, event: str) -> None:
    """Delete the mail's row, and log the event unless it was for no account."""
    waiting_id, waiting_for = waiting.pk, waiting.user
    waiting.delete()
    if waiting_for is not None:
        failed = event != "mail_sent"
        note(event, failed=failed, who=waiting_for.username, kind=waiting.kind, mail=waiting_id)


def _delay(waiting: AccountMail, now: datetime, why: str) -> None:
    """Count the attempt, log why it failed, and enqueue the next one."""
    pause = RETRIES[min(waiting.attempts, len(RETRIES) - 1)]
    AccountMail.objects.filter(pk=waiting.pk).update(attempts=waiting.attempts + 1)
    note("mail_delayed", failed=True, kind=waiting.kind, mail=waiting.pk, why=why)
    enqueue(SEND, None, key=str(waiting.pk), due=now + pause, now=now)


def _build_mail(waiting: AccountMail) -> Mail | None:
    """Return the mail as it is sent now; None if there is nothing to send any more."""
    user, to = waiting.user, _recipient(waiting)
    if user is None or not user.is_active or to is None:
        return None
    address, language = to
    with translation.override(language):
        text = _text_of_mail(waiting, user, address)
    return Mail(address, text.subject, text.body, key=f"account {waiting.pk}")


def _recipient(waiting: AccountMail) -> MailRecipient | None:
    """Return who gets the mail.

    None if the address was confirmed or removed since, or if the account has no confirmed one.
    """
    if waiting.kind == MailKind.CONFIRM:
        found = waiting.mail_address
        return _recipient_at(found) if found and found.confirmed_at is None else None
    if waiting.kind == MailKind.FORGOTTEN:
        confirmed = confirmed_address(waiting.user) if waiting.user else None
        return _recipient_at(confirmed) if confirmed else None
    return MailRecipient(waiting.address, waiting.language)


def _recipient_at(found: MailAddress) -> MailRecipient:
    """Return this address with its language as a recipient, confirmed or not."""
    return MailRecipient(found.address, found.language)


def _text_of_mail(waiting: AccountMail, user: User, address: str) -> MailText:
    """Return the text of the mail's kind.

    Instead of a link to confirm an address that another account confirmed, it says that the address is taken.
    """
    if waiting.kind == MailKind.FORGOTTEN:
        return texts.forgotten_password_text(user)
    if waiting.kind != MailKind.CONFIRM or waiting.mail_address is None:
        return texts.notice_text(MailKind(waiting.kind), user)
    is_taken = MailAddress.objects.filter(address=address, confirmed_at__isnull=False).exists()
    return texts.address_taken_text() if is_taken else texts.confirmation_text(waiting.mail_address)
