"""The regulation as programs read and confirm it."""

import pytest

from tests.api.programs import program
from tests.cast import ana, announced, bruno, checked_in, created, duda
from tournaments.models import Tournament
from tournaments.regulation.selectors import version_of

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, path: str = "regulation/") -> str:
    return f"tournaments/{tournament.slug}/{path}"


def test_everybody_reads_every_clause() -> None:
    tournament = announced(house_rules={"tie_cut": False}, time_limit=30)
    shown = program().get(at(tournament)).body
    assert shown["version"] == version_of(tournament)
    assert (shown["is_confirmed"], shown["confirmed"], shown["is_current_edition"]) == (False, None, True)
    clauses = [clause for section in shown["sections"] for clause in section["clauses"]]
    assert [c["house"] for c in clauses if c["is_chosen"]] == ["tie_cut"]


def test_confirming_is_for_who_coordinates_and_says_by_whom() -> None:
    tournament = announced()
    body = {"version": version_of(tournament)}
    assert program(duda()).post(at(tournament, "regulation/confirm/"), body).status == 403
    assert program(bruno()).post(at(tournament, "regulation/confirm/"), body).status == 403
    answer = program(ana()).post(at(tournament, "regulation/confirm/"), body, key="word")
    assert (answer.status, answer.body["is_confirmed"]) == (200, True)
    assert answer.body["confirmed"]["seq"] == tournament.ledger.head_seq + 1


def test_a_version_that_nobody_could_read_is_refused() -> None:
    answer = program(ana()).post(at(created(), "regulation/confirm/"), {"version": "x"})
    assert (answer.status, answer.codes) == (422, {"regulation_changed"})


def test_the_current_edition_is_there_already() -> None:
    answer = program(ana()).post(at(created(), "regulation/edition/"))
    assert (answer.status, answer.codes) == (409, {"edition_is_current"})


def test_the_version_goes_with_the_draw() -> None:
    tournament = checked_in(4)
    body = {"seed": 3, "regulation": version_of(tournament)}
    assert program(ana()).post(at(tournament, "draw/"), body).status == 201
    assert program().get(at(tournament)).body["is_confirmed"]
