"""Accounts: one a user name in whatever case, and no password that everybody tries first."""

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services import check_account
from tests.cast import PASSWORD, caio

pytestmark = pytest.mark.django_db


def codes(password: str) -> set[str]:
    """What is wrong with a password."""
    return {violation.code for violation in check_account("eva", password, name="Eva Nova")}


def test_the_database_holds_one_account_a_name_in_any_case() -> None:
    player = caio()
    assert player.user
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=player.user.username.upper(), password="x")
    assert User.objects.count() == 1


def test_a_phone_that_writes_a_capital_signs_in() -> None:
    player = caio()
    assert player.user
    assert authenticate(None, username=player.user.username.capitalize(), password=PASSWORD) == player.user


@pytest.mark.parametrize(
    "password",
    [
        "brasil2026", "mudar123", "corinthians", "123456789012", "2026-11-23", "Chama2026!",
        "torneio de chama", "jogo dos reinos", "conquistadores_7", "Exército99", "senha-senha",
        "flamengo", "password1",
    ],
)  # fmt: skip
def test_what_everybody_tries_first_is_refused(password: str) -> None:
    assert codes(password) == {"password_too_common"}


@pytest.mark.parametrize("password", [PASSWORD, "correto cavalo bateria", "casa-azul-77"])
def test_a_phrase_is_a_good_password(password: str) -> None:
    assert codes(password) == set()
