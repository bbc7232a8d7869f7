"""What strangers read again and again is kept whole: the same as made anew, never old, nobody's own."""

from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.services import rename
from matches.models import Match
from tests import cast
from tests.api.programs import program
from tournaments.endings import take_down
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F44, pytest.mark.F56]
PATHS = ("bracket/", "standing/")
OF_ONE_CALL = {"x-request-id", "chama-time", "server-time", "date"}


def _ask(tournament: Tournament, path: str, query: str = "", **headers: str) -> Any:
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Client().get(f"/api/v1/tournaments/{tournament.slug}/{path}{query}", headers=told)


def _shown(answer: HttpResponse) -> tuple[object, ...]:
    """All that a program sees of an answer, but for what is of one call."""
    headers = {name.lower(): value for name, value in answer.items()}
    return answer.status_code, answer.content, {k: v for k, v in headers.items() if k not in OF_ONE_CALL}


@pytest.mark.parametrize("path", PATHS)
def test_the_kept_answer_is_the_one_that_was_made(
    path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = cast.running()
    made = _ask(tournament, path)
    with django_assert_num_queries(1):  # where the record stands
        kept = _ask(tournament, path)
    assert made.status_code == 200
    assert _shown(kept) == _shown(made)
    assert _ask(tournament, path, authorization=f"Token {cast.key(cast.caio())}").json() == kept.json()


@pytest.mark.parametrize("path", PATHS)
def test_it_is_of_the_present_version_and_language(path: str) -> None:
    tournament = cast.running()
    before = [_ask(tournament, path, accept_language=language) for language in ("en", "pt-br", "en")]
    assert before[0]["ETag"] == before[2]["ETag"] != before[1]["ETag"]
    cast.played(Match.objects.filter(ledger=tournament.ledger_id, state="playing")[0])
    after = _ask(tournament, path, accept_language="en")
    assert after["ETag"] != before[0]["ETag"]
    rename(cast.caio(), name="Caio Novo")
    assert "Caio Novo" in _ask(tournament, path, accept_language="en").content.decode()


@pytest.mark.parametrize("path", PATHS)
def test_what_the_caller_has_is_304_made_or_kept(path: str) -> None:
    tournament = cast.running()
    first = _ask(tournament, path)
    for known in (first["ETag"], f"W/{first['ETag']}", f'"0", {first["ETag"]}'):
        again = _ask(tournament, path, if_none_match=known)
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Vary"] == first["Vary"]
    cast.played(Match.objects.filter(ledger=tournament.ledger_id, state="playing")[0])
    assert _ask(tournament, path, if_none_match=first["ETag"]).status_code == 200
    known = program().get(f"tournaments/{tournament.slug}/{path}").headers["etag"]
    assert _ask(tournament, path, if_none_match=known, accept_language="en").status_code == 304


def test_whatever_is_not_everybodys_goes_the_long_way() -> None:
    tournament = cast.running()
    _ask(tournament, "bracket/")
    assert _ask(tournament, "bracket/", "?round=1").json() != _ask(tournament, "bracket/").json()
    assert _ask(tournament, "bracket/", "?unknown=1").status_code == 400
    assert _ask(tournament, "bracket/", authorization="Token wrong").status_code == 401
    assert _ask(tournament, "bracket/", accept="text/html").status_code == 406
    assert Client().post(f"/api/v1/tournaments/{tournament.slug}/bracket/").status_code in (401, 405)


def test_neither_without_https_where_it_is_due_nor_under_a_strange_name(settings: LazySettings) -> None:
    path = f"/api/v1/tournaments/{cast.running().slug}/bracket/"
    settings.ALLOWED_HOSTS = ["testserver"]
    assert Client().get(path).status_code == 200
    assert Client().get(path, HTTP_HOST="elsewhere.example").status_code == 400
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(path).status_code != 200


def test_what_is_hidden_again_is_not_told_from_what_was_kept() -> None:
    tournament = cast.running()
    assert _ask(tournament, "bracket/").status_code == 200
    take_down(tournament, reason="Somebody asked for it.", now=timezone.now())
    assert _ask(tournament, "bracket/").status_code == 410
    assert _ask(cast.created(), "bracket/").status_code == 404
