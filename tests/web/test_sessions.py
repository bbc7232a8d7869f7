"""Who a session is: as Django says it, in fewer queries."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, authenticate
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from core import tasks
from tests.cast import PASSWORD, browser, caio

pytestmark = pytest.mark.django_db


def is_signed_in(client: Client) -> bool:
    """Whether the account's page opens."""
    return client.get(reverse("account")).status_code == 200


def test_a_session_that_is_over_lets_nobody_in() -> None:
    client = browser(caio())
    assert is_signed_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_signed_in(client)


def test_an_account_that_was_switched_off_is_nobody() -> None:
    client = browser(caio())
    User.objects.update(is_active=False)
    assert not is_signed_in(client)


def test_a_session_that_does_not_exist_is_a_visitors() -> None:
    client = Client()
    client.cookies["sessionid"] = "x" * 32
    assert client.get(reverse("home")).status_code == 200
    assert not is_signed_in(client)


def test_a_session_from_before_goes_on() -> None:
    client = browser(caio())
    session = client.session
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session.save()
    assert is_signed_in(client)


def test_a_wrong_password_is_hashed_once() -> None:
    player = caio()
    assert player.user
    name = player.user.username
    with patch.object(ModelBackend, "authenticate", autospec=True, return_value=None) as tried:
        assert authenticate(None, username=name, password="another") is None
    assert tried.call_count == 1
    assert authenticate(None, username=name, password=PASSWORD) == player.user


def test_sessions_that_are_long_over_are_dropped() -> None:
    over, lasting = browser(caio()), browser(caio())
    Session.objects.filter(pk=over.session.session_key).update(expire_date=timezone.now() - timedelta(days=2))
    tasks.sweep()
    assert [session.pk for session in Session.objects.all()] == [lasting.session.session_key]
