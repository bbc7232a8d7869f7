"""The job of an act: a notice for each person who wants it, with a job that sends it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, QuerySet

from accounts.models import MailAddress, Player
from core.jobs.outbox import enqueue
from core.models import RecordLine
from notices.causes import Cause, causes_of
from notices.channels import open_channels
from notices.kinds import NoticeChannel
from notices.models import NoticeChoices, PersonalNotice, PushDevice
from notices.planned import coming_soon, enqueue_next_reminder
from tournaments.models import Tournament

SEND = "notices.send"
STORED = timedelta(days=30)
"""How long a notice is stored after its cause."""


class NoticeTarget(NamedTuple):
    """Where a notice goes: an account by one channel, and to one device by push. Primary keys."""

    user: int
    channel: NoticeChannel
    device: int | None = None


def collect(ledger_id: int, key: str, now: datetime) -> None:
    """Store the notices of these lines, each with a job, and delete all of the site older than `STORED`.

    `key` is `ledger:first-last`, in numbers of lines. Also enqueue the job for the next planned match. Do
    nothing for a tournament that is taken down, in the bin, or simulated.
    """
    tournament = _find_tournament(ledger_id)
    if tournament is None:
        return
    first, _dash, last = key.partition(":")[2].partition("-")
    lines = RecordLine.objects.filter(ledger=ledger_id, seq__range=(int(first), int(last))).order_by("seq")
    for cause in causes_of(tournament, list(lines)):
        write_notices(tournament, cause, now)
    enqueue_next_reminder(tournament, now)
    PersonalNotice.objects.filter(at__lt=now - STORED).delete()


def collect_soon(ledger_id: int, now: datetime) -> None:
    """Store the notices of matches that begin within ten minutes, each with a job.

    Also enqueue the same job for the next planned match. Do nothing for a tournament for which `collect`
    does nothing.
    """
    tournament = _find_tournament(ledger_id)
    if tournament is None:
        return
    for cause in coming_soon(tournament, now):
        write_notices(tournament, cause, now)
    enqueue_next_reminder(tournament, now)


def _find_tournament(ledger_id: int) -> Tournament | None:
    """Return the tournament of this record; None if it is taken down, in the bin, or simulated."""
    found = Tournament.objects.select_related("ledger").filter(ledger=ledger_id, simulated=False)
    return found.filter(binned_at=None, taken_down_at=None).first()


def write_notices(tournament: Tournament, cause: Cause, now: datetime) -> None:
    """Store a notice for each person and channel, each with a job; none that is stored, or too late.

    Each device that gets push messages gets a notice of its own.
    """
    if cause.until <= now:
        return
    about = {"tournament": tournament, "kind": cause.kind, "about": cause.about}
    known = set(PersonalNotice.objects.filter(**about).values_list("user_id", "channel", "device_id"))
    more = {"facts": cause.facts, "at": cause.at, "until": cause.until}
    new = [
        PersonalNotice(user_id=user, channel=channel, device_id=device, **about, **more)
        for user, channel, device in _targets(tournament, cause)
        if (user, channel, device) not in known
    ]
    for notice in PersonalNotice.objects.bulk_create(new, batch_size=500):
        enqueue(SEND, tournament.ledger, key=str(notice.pk), due=now, now=now)


def _targets(tournament: Tournament, cause: Cause) -> Iterator[NoticeTarget]:
    """Yield where the cause goes for each person who wants it: first by mail, then to devices."""
    channels, choices = open_channels(), list(_choices(tournament, cause))
    if NoticeChannel.MAIL in channels:
        wanted = [one.user_id for one in choices if cause.kind in one.mail]
        confirmed = MailAddress.objects.filter(user__in=wanted, confirmed_at__isnull=False)
        yield from (
            NoticeTarget(user, NoticeChannel.MAIL) for user in confirmed.values_list("user", flat=True)
        )
    if NoticeChannel.PUSH in channels:
        wanted = [one.user_id for one in choices if cause.kind in one.push]
        devices = PushDevice.objects.filter(user__in=wanted, epoch=F("user__epoch"))
        pairs = devices.values_list("user", "pk")
        yield from (NoticeTarget(user, NoticeChannel.PUSH, device) for user, device in pairs)


def _choices(tournament: Tournament, cause: Cause) -> QuerySet[NoticeChoices]:
    """Return the choices of the people of this cause, without minors and inactive accounts."""
    personas = {"personas__ledger": tournament.ledger_id, "personas__code__in": cause.people}
    people = Player.objects.filter(**personas, is_minor=False, user__is_active=True)
    return NoticeChoices.objects.filter(user__in=people.values("user")).order_by("pk")
