"""Keys for the API on the account's page."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, Scope, User
from tests import cast
from tests.api.programs import Program
from tests.api.wires import InProcess

PER_ACCOUNT = 10  # docs/limits.md

pytestmark = pytest.mark.django_db


def typed(**changed: str) -> dict[str, str]:
    """What somebody types for a key."""
    plain = {"name": "Placar", "scope": "judge", "days": "365", "password": cast.PASSWORD}
    return {f"key-{name}": value for name, value in {**plain, **changed}.items()}


def make(browser: Client, **changed: str) -> Any:
    """Ask for one."""
    return browser.post(reverse("api_keys"), typed(**changed))


def test_a_key_is_shown_once_and_kept_nowhere() -> None:
    browser = cast.browser(cast.caio())
    page = make(browser)
    key = page.context["new_key"]
    assert page.status_code == 200
    assert f'value="{key}" readonly' in page.content.decode()
    assert "no-store" in page["cache-control"]
    assert Program(InProcess(), key).get("me/").body["username"] == "caio"
    kept = ApiToken.objects.get()
    assert (kept.name, kept.scope) == ("Placar", Scope.JUDGE)
    again = browser.get(reverse("account")).content.decode()
    assert key not in again
    assert "Placar" in again
    assert key not in str([session.get_decoded() for session in Session.objects.all()])


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"password": "errada"}, "password_wrong"),
        ({"password": ""}, "required"),
        ({"name": ""}, "required"),
        ({"scope": "admin"}, "invalid_choice"),
        ({"days": "9999"}, "invalid_choice"),
    ],
)
def test_a_refused_form_makes_none_and_keeps_what_was_typed(changed: dict[str, str], code: str) -> None:
    page = make(cast.browser(cast.caio()), **changed)
    assert (page.status_code, page.context["key_form"].codes) == (422, {code})
    assert cast.PASSWORD not in page.content.decode()
    assert not ApiToken.objects.exists()
    assert page.context["form"].initial["name"] == "Caio do Rio"


@pytest.mark.F70
def test_a_password_is_not_guessed_here_either() -> None:
    browser = cast.browser(cast.player("zeca"))
    for _ in range(PER_ACCOUNT):
        assert make(browser, password="errada").status_code == 422
    slowed = make(browser)
    assert slowed.status_code == 429
    assert int(slowed["retry-after"]) > 0
    assert not ApiToken.objects.exists()


def test_one_is_revoked_and_then_all_and_nobody_elses() -> None:
    caio, browser = cast.caio(), cast.browser(cast.caio())
    for _ in range(3):
        cast.key(caio)
    cast.key(cast.bruno())
    first = ApiToken.objects.filter(user__username="caio").first()
    other = ApiToken.objects.get(user__username="bruno")
    assert first is not None
    for code in (first.code, first.code, other.code, "x", ""):
        assert browser.post(reverse("revoke_api_keys"), {"code": code}).status_code == 302
    assert ApiToken.objects.filter(user__username="caio").count() == 2
    browser.post(reverse("revoke_api_keys"), {"all": "1"})
    assert list(ApiToken.objects.all()) == [other]


def test_what_opens_nothing_any_more_is_not_listed() -> None:
    caio = cast.caio()
    cast.key(caio)
    User.objects.get(player=caio).begin_epoch()
    assert list(cast.browser(caio).get(reverse("account")).context["keys"]) == []


def test_visitors_have_no_keys() -> None:
    for name in ("api_keys", "revoke_api_keys", "sign_out_elsewhere"):
        assert cast.browser().post(reverse(name)).status_code == 302
    assert cast.browser(cast.caio()).get(reverse("api_keys")).url == reverse("account")  # type: ignore[attr-defined]


# --- administration ---------------------------------------------------------------------------------


def _root() -> Client:
    client = cast.browser()
    client.force_login(User.objects.create_superuser("raiz", password=cast.PASSWORD))
    return client


def test_an_administrator_sees_which_keys_there_are_and_no_secret() -> None:
    key = cast.key(cast.caio(), Scope.READ)
    kept, root = ApiToken.objects.get(), _root()
    page = root.get(reverse("admin:accounts_apitoken_changelist")).content.decode()
    assert kept.code in page
    assert key[:15] not in page
    assert root.get(reverse("admin:accounts_apitoken_add")).status_code == 403
    index = root.get(reverse("admin:index")).content.decode()
    assert "authtoken" not in index
    assert "knox" not in index


def test_an_administrator_ends_all_that_lets_an_account_in() -> None:
    caio = cast.caio()
    browser, program = cast.browser(caio), Program(InProcess(), cast.key(caio))
    chosen = {"action": "end_access", "_selected_action": [caio.user_id]}
    assert _root().post(reverse("admin:accounts_user_changelist"), chosen).status_code == 302
    assert browser.get(reverse("account")).status_code == 302
    assert program.get("me/").status == 401
