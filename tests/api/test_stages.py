"""Swiss rounds before the bracket, for programs: the plan, rounds, the order so far, the end, the bracket."""

from typing import Any

import pytest

from core.models import RecordLine
from tests import cast
from tests.api.programs import Program, program
from tests.swiss import first_round, play_all, swiss, win_all
from tournaments.bracket.commitment import hash_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FACTS = {"kind": "campeonato", "name": "Suíço", "year": 2026, "table_low": 3}


def under(tournament: Tournament, path: str = "") -> str:
    """An address under the tournament."""
    return f"tournaments/{tournament.slug}/{path}"


def test_a_plan_is_created_read_and_changed() -> None:
    ana = program(cast.ana())
    plan = {"kind": "swiss", "rounds": 3, "advance": 9}
    made = ana.post("tournaments/", {**FACTS, "stages": [plan]}).body
    assert made["stages"] == [{**plan, "apart": False}]
    path = f"tournaments/{made['slug']}/"
    assert (
        ana.patch(path, {"stages": [{**plan, "rounds": 5, "apart": True}]}).body["stages"][0]["rounds"] == 5
    )
    assert ana.patch(path, {"venue": "Praia"}).body["stages"][0]["apart"] is True
    assert ana.patch(path, {"stages": []}).body["stages"] == []
    assert ana.get(f"{path}stage/").status == 404


@pytest.mark.parametrize(
    ("plan", "field", "code"),
    [
        ({"rounds": 10}, "stages.0.rounds", "swiss_rounds_out_of_range"),
        ({"advance": 1}, "stages.0.advance", "advance_out_of_range"),
        ({"kind": "groups"}, "stages", "stages_unknown"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_name(plan: dict[str, Any], field: str, code: str) -> None:
    stages = [{**swiss()[0], **plan}]
    refused = program(cast.ana()).post("tournaments/", {**FACTS, "stages": stages})
    assert (refused.status, refused.fields) == (422, {field: code})


def test_a_ranked_tournament_has_no_rounds() -> None:
    body = {**FACTS, "ranked": True, "stages": swiss()}
    assert program(cast.ana()).post("tournaments/", body).fields == {"ranked": "stages_need_unranked"}


def test_rounds_are_drawn_and_the_bracket_follows() -> None:
    tournament = cast.checked_in(12, stages=swiss(rounds=2, advance=4), table_low=3)
    ana = program(cast.ana())
    before = ana.get(under(tournament, "stage/")).body
    assert (before["rounds"], before["next_act"], before["order"]) == (0, None, [])
    first = ana.post(under(tournament, "draw/"), {"word": "capivara"}).body
    assert (first["stage"], first["first_round"], first["method"]) == (1, 1, "swiss")
    assert hash_of(first["secret"]) == first["promised"]["hash"]
    assert ana.post(under(tournament, "stage/rounds/"), {}).codes == {"matches_open"}
    play_all(tournament)
    promised = ana.get(under(tournament, "draw/promise/")).body["promised"]["hash"]
    second = ana.post(under(tournament, "stage/rounds/"), {"word": "abacaxi"})
    assert (second.status, second.body["rounds"], second.body["open_matches"]) == (201, 2, 3)
    assert [draw["first_round"] for draw in second.body["draws"]] == [1, 2]
    assert second.body["draws"][1]["promised"]["hash"] == promised
    play_all(tournament, seed=7)
    assert ana.post(under(tournament, "stage/rounds/"), {}).codes == {"rounds_all_drawn"}
    stage = program().get(under(tournament, "stage/")).body
    assert stage["next_act"] == "close_stage"
    assert sum(int(entry["points"]) for entry in stage["order"]) == 6
    won = _cut(stage)
    closed = ana.post(under(tournament, "stage/close/"), {"won": won, "word": "rio"}).body
    assert closed["closed_at"]
    assert set(closed["advanced"]) >= {*stage["advancing"]["certain"], *won}
    assert sum(entry["goes_on"] for entry in closed["order"]) == len(closed["advanced"]) == 4
    drawn = ana.get(under(tournament, "draw/")).body
    assert (drawn["stage"], drawn["first_round"], drawn["method"], drawn["word"]) == (None, 3, "stage", "rio")


def _cut(stage: dict[str, Any]) -> list[str]:
    """Those at the border who win the cut of cards."""
    border = stage["advancing"]["border"]
    return border["tied"][: border["free"]] if border else []


def test_equals_at_the_border_cut_cards() -> None:
    tournament = first_round(8, rounds=1, advance=2, table_low=2, table_high=2)
    win_all(tournament)
    ana = program(cast.ana())
    border = ana.get(under(tournament, "stage/")).body["advancing"]["border"]
    assert (len(border["tied"]), border["free"]) == (4, 2)
    refused = ana.post(under(tournament, "stage/close/"), {})
    assert (refused.status, refused.fields) == (422, {"won": "cut_needed"})
    closed = ana.post(under(tournament, "stage/close/"), {"won": border["tied"][:2]}).body
    assert sorted(closed["advanced"]) == sorted(border["tied"][:2])


def test_a_key_draws_a_round_once() -> None:
    tournament = first_round(8, rounds=3)
    play_all(tournament)
    ana = program(cast.ana())
    first, again = (ana.post(under(tournament, "stage/rounds/"), {}, key="k1") for _ in range(2))
    assert first.body == again.body
    rounds = RecordLine.objects.filter(ledger=tournament.ledger_id, type="round.drawn")
    assert rounds.count() == 2


def test_who_saw_an_older_state_neither_draws_nor_closes() -> None:
    tournament = first_round(8, rounds=3)
    play_all(tournament)
    ana = program(cast.ana())
    for path in ("stage/rounds/", "stage/close/"):
        assert ana.post(under(tournament, path), {}, seen=1).status == 412


def test_who_comes_between_rounds_is_drawn_in_the_next() -> None:
    tournament = first_round(8, rounds=2)
    play_all(tournament)
    ana = program(cast.ana())
    late = ana.post(under(tournament, "stage/entries/"), {"names": ["Lia Prado"], "reason": "Ônibus"})
    assert (late.status, late.body["state"]) == (201, "checked_in")
    drawn = ana.post(under(tournament, "stage/rounds/"), {}).body["draws"][1]
    assert late.body["code"] in drawn["order"]
    play_all(tournament)
    refused = ana.post(under(tournament, "stage/entries/"), {"names": ["Rui Sá"], "reason": "Ônibus"})
    assert refused.codes == {"rounds_all_drawn"}


def test_matches_say_their_stage() -> None:
    tournament = first_round(8, rounds=1, advance=4)
    play_all(tournament)
    ana: Program = program(cast.ana())
    won = _cut(ana.get(under(tournament, "stage/")).body)
    ana.post(under(tournament, "stage/close/"), {"won": won})
    matches = ana.get(under(tournament, "matches/?page_size=100")).body["results"]
    assert {(match["round"], match["stage"]) for match in matches} == {(1, 1), (2, None)}


def test_a_judge_draws_no_round() -> None:
    tournament = first_round(8, rounds=3)
    play_all(tournament)
    for path in ("stage/rounds/", "stage/close/"):
        assert program(cast.bruno()).post(under(tournament, path), {}).status == 403
