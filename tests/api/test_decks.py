"""Decks for programs: judged, handed in, read by who may, asked for at check-in."""

from typing import Any

import pytest

from matches.models import DeckList, Entry
from tests.api.programs import program
from tests.cast import ana, bruno, caio, duda, entered
from tests.services.test_decks import DECK, DUE, HERMETICA

pytestmark = pytest.mark.django_db


@pytest.fixture
def base() -> str:
    """The address of Caio's entry."""
    tournament = entered(2, **HERMETICA, house_rules=DUE)
    entry = Entry.objects.get(ledger=tournament.ledger_id, number=1)
    return f"tournaments/{tournament.slug}/entries/{entry.code}/"


def test_anybody_has_a_list_judged() -> None:
    answer = program().post("decks/check/", {"game": "castelo", "text": "4 Tropa\n0 Nada\n9 Mina [produtor]"})
    assert (answer.status, answer.body["stands"], answer.body["size"]) == (200, False, 13)
    found = [(violation["code"], violation["field"]) for violation in answer.body["violations"]]
    assert found == [
        ("deck_size_wrong", "deck"),
        ("too_many_copies", "deck.1"),
        ("deck_line_unreadable", "deck.2"),
    ]
    assert [warning["code"] for warning in answer.body["warnings"]] == ["few_producers"]
    assert (
        program().post("decks/check/", {"game": "chama", "text": DECK}).body["error"] == "game_without_decks"
    )
    assert program().post("decks/check/", {"game": "x", "text": DECK}).body["error"] == "unknown_game"
    assert not DeckList.objects.exists()


@pytest.mark.F64
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("1 a\n" * 10_000, 200),
        ("a\x00b\x00", 400),
        ("\ud800", 400),
        ("9" * 5000, 200),
        ("x" * 999_999, 200),
        ("x" * 1_000_001, 400),
        (7, 400),
        (None, 400),
        (["x"], 400),
    ],
)
def test_odd_lists_are_answered(text: Any, status: int) -> None:
    answer = program().post("decks/check/", {"game": "hermetica", "text": text})
    assert answer.status == status
    assert status == 400 or answer.body["violations"]


def test_a_deck_is_handed_in_once_and_opens_the_door(base: str) -> None:
    refused = program(bruno()).post(f"{base}check-in/")
    assert (refused.status, refused.body["error"]) == (422, "deck_missing")
    bad = program(caio()).post(f"{base}decks/", {"text": "2 Ideia"})
    assert (bad.status, bad.body["error"]) == (422, "deck_too_small")
    first = program(caio()).post(f"{base}decks/", {"text": DECK}, key="deck")
    again = program(caio()).post(f"{base}decks/", {"text": DECK}, key="deck")
    assert (first.status, first.body, again.body["missing"]) == (201, again.body, [])
    assert DeckList.objects.count() == 1
    assert program(bruno()).post(f"{base}check-in/").status == 200


@pytest.mark.F78
def test_who_may_read_a_deck(base: str) -> None:
    program(caio()).post(f"{base}decks/", {"text": DECK})
    readers = (caio(), bruno(), duda(), None)
    assert [program(who).get(f"{base}decks/").status for who in readers] == [200, 200, 404, 404]
    assert program(bruno()).get(f"{base}decks/").body["decks"][0]["deck"]["text"] == DECK


def test_the_coordinator_waives(base: str) -> None:
    assert program(bruno()).post(f"{base}decks/waive/", {"reason": "wet"}).status == 403
    assert program(ana()).post(f"{base}decks/waive/", {"reason": ""}).status in (400, 422)
    assert program(ana()).post(f"{base}decks/waive/", {"reason": "wet"}).body["missing"] == []
    assert program(bruno()).post(f"{base}check-in/").status == 200
