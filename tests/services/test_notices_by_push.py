"""Notices as push messages: each arrives once, whatever the push service does."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.erasing import anonymise
from core.jobs import outbox
from core.models import Job, JobState
from core.remote_servers import rests
from notices import push
from notices.choices import MAX_DEVICES, add_device, devices_of, remove_device
from notices.kinds import NoticeKind
from notices.models import PersonalNotice, PushDevice
from notices.push_encryption import encode_base64url, public_point
from scheduling.dispatcher import dispatch
from tests import cast
from tests.cast import ana, bruno, caio, duda
from tests.fixtures.notices import CUT, DRIP, HANG, Browser, PushService, account_of, run_notices
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.webhooks import transport

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Tournament:
    """A drawn tournament, built before the site has a key."""
    with override_settings(HAS_PUSH=False):
        return cast.drawn(8)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECT_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(transport, name, 0.5)
    monkeypatch.setattr(transport, "TOTAL_SECONDS", 1.0)


def call(tournament: Tournament) -> None:
    dispatch(tournament.ledger_id, now=timezone.now())


def ends() -> list[tuple[str, str]]:
    return list(PersonalNotice.objects.order_by("pk").values_list("state", "error"))


def test_a_call_reaches_the_device_once_and_only_the_device_reads_it(
    day: Tournament, push_service: PushService
) -> None:
    browser = push_service.browser()
    browser.subscribe(caio())
    call(day)
    run_notices()
    run_notices(timedelta(minutes=1))
    ((path, headers, body),) = push_service.accepted
    found = browser.read(body)
    assert path == "/push/a"
    assert found["title"].startswith("Você foi chamado à mesa ")
    assert found["body"] == day.title
    assert found["path"].startswith(f"/torneios/{day.slug}/partidas/")
    assert found["until"] > timezone.now().timestamp() * 1000
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    assert 0 < int(headers["ttl"]) <= 900
    assert headers["urgency"] == "high"
    assert ends() == [("sent", "")]


def test_each_device_of_a_person_hears_it(day: Tournament, push_service: PushService) -> None:
    for name in "ab":
        push_service.browser(name).subscribe(caio())
    call(day)
    run_notices()
    assert sorted(path for path, *_ in push_service.accepted) == ["/push/a", "/push/b"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_service_forgot_is_deleted(
    day: Tournament, push_service: PushService, status: int
) -> None:
    push_service.browser().subscribe(caio())
    push_service.does = status
    call(day)
    run_notices()
    run_notices(timedelta(minutes=5))
    assert not PushDevice.objects.exists()
    assert ends() == [("failed", "notice_gone")]
    assert push_service.requests == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_service_gets_it_later_once(day: Tournament, push_service: PushService, status: int) -> None:
    push_service.browser().subscribe(caio())
    push_service.does = status
    call(day)
    run_notices()
    push_service.does = 201
    assert push_service.accepted == []
    run_notices(timedelta(seconds=6))
    run_notices(timedelta(minutes=5))
    assert len(push_service.accepted) == 1
    assert ends() == [("sent", "")]


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_refused_message_is_not_repeated(day: Tournament, push_service: PushService, status: int) -> None:
    push_service.browser().subscribe(caio())
    push_service.does = status
    call(day)
    run_notices()
    run_notices(timedelta(minutes=5))
    assert push_service.requests == 1
    assert ends() == [("failed", "notice_refused")]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("does", [HANG, DRIP, CUT])
def test_a_service_that_hangs_up_or_never_ends_is_asked_once(
    day: Tournament, push_service: PushService, does: str
) -> None:
    push_service.browser().subscribe(caio())
    push_service.does = does
    call(day)
    run_notices()
    run_notices(timedelta(minutes=5))
    assert push_service.requests == 1
    assert ends() == [("failed", "notice_unknown")]


@pytest.mark.usefixtures("quick")
def test_a_service_that_hangs_holds_up_no_other(day: Tournament, push_service: PushService) -> None:
    push_service.browser().subscribe(caio())
    other = PushService()
    other.start()
    Browser(other.origin.replace("127.0.0.1", "localhost") + "/push/b").subscribe(bruno())
    push_service.does = HANG
    cancel(cast.fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert list(rests.until) == [push_service.origin.removeprefix("http://")]
    assert len(other.accepted) == 1
    other.server.shutdown()
    other.server.server_close()


def test_a_port_that_is_closed_holds_up_no_push_service(day: Tournament, push_service: PushService) -> None:
    Browser("http://127.0.0.1:1/push/b").subscribe(bruno())
    push_service.browser().subscribe(caio())
    cancel(cast.fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert rests.is_resting("127.0.0.1:1")
    assert [path for path, *_ in push_service.accepted] == ["/push/a"]


@pytest.mark.F75
def test_an_address_in_our_own_network_gets_nothing(
    day: Tournament, push_service: PushService, settings: Any
) -> None:
    push_service.browser().subscribe(caio())
    settings.WEBHOOK_NETWORKS = []
    PushDevice.objects.update(endpoint=push_service.origin.replace("http:", "https:") + "/push/a")
    call(day)
    run_notices()
    assert push_service.requests == 0
    assert ends() == [("failed", "notice_refused")]


def test_a_redirect_is_not_followed(day: Tournament, push_service: PushService) -> None:
    push_service.browser().subscribe(caio())
    push_service.does = 307
    call(day)
    run_notices()
    assert ends() == [("failed", "notice_refused")]


def test_a_service_that_is_away_is_tried_until_it_is_too_late(
    day: Tournament, push_service: PushService
) -> None:
    push_service.browser().subscribe(caio())
    PushDevice.objects.update(endpoint="http://127.0.0.1:1/push/a")
    call(day)
    for minutes in (0, 1, 3, 9, 14, 16, 30):
        run_notices(timedelta(minutes=minutes))
    assert ends() == [("failed", "notice_unreachable")]


def test_a_device_removed_in_between_hears_nothing(day: Tournament, push_service: PushService) -> None:
    device = push_service.browser().subscribe(caio())
    call(day)
    for job in Job.objects.filter(kind="notices.collect", state=JobState.WAITING):
        outbox.run(job.pk, timezone.now())
    assert remove_device(account_of(caio()), device.code)
    run_notices()
    assert (push_service.requests, ends()) == (0, [("dropped", "")])


def test_a_device_belongs_to_the_account_that_turned_it_on_last(
    day: Tournament, push_service: PushService
) -> None:
    browser = push_service.browser()
    browser.subscribe(caio())
    browser.subscribe(duda())
    call(day)
    run_notices()
    assert push_service.accepted == []
    assert [one.user for one in PushDevice.objects.all()] == [account_of(duda())]


def test_a_notice_on_its_way_does_not_follow_the_device_to_another_account(
    day: Tournament, push_service: PushService
) -> None:
    browser = push_service.browser()
    browser.subscribe(caio())
    call(day)
    (job,) = Job.objects.filter(kind="notices.collect", state=JobState.WAITING)
    outbox.run(job.pk, timezone.now())
    browser.subscribe(duda())
    run_notices()
    assert (push_service.requests, ends()) == (0, [("dropped", "")])


def test_the_first_device_chooses_all_kinds_and_a_later_one_none(push_service: PushService) -> None:
    push_service.browser("a").subscribe(caio())
    choices = account_of(caio()).notice_choices
    assert choices.push == NoticeKind.values
    choices.push = ["called"]
    choices.save()
    push_service.browser("b").subscribe(caio())
    assert account_of(caio()).notice_choices.push == ["called"]


def test_of_many_devices_the_latest_stay(push_service: PushService) -> None:
    for number in range(MAX_DEVICES + 2):
        push_service.browser(str(number)).subscribe(caio())
    assert PushDevice.objects.count() == MAX_DEVICES
    assert not PushDevice.objects.filter(endpoint__endswith="/0").exists()


@pytest.mark.parametrize(
    "endpoint", ["", "ftp://push.example/a", "https://user@push.example/a", "https://p.example/" + "a" * 1000]
)
def test_what_is_no_address_is_not_stored(push_service: PushService, endpoint: str) -> None:
    browser = push_service.browser()
    given = {
        "key": encode_base64url(public_point(browser.key)),
        "secret": encode_base64url(browser.secret),
        "name": "",
    }
    assert not add_device(account_of(caio()), endpoint=endpoint, **given, language="en", now=timezone.now())
    assert not push.is_endpoint(endpoint)


@pytest.mark.F103
def test_a_new_password_ends_notices_to_all_devices(day: Tournament, push_service: PushService) -> None:
    push_service.browser("a").subscribe(caio())
    call(day)
    (job,) = Job.objects.filter(kind="notices.collect", state=JobState.WAITING)
    outbox.run(job.pk, timezone.now())
    user = account_of(caio())
    user.set_password("outra senha comprida")
    user.save()
    run_notices()
    assert (push_service.requests, ends()) == (0, [("dropped", "")])
    assert devices_of(user) == []
    push_service.browser("b").subscribe(caio())
    assert [one.endpoint[-1] for one in PushDevice.objects.all()] == ["b"]
    cancel(cast.fresh(day), reason="A luz acabou.", by=ana(), now=timezone.now())
    run_notices()
    assert [path for path, *_ in push_service.accepted] == ["/push/b"]


def test_an_erased_account_leaves_no_device(push_service: PushService) -> None:
    push_service.browser().subscribe(caio())
    anonymise(caio(), in_any_case=True)
    assert not PushDevice.objects.exists()
