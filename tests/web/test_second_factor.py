"""Two-step verification: after the password a code, each once, and no way around it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountMail, ApiToken, MailAddress, MailKind, Scope, SecondFactor, User
from accounts.two_steps import second_factor
from core.errors import Refused
from tests import cast
from tests.api.programs import Program, program
from tests.api.wires import InProcess
from tests.web.app_codes import ana, code, is_in, switched_on

pytestmark = pytest.mark.django_db

PAGE, STEP = reverse("second_factor"), reverse("second_step")
PASSWORD = {"username": "ana", "password": cast.PASSWORD}


def sign_in(client: Client, **more: str) -> Any:
    """Her name and password at the door."""
    return client.post(reverse("login"), {**PASSWORD, **more})


def test_it_is_switched_on_by_the_apps_first_code() -> None:
    client, user = cast.browser(cast.ana()), ana()
    assert client.post(PAGE, {"password": cast.PASSWORD})["Location"] == PAGE
    shown = client.get(PAGE).content.decode()
    assert "<svg" in shown
    assert not second_factor.is_on(user)
    assert client.post(PAGE, {"code": "000000"}).status_code == 422
    done = client.post(PAGE, {"code": code(user)})
    assert len(done.context["codes"]) == second_factor.PAPER_CODES
    assert second_factor.is_on(user)
    assert done.context["codes"][0] not in client.get(PAGE).content.decode()


@pytest.mark.parametrize("is_ticked", [True, False])
def test_who_switches_it_on_may_end_every_key_and_every_other_session(*, is_ticked: bool) -> None:
    here, elsewhere, user = cast.browser(cast.ana()), Client(), ana()
    sign_in(elsewhere)
    key = cast.key(cast.ana(), Scope.ORGANIZE)
    here.post(PAGE, {"password": cast.PASSWORD})
    assert re.search('<input[^>]*name="end_others"[^>]* checked', here.get(PAGE).content.decode())
    done = here.post(PAGE, {"code": code(user), **({"end_others": "on"} if is_ticked else {})})
    assert done.context["codes"]
    assert (is_in(here), is_in(elsewhere)) == (True, not is_ticked)
    assert (Program(InProcess(), key).get("me/").status == 200) is not is_ticked


def test_a_wrong_password_switches_nothing() -> None:
    client = cast.browser(cast.ana())
    assert client.post(PAGE, {"password": "errada"}).status_code == 422
    assert not SecondFactor.objects.exists()
    switched_on()
    assert client.post(PAGE, {"password": "errada", "act": "off"}).status_code == 422
    assert second_factor.is_on(ana())


def test_the_password_alone_signs_nobody_in() -> None:
    user, _paper = switched_on()
    client = Client()
    assert sign_in(client, next="/temporadas/chama/2026/")["Location"].startswith(STEP)
    assert not is_in(client)
    assert client.post(STEP, {"code": "000000"}).status_code == 422
    assert not is_in(client)
    done = client.post(STEP, {"code": code(user), "next": "/temporadas/chama/2026/"})
    assert done["Location"] == "/temporadas/chama/2026/"
    assert is_in(client)


def test_who_gave_no_password_is_not_asked_for_a_code() -> None:
    user, _paper = switched_on()
    assert Client().post(STEP, {"code": code(user)})["Location"] == reverse("login")


def test_a_code_comes_once() -> None:
    user, _paper = switched_on()
    shown = code(user)
    first, second = Client(), Client()
    sign_in(first), sign_in(second)
    first.post(STEP, {"code": shown})
    assert is_in(first)
    assert second.post(STEP, {"code": shown}).status_code == 422
    assert not is_in(second)


def test_a_code_of_long_ago_or_of_later_opens_nothing() -> None:
    user, _paper = switched_on()
    for steps in (-3, 2, 20):
        with pytest.raises(Refused, match="code_wrong"):
            second_factor.use_code(user, code(user, steps=steps), "10.0.0.1", timezone.now())


def test_a_code_from_paper_signs_in_once() -> None:
    user, paper = switched_on()
    second_factor.use_code(user, paper[3].upper().replace("-", " "), "10.0.0.1", timezone.now())
    with pytest.raises(Refused, match="code_wrong"):
        second_factor.use_code(user, paper[3], "10.0.0.1", timezone.now())
    second_factor.replace_recovery_codes(user)
    with pytest.raises(Refused, match="code_wrong"):
        second_factor.use_code(user, paper[4], "10.0.0.1", timezone.now())


def test_guesses_are_counted_narrowly() -> None:
    switched_on()
    client = Client()
    sign_in(client)
    answers = [client.post(STEP, {"code": f"{guess:06}"}).status_code for guess in range(21)]
    assert answers == [422] * 20 + [429]


def test_the_wait_for_a_code_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    user, _paper = switched_on()
    client = Client()
    sign_in(client)
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr("web.site.sign_in_session.time.time", later.timestamp)
    assert client.post(STEP, {"code": code(user)})["Location"] == reverse("login")


def test_another_password_ends_the_wait_too() -> None:
    user, _paper = switched_on()
    client = Client()
    sign_in(client)
    user.set_password("outra senha bem comprida")
    user.save()
    assert client.post(STEP, {"code": code(user)})["Location"] == reverse("login")


def test_a_key_of_the_api_takes_the_code_too() -> None:
    user, _paper = switched_on()
    bare = program().post("token/", PASSWORD)
    wrong = program().post("token/", {**PASSWORD, "code": "000000"})
    assert (bare.status, bare.body["error"]) == (401, "code_needed")
    assert (wrong.status, wrong.body["error"]) == (422, "code_wrong")
    assert not ApiToken.objects.exists()
    assert program().post("token/", {**PASSWORD, "code": code(user)}).status == 200


def test_an_administrator_switches_it_off_for_who_lost_everything() -> None:
    user, _paper = switched_on()
    root = User.objects.create_superuser("root", password=cast.PASSWORD)
    admin = Client()
    admin.force_login(root)
    chosen = {"action": "end_second_factor", "_selected_action": [user.pk]}
    admin.post(reverse("admin:accounts_user_changelist"), chosen)
    client = Client()
    assert sign_in(client).status_code == 302
    assert is_in(client)


def test_a_setup_that_is_given_up_sends_no_mail_of_a_removed_app(settings: Any) -> None:
    settings.HAS_MAIL, now = True, timezone.now()
    facts = {"language": "en", "added_at": now, "confirmed_at": now}
    MailAddress.objects.create(user=ana(), address="ana@correio.example", **facts)
    client = cast.browser(cast.ana())
    client.post(PAGE, {"password": cast.PASSWORD})
    assert client.post(PAGE, {"act": "off"})["Location"] == reverse("account")
    second_factor.begin_app_setup(ana())
    second_factor.remove_all_factors(ana())
    assert not AccountMail.objects.exists()
    assert not SecondFactor.objects.exists()
    switched_on()
    second_factor.remove_app(ana())
    assert [mail.kind for mail in AccountMail.objects.order_by("pk")] == [MailKind.APP_ON, MailKind.APP_OFF]
