"""The job of an act: a notice for each person who wants it, with a job that sends it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import MailAddress, Player
from core.jobs.outbox import enqueue
from core.models import RecordLine
from notices.causes import Cause, causes_of
from notices.channels import open_channels
from notices.kinds import NoticeChannel
from notices.models import NoticeChoices, NoticeState, PersonalNotice, PushDevice
from notices.planned import coming_soon, plan_next
from tournaments.models import Tournament

SEND = "notices.send"
STORED = timedelta(days=30)
"""How long a notice is stored after it was written."""


def collect(ledger_id: int, key: str, now: datetime) -> None:
    """Write the notices of these lines (`ledger:first-last`), each with a job, and forget old ones."""
    tournament = find_tournament(ledger_id)
    if tournament is None:
        return
    first, _dash, last = key.partition(":")[2].partition("-")
    lines = RecordLine.objects.filter(ledger=ledger_id, seq__range=(int(first), int(last))).order_by("seq")
    for cause in causes_of(tournament, list(lines)):
        write_notices(tournament, cause, now)
    plan_next(tournament, now)
    PersonalNotice.objects.filter(at__lt=now - STORED).delete()


def collect_soon(ledger_id: int, now: datetime) -> None:
    """Write the notices of matches that begin in ten minutes, and look again before the next ones."""
    tournament = find_tournament(ledger_id)
    if tournament is None:
        return
    for cause in coming_soon(tournament, now):
        write_notices(tournament, cause, now)
    plan_next(tournament, now)


def find_tournament(ledger_id: int) -> Tournament | None:
    """Return the tournament of this record; None if it is hidden, deleted or simulated."""
    found = Tournament.objects.select_related("ledger").filter(ledger=ledger_id, simulated=False)
    return found.filter(binned_at=None, taken_down_at=None).first()


def write_notices(tournament: Tournament, cause: Cause, now: datetime) -> None:
    """Write a notice for each person and channel, once for each cause; none if its moment has passed."""
    if cause.until <= now:
        return
    for notice in _notices(tournament, cause):
        same = {"user_id": notice.user_id, "kind": notice.kind, "about": notice.about}
        if not PersonalNotice.objects.filter(
            tournament=tournament, channel=notice.channel, device_id=notice.device_id, **same
        ).exists():
            notice.save()
            enqueue(SEND, tournament.ledger, key=str(notice.pk), due=now, now=now)


def _notices(tournament: Tournament, cause: Cause) -> Iterator[PersonalNotice]:
    facts = {"kind": cause.kind, "about": cause.about, "facts": cause.facts}
    for choices in _choices(tournament, cause):
        for channel, device in _targets(choices, cause):
            yield PersonalNotice(
                user_id=choices.user_id,
                tournament=tournament,
                channel=channel,
                device=device,
                at=cause.at,
                until=cause.until,
                state=NoticeState.WAITING,
                **facts,
            )


def _choices(tournament: Tournament, cause: Cause) -> QuerySet[NoticeChoices]:
    """Return the choices of these people; minors and closed accounts get no notice."""
    personas = {"personas__ledger": tournament.ledger_id, "personas__code__in": cause.people}
    people = Player.objects.filter(**personas, is_minor=False, user__is_active=True)
    return NoticeChoices.objects.filter(user__in=people.values("user")).order_by("pk")


def _targets(choices: NoticeChoices, cause: Cause) -> Iterator[tuple[NoticeChannel, PushDevice | None]]:
    channels = open_channels()
    if NoticeChannel.MAIL in channels and cause.kind in choices.mail and mail_address(choices.user_id):
        yield NoticeChannel.MAIL, None
    if NoticeChannel.PUSH in channels and cause.kind in choices.push:
        for device in PushDevice.objects.filter(user=choices.user_id):
            yield NoticeChannel.PUSH, device


def mail_address(user_id: int) -> str:
    """Return the account's confirmed e-mail address; "" if there is none."""
    confirmed = MailAddress.objects.filter(user=user_id, confirmed_at__isnull=False)
    return confirmed.values_list("address", flat=True).first() or ""
