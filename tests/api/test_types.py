"""Types that people compose, as programs propose them, use them and decide on them."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalogue.models import Proposal
from tests import cast
from tests.api.programs import program
from tests.fixtures.database import AtOnce
from tests.inventions import accepted, drafted, eva, proposed
from tests.swiss import in_groups, swiss

pytestmark = pytest.mark.django_db
BODY: dict[str, Any] = {"title_word": "Fortaleza", "needs": {"intact": 4, "laid": 6}, "text_pt": "Seis."}
ONE = "types/chama/fortaleza/1/"


def test_a_type_goes_from_its_author_to_everybody() -> None:
    ana, editor, duda = program(cast.ana()), program(eva()), program(cast.duda())
    made = ana.post("types/", BODY, key="k1")
    assert (made.status, made.headers["location"]) == (201, "/api/v1/" + ONE)
    assert "4 intact realms and 6 realms laid" in made.body["how"]
    assert ana.post("types/", BODY, key="k1").headers["idempotency-replayed"] == "true"
    plain = {"kind": "fortaleza", "name": "Mariapaulista", "year": 2026}
    own = ana.post("tournaments/", plain)
    assert (own.status, own.body["definition"]["needs"]) == (201, {"intact": 4, "laid": 6})
    assert duda.post("tournaments/", plain).codes == {"kind_unknown"}
    assert ana.post("tournaments/", {**plain, "ranked": True}).codes == {"type_not_accepted"}
    changed = ana.patch(ONE, {"needs": {"intact": 5}}, seen=made.seq)
    assert (changed.status, changed.body["needs"]) == (200, {"intact": 5})
    assert ana.patch(ONE, {"level": "advanced"}, seen=made.seq).status == 412
    assert ana.post(ONE + "propose/").body["state"] == "proposed"
    assert [row["key"] for row in editor.get("types/?of=waiting").body["results"]] == ["fortaleza"]
    decided = editor.post(ONE + "decide/", {"decision": "accept", "reason": "boa"})
    assert decided.body["state"] == "accepted"
    assert [step["act"] for step in decided.body["history"]] == ["drafted", "changed", "proposed", "accepted"]
    assert duda.post("tournaments/", {**plain, "ranked": True}).status == 201
    games = program().get("catalogue/").body["games"]
    (chama,) = (game for game in games if game["key"] == "chama")
    assert [(kind["key"], kind["version"]) for kind in chama["kinds"]][-1] == ("fortaleza", 1)


def test_a_type_accepted_with_rounds_has_them_in_ranked_tournaments() -> None:
    ana, editor = program(cast.ana()), program(eva())
    assert ana.post("types/", {**BODY, "stages": ["league"]}).fields == {"stages": "type_stages_unknown"}
    assert ana.post("types/", BODY).body["stages"] == []
    made = ana.patch(ONE, {"stages": ["groups", "swiss"]})
    assert made.body["stages"] == ["swiss", "groups"]
    assert ana.patch(ONE, {"stages": ["swiss"]}).body["stages"] == ["swiss"]
    ana.post(ONE + "propose/")
    editor.post(ONE + "decide/", {"decision": "accept", "reason": "boa"})
    plain = {"kind": "fortaleza", "name": "Mariapaulista", "year": 2026, "ranked": True}
    own = ana.post("tournaments/", {**plain, "stages": swiss()})
    assert (own.status, own.body["definition"]["stages"]) == (201, ["swiss"])
    refused = ana.post("tournaments/", {**plain, "stages": in_groups()})
    assert refused.fields == {"ranked": "stages_need_unranked"}


def test_titles_know_accepted_types_and_ones_own() -> None:
    drafted(title_word="Duplas do Cerco")
    asked = "titles/preview/?kind=duplas-do-cerco&name=Sul&year=2026"
    assert program(cast.ana()).get(asked).body["title"] == "Chama: Duplas do Cerco Sul 2026"
    assert program().get(asked).body["title"] == ""
    accepted(cast.duda(), title_word="Guerrilha Final")
    read = program().get("titles/parse/?title=chama: guerrilha final Rio 2026")
    assert (read.body["kind"], read.body["name"]) == ("guerrilha-final", "Rio")


def test_everything_wrong_is_told_at_once() -> None:
    bad = {
        "title_word": "Dup\u202elas",
        "needs": {"intact": 13, "x": 1},
        "text_pt": "",
        "table_high": 9,
        "level": "?",
    }
    answer = program(cast.ana()).post("types/", bad)
    assert answer.status == 422
    assert answer.codes == {
        "name_has_invisible", "need_out_of_range", "need_unknown", "type_text_missing", "type_tables",
        "type_level_unknown",
    }  # fmt: skip
    assert program(cast.ana()).post("types/", {**BODY, "state": "accepted"}).status == 400
    assert program(cast.ana()).post("types/", {**BODY, "needs": {"intact": "5"}}).status == 400
    assert program(cast.ana()).post("types/", {**BODY, "game": "castelo"}).codes == {"game_without_types"}
    assert not Proposal.objects.exists()


def test_who_may_do_what() -> None:
    proposed()
    decision = {"decision": "refuse", "reason": "x"}
    statuses = {
        who: [
            program(who() if who else None).get(ONE).status,
            program(who() if who else None).patch(ONE, {"level": "advanced"}).status,
            program(who() if who else None).post(ONE + "decide/", decision).status,
        ]
        for who in (None, cast.duda, cast.ana, eva)
    }
    assert list(statuses.values()) == [[404, 401, 401], [404, 404, 404], [200, 200, 403], [200, 403, 200]]
    assert program().get("types/?of=mine").status == 401
    assert program(cast.ana()).get("types/?of=waiting").status == 403
    assert len(program(cast.ana()).get("types/?of=mine").body["results"]) == 1
    assert program().get("types/").body["results"] == []


def test_a_withdrawn_type_is_closed() -> None:
    drafted()
    ana = program(cast.ana())
    assert ana.post(ONE + "withdraw/", {"reason": "engano"}).body["state"] == "withdrawn"
    assert ana.post(ONE + "propose/").status == 409


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.text(max_size=40)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from([*BODY, "level", "team_size", "table_low", "at_once", "game"]), JSON))
def test_no_body_breaks_the_door(said: dict[str, Any]) -> None:
    assert program(cast.ana()).post("types/", {"title_word": "", **said}).status in (400, 422)


@pytest.mark.django_db(transaction=True)
def test_the_same_decision_sent_five_times_at_once_is_one(at_once: AtOnce) -> None:
    proposed()
    editor = program(eva())
    body = {"decision": "accept", "reason": "boa"}
    answers = at_once(*(lambda: editor.post(ONE + "decide/", body, key="k1") for _ in range(2)))
    assert {answer.status for answer in answers} == {200}
    assert Proposal.objects.get().steps.filter(act="accepted").count() == 1
