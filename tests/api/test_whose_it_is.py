"""Whose a call is comes before what is wrong with it: strangers who send nonsense hear of their right alone.

Every write of docs/openapi.yaml, and every read that is not everybody's, with bodies, queries and headers
that nobody could mean, by everybody whom `tests/api/test_access.py` gives no right to it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest
from django.db import transaction

from accounts.models import Player
from tests import cast
from tests.api.programs import Program
from tests.api.test_access import (
    ANYBODY,
    BEFORE_THE_DRAW,
    BY_CARD,
    ELSEWHERE,
    IN_ANOTHER_GAME,
    OF_OTHERS,
    PLAYER,
    ROUTES,
    TOURNAMENT,
    Place,
    Route,
    address,
    bare,
    before,
    during,
    may,
    peopled,
    person,
)
from tests.inventions import accepted, drafted, eva
from tests.services.test_kingdoms_companion import begun
from tournaments.models import Staff
from tournaments.setup import staff

pytestmark = [pytest.mark.django_db, pytest.mark.F66, pytest.mark.F67]

EVERYBODYS = {
    "sign_up": "who signs up has no account yet",
    "obtain_token": "its body is the password that shows who calls",
    "check_deck": "judges any list for anybody, and stores nothing",
    "open_table": "its body is the card's token, which is the right to it",
}
"""Whose body may be wrong before anybody is known."""
REFUSED = (401, 403, 404)


class Nonsense(NamedTuple):
    """What nobody could mean: a body, and headers."""

    body: object
    headers: Mapping[str, str] = {}


SENT = (
    Nonsense(b"{", {"If-Match": "nonsense", "Idempotency-Key": "x" * 500}),
    Nonsense({}),
    Nonsense({"no-such-field": 1}),
)
STRANGERS = ("nobody", "signed in", "player", "judge", "coordinator")
"""One of each kind; who organizes elsewhere, or administers the site, is here whoever has an account."""


def told(caller: Program, where: str, route: Route) -> Iterator[int]:
    """The status of each such call, which leaves nothing behind."""
    if route.method == "GET":
        yield caller.send("GET", f"{where}?no-such-filter=1", None).status
        return
    for sent in SENT:
        with transaction.atomic():
            yield caller.send(route.method, where, sent.body, headers=sent.headers).status
            transaction.set_rollback(True)


def leaks(place: Place, rights: Mapping[str, int], callers: tuple[str, ...] = STRANGERS) -> list[str]:
    """Who hears more of a call than that it is not theirs."""
    return [
        f"{name}, {route.name}: {status}"
        for name in callers
        for caller in [bare(person(name))]
        for route in ROUTES
        if route.name in rights and not may(name, route, rights)
        for status in told(caller, address(place, route), route)
        if status not in REFUSED
    ]


def test_nobody_is_told_what_is_wrong_with_what_is_not_theirs() -> None:
    assert leaks(during(), {**TOURNAMENT, "withdraw_entry": PLAYER}) == []


def test_nor_before_the_draw() -> None:
    of_people = {route.name for route in ROUTES if "/entries/" in route.path or "/waiting/" in route.path}
    rights = {name: need for name, need in TOURNAMENT.items() if name in of_people}
    assert leaks(before(), rights | BEFORE_THE_DRAW | OF_OTHERS, ("nobody", "signed in", "judge")) == []


def test_nor_at_a_game_of_kingdoms() -> None:
    tournament, match = begun()
    kingdoms = {name: need for name, need in TOURNAMENT.items() if name in IN_ANOTHER_GAME}
    assert leaks(Place(peopled(tournament), match=match.code), kingdoms) == []


def test_outside_tournaments_who_has_no_account_is_told_to_sign_in() -> None:
    assert leaks(Place(peopled(cast.created())), ELSEWHERE) == []
    public = {
        route.name for route in ROUTES if route.method != "GET" and ELSEWHERE.get(route.name) == ANYBODY
    }
    assert public | {"open_table"} == set(EVERYBODYS)


def test_without_a_card_that_stands_nothing_at_a_table_is_judged() -> None:
    place, routes = during(), [route for route in ROUTES if route.name in BY_CARD]
    for name in ("nobody", "player", "organizer"):
        caller = bare(person(name))
        for route in routes:
            if route.name not in EVERYBODYS:
                assert set(told(caller, address(place, route), route)) == {403}, (name, route)


@pytest.mark.parametrize(("made", "status"), [(drafted, 404), (accepted, 403)])
def test_of_types_only_the_author_and_the_editors_hear_more(made: object, status: int) -> None:
    assert callable(made)
    made()
    routes = [route for route in ROUTES if route.path.startswith("/api/v1/types/{") and route.method != "GET"]
    assert len(routes) == 4
    for route in routes:
        where = f"{route.path.format(game='chama', key='fortaleza', version=1)}"
        assert set(told(bare(cast.duda()), where, route)) == {status}, route
        assert set(told(bare(whose(route)), where, route)) == {403}, route


def whose(route: Route) -> Player:
    """Who may do nearly all with a type, but not this: an author decides nothing, an editor writes none."""
    return cast.ana() if route.name == "decide_type" else eva()


def test_who_had_a_right_yesterday_is_not_told_again_what_they_did() -> None:
    tournament = cast.announced()
    caller, where = bare(cast.bruno()), f"tournaments/{tournament.slug}/entries/"
    first = caller.post(where, {"names": ["Eva"]}, key="once")
    assert (first.status, caller.post(where, {"names": ["Eva"]}, key="once").status) == (201, 201)
    held = Staff.objects.get(tournament=tournament, persona__player=cast.bruno())
    staff.remove_role(tournament, staff=held, by=cast.ana(), now=cast.START)
    assert caller.post(where, {"names": ["Eva"]}, key="once").status == 403


def test_who_deleted_a_tournament_is_told_so_again() -> None:
    tournament = cast.created()
    where = f"tournaments/{tournament.slug}/delete/"
    ana, named = bare(cast.ana()), {"name": tournament.name}
    assert [ana.post(where, named, key="once").status for _ in range(2)] == [200, 200]
    assert bare(cast.bruno()).post(where, named, key="twice").status == 404
