"""Accessible tables and who needs one, by programs: the first for everybody, the second for the staff."""

import pytest

from matches.models import AccessNeed, Entry
from tests.api.programs import program
from tests.cast import ana, bruno, caio, drawn, duda, entered, fresh
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def first(tournament: Tournament) -> str:
    return Entry.objects.filter(ledger=tournament.ledger_id).order_by("number")[0].code


def under(tournament: Tournament, path: str) -> str:
    return f"tournaments/{tournament.slug}/{path}"


def test_who_coordinates_marks_a_table_and_everybody_reads_it() -> None:
    tournament = entered(4, tables=2)
    address = under(tournament, "tables/2/accessible/")
    assert program(bruno()).put(address, {"is_accessible": True}).status == 403
    for _again in range(2):
        answer = program(ana()).put(address, {"is_accessible": True})
        assert [row["is_accessible"] for row in answer.body] == [False, True]
    assert program().get(under(tournament, "tables/")).body == answer.body
    assert program(ana()).put(address, {"is_accessible": False}).body[1]["is_accessible"] is False
    assert program(ana()).put(address, {}).status == 400
    assert (
        program(ana()).put(under(tournament, "tables/77/accessible/"), {"is_accessible": True}).status == 404
    )


def test_a_judge_notes_who_needs_one_and_takes_it_back() -> None:
    tournament = entered(4)
    code, listed = first(tournament), under(tournament, "access-needs/")
    address = under(tournament, f"entries/{code}/access-need/")
    for _again in range(2):
        assert program(bruno()).put(address, {"is_needed": True}).status == 204
    assert program(ana()).get(listed).body == [{"entry": code}]
    assert program(bruno()).put(address, {"is_needed": False}).status == 204
    assert program(bruno()).get(listed).body == []
    assert program(bruno()).put(address, {"is_needed": 3}).status == 400


def test_what_was_decided_on_an_old_look_is_refused() -> None:
    tournament = fresh(entered(4))
    code, head = first(tournament), tournament.ledger.head_seq
    assert program(bruno()).post(under(tournament, f"entries/{code}/check-in/"), {}).status == 200
    address = under(tournament, f"entries/{code}/access-need/")
    assert program(bruno()).put(address, {"is_needed": True}, seen=head).status == 412
    marked = under(tournament, "tables/1/accessible/")
    assert program(ana()).put(marked, {"is_accessible": True}, seen=0).status == 412
    assert not AccessNeed.objects.exists()


def test_the_staff_alone_reads_it_and_no_other_answer_says_it() -> None:
    tournament = drawn(8)
    code = first(tournament)
    address = under(tournament, f"entries/{code}/access-need/")
    public = [under(tournament, path) for path in ("entries/", f"entries/{code}/", "matches/", "now/")]
    before = [program().get(path).body for path in public]
    assert program(bruno()).put(address, {"is_needed": True}).status == 204
    assert [program().get(path).body for path in public] == before
    for who in (caio(), duda()):
        assert program(who).put(address, {"is_needed": False}).status == 403
        assert program(who).get(under(tournament, "access-needs/")).status == 403
    assert program().get(under(tournament, "access-needs/")).status == 401
    assert AccessNeed.objects.count() == 1
