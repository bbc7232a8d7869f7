"""Acts on e-mail addresses that tests share, and what a worker does with the mail that waits."""

import re
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.mail.addresses import add_address, confirm_address
from accounts.mail.links import confirmation_path
from accounts.mail.sending import SEND
from accounts.models import MailAddress, Player, User
from core.jobs import outbox
from core.models import Job, JobState
from tests.fixtures.mail import SITE

TO, OTHER, ORIGIN = "caio@correio.example", "novo@correio.example", "192.0.2.1"


def user_of(player: Player) -> User:
    """The person's account."""
    assert player.user is not None
    return player.user


def asked_for(address: str, user: User, *, language: str = "en", now: datetime | None = None) -> MailAddress:
    """An address that was added and waits for its link."""
    add_address(user, address, language=language, origin=ORIGIN, now=now or timezone.now())
    return MailAddress.objects.get(user=user, confirmed_at=None)


def token_of(waiting: MailAddress) -> str:
    """The token of a link that confirms it."""
    return confirmation_path(waiting).rsplit("/", 2)[1]


def confirmed(address: str, user: User, *, language: str = "en") -> MailAddress:
    """An address that was added and confirmed."""
    waiting = asked_for(address, user, language=language)
    confirm_address(user, token_of(waiting), now=timezone.now())
    waiting.refresh_from_db()
    return waiting


def send_mail(later: timedelta = timedelta()) -> None:
    """What a worker does with all mail that is due."""
    now = timezone.now() + later
    due = Job.objects.filter(kind=SEND, state=JobState.WAITING, due_at__lte=now)
    for job in due.order_by("pk"):
        outbox.run(job.pk, now)


def path_in(body: str) -> str:
    """The path of the only link in a mail."""
    (found,) = re.findall(rf"{re.escape(SITE)}(/\S+)", body)
    return str(found)
