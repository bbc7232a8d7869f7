"""Notices by mail that are late, unwanted or refused, and the link that stops them."""

import re
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.minors import mark_minor
from accounts.services import get_or_create_persona
from core import remote_servers
from core.failpoints import SimulatedKill
from core.jobs import outbox
from core.logs import mask_tokens
from core.models import Job, JobState
from core.remote_servers import MAIL_SERVER, rests
from matches.models import Match
from notices import sending
from notices.choices import save_choices
from notices.kinds import NoticeKind
from notices.models import PersonalNotice
from notices.stopping import stop_path
from scheduling.dispatcher import dispatch
from tests import cast
from tests.cast import ana, bruno, caio, fresh
from tests.fixtures.notices import account_of, mails_to, run_notices
from tests.servers.smtp import DELAY, DROP, HANG, HANG_AT_DATA, REFUSE, TAKE, MailServer
from tournaments.endings import cancel
from tournaments.models import Staff, Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def day() -> Tournament:
    """A drawn tournament, built before the site has mail."""
    with override_settings(HAS_MAIL=False):
        return cast.drawn(8)


def call(tournament: Tournament) -> None:
    dispatch(tournament.ledger_id, now=timezone.now())


def begun(tournament: Tournament) -> None:
    """Caio's match is called and started."""
    call(tournament)
    found = Match.objects.filter(ledger=tournament.ledger_id, seats__persona__player=caio(), round=1)
    start_match(found[0], by=bruno(), now=timezone.now())


def states() -> list[str]:
    return list(PersonalNotice.objects.order_by("pk").values_list("state", flat=True))


# --- what is not sent -----------------------------------------------------------------------------


def test_a_late_call_is_dropped_and_the_staff_see_it(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    for job in Job.objects.filter(kind="notices.collect", state=JobState.WAITING):
        outbox.run(job.pk, timezone.now())
    run_notices(timedelta(minutes=16))
    assert mail_server.delivered == []
    (notice,) = PersonalNotice.objects.all()
    assert (notice.state, notice.error) == ("failed", "notice_late")


def test_notices_wait_while_others_hold_all_slots(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    with ExitStack() as held:
        for _ in range(remote_servers.MAX_AT_ONCE):
            held.enter_context(remote_servers.server_slot())
        run_notices()
        assert (mail_server.connections, states()) == (0, ["waiting"])
    run_notices(sending.PAUSES[0])
    assert states() == ["sent"]


def test_an_act_collected_too_late_leads_to_nothing(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    run_notices(HOUR)
    assert (states(), mail_server.delivered) == ([], [])


def test_a_match_that_began_is_no_news(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio(), "called")
    begun(day)
    run_notices()
    assert (states(), mail_server.delivered) == (["dropped"], [])


def between(day: Tournament) -> None:
    """The notice is written; its job was not run yet."""
    call(day)
    for job in Job.objects.filter(kind="notices.collect", state=JobState.WAITING):
        outbox.run(job.pk, timezone.now())
    assert states() == ["waiting"]


def test_who_stops_in_between_gets_nothing(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    between(day)
    save_choices(account_of(caio()), mail=(), push=(), language="pt-br")
    run_notices()
    assert (states(), mail_server.delivered) == (["dropped"], [])


def test_who_is_marked_a_minor_in_between_gets_nothing(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    between(day)
    mark_minor(caio())
    run_notices()
    assert (states(), mail_server.delivered) == (["dropped"], [])


def test_a_minor_gets_nothing(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    mark_minor(caio())
    call(day)
    run_notices()
    assert (states(), mail_server.delivered) == ([], [])


def test_of_an_erased_account_nothing_is_left(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    between(day)
    anonymise(caio(), in_any_case=True)
    run_notices()
    assert (states(), mail_server.delivered) == ([], [])


def test_who_never_chose_and_who_has_no_confirmed_address_gets_nothing(
    day: Tournament, mail_server: MailServer
) -> None:
    save_choices(account_of(caio()), mail=NoticeKind.values, push=(), language="pt-br")
    call(day)
    run_notices()
    assert (states(), mail_server.delivered) == ([], [])


def test_a_simulation_leads_to_nothing(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    Tournament.objects.filter(pk=day.pk).update(simulated=True)
    call(day)
    assert not Job.objects.filter(kind="notices.collect").exists()


def test_a_site_without_mail_and_push_writes_no_job(day: Tournament) -> None:
    mails_to(caio())
    call(day)
    assert not Job.objects.filter(kind__startswith="notices.").exists()


# --- one tap to stop ------------------------------------------------------------------------------


def test_one_tap_in_the_mail_program_stops_all_mail(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    run_notices()
    (mail,) = mail_server.delivered
    assert mail.message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    header = mail.message["list-unsubscribe"].strip()
    found = re.fullmatch(r"<https://torneios\.example(/\S+)>", header)
    assert found
    assert found[1] in mail.body
    stranger = cast.browser()
    assert stranger.get(found[1]).status_code == 200
    assert account_of(caio()).notice_choices.mail
    assert stranger.post(found[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert account_of(caio()).notice_choices.mail == []
    assert stranger.post(found[1] + "x/").status_code == 404
    anonymise(caio(), in_any_case=True)
    assert stranger.post(found[1]).status_code == 404


# --- a mail server that does otherwise --------------------------------------------------------------


def test_a_server_that_puts_off_gets_it_later_once(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    mail_server.does = DELAY
    run_notices()
    run_notices(timedelta(seconds=6))
    mail_server.does = TAKE
    assert mail_server.delivered == []
    run_notices(timedelta(minutes=2))
    run_notices(timedelta(minutes=9))
    assert len(mail_server.delivered) == 1
    assert states() == ["sent"]


def test_a_server_that_puts_off_for_too_long_is_shown(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    mail_server.does = DELAY
    for minutes in (0, 1, 3, 8, 14, 30):
        run_notices(timedelta(minutes=minutes))
    (notice,) = PersonalNotice.objects.all()
    assert (notice.state, notice.error) == ("failed", "notice_delayed")


def test_a_refused_address_is_not_tried_again(day: Tournament, mail_server: MailServer) -> None:
    mails_to(caio())
    call(day)
    mail_server.does = REFUSE
    run_notices()
    before = mail_server.connections
    run_notices(timedelta(minutes=5))
    (notice,) = PersonalNotice.objects.all()
    assert (notice.state, notice.error) == ("failed", "notice_refused")
    assert mail_server.connections == before


@pytest.mark.parametrize("does", [HANG_AT_DATA, DROP])
def test_what_may_have_arrived_is_not_sent_again(day: Tournament, mail_server: MailServer, does: str) -> None:
    mails_to(caio())
    call(day)
    mail_server.does = does
    run_notices()
    mail_server.does = TAKE
    run_notices(timedelta(minutes=5))
    assert len(mail_server.delivered) <= 1
    (notice,) = PersonalNotice.objects.all()
    assert (notice.state, notice.error) == ("failed", "notice_unknown")


def test_a_server_that_hangs_is_tried_by_one_of_many(day: Tournament, mail_server: MailServer) -> None:
    for who in (caio(), ana(), bruno()):
        mails_to(who)
    mail_server.does = HANG
    cancel(fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert mail_server.connections == 1
    assert rests.is_resting("")
    mail_server.does = TAKE
    run_notices(timedelta(minutes=1))
    run_notices(timedelta(minutes=9))
    assert sorted(one.to for one in mail_server.delivered) == [
        f"{name}@correio.example" for name in ("bruno", "caio")
    ]


def test_a_worker_that_died_while_it_sent_sends_nothing_twice(
    day: Tournament, mail_server: MailServer, tmp_path: Any, settings: Any
) -> None:
    settings.FAILPOINTS = str(tmp_path)
    mails_to(caio())
    between(day)
    (tmp_path / "notice.sent").write_text("raise")
    job = Job.objects.get(kind="notices.send", state=JobState.WAITING)
    with pytest.raises(SimulatedKill):
        outbox.run(job.pk, timezone.now())
    assert len(mail_server.delivered) == 1
    assert outbox.run(job.pk, timezone.now() + 2 * outbox.CLAIM_ALONE)
    assert len(mail_server.delivered) == 1
    (notice,) = PersonalNotice.objects.all()
    assert (notice.state, notice.error) == ("failed", "notice_unknown")


def test_who_acts_hears_nothing_of_it(day: Tournament, mail_server: MailServer) -> None:
    mails_to(ana())
    cancel(fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert (states(), mail_server.delivered) == ([], [])


def test_while_a_server_rests_a_notice_waits_for_a_tenth_of_its_age(
    day: Tournament, mail_server: MailServer
) -> None:
    mails_to(caio())
    between(day)
    notice = PersonalNotice.objects.get()
    for age, pause in ((timedelta(), 30), (timedelta(minutes=10), 60)):
        rests.begin(MAIL_SERVER)
        Job.objects.filter(kind="notices.send").delete()
        now = notice.at + age
        sending.send(notice.pk, now)
        assert Job.objects.get(kind="notices.send").due_at == now + timedelta(seconds=pause)
    assert (mail_server.connections, states()) == (0, ["waiting"])


def test_a_notice_to_many_takes_few_queries_until_they_are_enqueued(
    day: Tournament, mail_server: MailServer, django_assert_max_num_queries: Any
) -> None:
    for number in range(20):
        who = cast.player(f"judge{number}")
        mails_to(who)
        Staff.objects.create(tournament=day, persona=get_or_create_persona(day.ledger, who), role="judge")
    cancel(fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    (job,) = Job.objects.filter(kind="notices.collect", state=JobState.WAITING)
    with django_assert_max_num_queries(20 + 20):
        outbox.run(job.pk, timezone.now())
    assert len(states()) == 20


def test_the_link_that_stops_mail_is_in_no_log() -> None:
    path = stop_path(17)
    token = path.rstrip("/").rpartition("/")[2]
    assert token not in str(mask_tokens(f'"GET {path} HTTP/1.1" 200'))
