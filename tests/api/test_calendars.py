"""Secret addresses of calendars for programs: made, renewed, listed, taken away."""

import pytest
from django.test import Client

from accounts.models import Scope
from tests import cast
from tests.api.programs import program
from tests.api.test_tokens import keyed
from tests.calendar_files import read_file

pytestmark = pytest.mark.django_db


def test_an_address_is_made_shown_once_renewed_and_taken_away() -> None:
    cast.entered()
    caio = program(cast.caio())
    first = caio.put("me/calendars/player/", {})
    assert (first.status, first.body["kind"]) == (200, "player")
    assert len(read_file(bytes(Client().get(first.body["address"]).content)).events) == 1
    listed = caio.get("me/calendars/").body
    assert [set(one) for one in listed] == [{"kind", "made_at"}]
    second = caio.put("me/calendars/player/", {}).body["address"]
    assert Client().get(first.body["address"]).status_code == 404
    assert Client().get(second).status_code == 200
    assert caio.delete("me/calendars/player/").status == 204
    assert Client().get(second).status_code == 404
    assert caio.delete("me/calendars/player/").status == 404


def test_there_are_two_kinds_and_a_key_that_only_reads_makes_none() -> None:
    caio = cast.caio()
    assert program(caio).put("me/calendars/coach/", {}).status == 404
    assert keyed(cast.key(caio, Scope.READ)).put("me/calendars/judge/", {}).body["error"] == "token_scope"
    assert program(caio).get("me/calendars/").body == []
