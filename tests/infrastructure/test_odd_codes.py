"""Codes that nobody has: refused in every address, query, cookie and field, on both databases."""

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve, reverse

from core.models import RecordLine
from matches.models import Entry
from tests.cast import ana, browser, checked_in, running
from tests.infrastructure.walking import Form, Forms, address, arguments, routes
from tests.route_values import ROUTE_VALUES
from tournaments.models import Tournament

pytestmark = [pytest.mark.F98, pytest.mark.django_db]
refused_at_the_door = pytest.mark.alike  # before any database is asked
NUL = "\x00"
ODD = (
    "9" * 30,
    "9" * 4_000,
    "-1",
    "٣",
    "x" * 3_000,
    "\U0001f0a1\u202e",
    "..",
    "%",
    "\r\nSet-Cookie: a=b",
    "a/b",
)
_VALUES = {name: str(value) for name, value in ROUTE_VALUES.items()}
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture
def tournament() -> Tournament:
    return running(8)


def known(tournament: Tournament, route: str) -> dict[str, str]:
    """Arguments of a route that lead to something."""
    of_matches = ("matches" in route or "partidas" in route or "papel" in route) and tournament.ledger.matches
    found = of_matches or Entry.objects.filter(ledger=tournament.ledger)
    code = found.order_by("pk").values_list("code", flat=True).first() or "none"
    return {**_VALUES, "slug": tournament.slug, "code": code}


def odd_addresses(tournament: Tournament, *odd: str) -> Iterator[str]:
    """Every address with one of its arguments odd, in turn, and the others known."""
    next_odd = cycle(odd)
    for route in routes():
        values = known(tournament, route)
        yield from (address(route, values | {name: next(next_odd)}) for name in arguments(route))


def test_the_walk_meets_both_doors_and_knows_every_argument(tournament: Tournament) -> None:
    walked = list(routes())
    assert len(walked) > 140
    assert {name for route in walked for name in arguments(route)} <= {*known(tournament, "")}
    assert {
        "/torneios/<slug:slug>/partidas/<str:code>/",
        "/api/v1/tournaments/<slug:slug>/tables/<str:label>/",
    } <= {*walked}


@refused_at_the_door
def test_a_nul_in_any_address_is_400(tournament: Tournament) -> None:
    who = browser(ana())
    for path in odd_addresses(tournament, f"a{NUL}b"):
        for method in METHODS:
            assert getattr(who, method)(path).status_code == 400, (method, path)


@refused_at_the_door
def test_a_nul_in_any_query_is_400(tournament: Tournament) -> None:
    who = browser(ana())
    for route in routes():
        path = address(route, known(tournament, route))
        for query in ("busca=%00", "x=a%00b&x=c", "%00=1"):
            assert who.get(f"{path}?{query}").status_code == 400, (path, query)


@pytest.mark.parametrize("first", [0, 3, 7])
def test_an_odd_code_in_any_address_is_no_fault_of_ours(tournament: Tournament, first: int) -> None:
    """Three of the ten in every argument: what takes them apart are the converters and finders they share."""
    who, lines = browser(ana()), RecordLine.objects.count()
    for path in odd_addresses(tournament, *ODD[first:], *ODD[:first]):
        for method in ("get", "post"):
            answer = getattr(who, method)(path)
            assert answer.status_code < 500, (method, path[:200])
            assert "Set-Cookie: a=b" not in str(answer.headers)
    assert RecordLine.objects.count() == lines


def forms(tournament: Tournament, who: Client) -> list[Form]:
    """Every kind of form that posts on the pages that this person may see."""
    found: dict[tuple[str, ...], Form] = {}
    for route in routes():
        if not route.startswith("/api/"):
            path = address(route, known(tournament, route))
            for form in _forms_at(path, who):
                found.setdefault((name_of(form), *form.fields), form)
    return [form for form in found.values() if form.action != reverse("logout")]


def name_of(form: Form) -> str:
    """What its address is called; forms of two rows go to one view."""
    return str(resolve(urlsplit(form.action).path).url_name)


def _forms_at(path: str, who: Client) -> list[Form]:
    answer = who.get(path)
    is_page = answer.status_code == 200 and "html" in answer["content-type"] and not answer.streaming
    return Forms(answer.content.decode(), path).found if is_page else []


@refused_at_the_door
@pytest.mark.parametrize(
    ("stage", "some"), [(checked_in, {"check_in"}), (running, {"tables", "match_redraw"})]
)
def test_a_nul_in_any_field_of_any_form_is_400_and_saves_nothing(stage: Any, some: set[str]) -> None:
    tournament, who = stage(8), browser(ana())
    shown, lines = forms(tournament, who), RecordLine.objects.count()
    assert some <= set(map(name_of, shown))
    for form in shown:
        for name in form.fields:
            answer = who.post(form.action, {**form.fields, name: f"{form.fields[name]}{NUL}"})
            assert answer.status_code == 400, (form.action, name)
        assert who.post(form.action, {**form.fields, NUL: "1"}).status_code == 400, form.action
    assert RecordLine.objects.count() == lines


def test_odd_text_in_any_field_of_any_form_is_no_fault_of_ours(tournament: Tournament) -> None:
    who, odd = browser(ana()), cycle(ODD)
    for form in forms(tournament, who):
        for name in form.fields:
            sent = {**form.fields, name: next(odd)}
            assert who.post(form.action, sent).status_code < 500, (form.action, name, sent[name][:20])


@refused_at_the_door
def test_a_nul_in_a_cookie_is_400_before_a_session_is_looked_for() -> None:
    for path in ("/", "/api/v1/me/"):
        answer = Client(headers={"cookie": 'sessionid="\\000abcdefgh12345"'}).get(path)
        assert answer.status_code == 400, path


@refused_at_the_door
@pytest.mark.fault("F121")
def test_a_letter_with_thousands_of_marks_is_400_before_it_is_normalized() -> None:
    stacked, who = "e" + "\u0301\u0316" * 1_000, browser(ana())
    assert who.get("/", {"busca": stacked}).status_code == 400
    assert who.get("/", {"busca": "e" + "\u0301" * 30}).status_code == 200
    assert who.get("/api/v1/tournaments/", {"search": stacked}).status_code == 400
    assert who.post(reverse("tournament_new"), {"name": stacked}).status_code == 400


@pytest.mark.parametrize("address", ["/", "/api/v1/tournaments/"])
def test_nothing_is_traced(address: str) -> None:
    assert Client().generic("TRACE", address).status_code == 405


def test_both_doors_say_it_in_their_own_shape() -> None:
    page = browser(language="en").get("/torneios/x/partidas/%00/")
    assert "We couldn’t make sense of this request" in page.content.decode()
    said = json.loads(browser(language="pt-BR").get("/api/v1/tournaments/%00/").content)
    assert (said["error"], said["violations"][0]["message"][:6]) == ("odd_characters", "Nenhum")
