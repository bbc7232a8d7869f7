"""One match as a judge's program lives it."""

from typing import Any

import pytest

from matches.models import Match
from tests import cast
from tests.api import sheets
from tests.api.described import Described
from tests.api.programs import Program, program
from tests.api.wires import InProcess

pytestmark = pytest.mark.django_db


def _match(tournament: Any, state: str = "playing") -> tuple[str, dict[str, Any]]:
    base = f"tournaments/{tournament.slug}/matches/"
    found: dict[str, Any] = program().get(f"{base}?state={state}").body["results"][0]
    return f"{base}{found['code']}/", found


def test_the_third_redraw_is_refused_with_its_rule() -> None:
    path, match = _match(cast.running())
    bruno = program(cast.bruno())
    player = {"player": match["seats"][0]["player"]}
    assert [bruno.post(f"{path}redraw/", player).status for _ in range(2)] == [200, 200]
    third = bruno.post(f"{path}redraw/", player)
    assert (third.status, third.body["violations"][0]["rule"]) == (422, "1.4.1")
    assert bruno.post(f"{path}redraw/", {"player": "pnobody"}).codes == {"player_not_seated"}
    assert bruno.get(path).body["seats"][0]["redraws"] == 2


@pytest.mark.F71
def test_a_redraw_sent_twice_with_its_key_is_one_redraw() -> None:
    path, match = _match(cast.running())
    player = {"player": match["seats"][0]["player"]}
    for _ in range(3):
        assert program(cast.bruno()).post(f"{path}redraw/", player, key="k1").status == 200
    assert program().get(path).body["seats"][0]["redraws"] == 1


def test_a_match_is_placed_by_hand_at_a_free_table_only() -> None:
    tournament = cast.drawn(8)
    path, match = _match(tournament, "ready")
    bruno = program(cast.bruno())
    assert bruno.post(f"{path}place/", {"table": "2"}).body["table"] == "2"
    _, other = _match(tournament, "ready")
    address = f"tournaments/{tournament.slug}/matches/{other['code']}/place/"
    assert bruno.post(address, {"table": "2"}).fields == {"table": "table_busy"}
    assert bruno.post(address, {"table": "99"}).fields == {"table": "table_unknown"}
    assert bruno.get(f"tournaments/{tournament.slug}/tables/").body[1]["match"] == match["code"]


def test_starting_twice_is_once() -> None:
    path, _ = _match(cast.drawn(), "ready")
    bruno = program(cast.bruno())
    first = bruno.post(f"{path}start/")
    again = bruno.post(f"{path}start/")
    assert (again.status, again.body["started_at"], again.seq) == (200, first.body["started_at"], first.seq)


def test_time_is_called_only_where_there_is_a_limit_and_it_is_reached() -> None:
    path, _ = _match(cast.running())
    assert program(cast.bruno()).post(f"{path}time/").codes == {"no_time_limit"}
    path, _ = _match(cast.running(name="Carioca", time_limit=40))
    assert program(cast.bruno()).post(f"{path}time/").codes == {"time_not_reached"}


def test_more_time_moves_the_clock_and_is_told() -> None:
    path, match = _match(cast.running(time_limit=40))
    bruno = program(cast.bruno())
    assert bruno.post(f"{path}extend/", {"minutes": 0, "reason": ""}).codes == {
        "extension_out_of_range", "reason_missing",
    }  # fmt: skip
    longer = bruno.post(f"{path}extend/", {"minutes": 7, "reason": "lamp"}, key="k").body
    again = bruno.post(f"{path}extend/", {"minutes": 7, "reason": "lamp"}, key="k").body
    assert longer["time_due_at"] == again["time_due_at"] > match["time_due_at"]
    assert (longer["extra_minutes"], longer["extensions"][0]["reason"]) == (7, "lamp")


def test_a_drawn_game_begins_the_match_anew_and_can_be_taken_back() -> None:
    path, match = _match(cast.running(4, game="castelo", kind="duelo"))
    bruno = program(cast.bruno())
    lines = [{"player": seat["player"], "castle": 0} for seat in match["seats"]]
    sheet = {"ended_by": "win_condition", "lines": lines}
    assert bruno.post(f"{path}sheet/", sheet).codes == {"game_drawn"}
    anew = bruno.post(f"{path}drawn-games/", sheet).body
    assert (anew["state"], anew["drawn_games"][0]["stands"]) == ("playing", True)
    assert anew["started_at"] > match["started_at"]
    back = bruno.post(f"{path}drawn-games/take-back/", {"reason": "miscounted"}).body
    assert back["started_at"] == match["started_at"]
    assert [game["stands"] for game in back["drawn_games"]] == [False]


ENDINGS = [
    sheets.won,
    lambda match: sheets.left(match, "decked_out", "decked_out"),
    lambda match: sheets.left(match, "conceded", "concession"),
    sheets.walkover,
    sheets.disqualified,
    sheets.ruled,
]


@pytest.mark.F23
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_is_recorded_shown_and_carried_on(ending: Any) -> None:
    tournament = cast.running()
    path, match = _match(tournament)
    ana = Program(Described(InProcess()), program(cast.ana()).token)
    sheet = ending(match)
    if sheet["ended_by"] == "disqualification":
        sheet["lines"][1] |= {"intact": 0}
    verdict = ana.post(f"{path}check/", sheet)
    assert (verdict.body["stands"], verdict.body["winner"]) == (True, 1)
    assert ana.get(path).body["sheet"] is None
    recorded = ana.post(f"{path}sheet/", sheet)
    assert recorded.status == 200, recorded.text
    assert recorded.body["sheet"]["ended_by"] == sheet["ended_by"]
    assert recorded.body["sheet"]["recorded_by"] == "Ana Mariapaulista"
    shown = ana.get(path).body
    assert shown["sheet"] == ana.get(f"{path}sheet/").body == recorded.body["sheet"]
    assert [line["player"] for line in shown["sheet"]["lines"]] == [line["player"] for line in sheet["lines"]]
    winner = next(side["entry"] for side in shown["sides"] if side["is_winner"])
    following = ana.get(f"tournaments/{tournament.slug}/matches/{shown['next']}/").body
    assert winner in [side["entry"] for side in following["sides"]]
    rounds = ana.get(f"tournaments/{tournament.slug}/bracket/").body["rounds"]
    drawn = {match["code"]: match for round_ in rounds for match in round_["matches"]}
    assert drawn[following["code"]]["sides"] == following["sides"]


@pytest.mark.F132
def test_a_table_of_two_half_pairs_ends_with_nobody() -> None:
    path, match = _match(cast.drawn(4, kind="duplas"), "ready")
    marks = ("absent", None, None, "absent")
    lines = [
        {"player": seat["player"], **sheets.NONE, "out": out}
        for seat, out in zip(match["seats"], marks, strict=True)
    ]
    bruno = program(cast.bruno())
    walkover = {"ended_by": "walkover", "lines": lines}
    assert bruno.post(f"{path}sheet/", walkover).codes == {"one_side_must_remain"}
    done = bruno.post(f"{path}sheet/", {"ended_by": "nobody", "lines": lines})
    assert done.status == 200
    shown = program().get(path).body["sheet"]
    assert (shown["winner"], [line["out"] for line in shown["lines"]]) == (None, list(marks))


def test_before_a_sheet_there_is_none_to_show() -> None:
    path, _ = _match(cast.running())
    assert program().get(f"{path}sheet/").status == 404


def test_a_sheet_out_of_nowhere_breaks_nothing() -> None:
    path, _ = _match(cast.running())
    bruno = program(cast.bruno())
    for ended_by in ("bye", "nobody", "time", "walkover", "decked_out", "ruling", "win_condition"):
        refused = bruno.post(f"{path}sheet/", {"ended_by": ended_by})
        assert refused.status in (403, 422), (ended_by, refused.text)
    assert bruno.post(f"{path}sheet/", {"ended_by": "magic"}).fields == {"ended_by": "invalid_choice"}
    huge = {"ended_by": "time", "winner": 10**9, "cuts": [{"sides": [1, 99], "cards": ["Z"]}]}
    assert bruno.post(f"{path}sheet/", huge).status == 422
    assert Match.objects.filter(state="ended").count() == 0


def test_after_the_finish_nothing_is_recorded() -> None:
    tournament = cast.finished()
    path, match = _match(tournament, "ended")
    refused = program(cast.ana()).post(f"{path}start/")
    assert (refused.status, refused.body["error"]) == (409, "finished")
    assert refused.body["state"]["match"]["code"] == match["code"]


def test_finishing_waits_for_every_sheet() -> None:
    tournament = cast.running()
    refused = program(cast.ana()).post(f"tournaments/{tournament.slug}/finish/")
    assert (refused.status, refused.body["error"]) == (422, "matches_open")
    assert refused.body["violations"][0]["facts"]["count"] > 0


@pytest.mark.F46
def test_a_sheet_from_paper_needs_no_start_and_bears_its_times() -> None:
    tournament = cast.drawn()
    path, match = _match(tournament, "ready")
    bruno, sheet = program(cast.bruno()), sheets.won(match)
    assert bruno.post(f"{path}sheet/", sheet).codes == {"match_not_started"}
    slip = {"began": "2026-03-14T09:10:00-03:00", "ended": "2026-03-14T12:40:00Z"}
    wrong = bruno.post(f"{path}sheet/", {**sheet, "paper": {"ended": "2026-03-14T11:00:00Z"}})
    assert wrong.fields == {"ended": "paper_before_draw"}
    for _ in range(2):
        recorded = bruno.post(f"{path}sheet/", {**sheet, "paper": slip}, key="slip")
        assert (recorded.status, recorded.body["match"]["state"]) == (200, "ended")
    noted = tournament.ledger.lines.get(type="integrity.noted")
    assert '"reason":"2026-03-14T12:10:00Z/2026-03-14T12:40:00Z"' in noted.text
    assert bruno.post(f"{path}sheet/", {**sheet, "paper": {"ended": "yesterday"}}).status == 400
