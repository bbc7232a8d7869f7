"""Signing up, the token, and guessing."""

import pytest

from accounts.models import User
from tests import cast
from tests.api.described import Described
from tests.api.programs import Program, program
from tests.api.wires import InProcess

pytestmark = pytest.mark.django_db

BODY = {"username": "eva", "password": cast.PASSWORD, "name": "Eva"}


def test_an_account_its_token_and_its_end() -> None:
    made = program().post("accounts/", BODY)
    assert (made.status, made.body["username"], made.body["name"]) == (201, "eva", "Eva")
    assert cast.PASSWORD not in made.text
    login = {"username": "eva", "password": cast.PASSWORD}
    token = program().post("token/", login).body["token"]
    assert program().post("token/", login).body["token"] != token
    eva = Program(Described(InProcess()), token)
    assert eva.get("me/").body == made.body
    assert eva.patch("me/", {"name": "Eva  Maria"}, key="k").body["name"] == "Eva Maria"
    assert eva.delete("token/").status == 204
    assert eva.get("me/").status == 401
    assert program().post("token/", login).body["token"] != token


def test_everything_wrong_with_a_sign_up_is_told_at_once() -> None:
    cast.ana()
    refused = program().post("accounts/", {"username": "ANA", "password": "123", "name": "\u200b"})
    assert refused.status == 422
    assert refused.codes >= {"username_taken", "password_too_short", "person_name_missing"}
    assert User.objects.count() == 1


def test_a_user_name_that_looks_like_somebodys_is_refused() -> None:
    cast.ana()
    refused = program().post("accounts/", {**BODY, "username": "аna"})
    assert (refused.status, refused.codes) == (422, {"username_looks_alike"})


def test_missing_fields_are_told_at_once() -> None:
    refused = program().post("accounts/", {"is_superuser": True})
    expected = {"username": "required", "password": "required", "name": "required"}
    assert (refused.status, refused.fields) == (400, {**expected, "is_superuser": "unknown_field"})


@pytest.mark.F70
def test_a_wrong_password_and_an_unknown_account_look_the_same() -> None:
    cast.ana()
    wrong = program().post("token/", {"username": "ana", "password": "x"})
    unknown = program().post("token/", {"username": "nobody", "password": "x"})
    assert (wrong.status, wrong.body["error"]) == (401, "credentials_refused")
    assert (wrong.text, wrong.headers["www-authenticate"]) == (
        unknown.text,
        unknown.headers["www-authenticate"],
    )


@pytest.mark.F70
def test_guessing_is_slowed_down_for_the_account_and_for_nobody_else() -> None:
    cast.ana()
    cast.bruno()
    for _ in range(10):
        assert program().post("token/", {"username": "Ana", "password": "x"}).status == 401
    slowed = program().post("token/", {"username": "ana", "password": cast.PASSWORD})
    assert (slowed.status, slowed.body["error"]) == (429, "throttled")
    assert int(slowed.headers["retry-after"]) > 0
    assert program().post("token/", {"username": "bruno", "password": cast.PASSWORD}).status == 200


@pytest.mark.F70
def test_another_address_in_a_header_buys_no_further_attempt() -> None:
    for number in range(11):
        body = {"username": "ana", "password": "x"}
        answer = program().post("token/", body, headers={"X-Forwarded-For": f"10.0.0.{number}"})
    assert answer.status == 429


def test_a_token_that_is_none_is_401() -> None:
    refused = Program(Described(InProcess()), "nonsense").get("tournaments/")
    assert (refused.status, refused.body["error"]) == (401, "authentication_failed")


def test_an_account_without_a_player_gets_one() -> None:
    """A superuser made on the command line has signed up nowhere."""
    User.objects.create_superuser("root", password=cast.PASSWORD)
    token = program().post("token/", {"username": "root", "password": cast.PASSWORD}).body["token"]
    assert Program(Described(InProcess()), token).get("me/").body["username"] == "root"
