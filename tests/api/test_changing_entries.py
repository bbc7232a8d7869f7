"""An entry is changed and an import undone by programs."""

import pytest

from matches.models import Entry
from tests.api.programs import program
from tests.cast import ana, bruno, caio, drawn, entered, fresh
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def path(tournament: Tournament, name: str) -> str:
    entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player__name=name)
    return f"tournaments/{tournament.slug}/entries/{entry.code}/"


def test_an_entry_is_changed_by_what_is_given_alone_and_once_a_key() -> None:
    tournament = entered(3)
    judge, where = program(bruno()), path(tournament, "Jogador 2")
    changed = judge.patch(where, {"names": ["João Araújo"], "club": "Maré"}, key="k1")
    assert (changed.status, changed.body["people"][0]["name"], changed.body["club"]) == (
        200,
        "João Araújo",
        "Maré",
    )
    again = judge.patch(where, {"names": ["João Araújo"], "club": "Maré"}, key="k1")
    assert (again.body, fresh(tournament).ledger.head_seq) == (changed.body, changed.body["seq"])
    assert judge.patch(where, {"seed": 3}).body["club"] == "Maré"
    assert judge.patch(where, {"seed": None}).body["seed"] is None
    assert judge.patch(where, {"club": ""}).body["club"] == ""
    assert judge.patch(where, {"nome": "x"}).status == 400


def test_what_is_wrong_comes_at_once_and_who_may_not_is_told_so() -> None:
    tournament = entered(3)
    judge, where = program(bruno()), path(tournament, "Jogador 2")
    seen = fresh(tournament).ledger.head_seq
    refused = judge.patch(where, {"names": ["Jogador 3"], "club": "x" * 81})
    assert refused.fields == {"names.0": "already_entered", "club": "person_name_too_long"}
    assert judge.patch(where, {"names": ["Jogador 3"], "namesake": True}).status == 200
    assert judge.patch(where, {"club": "Maré"}, seen=seen).status == 412
    own = path(tournament, "Caio do Rio")
    assert judge.patch(own, {"names": ["Outro"]}).fields == {"names.0": "name_is_theirs"}
    assert program(caio()).patch(own, {"names": ["Outro"]}).status == 403


def test_after_the_draw_only_the_coordinator_with_a_reason_and_never_the_seed() -> None:
    tournament = drawn(4, table_high=2)
    where = path(tournament, "Jogador 2")
    assert program(bruno()).patch(where, {"club": "Maré"}).status == 403
    boss = program(ana())
    assert boss.patch(where, {"names": ["Certo"]}).fields == {"reason": "reason_missing"}
    assert boss.patch(where, {"seed": 1, "reason": "x"}).fields == {"seed": "seed_after_draw"}
    assert boss.patch(where, {"names": ["Certo"], "reason": "lista"}).body["people"][0]["name"] == "Certo"


def test_an_import_is_listed_and_undone() -> None:
    tournament = entered(2)
    judge, base = program(bruno()), f"tournaments/{tournament.slug}/entries/"
    judge.post(f"{base}import/", {"csv": "nome\nRita\nSônia\n"})
    listed = judge.get(f"{base}imports/").body
    assert [found["entries"] for found in listed] == [2, 1]
    assert program(caio()).get(f"{base}imports/").status == 403
    one = f"{base}imports/{listed[0]['number']}/"
    assert program(caio()).delete(one).status == 403
    assert judge.delete(one).status == 204
    assert [row["people"][0]["name"] for row in judge.get(base).body["results"]] == [
        "Caio do Rio",
        "Jogador 2",
    ]
    assert judge.delete(one).status == 404
    assert judge.post(f"{base}check-in/").status == 200
    assert judge.get(f"{base}imports/").body == []
    assert judge.delete(f"{base}imports/{listed[1]['number']}/").status == 409
