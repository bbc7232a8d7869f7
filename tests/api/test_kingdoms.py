"""A game of kingdoms by programs: begun, acted on, watched, undone, recorded, and played again."""

from typing import Any

import pytest

from matches.models import KingdomsAct
from rulesets.kingdoms import differences
from tests.api.programs import program
from tests.cast import START, bruno, caio, drawn, duda
from tests.services.test_kingdoms_companion import begun, play_out, table
from tournaments.models import Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db


def base(tournament: Tournament, match: Any) -> str:
    return f"tournaments/{tournament.slug}/matches/{match.code}/"


def test_a_battle_and_what_everybody_sees_of_it() -> None:
    tournament, match = table()
    path = f"{base(tournament, match)}kingdoms/"
    assert program().get(path).body["game"] is None
    started = program(caio()).post(path, {"absent": [2]}, key="begin")
    again = program(caio()).post(path, {"absent": [2]}, key="begin")
    assert (started.status, started.body, len(started.body["kingdoms"])) == (201, again.body, 3)
    target = started.body["targets"][0]
    assert (target["own"], target["native"]) == (5, 80)
    event = {"type": "attack", "target": target["side"]}
    fought = program(caio()).post(f"{path}acts/", {"seen": 0, "event": event})
    assert (fought.body["version"], fought.body["picking"]["due"] > 0, fought.body["targets"]) == (
        1,
        True,
        [],
    )
    assert "joker" not in fought.text
    picked = program(bruno()).post(f"{path}acts/", {"seen": 1, "auto": True})
    assert (picked.body["picking"], picked.body["acts"][1]["by_app"]) == (None, True)
    seen = program().get(path)
    assert seen.body == picked.body
    assert program().get(path, If_None_Match=seen.headers["etag"]).status == 304


@pytest.mark.F05
def test_who_is_late_gets_the_present_game() -> None:
    tournament, match = begun()
    path = f"{base(tournament, match)}kingdoms/acts/"
    program(caio()).post(path, {"seen": 0, "event": {"type": "pass"}})
    late = program(bruno()).post(path, {"seen": 0, "event": {"type": "pass"}})
    assert (late.status, late.body["error"]) == (409, "kingdoms_moved")
    assert late.body["state"]["kingdoms"]["version"] == 1
    assert KingdomsAct.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seen": 0, "event": {"type": "dance"}}, 422),
        ({"seen": 0, "event": {"type": "attack", "target": 10**30}}, 422),
        ({"seen": 0, "event": {"type": "attack", "target": True}}, 422),
        ({"seen": 0, "event": {"type": "pick", "kingdom": 1, "cards": list(range(5000))}}, 422),
        ({"seen": 0, "event": {"type": {"deep": [[[]]]}}}, 422),
        ({"seen": 0}, 422),
        ({"seen": 0, "auto": True}, 422),
        ({"seen": -5, "event": {"type": "pass"}}, 409),
        ({"seen": 10**12, "event": {"type": "pass"}}, 400),
        ({"seen": "0", "event": {"type": "pass"}}, 400),
        ({"event": {"type": "pass"}}, 400),
        ({"seen": 0, "event": "pass"}, 400),
        ({"seen": 0, "event": {"type": "pass"}, "winner": 1}, 400),
    ],
)
@pytest.mark.F68
def test_odd_acts_are_refused(body: Any, status: int) -> None:
    tournament, match = begun()
    assert program(bruno()).post(f"{base(tournament, match)}kingdoms/acts/", body).status == status
    assert not KingdomsAct.objects.exists()


def test_strangers_watch_and_do_not_act() -> None:
    tournament, match = begun()
    path = f"{base(tournament, match)}kingdoms/"
    body = {"seen": 0, "event": {"type": "pass"}}
    assert [program(who).get(path).status for who in (duda(), None)] == [200, 200]
    assert [program(who).post(f"{path}acts/", body).status for who in (duda(), None)] == [403, 401]
    assert [program(who).post(path, {}).status for who in (duda(), None)] == [403, 401]


def test_the_sheet_that_it_comes_to_is_recorded_and_the_file_is_the_same_game() -> None:
    tournament, match = begun()
    path = base(tournament, match)
    program(caio()).post(f"{path}kingdoms/acts/", {"seen": 0, "event": {"type": "pass"}})
    program(caio()).post(f"{path}kingdoms/undo/", {"seen": 1})
    play_out(tournament, match)
    game = program().get(f"{path}kingdoms/").body
    assert (game["seed"], program().get(f"{path}kingdoms/file/").status) == (None, 404)
    recorded = program(bruno()).post(f"{path}sheet/", game["sheet"])
    assert recorded.status == 200
    file = program().get(f"{path}kingdoms/file/").body
    assert differences(file) == []
    assert file["seed"] == program().get(f"{path}kingdoms/").body["seed"]


def test_other_games_have_none() -> None:
    tournament = drawn(4)
    match = tournament.ledger.matches.all()[0]
    start_match(match, by=bruno(), now=START)
    assert program(bruno()).get(f"{base(tournament, match)}kingdoms/").status == 404
    assert program(bruno()).post(f"{base(tournament, match)}kingdoms/", {}).status == 404
