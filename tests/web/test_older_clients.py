"""F42: what a page or a program of an earlier version sends is still valid, and its answer still readable."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from matches.models import Match, MatchState, Seat
from tests.cast import browser, bruno, key, running
from tests.servers.process import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.F42]

FILES = [
    json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests/older").glob("*.json"))
]
PAGES = [pytest.param(sent, id=sent["what"]) for file in FILES for sent in file["pages"]]
PROGRAMS = [pytest.param(sent, id=sent["what"]) for file in FILES for sent in file["programs"]]


def _names() -> dict[str, str]:
    """What stands for the names in braces."""
    tournament = running()
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    seats = Seat.objects.filter(match=match).order_by("number").values_list("persona__code", flat=True)
    people = {f"player_{number}": code or "" for number, code in enumerate(seats, 1)}
    seen = Match.objects.values_list("ledger__head_seq", flat=True).get(pk=match.pk)
    return {"slug": tournament.slug, "match": match.code, "seen": str(seen), **people}


def _filled(text: str, names: Mapping[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


@pytest.mark.parametrize("sent", PAGES)
def test_a_page_from_before_the_deployment_is_still_taken(sent: Mapping[str, Any]) -> None:
    names = _names()
    answer = browser(bruno()).post(
        _filled(sent["path"], names),
        _filled(sent["body"], names),
        content_type="application/x-www-form-urlencoded",
        headers={"HX-Request": "true"} if sent["htmx"] else {},
    )
    assert answer.status_code == sent["status"], answer.content.decode()[:2000]


@pytest.mark.parametrize("sent", PROGRAMS)
def test_a_program_that_nobody_updated_is_still_understood(sent: Mapping[str, Any]) -> None:
    names, judge = _names(), bruno()
    answer = browser().post(
        _filled(sent["path"], names),
        _filled(json.dumps(sent["body"]), names),
        content_type="application/json",
        headers={"Authorization": f"Token {key(judge)}", "Idempotency-Key": "older"},
    )
    assert answer.status_code == sent["status"], answer.content.decode()[:2000]
    assert set(sent["answers"]) <= set(answer.json())
