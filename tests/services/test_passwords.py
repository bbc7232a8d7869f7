"""F103: what a new password ends, however it comes, and what a better hash of the same one does not."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from tests import cast
from tests.api.programs import program

pytestmark = [pytest.mark.django_db, pytest.mark.F103]

NEW = "outra senha bem comprida"
PBKDF2 = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
ARGON2 = "django.contrib.auth.hashers.Argon2PasswordHasher"


def caio() -> User:
    """The account as it is stored now."""
    return User.objects.get(player=cast.caio())


def signed_in(password: str = cast.PASSWORD) -> Client:
    """A browser of his, by the page."""
    browser = cast.browser()
    typed = {"username": cast.caio().user.username, "password": password}  # type: ignore[union-attr]
    assert browser.post(reverse("login"), typed).status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    """Whether it is still his."""
    return browser.get(reverse("account")).status_code == 200


def by_page() -> None:
    """On the page, by another browser."""
    typed = {"old_password": cast.PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert signed_in().post(reverse("password_change"), typed).status_code == 302


def by_admin() -> None:
    """In the administration."""
    root = cast.browser()
    root.force_login(User.objects.create_superuser("raiz", password=NEW))
    page = reverse("admin:auth_user_password_change", args=[caio().pk])
    typed = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert root.post(page, typed).status_code == 302


def by_command() -> None:
    """By `manage.py changepassword`."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("getpass.getpass", lambda prompt: NEW)
        call_command("changepassword", "caio", verbosity=0)


def by_hash() -> None:
    """A hash that was made elsewhere."""
    user = caio()
    user.password = make_password(NEW)
    user.save()


def by_taking_it_away() -> None:
    """No password at all, and nothing else is stored."""
    user = caio()
    user.set_unusable_password()
    user.save(update_fields=["password"])


@pytest.mark.parametrize("change", [by_page, by_admin, by_command, by_hash, by_taking_it_away])
def test_a_new_password_ends_sessions_and_keys(change: Callable[[], None]) -> None:
    browser, one, two = signed_in(), program(cast.caio()), program(cast.caio())
    assert is_in(browser)
    change()
    assert not caio().check_password(cast.PASSWORD)
    assert not is_in(browser)
    assert [who.get("me/").status for who in (one, two)] == [401, 401]


def test_who_changes_it_stays_signed_in_under_another_session() -> None:
    browser = signed_in()
    before = browser.session.session_key
    typed = {"old_password": cast.PASSWORD, "new_password1": NEW, "new_password2": NEW}
    browser.post(reverse("password_change"), typed)
    assert is_in(browser)
    assert browser.session.session_key != before


def test_the_same_password_typed_anew_is_a_new_one() -> None:
    """Somebody who suspects something changes it to itself: the others are out all the same."""
    key, user = program(cast.caio()), caio()
    user.set_password(cast.PASSWORD)
    user.save()
    assert key.get("me/").status == 401


@pytest.mark.parametrize("way", ["page", "token"])
def test_a_better_hash_of_the_same_password_ends_nothing(way: str) -> None:
    with override_settings(PASSWORD_HASHERS=[PBKDF2, ARGON2]):
        browser, key = signed_in(), program(cast.caio())
        assert _algorithm() == "pbkdf2_sha256"
    with override_settings(PASSWORD_HASHERS=[ARGON2, PBKDF2]):
        if way == "page":
            signed_in()
        else:
            assert program().post("token/", {"username": "caio", "password": cast.PASSWORD}).status == 200
        assert _algorithm() == "argon2"
        assert is_in(browser)
        assert key.get("me/").status == 200
        assert caio().check_password(cast.PASSWORD)


def _algorithm() -> str:
    return str(identify_hasher(caio().password).algorithm)


def test_a_better_hash_never_brings_an_old_password_back() -> None:
    """It was right a moment ago; while it is hashed anew, another one is stored."""
    with override_settings(PASSWORD_HASHERS=[PBKDF2, ARGON2]):
        signed_in()
    slow = caio()
    fast = caio()
    fast.set_password(NEW)
    fast.save()
    with override_settings(PASSWORD_HASHERS=[ARGON2, PBKDF2]):
        assert slow.check_password(cast.PASSWORD)
    assert caio().check_password(NEW)


def test_what_was_read_before_brings_no_earlier_epoch_back() -> None:
    stale, browser = caio(), signed_in()
    caio().begin_epoch()
    stale.first_name = "Antes"
    stale.save()
    assert not is_in(browser)


def test_other_changes_of_an_account_end_nothing() -> None:
    browser, key = signed_in(), program(cast.caio())
    user = caio()
    user.first_name, user.email = "Outro", "a@example.org"
    user.save()
    assert is_in(browser)
    assert key.get("me/").status == 200


def test_signing_out_everywhere_else_keeps_this_session_only() -> None:
    here, there, key = signed_in(), signed_in(), program(cast.caio())
    assert here.post(reverse("sign_out_elsewhere")).status_code == 302
    assert (is_in(here), is_in(there), key.get("me/").status) == (True, False, 401)
    assert caio().check_password(cast.PASSWORD)


def test_a_session_of_an_earlier_version_goes_on_until_the_first_epoch() -> None:
    """Such a session bears Django's own hash, over the password."""
    browser, user = signed_in(), caio()
    session = browser.session
    session["_auth_user_hash"] = super(User, user)._get_session_auth_hash()  # type: ignore[misc]
    session.save()
    assert is_in(browser)
    user.begin_epoch()
    assert not is_in(browser)


@pytest.mark.F72
def test_a_closed_account_is_out_of_its_sessions_too() -> None:
    browser = signed_in()
    User.objects.filter(pk=caio().pk).update(is_active=False)
    assert not is_in(browser)
