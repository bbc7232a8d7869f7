"""The count at a table over HTTP: shared, by versions, with its answers, and never a 500."""

from typing import Any

import pytest

from matches.models import TableTally
from tests import cast
from tests.api.programs import program

pytestmark = pytest.mark.django_db


def _table(**chosen: Any) -> tuple[str, list[str]]:
    """The address of a match in play, and the codes of who sits there."""
    tournament = cast.running(**{"entries": 4, "kind": "guerrilha", "table_high": 2, **chosen})
    base = f"tournaments/{tournament.slug}/matches/"
    match = program().get(f"{base}?state=playing").body["results"][0]
    return f"{base}{match['code']}/", [seat["player"] for seat in match["seats"]]


def test_two_programs_count_one_table_and_its_sheet_is_recorded() -> None:
    path, (one, other) = _table()
    ana, bruno = program(cast.ana()), program(cast.bruno())
    empty = bruno.get(f"{path}count/").body
    assert [tally["version"] for tally in empty["tallies"]] == [0, 0]
    full = dict.fromkeys("ABCDEF", "intact")
    counted = ana.patch(f"{path}count/", {"player": one, "version": 0, "spots": full, "game": empty["game"]})
    assert counted.body["answers"]["winners"] == [1]
    assert counted.body["tallies"][0]["exposed"] == list("ABCDEF")
    pool = {"player": other, "version": 0, "spots": {"A": "razed"}, "numbers": {"commanders": 2}}
    assert bruno.patch(f"{path}count/", pool).status == 200
    seen = ana.get(f"{path}count/").body
    assert [tally["version"] for tally in seen["tallies"]] == [1, 1]
    assert (seen["answers"]["timed"], seen["answers"]["over"]) == (None, None)
    recorded = bruno.post(f"{path}sheet/", {**seen["answers"]["proposed"]})
    assert (recorded.status, recorded.body["verdict"]["winner"]) == (200, 1)
    late = bruno.patch(f"{path}count/", {"player": other, "version": 1})
    assert late.status == 409


def test_time_called_now_is_answered_and_who_left_is_numbered() -> None:
    path, (one, _) = _table(time_limit=30)
    bruno = program(cast.bruno())
    tie = bruno.get(f"{path}count/").body["answers"]["timed"]
    assert tie["open_tie"] == [1, 2]
    gone = bruno.patch(f"{path}count/", {"player": one, "version": 0, "out": "conceded"}).body
    assert (gone["answers"]["over"]["winner"], gone["tallies"][0]["order"]) == (2, 1)
    back = bruno.patch(f"{path}count/", {"player": one, "version": 1, "out": None}).body
    assert (back["answers"]["over"], back["tallies"][0]["out"]) == (None, None)


def test_the_slower_of_two_is_told_and_another_game_is_void() -> None:
    path, (one, _) = _table()
    bruno = program(cast.bruno())
    body = {"player": one, "version": 0, "spots": {"A": "intact"}}
    assert bruno.patch(f"{path}count/", body).status == 200
    assert bruno.patch(f"{path}count/", body).codes == {"count_changed"}
    bruno.post(f"{path}redraw/", {"player": one})
    assert bruno.patch(f"{path}count/", {**body, "game": "of-before"}).codes == {"count_void"}
    assert bruno.get(f"{path}count/").body["tallies"][0]["spots"]["A"] == "missing"


def test_a_change_sent_twice_with_its_key_is_one_change() -> None:
    path, (one, _) = _table()
    body = {"player": one, "version": 0, "numbers": {"commanders": 1}}
    answers = [program(cast.bruno()).patch(f"{path}count/", body, key="k1") for _ in range(2)]
    assert answers[0].body == answers[1].body
    assert TableTally.objects.get().version == 1


def test_bad_input_is_refused_whole_and_nothing_is_stored() -> None:
    path, (one, _) = _table()
    bruno = program(cast.bruno())
    wrong = {"player": one, "version": 0, "spots": {"G": "intact", "A": "burnt"}, "numbers": {"armies": 99}}
    refused = bruno.patch(f"{path}count/", {**wrong, "out": "conceded"})
    assert refused.status == 422
    assert refused.fields == {
        "spots.G": "spot_unknown", "spots.A": "spot_state_unknown", "numbers.armies": "count_out_of_range",
    }  # fmt: skip
    for broken in (
        {"player": one}, {"version": 0}, {"player": "\ud800", "version": 0},
        {"player": one, "version": "0"}, {"player": 7, "version": 0},
        {"player": one, "version": 0, "spots": ["A"]}, {"player": one, "version": 0, "spots": {"A": None}},
        {"player": one, "version": 0, "numbers": {"armies": 1.5}},
        {"player": one, "version": 0, "out": "flew"},
        {"player": one, "version": 0, "winner": 1},
        {"player": one, "version": 0, "spots": {f"s{number}": "intact" for number in range(5000)}},
    ):  # fmt: skip
        assert bruno.patch(f"{path}count/", broken).status == 400, broken
    lost = bruno.patch(f"{path}count/", {"player": "nobody", "version": 0})
    assert lost.codes == {"not_at_this_table"}
    assert bruno.patch(f"{path}count/", {"player": one, "version": -(10**9)}).status == 409
    assert not TableTally.objects.exists()


def test_visitors_and_strangers_do_not_see_it_and_other_games_have_none() -> None:
    path, (one, _) = _table()
    for who, status in ((None, 401), (cast.duda(), 403)):
        assert program(who).get(f"{path}count/").status == status
        assert program(who).patch(f"{path}count/", {"player": one, "version": 0}).status == status
    kingdoms, _players = _table(
        game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4, name="Reinos"
    )
    assert program(cast.bruno()).get(f"{kingdoms}count/").status == 404
