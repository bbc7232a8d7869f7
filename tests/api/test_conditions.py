"""What the caller had seen: ETag, If-None-Match, If-Match."""

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.services import rename
from core.models import Ledger
from matches.models import Match
from tests import cast
from tests.api import sheets
from tests.api.programs import program

pytestmark = pytest.mark.django_db

READS = (
    "", "announcement/", "tables/", "entries/", "draw/", "draw/shapes/", "bracket/", "matches/", "now/",
    "standing/", "record/",
)  # fmt: skip
RECORDED = ("entries/", "draw/", "bracket/", "matches/", "standing/", "record/")


@pytest.mark.F44
@pytest.mark.parametrize("path", READS)
def test_every_answer_about_a_tournament_bears_the_records_number(path: str) -> None:
    tournament = cast.drawn()
    answer = program().get(f"tournaments/{tournament.slug}/{path}")
    assert answer.seq == Ledger.objects.get(pk=tournament.ledger_id).head_seq
    assert "Authorization" in answer.headers["vary"]
    assert answer.headers["cache-control"] == "private, no-cache"


@pytest.mark.F44
@pytest.mark.F56
@pytest.mark.parametrize("path", RECORDED)
def test_nothing_new_is_304(path: str) -> None:
    tournament = cast.running()
    address = f"tournaments/{tournament.slug}/{path}"
    first = program().get(address)
    for known in (first.headers["etag"], "W/" + first.headers["etag"], f'"0", {first.headers["etag"]}'):
        again = program().get(address, If_None_Match=known)
        assert (again.status, again.text, again.headers["etag"]) == (304, "", first.headers["etag"])
    cast.played(Match.objects.filter(state="playing")[0])
    newer = program().get(address, If_None_Match=first.headers["etag"])
    assert newer.status == 200
    assert newer.seq > first.seq


def test_what_changes_without_a_line_in_the_record_is_never_304() -> None:
    """Physical tables are no part of the record, so an equal number proves nothing about them."""
    tournament = cast.announced()
    ana = program(cast.ana())
    first = ana.get(f"tournaments/{tournament.slug}/tables/")
    ana.patch(f"tournaments/{tournament.slug}/tables/1/", {"is_open": False})
    again = ana.get(f"tournaments/{tournament.slug}/tables/", If_None_Match=first.headers["etag"])
    assert again.status == 200
    assert again.body[0]["is_open"] is False


@pytest.mark.parametrize("header", ["12", '"abc"', 'W/"12"', '"1", "2"', '"-1"', '"' + "9" * 20 + '"', ""])
def test_a_malformed_if_match_is_400(header: str) -> None:
    tournament = cast.entered()
    refused = program(cast.ana()).patch(
        f"tournaments/{tournament.slug}/", {"venue": "x"}, headers={"If-Match": header}
    )
    assert (refused.status, refused.fields) == (400, {"If-Match": "if_match_malformed"})


@pytest.mark.F06
def test_a_change_decided_on_an_older_state_is_412_with_the_present_one() -> None:
    tournament = cast.announced()
    base = f"tournaments/{tournament.slug}/"
    ana = program(cast.ana())
    seen = ana.get(base).seq
    assert ana.patch(base, {"name": "Carioca"}, seen=seen).status == 200
    late = ana.patch(base, {"multiplier": 3}, seen=seen)
    assert (late.status, late.body["error"]) == (412, "stale")
    assert late.body["state"] == {"seq": ana.get(base).seq}
    assert ana.get(base).body["multiplier"] == 1


@pytest.mark.parametrize("more", [1, 1_000])
def test_a_number_that_the_record_never_had_is_412(more: int) -> None:
    tournament = cast.checked_in(8)
    base = f"tournaments/{tournament.slug}/"
    ana = program(cast.ana())
    head = ana.get(base).seq
    entry = ana.get(f"{base}entries/").body["results"][0]["code"]
    for refused in (
        ana.patch(base, {"venue": "x"}, seen=head + more),
        ana.post(f"{base}entries/{entry}/check-out/", seen=head + more),
        ana.post(f"{base}entries/", {"names": ["Lia Prado"]}, seen=head + more),
        ana.patch(f"{base}tables/1/", {"is_open": False}, seen=head + more),
    ):
        assert (refused.status, refused.body["error"]) == (412, "stale")
        assert refused.body["state"]["seq"] == head


def test_what_others_did_elsewhere_is_no_reason_to_refuse() -> None:
    tournament = cast.entered()
    base = f"tournaments/{tournament.slug}/entries/"
    ana = program(cast.ana())
    listed = ana.get(base)
    first, second = [entry["code"] for entry in listed.body["results"]][:2]
    assert ana.post(f"{base}{first}/check-in/", seen=listed.seq).status == 200
    assert ana.post(f"{base}{second}/check-in/", seen=listed.seq).status == 200
    late = ana.post(f"{base}{first}/check-out/", seen=listed.seq)
    assert late.status == 412
    assert late.body["state"]["entry"]["state"] == "checked_in"


def test_a_sheet_decided_on_an_older_state_of_the_match_is_412() -> None:
    tournament = cast.running()
    path = f"tournaments/{tournament.slug}/matches/"
    bruno = program(cast.bruno())
    listed = bruno.get(path + "?state=playing")
    match = listed.body["results"][0]
    player = match["seats"][0]["player"]
    assert bruno.post(f"{path}{match['code']}/redraw/", {"player": player}).status == 200
    late = bruno.post(f"{path}{match['code']}/sheet/", sheets.won(match), seen=listed.seq)
    assert (late.status, late.body["error"]) == (412, "stale")
    assert late.body["state"]["match"]["seats"][0]["redraws"] == 1
    assert late.body["state"]["sheet"] is None


@pytest.mark.F14
def test_a_sheet_for_a_match_that_waits_for_its_opponents_is_409() -> None:
    tournament = cast.running()
    path = f"tournaments/{tournament.slug}/matches/"
    bruno = program(cast.bruno())
    waiting = bruno.get(path + "?state=waiting").body["results"][0]
    refused = bruno.post(f"{path}{waiting['code']}/sheet/", {"ended_by": "nobody"})
    assert (refused.status, refused.body["error"]) == (409, "match_waiting")


def test_changing_what_nobody_changed_meanwhile_needs_no_header() -> None:
    tournament = cast.announced()
    changed = program(cast.ana()).patch(f"tournaments/{tournament.slug}/", {"multiplier": 2})
    assert (changed.status, changed.body["multiplier"], changed.body["venue"]) == (200, 2, "")


def test_a_change_after_the_draw_needs_a_reason_and_leaves_the_type_alone() -> None:
    base = f"tournaments/{cast.drawn().slug}/"
    refused = program(cast.ana()).patch(base, {"kind": "guerrilha"})
    assert refused.fields == {"kind": "closed_by_draw", "reason": "reason_missing"}


@pytest.mark.F44
def test_what_everybody_may_read_is_made_once_a_version_and_bears_new_names_at_once(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = cast.running()
    for path in ("bracket/", "standing/", "matches/?state=playing"):
        address = f"tournaments/{tournament.slug}/{path}"
        first = program().get(address)
        with django_assert_max_num_queries(2):
            again = program().get(address)
        assert (again.text, again.headers["etag"]) == (first.text, first.headers["etag"])
    address = f"tournaments/{tournament.slug}/bracket/"
    before = program().get(address)
    rename(cast.caio(), name="Caio de Niterói")
    after = program().get(address, If_None_Match=before.headers["etag"])
    assert (after.status, "Caio de Niterói" in after.text) == (200, True)
    assert after.headers["etag"].startswith(f'"{before.seq}.1-')


def test_what_is_not_public_is_made_for_each_caller() -> None:
    tournament = cast.created()
    address = f"tournaments/{tournament.slug}/bracket/"
    assert program(cast.bruno()).get(address).status == 200
    assert program().get(address).status == 404
