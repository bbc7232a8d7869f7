"""Other endings and waiting lists over the API: the same acts, codes and states as on the pages."""

import pytest
from django.conf import LazySettings

from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio, duda
from tournaments.endings import take_down
from tournaments.models import Tournament
from tournaments.setup.acceptance import accept_tournament

pytestmark = pytest.mark.django_db
REASON = "A tempestade fechou o clube."


def at(tournament: Tournament, path: str = "") -> str:
    return f"tournaments/{tournament.slug}/{path}"


def slugs(answer_body: dict[str, list[dict[str, str]]]) -> list[str]:
    return [row["slug"] for row in answer_body["results"]]


# --- cancelled, archived, taken down -----------------------------------------------------------------------


def test_a_tournament_is_cancelled_once_and_listed_by_its_state() -> None:
    tournament, who = cast.entered(), program(ana())
    assert program(bruno()).post(at(tournament, "cancel/"), {"reason": REASON}).status == 403
    assert program().post(at(tournament, "cancel/"), {"reason": REASON}).status == 401
    assert who.post(at(tournament, "cancel/"), {"reason": ""}).fields == {"reason": "reason_missing"}
    done = who.post(at(tournament, "cancel/"), {"reason": REASON}, key="once")
    assert (done.status, done.body["state"], done.body["cancelled_because"]) == (200, "cancelled", REASON)
    again = who.post(at(tournament, "cancel/"), {"reason": REASON}, key="once")
    assert again.body == done.body
    refused = program(caio()).post(at(tournament, "entries/self/"))
    assert (refused.status, refused.codes) == (409, {"cancelled"})
    listed = program().get("tournaments/?state=cancelled").body
    assert slugs(listed) == [tournament.slug]
    assert program(caio()).get(at(tournament, "mine/")).body["status"] == "cancelled"
    assert who.get(at(tournament, "now/")).body["next_act"] == "none"


def test_what_is_in_the_archive_is_listed_where_it_is_asked_for() -> None:
    tournament, who = cast.finished(), program(ana())
    assert who.post(at(cast.running(name="Serrano"), "archive/")).codes == {"not_over"}
    before = who.get(at(tournament)).headers["etag"]
    done = who.post(at(tournament, "archive/"))
    assert done.body["archived_at"]
    assert who.get(at(tournament)).headers["etag"] != before
    assert tournament.slug not in slugs(program().get("tournaments/").body)
    assert slugs(program().get("tournaments/?archived=true").body) == [tournament.slug]
    assert slugs(program().get("tournaments/?search=mariapaulista").body) == [tournament.slug]
    assert slugs(program().get("tournaments/?search=mariapaulista&archived=false").body) == []
    assert program().get(at(tournament, "standing/")).status == 200
    assert who.post(at(tournament, "reopen/"), {"reason": "x"}).codes == {"archived"}
    assert who.post(at(tournament, "unarchive/")).body["archived_at"] is None


def test_what_waits_to_be_accepted_is_404_for_all_but_its_staff(settings: LazySettings) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = True
    tournament = cast.announced()
    for path in (at(tournament), at(tournament, "entries/")):
        assert program().get(path).status == 404
    assert program(ana()).get(at(tournament)).body["unaccepted_since"]
    accept_tournament(tournament, by="root", now=START)
    assert program().get(at(tournament)).body["unaccepted_since"] is None


def test_what_is_taken_down_is_410_for_all_but_its_staff() -> None:
    tournament = cast.finished()
    take_down(tournament, reason="Dados de terceiros.", now=cast.START)
    for path in ("", "bracket/", "standing/", "entries/", "record/", "waiting/"):
        for who in (None, duda()):
            gone = program(who).get(at(tournament, path))
            assert (gone.status, gone.codes) == (410, {"taken_down"}), path
    assert program(ana()).get(at(tournament)).body["taken_down_because"] == "Dados de terceiros."
    assert slugs(program().get("tournaments/").body) == []
    assert slugs(program(ana()).get("tournaments/").body) == [tournament.slug]


# --- deleted, copied -------------------------------------------------------------------------------------


@pytest.mark.F86
def test_what_nobody_knows_of_is_deleted_by_its_name_and_restored() -> None:
    tournament, who = cast.created(), program(ana())
    assert who.post(at(tournament, "delete/"), {"name": "x"}).fields == {"typed": "name_mistyped"}
    done = who.post(at(tournament, "delete/"), {"name": "Mariapaulista"}, key="gone")
    assert (done.status, done.body["slug"]) == (200, tournament.slug)
    assert who.post(at(tournament, "delete/"), {"name": "Mariapaulista"}, key="gone").body == done.body
    assert who.get(at(tournament)).status == 404
    assert [row["slug"] for row in who.get("bin/").body] == [tournament.slug]
    assert program(bruno()).get("bin/").body == []
    assert program().get("bin/").status == 401
    assert program(bruno()).post("bin/restore/", {"slug": tournament.slug}).status == 404
    assert who.post("bin/restore/", {"slug": tournament.slug}).body["slug"] == tournament.slug
    assert who.get(at(tournament)).status == 200
    assert who.post(at(cast.announced(name="Serrano"), "delete/"), {"name": "Serrano"}).codes == {
        "was_public"
    }


def test_the_next_one_is_like_this_but_for_what_is_said() -> None:
    tournament = cast.finished(variants=("xisum",), venue="Centro", capacity=32)
    made = program(duda()).post(at(tournament, "duplicate/"), {"name": "Serrano", "year": 2027})
    assert made.status == 201
    told = {name: made.body[name] for name in ("name", "year", "variants", "venue", "capacity", "starts_at")}
    assert told == {
        "name": "Serrano", "year": 2027, "variants": ["xisum"], "venue": "Centro", "capacity": 32,
        "starts_at": None,
    }  # fmt: skip
    assert made.body["role"] == "organizer"
    assert (
        program(duda()).get(at(Tournament.objects.get(slug=made.body["slug"]), "entries/")).body["count"] == 0
    )


def test_a_title_that_is_taken_is_told_while_it_is_typed() -> None:
    cast.announced()
    parts = "game=chama&kind=campeonato&name=Mariapaulista&year=2026"
    warned = program().get(f"titles/preview/?{parts}").body["warnings"]
    assert [warning["code"] for warning in warned] == ["title_taken"]


# --- waiting list ------------------------------------------------------------------------------------------


def test_a_waiting_list_is_joined_reordered_left_and_moves_up() -> None:
    tournament = cast.entered(4, capacity=4)
    full = program(duda()).post(at(tournament, "entries/self/"))
    assert (full.status, full.codes) == (422, {"full"})
    assert program(duda()).post(at(tournament, "waiting/self/")).status == 201
    assert program(duda()).post(at(tournament, "waiting/self/")).codes == {"you_are_waiting"}
    judge = program(bruno())
    judge.post(at(tournament, "waiting/"), {"names": ["Eva"]}, key="eva")
    rows = judge.post(at(tournament, "waiting/"), {"names": ["Eva"]}, key="eva").body
    assert [(row["place"], row["names"]) for row in rows] == [(1, ["Duda Estranha"]), (2, ["Eva"])]
    eva, mine = rows[1]["code"], rows[0]["code"]
    assert program(duda()).post(at(tournament, f"waiting/{eva}/leave/")).status == 403
    assert program(caio()).post(at(tournament, f"waiting/{mine}/move/"), {"place": 1}).status == 403
    assert judge.post(at(tournament, f"waiting/{eva}/move/"), {"place": 0}).fields == {
        "place": "place_out_of_range"
    }
    moved = judge.post(at(tournament, f"waiting/{eva}/move/"), {"place": 1}).body
    assert [row["names"] for row in moved] == [["Eva"], ["Duda Estranha"]]
    gone = program(caio()).get(at(tournament, "entries/?search=caio")).body["results"][0]["code"]
    program(caio()).post(at(tournament, f"entries/{gone}/withdraw/"))
    shown = program().get(at(tournament, "waiting/")).body
    assert [row["names"] for row in shown] == [["Duda Estranha"]]
    assert judge.post(at(tournament, f"waiting/{eva}/leave/")).codes == {"moved_up"}
    assert program(duda()).post(at(tournament, f"waiting/{mine}/leave/")).body == []


def test_nobody_waits_where_there_is_a_place() -> None:
    tournament = cast.entered(4, capacity=5)
    assert program(duda()).post(at(tournament, "waiting/self/")).codes == {"not_full"}
    assert program(bruno()).post(at(tournament, "waiting/"), {"names": ["Eva"]}).codes == {"not_full"}
    assert program().get(at(tournament, "waiting/")).body == []
