"""Corrections as a coordinator's program makes them: tried first, made in one step, undone in one."""

from typing import Any

import pytest

from core.models import RecordLine
from matches.models import Match, Sheet, Side
from tests.api import sheets
from tests.api.programs import Program, program
from tests.cast import START, ana, bruno, caio, drawn, duda, finished, fresh, looks, plain_win, running
from tournaments.models import Correction, State, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db

REASON = "The judge tapped the wrong side."


def won(tournament: Tournament, place: tuple[int, int], side: int = 1) -> Match:
    match = Match.objects.get(ledger=tournament.ledger, round=place[0], number=place[1])
    start_match(match, by=bruno(), now=START)
    record_sheet(match, sheet=plain_win(match, side), by=bruno(), now=START)
    match.refresh_from_db()
    return match


def played_on() -> tuple[Tournament, Match, Match]:
    """A first match recorded for side 1, and the next one, which its winner lost."""
    tournament = drawn(8, table_high=2, ranked=True)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    later = won(tournament, (2, 1), 3 - Side.objects.get(source=match).number)
    return tournament, match, later


def base(tournament: Tournament) -> str:
    return f"tournaments/{tournament.slug}/"


def at(tournament: Tournament, match: Match) -> str:
    return f"{base(tournament)}matches/{match.code}/"


def right(tournament: Tournament, match: Match, side: int = 2) -> dict[str, Any]:
    """The body of a correction for this side."""
    shown = program().get(at(tournament, match)).body
    lines = [{"player": s["player"], "intact": 6 if s["side"] == side else 0} for s in shown["seats"]]
    return {"sheet": {"ended_by": "win_condition", "winner": side, "lines": lines}}


@pytest.mark.F10
def test_a_correction_is_tried_first_and_stores_nothing() -> None:
    tournament, match, later = played_on()
    lines = RecordLine.objects.count()
    tried = program(ana()).post(f"{at(tournament, match)}correction/preview/", right(tournament, match))
    assert tried.status == 200, tried.text
    assert tried.body["needs"] == [later.code]
    (choice,) = tried.body["choices"]
    first, second = (match.sides.get(number=number).entry for number in (1, 2))
    assert first
    assert second
    assert (choice["match"], choice["sits"], choice["rightful"]) == (later.code, first.code, second.code)
    assert (choice["remedy"], choice["no_replacing"]) == (None, None)
    changed = {change["match"]: change for change in tried.body["matches"]}
    assert changed[match.code]["before"]["winner"] != changed[match.code]["after"]["winner"]
    assert (changed[later.code]["before"]["state"], changed[later.code]["after"]["state"]) == (
        "ended",
        "ready",
    )
    assert tried.body["places"]
    assert (RecordLine.objects.count(), Sheet.objects.filter(match=match).count()) == (lines, 1)


@pytest.mark.F10
def test_the_preview_says_why_replacing_is_refused() -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    later = won(tournament, (2, 1), Side.objects.get(source=match).number)
    carla, body = program(ana()), right(tournament, match)
    tried = carla.post(f"{at(tournament, match)}correction/preview/", body)
    assert tried.body["choices"][0]["no_replacing"]["code"] == "replaced_had_won"
    body |= {"remedies": {later.code: "replace"}}
    assert carla.post(f"{at(tournament, match)}correction/preview/", body).codes == {"replaced_had_won"}
    refused = carla.post(f"{at(tournament, match)}corrections/", {**body, "reason": REASON})
    assert (refused.status, refused.codes) == (422, {"replaced_had_won"})


@pytest.mark.F10
@pytest.mark.parametrize("remedy", ["keep", "replay", "replace"])
def test_it_is_made_told_and_undone(remedy: str) -> None:
    tournament, match, later = played_on()
    before, carla = looks(tournament), program(ana())
    body = {**right(tournament, match), "reason": REASON}
    refused = carla.post(f"{at(tournament, match)}corrections/", body)
    assert (refused.status, refused.fields) == (422, {"remedies": "remedy_needed"})
    made = carla.post(f"{at(tournament, match)}corrections/", {**body, "remedies": {later.code: remedy}})
    assert made.status == 201, made.text
    assert made.body["effects"] == [{"match": later.code, "remedy": remedy}]
    assert (made.body["reason"], made.body["by"]) == (REASON, "organizer")
    assert made.body["name"] == "Ana Mariapaulista"
    told = program().get(f"{base(tournament)}corrections/").body["results"]
    assert told == [{**made.body, "name": None}]
    undone = carla.post(
        f"{base(tournament)}corrections/{made.body['seq']}/undo/", {"reason": "It was right."}
    )
    assert undone.status == 201, undone.text
    assert (undone.body["undoes"], undone.body["reason"]) == (made.body["seq"], "It was right.")
    assert looks(tournament) == before
    first = program().get(f"{base(tournament)}corrections/").body["results"][1]
    assert first["undone_by"] == undone.body["seq"]


@pytest.mark.F71
def test_a_correction_sent_twice_with_its_key_is_one() -> None:
    tournament, match, later = played_on()
    body = {**right(tournament, match), "reason": REASON, "remedies": {later.code: "replay"}}
    answers = [program(ana()).post(f"{at(tournament, match)}corrections/", body, key="c1") for _ in range(3)]
    assert [answer.status for answer in answers] == [201] * 3
    assert len({answer.text for answer in answers}) == 1
    assert Correction.objects.count() == 1


@pytest.mark.F10
def test_what_was_decided_on_an_old_look_at_a_later_match_is_refused() -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1))
    won(tournament, (1, 2))
    seen = fresh(tournament).ledger.head_seq
    later = Match.objects.get(ledger=tournament.ledger, round=2, number=1)
    start_match(later, by=bruno(), now=START)
    body = {**right(tournament, match), "reason": REASON, "remedies": {later.code: "replay"}}
    refused = program(ana()).post(f"{at(tournament, match)}corrections/", body, seen=seen)
    assert (refused.status, refused.body["error"]) == (412, "stale")
    assert refused.body["state"]["match"]["code"] == match.code
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status", "codes"),
    [
        ({"reason": " "}, 422, {"reason_missing"}),
        ({"reason": 7}, 400, {"invalid"}),
        ({"remedies": {"m1": "forget"}}, 400, {"invalid_choice"}),
        ({"winner": 1}, 400, {"unknown_field"}),
        ({"sheet": {"ended_by": "win_condition", "winner": 9}}, 422, None),
    ],
)
def test_bad_input_is_refused_and_nothing_stored(
    changes: dict[str, Any], status: int, codes: set[str] | None
) -> None:
    tournament, match, later = played_on()
    body = {**right(tournament, match), "reason": REASON, "remedies": {later.code: "keep"}, **changes}
    refused = program(ana()).post(f"{at(tournament, match)}corrections/", body)
    assert refused.status == status, refused.text
    assert codes is None or refused.codes == codes
    assert not Correction.objects.exists()


@pytest.mark.F12
def test_undoing_needs_a_reason_happens_once_and_only_for_what_exists() -> None:
    tournament, match, later = played_on()
    carla = program(ana())
    body = {**right(tournament, match), "reason": REASON, "remedies": {later.code: "keep"}}
    made = carla.post(f"{at(tournament, match)}corrections/", body)
    address = f"{base(tournament)}corrections/{made.body['seq']}/undo/"
    assert carla.post(address, {"reason": ""}).fields == {"reason": "reason_missing"}
    assert carla.post(address, {"reason": "x"}).status == 201
    assert carla.post(address, {"reason": "x"}).body["error"] == "undone_already"
    assert carla.post(f"{base(tournament)}corrections/9999/undo/", {"reason": "x"}).status == 404


@pytest.mark.F91
def test_who_changed_this_is_one_answer() -> None:
    tournament, match, later = played_on()
    body = {**right(tournament, match), "reason": REASON, "remedies": {later.code: "replay"}}
    program(ana()).post(f"{at(tournament, match)}corrections/", body)
    versions = program(bruno()).get(f"{at(tournament, match)}versions/").body
    assert [(v["version"], v["is_current"], v["by"]) for v in versions] == [
        (2, True, "organizer"),
        (1, False, "judge"),
    ]
    assert [v["recorded_by"] for v in versions] == ["Ana Mariapaulista", "Bruno Juiz"]
    assert versions[0]["reason"] == REASON
    for version in versions:
        line = RecordLine.objects.get(ledger=tournament.ledger, seq=version["seq"])
        assert (line.type, match.code in line.text) == ("sheet.recorded", True)
    for who in (None, duda(), caio()):
        strangers = program(who).get(f"{at(tournament, match)}versions/").body
        assert [v["recorded_by"] for v in strangers] == [None, None]
    (void,) = program().get(f"{at(tournament, later)}versions/").body
    assert void["is_current"] is False


@pytest.mark.F05
def test_a_second_sheet_that_differs_is_under_review_until_it_is_resolved() -> None:
    tournament = running(8, table_high=2)
    address = f"{base(tournament)}matches/"
    match = program().get(f"{address}?state=playing").body["results"][0]
    judge, carla = program(bruno()), program(ana())
    assert judge.post(f"{address}{match['code']}/sheet/", sheets.won(match, 1)).status == 200
    other = carla.post(f"{address}{match['code']}/sheet/", sheets.won(match, 2), key="with-a-key-too")
    assert (other.status, other.body["error"]) == (409, "already_recorded")
    (review,) = judge.get(f"{base(tournament)}disputes/").body
    assert (review["match"], review["by"]) == (match["code"], "Ana Mariapaulista")
    assert (review["sheet"]["winner"], review["sheet"]["lines"][1]["intact"]) == (2, 6)
    closing = f"{base(tournament)}disputes/{review['seq']}/dismiss/"
    assert judge.post(closing, {"reason": "x"}).status == 403
    assert carla.post(closing, {"reason": " "}).codes == {"reason_missing"}
    assert carla.post(closing, {"reason": "Both agree with the judge."}).body == []
    assert carla.post(closing, {"reason": "again"}).body["error"] == "dispute_resolved"


@pytest.mark.F05
def test_correcting_with_the_other_sheet_closes_the_review() -> None:
    tournament = running(8, table_high=2)
    address = f"{base(tournament)}matches/"
    match = program().get(f"{address}?state=playing").body["results"][0]
    carla = program(ana())
    program(bruno()).post(f"{address}{match['code']}/sheet/", sheets.won(match, 1))
    carla.post(f"{address}{match['code']}/sheet/", sheets.won(match, 2))
    body = {"sheet": sheets.won(match, 2), "reason": REASON}
    assert carla.post(f"{address}{match['code']}/corrections/", body).status == 201
    assert carla.get(f"{base(tournament)}disputes/").body == []


@pytest.mark.F13
def test_a_finished_tournament_is_reopened_first() -> None:
    tournament = finished(9, ranked=True)
    carla = program(ana())
    final = Match.objects.filter(ledger=tournament.ledger).order_by("-round", "number")[0]
    champion = _first(carla, tournament)
    side = next(side.number for side in final.sides.all() if side.entry_id != final.winner_id)
    body = {**right(tournament, final, side), "reason": REASON}
    assert carla.post(f"{at(tournament, final)}corrections/", body).body["error"] == "finished"
    assert carla.post(f"{base(tournament)}reopen/", {"reason": ""}).codes == {"reason_missing"}
    opened = carla.post(f"{base(tournament)}reopen/", {"reason": "The final was recorded wrongly."})
    assert opened.body["state"] == State.RUNNING
    assert carla.post(f"{base(tournament)}reopen/", {"reason": "x"}).body["error"] == "not_finished"
    assert program().get("seasons/chama/2026/").body["count"] == 0
    assert carla.post(f"{at(tournament, final)}corrections/", body).status == 201
    assert carla.post(f"{base(tournament)}finish/").status == 200
    assert _first(carla, tournament) != champion
    assert program().get("seasons/chama/2026/").body["results"][0]["name"] == _first(carla, tournament)


def _first(who: Program, tournament: Tournament) -> str:
    found: str = who.get(f"{base(tournament)}standing/").body["results"][0]["names"][0]
    return found


def test_without_a_correction_there_are_no_notices() -> None:
    assert program().get(f"{base(drawn(8))}corrections/").body["count"] == 0
