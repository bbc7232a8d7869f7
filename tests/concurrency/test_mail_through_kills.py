"""Mail through the death of a worker: a mailbox gets each message once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.mail.forgotten import mail_password_link
from accounts.mail.sending import SEND
from accounts.models import AccountMail
from core.models import Job, JobState
from tests import cast
from tests.fixtures.database import database_url
from tests.fixtures.mail import SENDER, SITE
from tests.fixtures.sites import running
from tests.mailing import ORIGIN, TO, confirmed, user_of
from tests.servers.process import LOOPBACK, Server, children, kill, wait_until
from tests.servers.site import celery_worker
from tests.servers.smtp import DELAY, TAKE, MailServer


@pytest.fixture
def sender(
    transactional_db: None,
    real_broker: str,
    mail_server: MailServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Server]:
    """A real worker and beat that send by the mail server of the tests."""
    monkeypatch.setenv("EMAIL_URL", f"smtp://{LOOPBACK}:{mail_server.port}")
    monkeypatch.setenv("MAIL_FROM", SENDER)
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", SITE)
    with running(celery_worker(tmp_path, database_url(), real_broker)) as server:
        yield server


def is_empty() -> bool:
    return not AccountMail.objects.exists()


def test_a_mail_whose_worker_dies_as_it_is_accepted_is_in_the_mailbox_once(
    sender: Server, mail_server: MailServer
) -> None:
    confirmed(TO, user_of(cast.caio()))
    wait_until(is_empty)
    before = len(mail_server.delivered)

    def kill_once() -> None:
        mail_server.accepted = lambda: None
        for process in children(sender.pid):
            kill(process)

    mail_server.accepted = kill_once
    mail_password_link("caio", origin=ORIGIN, now=timezone.now())
    wait_until(lambda: len(mail_server.delivered) > before)
    late = timezone.now()
    wait_until(lambda: Job.objects.filter(kind=SEND, state=JobState.RUNNING).update(claimed_until=late))
    wait_until(is_empty)
    assert len(mail_server.delivered) == before + 2
    assert len([one for one in mail_server.to(TO) if "set a new password" in one.subject]) == 1


def test_mail_waits_for_a_mail_server_that_is_not_ready(sender: Server, mail_server: MailServer) -> None:
    mail_server.does = DELAY
    confirmed(TO, user_of(cast.caio()))
    mail_password_link("caio", origin=ORIGIN, now=timezone.now())
    wait_until(lambda: AccountMail.objects.filter(kind="forgotten", attempts=1).exists())
    mail_server.does = TAKE
    wait_until(is_empty)
    assert len([one for one in mail_server.to(TO) if "set a new password" in one.subject]) == 1
