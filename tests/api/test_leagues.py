"""A league by programs: chosen events of a season, the best results of each player, for one club."""

from typing import Any

import pytest

from tests.acts import playing_for
from tests.api.programs import program
from tests.cast import START, finished
from tests.web.test_league import played, won
from tournaments.endings import take_down
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PATH = "seasons/chama/2026/league/"


def league(*events: Tournament, **asked: object) -> Any:
    said = [f"event={event.slug}" for event in events] + [f"{name}={value}" for name, value in asked.items()]
    return program().get(f"{PATH}?{'&'.join(said)}")


def sums(answer: Any) -> dict[str, float]:
    return {row["name"]: float(row["points_decimal"]) for row in answer.body["results"]}


def test_without_a_choice_it_is_the_season() -> None:
    events = played()
    assert sums(league()) == won(*events)
    season = program().get("seasons/chama/2026/").body["results"]
    assert [{**row, "results": []} for row in season] == [
        {**row, "results": []} for row in league().body["results"]
    ]


def test_each_event_that_is_said_counts_and_the_best_of_each_player() -> None:
    events = played()
    assert sums(league(*events[:2])) == won(*events[:2])
    assert sums(league(events[1])) == won(events[1])
    best = league(*events[:2], best=1)
    assert sums(best) == won(*events[:2], best=1)
    for row in best.body["results"]:
        assert sorted(one["event"] for one in row["results"]) == sorted(one.slug for one in events[:2])
        (counting,) = [one for one in row["results"] if one["counts"]]
        assert counting["points_decimal"] == row["points_decimal"]
        assert max(float(one["points_decimal"]) for one in row["results"]) == float(row["points_decimal"])


def test_only_what_was_played_for_a_club_counts() -> None:
    first, _second = played(2)
    club = playing_for(first)
    assert sums(league(club=club.pk)) == won(first)
    assert league(club=club.pk + 1).status == 404


def test_an_event_that_the_season_does_not_have_or_nobody_sees_is_told() -> None:
    (event,) = played(1)
    answer = program().get(f"{PATH}?event={event.slug}&event=nada")
    assert answer.status == 422
    assert [(one["code"], one["field"], one["facts"]) for one in answer.body["violations"]] == [
        ("event_not_of_season", "event", {"event": "nada"})
    ]
    take_down(event, reason="Propaganda", now=START)
    assert league(event).status == 422


@pytest.mark.parametrize("asked", [{"best": 0}, {"best": "x"}, {"club": "x"}, {"etapa": "x"}])
def test_what_cannot_be_read_is_told(asked: dict[str, object]) -> None:
    assert league(**asked).status == 400


def test_it_comes_in_pages() -> None:
    events = played(1)
    body = league(*events, page=2, page_size=5).body
    assert (body["count"], len(body["results"])) == (8, 3)
    assert f"event={events[0].slug}" in body["previous"]


@pytest.mark.parametrize("path", ["xadrez/2026", "chama/1"])
def test_a_year_or_game_that_cannot_be_has_none(path: str) -> None:
    assert program().get(f"seasons/{path}/league/").status == 404


def test_seasons_of_other_games_are_added_up_with_it() -> None:
    own, other = played(1)[0], finished(8, game="castelo", kind="duelo", ranked=True, name="Serrano")
    assert sums(league()) == won(own)
    assert sums(league(also="castelo")) == sums(league(also="chama&also=castelo")) == won(own, other)
    assert league(other).status == 422
    assert sums(league(other, also="castelo")) == won(other)
    unknown = league(also="xadrez")
    assert (unknown.status, unknown.fields) == (422, {"also": "unknown_game"})
