"""The pages of notices: what an account chooses, its devices, and what the staff see of what was not sent."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.minors import mark_minor
from notices.models import PersonalNotice, PushDevice
from notices.push_encryption import encode_base64url, public_point
from scheduling.dispatcher import dispatch
from tests import cast
from tests.cast import ana, browser, bruno, caio, duda
from tests.fixtures.notices import PushService, account_of, mails_to, run_notices
from tests.servers.smtp import REFUSE, MailServer
from tournaments.privacy import own_data
from tournaments.setup.staff import assign_role
from web.now.organize import OTHER_PAGES

pytestmark = pytest.mark.django_db
CHOICES, DEVICES = "/conta/avisos/", "/conta/avisos/aparelhos/"


def test_a_site_without_mail_and_push_shows_nothing_of_it() -> None:
    tournament = cast.announced()
    page = browser(ana()).get(reverse("account")).content.decode()
    assert CHOICES not in page
    organize = browser(ana()).get(reverse("organize", args=[tournament.slug])).content.decode()
    assert "avisos-nao-enviados" not in organize
    assert any(page.name == "unsent_notices" for page in OTHER_PAGES)
    own = browser(ana()).get(CHOICES).content.decode()
    assert "<fieldset" not in own
    assert "sends no mail" in own


@pytest.mark.parametrize(
    ("language", "said"), [("en", "By e-mail"), ("pt-br", "Por e-mail"), ("es", "Por correo")]
)
def test_mail_is_chosen_without_javascript(mail_server: MailServer, language: str, said: str) -> None:
    client = browser(caio(), language=language)
    assert CHOICES in client.get(reverse("account")).content.decode()
    page = client.get(CHOICES).content.decode()
    assert said in page
    assert 'name="push"' not in page
    assert client.post(CHOICES, {"mail": ["called", "time"], "push": ["called"]}).status_code == 302
    choices = account_of(caio()).notice_choices
    assert (choices.mail, choices.push, choices.language) == (["called", "time"], [], language)
    assert client.get(CHOICES).content.decode().count("checked") == 2
    client.post(CHOICES, {})
    assert account_of(caio()).notice_choices.mail == []


def test_an_unknown_kind_is_refused(mail_server: MailServer) -> None:
    assert browser(caio()).post(CHOICES, {"mail": ["everything"]}).status_code == 422


def test_the_page_says_where_mail_goes(mail_server: MailServer) -> None:
    assert "first confirm an e-mail address" in browser(caio()).get(CHOICES).content.decode()
    address = mails_to(caio())
    assert address in browser(caio()).get(CHOICES).content.decode()


def test_a_minor_is_told_that_nothing_comes(mail_server: MailServer) -> None:
    mark_minor(caio())
    page = browser(caio()).get(CHOICES).content.decode()
    assert "no notices are sent to minors" in page
    assert "<fieldset" not in page


def given(service: PushService, **other: str) -> dict[str, str]:
    found = service.browser()
    return {
        "endpoint": found.endpoint,
        "key": encode_base64url(public_point(found.key)),
        "secret": encode_base64url(found.secret),
        **other,
    }


def test_a_device_is_added_and_removed(push_service: PushService) -> None:
    client = browser(caio())
    page = client.get(CHOICES).content.decode()
    assert 'data-push="' in page
    agent = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile) Firefox/140.0"}
    client.post(DEVICES, given(push_service), headers=agent)
    (device,) = PushDevice.objects.all()
    assert (device.user, device.name) == (account_of(caio()), "Firefox, Android")
    page = client.get(CHOICES).content.decode()
    assert "Firefox, Android" in page
    assert device.endpoint not in page
    browser(duda()).post(DEVICES, {"remove": device.code})
    assert PushDevice.objects.exists()
    client.post(DEVICES, {"remove": device.code})
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("wrong", [{"key": "x"}, {"endpoint": "http://"}, {"secret": ""}])
def test_what_no_browser_sends_is_refused(push_service: PushService, wrong: dict[str, str]) -> None:
    answer = browser(caio()).post(DEVICES, given(push_service, **wrong), follow=True)
    assert "cannot get notices" in answer.content.decode()
    assert not PushDevice.objects.exists()


def test_without_a_key_no_device_is_added(push_service: PushService, settings: Any) -> None:
    settings.HAS_PUSH = False
    browser(caio()).post(DEVICES, given(push_service))
    assert not PushDevice.objects.exists()


def test_the_staff_see_who_may_not_have_heard(mail_server: MailServer) -> None:
    with override_settings(HAS_MAIL=False):
        tournament = cast.drawn(8)
    address = mails_to(caio())
    mail_server.does = REFUSE
    dispatch(tournament.ledger_id, now=timezone.now())
    run_notices()
    url = reverse("unsent_notices", args=[tournament.slug])
    assert url in browser(ana()).get(reverse("organize", args=[tournament.slug])).content.decode()
    page = browser(ana()).get(url).content.decode()
    assert "Caio do Rio" in page
    assert "It was refused." in page
    assert address not in page
    assert browser(bruno()).get(url).status_code == 403


def test_a_persons_own_data_have_their_notices_and_no_keys(push_service: PushService) -> None:
    device = push_service.browser().subscribe(caio())
    found = own_data(caio(), timezone.now())["notices"]
    assert isinstance(found, dict)
    assert found["devices"][0]["name"] == "Firefox, Android"
    assert found["by_push"][0] == "called"
    text = repr(found)
    assert not any(secret in text for secret in (device.endpoint, device.key, device.secret))


def test_what_was_sent_is_forgotten_after_thirty_days(mail_server: MailServer) -> None:
    with override_settings(HAS_MAIL=False):
        tournament = cast.announced()
    mails_to(duda())
    now = timezone.now()
    old = {"user": account_of(duda()), "tournament": tournament, "channel": "mail", "kind": "role"}
    for days in (29, 31):
        at = now - timedelta(days=days)
        PersonalNotice.objects.create(**old, about=str(days), at=at, until=at, state="sent")
    assign_role(tournament, role="judge", username="duda", by=ana(), now=now)
    run_notices()
    assert min(PersonalNotice.objects.values_list("about", flat=True)) == "29"
    assert PersonalNotice.objects.count() == 2
