"""The sessions of an account, listed and ended one by one; and two steps where a site demands them."""

from typing import Any

import pyotp
import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.models import SecondFactor, SignIn, User
from accounts.signing_in.sessions import loaded_account
from accounts.signing_in.sign_ins import device_of
from accounts.two_steps import second_factor
from tests import cast
from tests.api.programs import program
from tests.cast import PASSWORD, ana, bruno, caio
from tests.web.html import text

pytestmark = pytest.mark.django_db
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DESK = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"


def signed_in(agent: str, username: str = "caio") -> Client:
    """A browser that came in through the door."""
    client = Client(headers={"accept-language": "en", "user-agent": agent})
    sent = {"username": username, "password": PASSWORD}
    assert client.post(reverse("login"), sent).status_code == 302
    return client


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (PHONE, "Firefox, Android"),
        (DESK, "Edge, Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari, iPhone",
        ),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_in_two_words(agent: str, device: str) -> None:
    assert device_of(agent) == device


def test_a_session_that_was_written_down_brings_its_account_along() -> None:
    caio()
    client = signed_in(PHONE)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(reverse("account")).status_code == 200
    assert "django_session" in asked[0]["sql"]
    assert "accounts_player" in asked[0]["sql"]
    assert not [one for one in asked.captured_queries[1:] if "accounts_player" in one["sql"]]


def test_a_session_is_whose_it_says_and_not_whose_it_was_written_down_for() -> None:
    caio(), ana()
    client, other = signed_in(PHONE), signed_in(DESK, "ana")
    SignIn.objects.filter(user__username="ana").delete()
    SignIn.objects.update(session_key=other.session.session_key)
    for reader, name in ((other, "ana"), (client, "caio")):
        assert f'data-person="{name}"' in reader.get(reverse("account")).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"is_active": False},
        {"epoch": "another"},
    ],
)
def test_what_came_along_is_checked_like_any_account(change: dict[str, Any]) -> None:
    caio()
    client = signed_in(PHONE)
    assert client.get(reverse("account")).status_code == 200
    User.objects.filter(username="caio").update(**change)
    assert client.get(reverse("account")).status_code == 302


def test_what_was_brought_for_one_request_is_at_hand_in_no_other() -> None:
    caio()
    client = signed_in(PHONE)
    request = client.get(reverse("account")).wsgi_request
    assert request.user.username == "caio"
    assert loaded_account(User.objects.get().pk) is None


@pytest.mark.F72
def test_a_lost_phone_is_signed_out_alone() -> None:
    caio()
    phone, desk = signed_in(PHONE), signed_in(DESK)
    page = text(desk.get(reverse("account")))
    assert "Firefox, Android" in page
    assert "127.0.0.1" in page
    lost = SignIn.objects.get(device="Firefox, Android")
    desk.post(reverse("end_session"), {"code": lost.code})
    assert phone.get(reverse("account")).status_code == 302
    assert desk.get(reverse("account")).status_code == 200
    assert list(SignIn.objects.values_list("device", flat=True)) == ["Edge, Windows"]


def test_nobody_ends_the_session_of_another() -> None:
    caio(), bruno()
    phone, other = signed_in(PHONE), signed_in(DESK, "bruno")
    other.post(reverse("end_session"), {"code": SignIn.objects.get(user__username="caio").code})
    assert phone.get(reverse("account")).status_code == 200


@pytest.mark.F103
def test_a_new_password_leaves_this_session_alone_in_the_list() -> None:
    caio()
    phone, desk = signed_in(PHONE), signed_in(DESK)
    new = {"old_password": PASSWORD, "new_password1": "outra frase boa", "new_password2": "outra frase boa"}
    assert desk.post(reverse("password_change"), new).status_code == 302
    assert phone.get(reverse("account")).status_code == 302
    assert [found.device for found in desk.get(reverse("account")).context["sign_ins"]] == ["Edge, Windows"]


def test_whoever_is_forgotten_leaves_no_session() -> None:
    phone = signed_in(PHONE, cast.staffed(caio()))
    anonymise(caio())
    assert phone.get(reverse("account")).status_code == 302
    assert not SignIn.objects.exists()
    assert not Session.objects.filter(session_key=phone.cookies["sessionid"].value).exists()


def test_a_site_may_demand_two_steps_of_whoever_organizes(settings: LazySettings) -> None:
    settings.SECOND_FACTOR = True
    tournament = cast.announced()
    page, sent = reverse("tournament", args=[tournament.slug]), {"venue": "Clube"}
    assert cast.browser(ana()).get(page)["Location"] == reverse("second_factor")
    assert cast.browser(bruno()).get(page).status_code == 200
    address = f"/api/v1/tournaments/{tournament.slug}/"
    refused = program(ana()).patch(address, sent)
    assert (refused.status, refused.body["error"]) == (403, "second_factor_needed")
    user = User.objects.get(username="ana")
    second_factor.begin_app_setup(user)
    code = pyotp.TOTP(SecondFactor.objects.get(user=user).secret).now()
    second_factor.confirm_app(user, code, timezone.now())
    assert cast.browser(ana()).get(page).status_code == 200
    assert program(ana()).patch(address, sent).status == 200


def test_the_account_itself_stays_open_to_whoever_owes_them(settings: LazySettings) -> None:
    settings.SECOND_FACTOR = True
    cast.announced()
    for name in ("account", "second_factor", "privacy", "own_data"):
        assert cast.browser(ana()).get(reverse(name)).status_code == 200
