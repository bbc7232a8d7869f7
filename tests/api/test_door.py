"""The code at the door by programs: hung up by the staff, used by who stands there."""

from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.urls import reverse

from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio, duda, fresh
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def opened(tournament: Tournament) -> str:
    """The code that the judge hangs up."""
    return str(program(bruno()).post(door(tournament)).body["code"])


def door(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/door/"


def arrival(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/entries/self/check-in/"


def test_who_stands_at_the_door_checks_in_and_twice_is_once() -> None:
    tournament = cast.entered(8)
    code = opened(tournament)
    for _again in range(2):
        answer = program(caio()).post(arrival(tournament), {"code": code})
        assert (answer.status, answer.body["state"]) == (200, "checked_in")
    kinds = list(tournament.ledger.lines.values_list("type", flat=True))
    assert kinds.count("entry.checked_in") == 1


def test_any_other_code_and_anybody_else_is_refused() -> None:
    tournament = cast.entered(8)
    code = opened(tournament)
    wrong = program(caio()).post(arrival(tournament), {"code": "dxxxxxxxx"})
    assert (wrong.status, wrong.codes) == (403, {"door_closed"})
    stranger = program(duda()).post(arrival(tournament), {"code": code})
    assert (stranger.status, stranger.codes) == (422, {"you_are_not_entered"})
    assert program().post(arrival(tournament), {"code": code}).status == 401


def test_the_code_is_the_staffs_and_ends_with_the_next_and_with_the_draw() -> None:
    tournament = cast.checked_in(8)
    assert program(ana()).get(door(tournament)).body == {"code": None}
    first, second = opened(tournament), opened(tournament)
    assert program(ana()).get(door(tournament)).body == {"code": second}
    assert program(caio()).get(door(tournament)).status == 403
    assert program(caio()).post(arrival(tournament), {"code": first}).status == 403
    publish_draw(fresh(tournament), seed=7, by=ana(), now=START)
    assert program(ana()).get(door(tournament)).body == {"code": None}
    assert program(bruno()).post(door(tournament)).status == 409


def test_a_door_that_was_closed_lets_nobody_in() -> None:
    tournament = cast.entered(8)
    code = opened(tournament)
    assert program(bruno()).delete(door(tournament)).status == 204
    assert program(caio()).post(arrival(tournament), {"code": code}).status == 403


@pytest.mark.parametrize("first", ["page", "api"])
def test_wrong_codes_count_at_both_doors_together(settings: LazySettings, first: str) -> None:
    settings.LIMITS = 0.1  # thirty a minute at one address
    tournament = cast.entered(8)
    code = opened(tournament)
    page, by_program = cast.browser(caio()), program(caio())
    doors: dict[str, Callable[[], int]] = {
        "page": lambda: page.post(reverse("arrive", args=[tournament.slug, "dxxxxxxxx"])).status_code,
        "api": lambda: by_program.post(arrival(tournament), {"code": "dxxxxxxxx"}).status,
    }
    send = doors.pop(first)
    assert {send() for _ in range(45)} == {403, 429}
    (other,) = doors.values()
    assert other() == 429
    assert program(caio()).post(arrival(tournament), {"code": code}).status == 429


def test_a_hall_that_arrives_by_the_right_code_is_never_told_to_wait(settings: LazySettings) -> None:
    settings.LIMITS = 0.1
    tournament = cast.entered(8)
    code = opened(tournament)
    page = cast.browser(caio())
    for _ in range(45):
        assert page.get(reverse("arrive", args=[tournament.slug, code])).status_code == 200
        assert program(caio()).post(arrival(tournament), {"code": code}).status == 200
