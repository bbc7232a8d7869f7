"""Accounts: one a user name in whatever case, and no password that everybody tries first."""

from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import override_settings

from accounts.models import User
from accounts.services import check_account
from config.passwords import PRODUCT_WORDS, EverydayPasswordValidator, _words_of_games
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
        "flamengo", "password1", "chama-demo", "CHAMA-DEMO", "99Torneio99", "cHaMa2026!!", "hermética_1",
        "torneiochama", "senhachama2026", "c-h-a-m-a-7", "juizjuizjuiz",
    ],
)  # fmt: skip
def test_what_everybody_tries_first_is_refused(password: str) -> None:
    assert codes(password) == {"password_too_common"}


@pytest.mark.parametrize(
    "password", [PASSWORD, "correto cavalo bateria", "casa-azul-77", "chamariz verde", "mesada curta"]
)
def test_a_phrase_is_a_good_password(password: str) -> None:
    assert codes(password) == set()


def words_of_product() -> list[str]:
    """Every word of ours and of the games, as long as a password has to be."""
    return sorted(word for word in PRODUCT_WORDS | _words_of_games() if len(word) > 3)


@pytest.mark.parametrize("written", ["{}2026", "{}{}", "7{}!77777", "{}-{}"])
def test_no_word_of_the_product_is_a_password_in_any_case_and_with_digits(written: str) -> None:
    validator = EverydayPasswordValidator()
    for word in words_of_product():
        for typed in (word, word.upper(), word.capitalize()):
            with pytest.raises(ValidationError):
                validator.validate(written.format(typed, typed))


def test_a_site_refuses_what_its_own_list_has(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"\xffzinco\n" + "Çedilha77\n".encode())
    with override_settings(COMMON_PASSWORDS=str(path)):
        validator = EverydayPasswordValidator()
    for typed in ("çedilha77", "CEDILHA77", "Zinco2026"):
        with pytest.raises(ValidationError):
            validator.validate(typed)
    EverydayPasswordValidator().validate("Çedilha77")
