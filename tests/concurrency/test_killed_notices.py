"""Workers are killed while they send notices: each is received at most once; what may be lost is shown."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from core import mail
from core.jobs.outbox import CLAIM_ALONE
from core.models import Job, JobState
from matches.models import Entry, Match
from notices import sending
from notices.models import NoticeState, PersonalNotice
from scheduling.dispatcher import dispatch
from tests import cast
from tests.cast import ana, bruno, caio, duda, fresh, plain_win
from tests.fixtures.database import AtOnce, database_url
from tests.fixtures.mail import SENDER, SITE
from tests.fixtures.notices import Browser, PushService, account_of, mails_to
from tests.fixtures.sites import running
from tests.servers.process import LOOPBACK, Server, wait_until
from tests.servers.site import celery_worker
from tests.servers.smtp import MailServer
from tournaments.corrections.correct import correct_sheet
from tournaments.departures.withdraw import withdraw
from tournaments.endings import cancel
from tournaments.entries.enter import enter_self
from tournaments.entries.wait import wait_self
from tournaments.models import Tournament
from tournaments.play.play import call_time, record_sheet, start_match
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament
from tournaments.setup.staff import assign_role

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = timedelta(minutes=1)
AT_REST = (NoticeState.SENT, NoticeState.FAILED, NoticeState.DROPPED)


@dataclass
class Post:
    """A worker with its failpoints, and what both servers of the tests received."""

    worker: Server
    points: Path
    mail: MailServer
    push: PushService
    browser: Browser

    def headlines(self) -> Counter[str]:
        """What arrived by mail."""
        return Counter(one.subject.strip().partition(" · ")[0] for one in self.mail.delivered)

    def pushed(self) -> Counter[str]:
        """What arrived as push messages."""
        return Counter(str(self.browser.read(body)["title"]) for *_, body in self.push.accepted)

    def received(self, notice: PersonalNotice) -> int:
        """How often this notice arrived."""
        if notice.channel == "push":
            topic = f"notice{notice.pk}"
            return sum(headers["topic"] == topic for _path, headers, _body in self.push.accepted)
        ids = [str(one.message["message-id"]) for one in self.mail.delivered]
        return ids.count(_message_id(notice))


def _message_id(notice: PersonalNotice) -> str:
    return mail._message_id(f"notice {notice.pk}")


@pytest.fixture
def drawn(transactional_db: None) -> Tournament:
    """A drawn tournament, built before anyone listens; nothing is called until the test says so."""
    tournament = cast.drawn(8, time_limit=45)
    Job.objects.all().delete()
    return tournament


@pytest.fixture
def post(
    drawn: Tournament,
    mail_server: MailServer,
    push_service: PushService,
    real_broker: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Post]:
    """A real worker on the test's database; the tests' servers are those of its settings too."""
    points = tmp_path / "points"
    points.mkdir()
    for name, value in {
        "FAILPOINTS": str(points),
        "EMAIL_URL": f"smtp://{LOOPBACK}:{mail_server.port}",
        "MAIL_FROM": SENDER,
        "CSRF_TRUSTED_ORIGINS": SITE,
        "VAPID_KEY": settings.VAPID_KEY,
        "WEBHOOK_NETWORKS": "127.0.0.1/32",
    }.items():
        monkeypatch.setenv(name, value)
    with running(celery_worker(tmp_path, database_url(), real_broker)) as worker:
        yield Post(worker, points, mail_server, push_service, push_service.browser())


def listens(post: Post) -> None:
    """Caio hears everything by mail and by push."""
    mails_to(caio())
    post.browser.subscribe(caio())


def hurry() -> None:
    """A claim of a dead worker ends after a quarter of a minute, not in two minutes."""
    running = Job.objects.filter(kind="notices.send", state=JobState.RUNNING)
    now = timezone.now()
    running.filter(claimed_until__lt=now + CLAIM_ALONE - MINUTE / 4).update(claimed_until=now)


def are_settled() -> bool:
    """Whether no notice is on its way."""
    hurry()
    waiting = Job.objects.filter(kind__in=["notices.collect", "notices.send"])
    on_its_way = waiting.filter(state__in=[JobState.WAITING, JobState.RUNNING]).exists()
    return not on_its_way and not PersonalNotice.objects.exclude(state__in=AT_REST).exists()


@pytest.mark.parametrize("point", ["job.heard", "job.claimed"])
def test_a_worker_killed_before_it_sends_costs_nothing(post: Post, drawn: Tournament, point: str) -> None:
    listens(post)
    (post.points / point).write_text("kill")
    dispatch(drawn.ledger_id, now=timezone.now())
    wait_until((post.points / f"{point}.taken").exists)
    wait_until(lambda: PersonalNotice.objects.count() == 2 and are_settled())
    assert [notice.state for notice in PersonalNotice.objects.all()] == ["sent", "sent"]
    assert (sum(post.headlines().values()), sum(post.pushed().values())) == (1, 1)


@pytest.mark.parametrize(("point", "arrived"), [("notice.marked", 1), ("notice.sent", 2)])
def test_a_worker_killed_while_it_sends_sends_nothing_twice(
    post: Post, drawn: Tournament, point: str, arrived: int
) -> None:
    listens(post)
    (post.points / point).write_text("kill")
    dispatch(drawn.ledger_id, now=timezone.now())
    wait_until((post.points / f"{point}.taken").exists)
    wait_until(lambda: PersonalNotice.objects.count() == 2 and are_settled())
    ends = sorted((notice.state, notice.error) for notice in PersonalNotice.objects.all())
    assert ends == [("failed", "notice_unknown"), ("sent", "")]
    assert sum(post.headlines().values()) + sum(post.pushed().values()) == arrived


def whole_day(tournament: Tournament) -> None:
    """Acts that lead to every kind of notice to Caio but the waiting list, which is Duda's."""
    now = timezone.now()
    dispatch(tournament.ledger_id, now=now)
    wait_until(lambda: PersonalNotice.objects.filter(kind="called").count() == 2 and are_settled())
    match = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio(), round=1)
    start_match(match, by=bruno(), now=now - 46 * MINUTE)
    call_time(match, by=None, now=timezone.now())
    wait_until(lambda: PersonalNotice.objects.filter(kind="time").count() == 2 and are_settled())
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=timezone.now())
    again = Match.objects.get(pk=match.pk)
    correct_sheet(again, sheet=plain_win(again, 2), reason="lado", by=ana(), now=timezone.now())


def other_days() -> None:
    """Another tournament: a place, a role, another date, cancelled."""
    tournament = cast.announced(capacity=2, name="Outro")
    now = timezone.now()
    enter_self(tournament, by=bruno(), now=now)
    enter_self(tournament, by=duda(), now=now)
    wait_self(fresh(tournament), by=caio(), now=now)
    leaving = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=duda())
    withdraw(leaving, reason="doente", by=ana(), now=now)
    assign_role(fresh(tournament), role="judge", username="caio", by=ana(), now=now)
    facts = replace(facts_of(fresh(tournament)), starts_at=now + timedelta(days=7), starts_on=None)
    change_tournament(fresh(tournament), facts=facts, by=ana(), now=now)


def test_each_kind_is_received_at_most_once_while_workers_are_killed(post: Post, drawn: Tournament) -> None:
    listens(post)
    acts: list[tuple[Callable[[], None], str]] = [
        (partial(whole_day, drawn), "notice.sent"),
        (other_days, "job.worked"),
    ]
    for act, point in acts:
        (post.points / point).write_text("kill")
        act()
        wait_until((post.points / f"{point}.taken").exists)
    wait_until(are_settled)
    cancel(fresh(drawn), reason="A luz acabou.", by=ana(), now=timezone.now())
    wait_until(lambda: PersonalNotice.objects.filter(facts__what="cancelled").count() == 2 and are_settled())
    notices = list(PersonalNotice.objects.all())
    arrived = {notice.pk: post.received(notice) for notice in notices}
    facts = json.dumps([(one.kind, one.channel, one.state, one.error, arrived[one.pk]) for one in notices])
    assert max(arrived.values()) == 1, facts
    assert all(arrived[one.pk] == 1 for one in notices if one.state == "sent"), facts
    lost = [one for one in notices if one.state == "failed"]
    assert all(one.error == "notice_unknown" for one in lost), facts
    assert {one.kind for one in notices} >= {"called", "time", "corrected", "moved_up", "role", "changed"}


def test_one_of_two_workers_sends(drawn: Tournament, mail_server: MailServer, at_once: AtOnce) -> None:
    mails_to(caio())
    now = timezone.now()
    notice = PersonalNotice.objects.create(
        user=account_of(caio()), tournament=drawn, kind="corrected", about="1", channel="mail", at=now,
        until=now + MINUTE, facts={"match": "m1"},
    )  # fmt: skip
    at_once(*[lambda: sending.send(notice.pk, now)] * 2)
    assert len(mail_server.delivered) == 1
    notice.refresh_from_db()
    assert notice.state in ("sent", "failed")
