"""A link from who administers the site, by which somebody sets a new password that nobody else knows."""

import logging
import re
from datetime import timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.signing_in.password_links import give_link
from core.logs import mask_tokens
from tests import cast
from tests.api.programs import Program
from tests.api.wires import InProcess
from tests.web.app_codes import is_in, opened, switched_on

pytestmark = pytest.mark.django_db

LIST, NEW = reverse("admin:accounts_user_changelist"), "uma frase que ninguém adivinha"


def root() -> Client:
    client = cast.browser()
    client.force_login(User.objects.create_superuser("raiz", password=cast.PASSWORD))
    return client


def user_of_caio() -> User:
    user = cast.caio().user
    assert user is not None
    return user


def asked(who: Client, *users: User) -> str:
    """What the administration answers."""
    chosen = {"action": "password_link", "_selected_action": [user.pk for user in users]}
    return who.post(LIST, chosen, follow=True).content.decode()


def set_anew(link: str, password: str = NEW, who: Client | None = None) -> int:
    """Set it by the link; the status of the answer."""
    client = who or Client()
    sent = {"new_password1": password, "new_password2": password}
    return client.post(opened(link, client), sent).status_code


def test_an_administrator_gives_a_link_and_never_knows_the_password(caplog: pytest.LogCaptureFixture) -> None:
    user = user_of_caio()
    with caplog.at_level(logging.INFO, "security"):
        page = asked(root(), user)
    (link,) = re.findall(r'href="http://testserver(/conta/nova-senha/[^"]+)"', page)
    assert "<svg" in page
    assert "password_link_given" in caplog.text
    assert link.split(".")[1].strip("/") not in caplog.text
    client = Client()
    form = client.get(opened(link, client))
    assert "<bdi>caio</bdi>" in form.content.decode()
    assert set_anew(link) == 302
    user.refresh_from_db()
    assert user.check_password(NEW)


def test_a_computer_that_nobody_else_reaches_gives_its_own_address() -> None:
    chosen = {"action": "password_link", "_selected_action": [user_of_caio().pk]}
    page = root().post(LIST, chosen, headers={"host": "127.0.0.1"}).content.decode()
    assert 'href="http://127.0.0.1/conta/nova-senha/' in page


def test_a_link_is_good_once() -> None:
    link = give_link(user_of_caio(), by="raiz")
    assert set_anew(link) == 302
    assert Client().get(link).status_code == 404


def test_of_two_who_have_the_form_open_the_second_is_told() -> None:
    link, first, second = give_link(user_of_caio(), by="raiz"), Client(), Client()
    places = [opened(link, client) for client in (first, second)]
    sent = {"new_password1": NEW, "new_password2": NEW}
    assert [
        client.post(at, sent).status_code for client, at in zip((first, second), places, strict=True)
    ] == [
        302,
        404,
    ]


def test_a_link_is_good_for_an_hour() -> None:
    link = give_link(user_of_caio(), by="raiz")
    with time_machine.travel(timezone.now() + timedelta(minutes=59)):
        opened(link, Client())
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        page = Client().get(link)
    assert page.status_code == 404
    assert reverse("login") in page.content.decode()


def test_a_link_is_good_for_nothing_once_somebody_signed_in() -> None:
    link = give_link(user_of_caio(), by="raiz")
    answer = Client().post(reverse("login"), {"username": "caio", "password": cast.PASSWORD})
    assert answer.status_code == 302
    assert Client().get(link).status_code == 404


@pytest.mark.parametrize("part", ["MQ.x", "x.x", "-.-", "999999.abc-def"])
def test_what_nobody_gave_opens_nothing(part: str) -> None:
    assert Client().get(f"/conta/nova-senha/{part}/").status_code == 404


def test_a_link_of_one_opens_no_other_account() -> None:
    own, other = user_of_caio(), cast.bruno().user
    assert other is not None
    token = give_link(own, by="raiz").rsplit(".", 1)[1]
    foreign = give_link(other, by="raiz").rsplit(".", 1)[0]
    assert Client().get(f"{foreign}.{token}").status_code == 404


@pytest.mark.parametrize(
    ("first", "second"), [("caio", "caio"), ("12345678", "12345678"), (NEW, NEW + "!"), ("", "")]
)
def test_what_is_no_password_is_told_and_changes_nothing(first: str, second: str) -> None:
    user, client = user_of_caio(), Client()
    at = opened(give_link(user, by="raiz"), client)
    answer = client.post(at, {"new_password1": first, "new_password2": second})
    assert answer.status_code == 422
    user.refresh_from_db()
    assert user.check_password(cast.PASSWORD)


def test_sessions_and_keys_end_with_the_old_password() -> None:
    caio = cast.caio()
    signed_in, key = cast.browser(caio), cast.key(caio)
    assert set_anew(give_link(user_of_caio(), by="raiz")) == 302
    assert signed_in.get(reverse("account")).status_code == 302
    assert Program(InProcess(), key).get("me/").status == 401


def test_the_second_factor_is_asked_for_all_the_same() -> None:
    user, _paper = switched_on()
    client = Client()
    assert set_anew(give_link(user, by="raiz"), who=client) == 302
    assert not is_in(client)
    answer = client.post(reverse("login"), {"username": user.username, "password": NEW})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("second_step"))
    assert not is_in(client)


def test_it_is_one_account_that_may_sign_in() -> None:
    user, other, who = user_of_caio(), cast.bruno().user, root()
    assert other is not None
    assert "/nova-senha/" not in asked(who, user, other)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert "/nova-senha/" not in asked(who, user)


def test_the_secret_stands_in_no_log() -> None:
    link = give_link(user_of_caio(), by="raiz")
    assert link.rsplit(".", 1)[1].strip("/") not in str(mask_tokens(f"GET {link} 200"))


def test_who_does_not_administer_the_site_gets_none(settings: LazySettings) -> None:
    chosen = {"action": "password_link", "_selected_action": [user_of_caio().pk]}
    for who in (cast.browser(), cast.browser(cast.ana())):
        answer = who.post(LIST, chosen, follow=True)
        assert "/nova-senha/" not in answer.content.decode()
