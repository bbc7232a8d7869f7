"""Whom judges are not to judge and when they are there, by programs: the staff's own, as on the page."""

import pytest

from accounts.models import Persona, Player
from tests.api.programs import program
from tests.cast import ana, bruno, caio, drawn, duda, fresh
from tournaments.models import JudgeConflict, JudgeShift, Tournament

pytestmark = pytest.mark.django_db
MORNING = {"begins": "2026-11-22T12:00:00Z", "ends": "2026-11-22T16:00:00Z"}
ALL_DAY = {"begins": None, "ends": None}


def on() -> Tournament:
    return fresh(drawn(8, table_low=2, table_high=2, tables=4))


def code(tournament: Tournament, player: Player) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=player).code


def under(tournament: Tournament, path: str) -> str:
    return f"tournaments/{tournament.slug}/judges/{path}"


def test_a_judge_notes_whom_they_do_not_judge_and_lifts_it() -> None:
    tournament = on()
    judge, person = code(tournament, bruno()), code(tournament, caio())
    address, body = under(tournament, "conflicts/"), {"judge": judge, "person": person}
    for _again in range(2):
        answer = program(bruno()).post(address, body)
        assert (answer.status, answer.body) == (201, [{**body, "name": caio().name}])
    assert program(ana()).get(address).body == answer.body
    for _again in range(2):
        assert program(bruno()).delete(f"{address}{judge}/{person}/").body == []
    assert not JudgeConflict.objects.exists()


def test_of_others_the_coordinator_alone_says_it() -> None:
    tournament = on()
    body = {"judge": code(tournament, ana()), "person": code(tournament, caio())}
    address, shift = under(tournament, "conflicts/"), under(tournament, f"shifts/{body['judge']}/")
    assert program(bruno()).post(address, body).status == 403
    assert program(bruno()).put(shift, MORNING).status == 403
    assert program(ana()).post(address, {**body, "judge": code(tournament, bruno())}).status == 201
    assert (
        program(ana()).put(under(tournament, f"shifts/{code(tournament, bruno())}/"), MORNING).status == 200
    )


def test_only_the_staff_reads_either() -> None:
    tournament = on()
    for path in ("conflicts/", "shifts/"):
        assert program(bruno()).get(under(tournament, path)).status == 200
        assert program(caio()).get(under(tournament, path)).status == 403
        assert program(duda()).get(under(tournament, path)).status == 403
        assert program().get(under(tournament, path)).status == 401


def test_all_that_is_wrong_with_a_conflict_is_told() -> None:
    tournament, boss = on(), program(ana())
    address = under(tournament, "conflicts/")
    both = {"judge": "judge_unknown", "person": "not_entered_here"}
    assert boss.post(address, {"judge": "pnone", "person": "pnone"}).fields == both
    assert boss.post(address, {"judge": "pnone"}).status == 400


def test_a_shift_is_set_and_taken_away() -> None:
    tournament = on()
    judge = code(tournament, bruno())
    address = under(tournament, f"shifts/{judge}/")
    assert program(bruno()).put(address, MORNING).body == [{"person": judge, **MORNING}]
    assert program(ana()).get(under(tournament, "shifts/")).body == [{"person": judge, **MORNING}]
    assert program(bruno()).put(address, {**MORNING, "ends": None}).fields == {"ends": "shift_half"}
    backwards = {"begins": MORNING["ends"], "ends": MORNING["begins"]}
    assert program(bruno()).put(address, backwards).fields == {"ends": "shift_order"}
    assert program(bruno()).put(address, {}).status == 400
    assert program(bruno()).put(address, ALL_DAY).body == []
    assert not JudgeShift.objects.exists()


def test_what_was_decided_on_an_older_tournament_is_refused() -> None:
    tournament, boss = on(), program(ana())
    seen = tournament.ledger.head_seq
    changed = boss.patch(f"tournaments/{tournament.slug}/", {"venue": "Casa", "reason": "Outra sala."})
    assert changed.status == 200
    address = under(tournament, f"shifts/{code(tournament, bruno())}/")
    assert boss.put(address, MORNING, seen=seen).status == 412
    assert boss.put(address, MORNING, seen=changed.body["seq"]).status == 200
