"""Swiss rounds and groups before the bracket, for programs: plan, rounds, order so far, end, bracket."""

from typing import Any

import pytest

from core.models import RecordLine
from tests import cast
from tests.api.programs import Program, program
from tests.swiss import first_round, in_groups, play_all, swiss, win_all
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
    assert made["stages"] == [{**plan, "apart": False, "points": "win"}]
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
        ({"kind": "league"}, "stages", "stages_unknown"),
        ({"points": "score"}, "stages", "stages_unknown"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_name(plan: dict[str, Any], field: str, code: str) -> None:
    stages = [{**swiss()[0], **plan}]
    refused = program(cast.ana()).post("tournaments/", {**FACTS, "stages": stages})
    assert (refused.status, refused.fields) == (422, {field: code})


@pytest.mark.parametrize(
    ("plan", "field", "code"),
    [
        ({"groups": 1}, "stages.0.groups", "groups_out_of_range"),
        ({"advance": 17}, "stages.0.advance", "group_advance_out_of_range"),
        ({"rounds": 0}, "stages.0.rounds", "group_rounds_out_of_range"),
        ({"groups": 5}, "stages.0.advance", "no_shape"),
    ],
)
def test_groups_that_cannot_be_are_refused_by_name(plan: dict[str, Any], field: str, code: str) -> None:
    stages = [{**in_groups(3, advance=1)[0], **plan}]
    refused = program(cast.ana()).post("tournaments/", {**FACTS, "table_high": 4, "stages": stages})
    assert (refused.status, refused.fields) == (422, {field: code})


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"kind": "groups", "rounds": 3, "advance": 1}, "required"),
        ({"kind": "swiss", "groups": 2, "rounds": 3, "advance": 4}, "unknown_field"),
    ],
)
def test_only_a_plan_of_groups_says_how_many_there_are(plan: dict[str, Any], code: str) -> None:
    refused = program(cast.ana()).post("tournaments/", {**FACTS, "stages": [plan]})
    assert (refused.status, refused.fields) == (400, {"stages.0.groups": code})


def test_groups_are_drawn_closed_and_the_bracket_follows() -> None:
    facts = {**FACTS, "table_low": 2, "table_high": 2}
    ana = program(cast.ana())
    plan = {"kind": "groups", "groups": 2, "rounds": 5, "advance": 1}
    made = ana.post("tournaments/", {**facts, "stages": [plan]}).body
    assert made["stages"] == [{**plan, "apart": False, "points": "win"}]
    tournament = cast.checked_in(8, stages=in_groups(rounds=5, advance=1), table_low=2, table_high=2)
    before = ana.get(under(tournament, "stage/")).body
    assert (before["groups"], before["planned_rounds"], before["plan"]["groups"]) == (None, 5, 2)
    assert ana.post(under(tournament, "draw/"), {"word": "capivara"}).body["method"] == "groups"
    stage = ana.get(under(tournament, "stage/")).body
    assert [len(group) for group in stage["groups"]] == [4, 4]
    assert (stage["planned_rounds"], stage["next_act"]) == (3, None)
    win_all(tournament)
    stage = ana.get(under(tournament, "stage/")).body
    assert [(row["group"], row["place"]) for row in stage["order"]] == [
        (1, 1), (1, 1), (1, 3), (1, 3), (2, 1), (2, 1), (2, 3), (2, 3)
    ]  # fmt: skip
    borders = stage["advancing"]["borders"]
    assert stage["advancing"]["border"] == borders[0]
    assert [(border["group"], border["free"]) for border in borders] == [(1, 1), (2, 1)]
    late = ana.post(under(tournament, "stage/entries/"), {"names": ["Lia Prado"], "reason": "Ônibus"})
    assert (late.status, late.codes) == (422, {"groups_fixed"})
    refused = ana.post(under(tournament, "stage/close/"), {"won": borders[0]["tied"][:1]})
    assert (refused.status, refused.fields) == (422, {"won": "cut_needed"})
    won = [border["tied"][0] for border in borders]
    closed = ana.post(under(tournament, "stage/close/"), {"won": won}).body
    assert closed["advanced"] == won
    assert closed["advancing"] is None
    drawn = ana.get(under(tournament, "draw/")).body
    assert (drawn["stage"], drawn["first_round"], drawn["method"]) == (None, 2, "stage")


def test_a_stage_of_swiss_rounds_has_no_groups() -> None:
    stage = program().get(under(first_round(8, rounds=1), "stage/")).body
    assert (stage["groups"], stage["planned_rounds"], "groups" in stage["plan"]) == (None, 1, False)
    assert {row["group"] for row in stage["order"]} == {None}


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


def test_a_round_is_taken_back_and_drawn_again() -> None:
    tournament = first_round(8, rounds=3)
    ana = program(cast.ana())
    refused = ana.post(under(tournament, "stage/rounds/withdraw/"), {"reason": "Engano"})
    assert (refused.status, refused.codes) == (409, {"no_later_round"})
    play_all(tournament)
    drawn = ana.post(under(tournament, "stage/rounds/"), {"word": "abacaxi"}).body["draws"][1]
    back = ana.post(under(tournament, "stage/rounds/withdraw/"), {"reason": "Faltou a Lia"})
    assert (back.status, back.body["rounds"], back.body["next_act"]) == (200, 1, "draw_round")
    (earlier,) = ana.get(under(tournament, "draw/")).body["earlier"]
    assert (earlier["reason"], earlier["draw"]["secret"]) == ("Faltou a Lia", drawn["secret"])
    again = ana.post(under(tournament, "stage/rounds/"), {"word": "abacaxi"}).body["draws"][1]
    assert again["secret"] != drawn["secret"]
    play_all(tournament)
    refused = ana.post(under(tournament, "stage/rounds/withdraw/"), {"reason": "Engano"})
    assert (refused.status, refused.codes) == (409, {"round_begun"})


def test_a_key_takes_a_round_back_once() -> None:
    tournament = first_round(8, rounds=3)
    play_all(tournament)
    ana = program(cast.ana())
    ana.post(under(tournament, "stage/rounds/"), {})
    path = under(tournament, "stage/rounds/withdraw/")
    first, again = (ana.post(path, {"reason": "Engano"}, key="k1") for _ in range(2))
    assert (first.status, first.body) == (200, again.body)
    assert RecordLine.objects.filter(ledger=tournament.ledger_id, type="round.withdrawn").count() == 1


def test_who_saw_an_older_state_or_judges_takes_no_round_back() -> None:
    tournament = first_round(8, rounds=3)
    play_all(tournament)
    program(cast.ana()).post(under(tournament, "stage/rounds/"), {})
    path = under(tournament, "stage/rounds/withdraw/")
    assert program(cast.ana()).post(path, {"reason": "Engano"}, seen=1).status == 412
    assert program(cast.bruno()).post(path, {"reason": "Engano"}).status == 403
    assert program(cast.ana()).post(path, {}).status == 400
