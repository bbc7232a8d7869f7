"""Pins on the timetable by programs: as the page sets them, moves them and takes them off."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.models import Match
from scheduling.dispatcher import close_table, place_match
from scheduling.models import PinLost, PinnedMatch
from tests import cast
from tests.api.programs import program
from tests.cast import ana, bruno, drawn, fresh
from tournaments.finding import find_table
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LATER = "2030-01-01T16:00:00Z"


def on() -> tuple[Tournament, Match]:
    """Drawn for three tables, nothing called yet, and a match of the first round."""
    tournament = fresh(drawn(8, table_low=2, table_high=2, tables=3))
    return tournament, Match.objects.get(ledger=tournament.ledger_id, round=1, number=1)


def pins(tournament: Tournament) -> str:
    return f"tournaments/{tournament.slug}/pins/"


def pin(match: Match, tournament: Tournament) -> str:
    return f"tournaments/{tournament.slug}/matches/{match.code}/pin/"


def test_a_match_is_held_moved_and_let_go() -> None:
    tournament, match = on()
    boss, address = program(ana()), pin(match, tournament)
    held = boss.put(address, {"table": "2", "begins_at": LATER})
    shown = {"match": match.code, "table": "2", "begins_at": LATER, "dropped": ""}
    assert (held.status, held.body) == (200, [shown])
    moved = boss.put(address, {"table": "3"})
    assert moved.body == [{**shown, "table": "3", "begins_at": None}]
    assert boss.get(pins(tournament)).body == moved.body
    for _again in range(2):
        assert (answer := boss.delete(address)).status == 200
        assert answer.body == []
    assert not PinnedMatch.objects.exists()


def test_one_key_holds_it_once() -> None:
    tournament, match = on()
    boss, address = program(ana()), pin(match, tournament)
    first = boss.put(address, {"table": "2"}, key="pin")
    boss.delete(address)
    again = boss.put(address, {"table": "2"}, key="pin")
    assert (again.body, again.headers["idempotency-replayed"]) == (first.body, "true")
    assert not PinnedMatch.objects.exists()


def test_what_cannot_be_is_refused_with_its_code() -> None:
    tournament, match = on()
    boss, address = program(ana()), pin(match, tournament)
    assert boss.put(address, {}).fields == {"table": "pin_empty"}
    assert boss.put(address, {"begins_at": "2020-01-01T16:00:00Z"}).codes == {"pin_in_past"}
    assert boss.put(address, {"table": "99"}).status == 404
    close_table(find_table(tournament, "2"), by=ana(), now=timezone.now())
    assert boss.put(address, {"table": "2"}).codes == {"table_closed"}
    assert program(bruno()).put(address, {"table": "1"}).status == 403
    assert program(bruno()).get(pins(tournament)).status == 403


def test_a_match_that_changed_since_or_is_called_is_not_held() -> None:
    tournament, match = on()
    boss, address, seen = program(ana()), pin(match, tournament), tournament.ledger.head_seq
    assert boss.put(address, {"table": "2"}, seen=seen).status == 200
    place_match(match, table=find_table(tournament, "1"), by=ana(), now=timezone.now())
    assert boss.put(address, {"table": "3"}, seen=seen).status == 412
    assert boss.delete(address, seen=seen).status == 412
    assert boss.put(address, {"table": "3"}).status == 409


def test_why_a_pin_was_dropped_is_told() -> None:
    tournament, match = on()
    boss = program(ana())
    boss.put(pin(match, tournament), {"table": "2", "begins_at": LATER})
    PinnedMatch.objects.update(dropped=PinLost.TABLE_CLOSED, set_at=cast.START + timedelta(hours=1))
    assert [row["dropped"] for row in boss.get(pins(tournament)).body] == ["table_closed"]
