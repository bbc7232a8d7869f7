"""Decks at the door: judged, kept apart, asked for at check-in, told in the record."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from checker import check_bytes
from core.errors import Forbidden, Refused, Stale
from core.record.line import canonical
from matches.models import DeckList, DeckWaiver, Entry, EntryState
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import assert_sound, at, entry_at, line_types, moments
from tests.cast import START, ana, bruno, caio, duda, entered, fresh
from tests.unguarded import forget_head
from tournaments.decks import hand_in as handing_in
from tournaments.decks.lists import digest_of
from tournaments.decks.selectors import decks_missing, readable_decks
from tournaments.departures.enter_late import enter_late
from tournaments.departures.substitute import Substitute, substitute
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in, check_in_all
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db

HERMETICA: dict[str, Any] = {"game": "hermetica", "kind": "duelo", "table_low": 2, "table_high": 2}
DUE = {"hermetica_deck_check": True}
DECK = "\n".join(f"3 Ideia {number}" for number in range(1, 6))


def due(entries: int = 4, **chosen: Any) -> Tournament:
    """Everybody entered; nobody has handed in anything."""
    return entered(entries, **{**HERMETICA, "house_rules": DUE, **chosen})


def entry_of(tournament: Tournament, number: int = 1) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, number=number)


def person(entry: Entry, position: int = 1) -> str:
    return entry.members.get(position=position).persona.code


def hand_in(
    entry: Entry, data: bytes | str = DECK, *, by: Player | None = None, position: int = 1
) -> DeckList:
    return handing_in.hand_in(
        entry, person=person(entry, position), data=data, by=by or bruno(), now=START, rng=random.Random(1)
    )


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [violation.code for violation in refusal.value.violations]


def test_nobody_is_checked_in_before_the_deck_is_accepted() -> None:
    tournament = due()
    entry = entry_of(tournament)
    with pytest.raises(Refused) as refusal:
        check_in(entry, by=bruno(), now=START)
    assert codes(refusal) == ["deck_missing"]
    deck = hand_in(entry, by=caio())
    assert (deck.size, deck.sha256) == (15, digest_of(DECK, deck.salt))
    assert check_in(entry, by=bruno(), now=START).state == EntryState.CHECKED_IN


def test_everybody_but_those_without_a_deck_is_checked_in_at_once() -> None:
    tournament = due()
    hand_in(entry_of(tournament, 2))
    assert check_in_all(tournament, by=bruno(), now=START) == 1
    assert len(decks_missing(tournament)) == 3


def test_where_no_deck_is_asked_for_none_is_needed() -> None:
    tournament = due(house_rules={})
    assert check_in_all(tournament, by=bruno(), now=START) == 4


def test_a_list_that_breaks_rules_is_not_kept() -> None:
    tournament = due()
    with pytest.raises(Refused) as refusal:
        hand_in(entry_of(tournament), "2 Ideia\n0 Nada\n")
    assert sorted(codes(refusal)) == ["deck_line_unreadable", "deck_too_small"]
    assert not DeckList.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04zip", "deck_not_text"),
        (b"\x00\x00\x00", "deck_not_text"),
        ("2 BRAÇO".encode("cp850"), "deck_not_text"),
        ("\x00", "deck_empty"),
        (b"9" * 1_000_001, "deck_too_large"),
        ("1 Ideia\n" * 10_000, "deck_too_many_lines"),
        ("9" * 190, "deck_line_unreadable"),
        ("999999999999999999999 Ideia", "deck_too_small"),
        ("x" * 5000, "deck_line_too_long"),
    ],
)
@pytest.mark.F64
def test_bad_input_is_refused_with_its_reason(data: bytes | str, code: str) -> None:
    tournament = due()
    with pytest.raises(Refused) as refusal:
        hand_in(entry_of(tournament), data)
    assert code in codes(refusal)


def test_a_new_list_replaces_the_old_one_and_the_same_one_changes_nothing() -> None:
    tournament = due()
    entry = entry_of(tournament)
    first = hand_in(entry)
    assert hand_in(entry) == first
    second = hand_in(entry, f"{DECK}\n1 Mais")
    assert (second.version, DeckList.objects.get(entry=entry, is_current=True)) == (2, second)
    assert line_types(fresh(tournament), 2) == ["deck.accepted"] * 2


def test_only_its_player_and_the_staff_hand_in_a_deck() -> None:
    tournament = due()
    with pytest.raises(Forbidden):
        hand_in(entry_of(tournament, 1), by=duda())
    with pytest.raises(Forbidden):
        hand_in(entry_of(tournament, 2), by=caio())


@pytest.mark.F78
def test_a_deck_is_read_by_its_player_and_the_staff_until_the_end() -> None:
    tournament, clock = due(2), moments()
    entries = [entry_of(tournament, number) for number in (1, 2)]
    for entry in entries:
        hand_in(entry)
    assert [deck.name for deck in readable_decks(tournament, entries[0], caio())] == [caio().name]
    assert readable_decks(tournament, entries[1], caio()) == ()
    assert (
        readable_decks(tournament, entries[0], None) == readable_decks(tournament, entries[0], duda()) == ()
    )
    assert len(readable_decks(tournament, entries[1], bruno())) == 1
    assert "Ideia" not in "".join(record_lines(tournament))
    check_in_all(tournament, by=bruno(), now=next(clock))
    publish_draw(tournament, by=ana(), now=next(clock))
    with pytest.raises(Stale):
        hand_in(entries[0], f"{DECK}\n1 Mais", by=caio())
    with pytest.raises(Stale):
        hand_in(entries[0], f"{DECK}\n1 Mais")


def test_the_coordinator_lets_an_entry_play_without_a_deck() -> None:
    tournament = due()
    entry = entry_of(tournament)
    with pytest.raises(Forbidden):
        handing_in.waive(entry, reason="lost", by=bruno(), now=START)
    with pytest.raises(Refused) as refusal:
        handing_in.waive(entry, reason=" ", by=ana(), now=START)
    assert codes(refusal) == ["reason_missing"]
    handing_in.waive(entry, reason="The list got wet.", by=ana(), now=START)
    handing_in.waive(entry, reason="Again.", by=ana(), now=START)
    assert DeckWaiver.objects.get().reason == "The list got wet."
    assert check_in(entry, by=bruno(), now=START).state == EntryState.CHECKED_IN


CASTLE_PAIRS: dict[str, Any] = {
    "game": "castelo",
    "kind": "duplas",
    "table_low": 2,
    "table_high": 2,
    "house_rules": {"castle_deck_check": True},
}
CASTLE = "15 Mina [produtor]\n" + "".join(f"3 Tropa {number}\n" for number in range(1, 16))


def test_each_of_a_pair_hands_in_a_deck_and_a_substitute_too() -> None:
    tournament = due(**CASTLE_PAIRS)
    entry = entry_of(tournament, 2)
    hand_in(entry, CASTLE)
    with pytest.raises(Refused) as refusal:
        check_in(entry, by=bruno(), now=START)
    assert refusal.value.violations[0].facts["names"] == ("Jogador 2 B",)
    hand_in(entry, CASTLE, position=2)
    check_in(entry, by=bruno(), now=START)
    substitute(entry, leaving=person(entry, 2), coming=Substitute("Nova"), by=bruno(), now=START)
    entry.refresh_from_db()
    assert entry.state == EntryState.ENTERED
    assert decks_missing(tournament)[entry.code] == ("Nova",)


def test_the_record_tells_what_was_accepted_and_comes_back_from_a_file(tmp_path: Path) -> None:
    tournament, clock = due(4), moments()
    for number in (1, 2, 3):
        hand_in(entry_of(tournament, number))
    handing_in.waive(entry_of(tournament, 4), reason="forgotten at home", by=ana(), now=START)
    check_in_all(tournament, by=bruno(), now=next(clock))
    assert_sound(tournament)
    path = tmp_path / "record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    accepted = [line["data"] for line in lines if line["type"] == "deck.accepted"]
    assert {tuple(sorted(data)) for data in accepted} == {("entry", "player", "sha256")}
    forget_head(tournament.ledger_id)
    again = restore_record(path, names={}, owner=None, now=next(clock))
    assert "".join(record_lines(again)) == path.read_text()
    assert DeckList.objects.filter(entry__ledger=again.ledger_id).count() == 3
    assert DeckWaiver.objects.get(entry__ledger=again.ledger_id).reason == "forgotten at home"
    assert decks_missing(again) == {}


def test_a_record_without_the_deck_of_somebody_checked_in_is_unsound() -> None:
    tournament = due(2)
    entry = entry_of(tournament)
    hand_in(entry)
    check_in(entry, by=bruno(), now=START)
    DeckList.objects.all().delete()
    bodies = [json.loads(line) for line in record_lines(tournament)]
    left = [body for body in bodies if body["type"] != "deck.accepted"]
    record = "".join(f"{canonical(body)}\n" for body in left).encode()
    assert "deck" in {found.rule for found in check_bytes(record)}


def test_where_decks_are_asked_for_after_the_check_in_nobody_is_drawn_without() -> None:
    tournament = due(2, house_rules={})
    check_in_all(tournament, by=bruno(), now=START)
    change_tournament(
        tournament, facts=replace(facts_of(fresh(tournament)), house_rules=DUE), by=ana(), now=START
    )
    with pytest.raises(Refused) as refusal:
        publish_draw(tournament, by=ana(), now=START)
    assert codes(refusal) == ["deck_missing"]
    for number in (1, 2):
        hand_in(entry_of(tournament, number))
    publish_draw(tournament, by=ana(), now=START)
    assert_sound(fresh(tournament))
    bodies = [json.loads(line) for line in record_lines(tournament)]
    left = [body for body in bodies if body["type"] != "deck.accepted"]
    record = "".join(f"{canonical(body)}\n" for body in left).encode()
    assert "has handed in no deck" in str([found.what for found in check_bytes(record)])


def test_who_comes_after_the_draw_plays_without_a_deck_for_the_reason_that_was_given() -> None:
    tournament, clock = due(4), moments()
    for number in range(1, 5):
        hand_in(entry_of(tournament, number))
    check_in_all(tournament, by=bruno(), now=next(clock))
    publish_draw(tournament, by=ana(), now=next(clock))
    withdraw(entry_at(at(tournament, 1, 1), 2), reason="", by=ana(), now=next(clock))
    late = enter_late(
        at(tournament, 1, 1), side=2, entry=NewEntry(("Tarde",)), reason="traffic", by=ana(), now=next(clock)
    )
    assert DeckWaiver.objects.get().entry == late
    assert hand_in(late).version == 1
    with pytest.raises(Stale):
        hand_in(late, f"{DECK}\n1 Mais")
    assert_sound(fresh(tournament))
