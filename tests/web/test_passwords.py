"""Hashes of passwords: the preferred kind is on every platform, older kinds sign in and are replaced."""

import os
import subprocess
import sys

import pytest
from django.conf import settings as configured
from django.contrib.auth.hashers import BasePasswordHasher
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string
from pytest_django.fixtures import Settings

from accounts.models import User
from tests import cast

OF_THE_SITE = slice(1, None)  # before it stands the tests' own quick one
BY_ARGON2 = (
    "argon2$argon2id$v=19$m=8,t=1,p=1$1JrOPUDfTan1iZ6AorWLAw$RF/REYLXKCadosd+ses7fxamJjUiMZSx+Fjez4UzQ/4"
)
WITHOUT_ARGON2 = """
import sys
sys.modules["argon2"] = None
import django
from django.contrib.auth.hashers import check_password, make_password
from django.core.management import call_command
django.setup()
call_command("check")
print(make_password("a song").partition("$")[0], check_password(*sys.argv[1:]))
"""


def ana(hashed: str) -> User:
    """Ana, whose password is stored like this."""
    user = cast.ana().user
    assert user is not None
    user.password = hashed
    user.save()
    return user


def sign_in() -> int:
    """The answer to Ana's right password."""
    typed = {"username": "ana", "password": cast.PASSWORD}
    return Client().post(reverse("login"), typed).status_code


@pytest.mark.django_db
@pytest.mark.parametrize("hasher", configured.OLDER_HASHERS)
def test_an_older_hash_signs_in_and_is_replaced(settings: Settings, hasher: str) -> None:
    settings.PASSWORD_HASHERS = settings.PASSWORD_HASHERS[OF_THE_SITE]
    older: BasePasswordHasher = import_string(hasher)()
    user = ana(older.encode(cast.PASSWORD, older.salt()))
    assert sign_in() == 302
    user.refresh_from_db()
    assert user.password.startswith("scrypt$")
    assert sign_in() == 302


@pytest.mark.F113
@pytest.mark.django_db
def test_a_hash_that_this_platform_cannot_read_is_a_wrong_password(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [name for name in settings.PASSWORD_HASHERS if "Argon2" not in name]
    ana(BY_ARGON2)
    assert sign_in() == 422


@pytest.mark.F113
def test_without_the_package_the_site_starts_and_hashes() -> None:
    command = [sys.executable, "-c", WITHOUT_ARGON2, cast.PASSWORD, BY_ARGON2]
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["scrypt False"], done.stderr
