"""The job of a notice: send it once, or drop it.

A notice is marked before it is sent (at most once): if its worker dies between, it counts as failed, since no
one knows whether it arrived. It is tried again only if the mail server or push service certainly did not take
it. Before each attempt everything is read again: its moment, the person's choice, their age, the match.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from core.failpoints import reached
from core.jobs.outbox import enqueue
from core.remote_servers import MAIL_SERVER, REST, rests, server_slot
from notices import mail, push
from notices.channels import open_channels
from notices.collecting import SEND
from notices.kinds import NoticeChannel
from notices.models import NoticeState, PersonalNotice
from notices.outcome import SendOutcome, SendResult
from notices.validity import is_still_true, is_wanted

PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 300, 900, 3_600))
"""Between attempts; the last one repeats until the notice's moment has passed."""
LATE, UNKNOWN = "notice_late", "notice_unknown"
SENDERS: Mapping[str, Callable[[PersonalNotice, datetime], SendResult]] = {
    NoticeChannel.MAIL: mail.send,
    NoticeChannel.PUSH: push.send,
}


def send(notice_id: int, now: datetime) -> None:
    """Try a notice once and store what became of it; do nothing if it waits no more.

    Enqueue it for 5 s later if this process waits for enough servers already. While its server rests after a
    failure, enqueue it for a tenth of its age later, at least 30 s, so that many cost little while a server
    is down. One whose worker died while it sent is stored as failed.
    """
    notice = _waiting_notice(notice_id)
    if notice is None:
        return
    server = server_of(notice)
    if rests.is_resting(server):
        _postpone(notice, max(timedelta(seconds=REST), (now - notice.at) / 10), now)
        return
    with server_slot() as is_free:
        if is_free:
            _send(notice, server, now)
        else:
            _postpone(notice, PAUSES[0], now)


def server_of(notice: PersonalNotice) -> str:
    """Return the server that takes it: a push service's host and port, or "" for the mail server."""
    return push.service_of(notice.device.endpoint) if notice.device else MAIL_SERVER


def _waiting_notice(notice_id: int) -> PersonalNotice | None:
    """Return the notice if it waits to be sent, else None.

    Store one as failed whose worker died while it sent.
    """
    found = PersonalNotice.objects.select_related("user__player", "tournament__ledger", "device")
    notice = found.filter(pk=notice_id).first()
    if notice is None or notice.state == NoticeState.WAITING:
        return notice
    if notice.state == NoticeState.SENDING:
        _set_state(notice, NoticeState.FAILED, UNKNOWN)
    return None


def _send(notice: PersonalNotice, server: str, now: datetime) -> None:
    """Send the notice, or store why not: dropped if not wanted or no longer so, failed if too late."""
    if not _has_target(notice) or notice.channel not in open_channels() or not is_wanted(notice):
        _drop(notice)
    elif notice.until <= now:
        _set_state(notice, NoticeState.FAILED, notice.error or LATE)
    elif not is_still_true(notice):
        _drop(notice)
    elif _mark_as_sending(notice):
        reached("notice.marked")
        result = SENDERS[notice.channel](notice, now)
        reached("notice.sent")
        _store_result(notice, server, result, now)


def _has_target(notice: PersonalNotice) -> bool:
    """Return True for a mail; for a push message, whether its device still belongs to the account.

    A new password ends that, since it begins another epoch of the account.
    """
    device = notice.device
    if notice.channel == NoticeChannel.MAIL or device is None:
        return notice.channel == NoticeChannel.MAIL
    return device.user_id == notice.user_id and device.epoch == notice.user.epoch


def _mark_as_sending(notice: PersonalNotice) -> bool:
    """Count the attempt and store that it is being sent; return False if another process did so first."""
    notice.attempts += 1
    waiting = PersonalNotice.objects.filter(pk=notice.pk, state=NoticeState.WAITING)
    return bool(waiting.update(state=NoticeState.SENDING, attempts=notice.attempts))


def _store_result(notice: PersonalNotice, server: str, result: SendResult, now: datetime) -> None:
    """Store the result, and enqueue the next attempt if it was delayed; let an unreachable server rest."""
    if result.is_unreachable:
        rests.begin(server)
    if result.outcome == SendOutcome.SENT:
        _set_state(notice, NoticeState.SENT, "")
    elif result.outcome == SendOutcome.REFUSED:
        _set_state(notice, NoticeState.FAILED, result.error)
    else:
        pause = PAUSES[min(notice.attempts, len(PAUSES)) - 1]
        _set_state(notice, NoticeState.WAITING, result.error)
        _postpone(notice, pause, now)


def _postpone(notice: PersonalNotice, pause: timedelta, now: datetime) -> None:
    """Enqueue the next attempt after the pause; count none, and leave the notice's state as it is."""
    enqueue(SEND, notice.tournament.ledger, key=str(notice.pk), due=now + pause, now=now)


def _drop(notice: PersonalNotice) -> None:
    """Store that it is not sent: no one wants it any more, or it is no longer so."""
    _set_state(notice, NoticeState.DROPPED, "")


def _set_state(notice: PersonalNotice, state: NoticeState, error: str) -> None:
    """Store state and error (a code of `messages.py`), unless the notice is sent, failed or dropped."""
    same = PersonalNotice.objects.filter(pk=notice.pk, state__in=[NoticeState.WAITING, NoticeState.SENDING])
    same.update(state=state, error=error)
