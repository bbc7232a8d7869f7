"""What an operator reads: signing in, rights and limits, without a secret."""

import json
import logging

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.tokens import create_token, revoke
from core.http.callers import note
from tests import stages
from tests.cast import PASSWORD, announced, browser, caio, duda

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _heard(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="security")


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """All that was noted."""
    return [record.getMessage() for record in caplog.records if record.name == "security"]


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The names of it."""
    return [line.partition(" ")[0] for line in lines(caplog)]


def test_who_signs_in_and_in_vain_is_noted_with_an_address(caplog: pytest.LogCaptureFixture) -> None:
    player, client = caio(), browser()
    assert player.user
    name = player.user.username
    client.post(reverse("login"), {"username": name, "password": "geheim\nforged"})
    client.post(reverse("login"), {"username": name, "password": PASSWORD})
    assert events(caplog) == ["password_wrong", "password_right"]
    assert all(f'who={json.dumps(name)} origin="127.0.0.1"' in line for line in lines(caplog))
    assert PASSWORD not in caplog.text
    assert "geheim" not in caplog.text


def test_what_is_no_user_name_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    browser().post(reverse("login"), {"username": "minha senha secreta", "password": "y"})
    (line,) = lines(caplog)
    assert "who=null" in line
    assert "secreta" not in caplog.text


def test_a_value_cannot_forge_a_line(caplog: pytest.LogCaptureFixture) -> None:
    note("limit_reached", what="x\npassword_right who=ana")
    (line,) = lines(caplog)
    assert "\n" not in line


@pytest.mark.django_db(transaction=True)
def test_roles_given_and_rights_refused_are_noted(caplog: pytest.LogCaptureFixture) -> None:
    stages.forget()
    tournament = announced()
    assert events(caplog) == ["staff.assigned"] * 3  # organizer, coordinator, judge
    assert browser(duda()).get(reverse("staff", args=[tournament.slug])).status_code == 403
    assert events(caplog)[-1] == "right_refused"


def test_keys_are_noted_and_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    user = caio().user
    assert user
    kept, secret = create_token(user, now=timezone.now())
    revoke(user, kept.code)
    assert events(caplog) == ["key_given", "key_revoked"]
    assert secret not in caplog.text


def test_a_password_that_is_guessed_too_often_ends_in_429_and_is_noted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = browser(caio())
    typed = {"old_password": "falsch", "new_password1": "correto cavalo", "new_password2": "correto cavalo"}
    answers = [client.post(reverse("password_change"), typed).status_code for _ in range(12)]
    assert answers[0] == 422
    assert answers[-1] == 429
    assert "limit_reached" in events(caplog)
