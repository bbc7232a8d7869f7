"""Who comes late, leaves and comes back while Swiss rounds are played."""

from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Match, MatchState, Side
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import assert_sound
from tests.cast import ana, browser, fresh
from tests.swiss import closed, first_round, play_all, play_rounds
from tests.unguarded import forget_head
from tournaments.departures.disqualify import disqualify
from tournaments.departures.enter_late import enter_late
from tournaments.departures.join_stage import join_between_rounds, may_join
from tournaments.departures.late_places import PlaceKind, late_places
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.rounds import draw_round
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.standings.selectors import classification, standings_of

pytestmark = pytest.mark.django_db


def joins(tournament: Tournament, name: str = "Tarde") -> Entry:
    """A late entry without a seat."""
    return join_between_rounds(
        tournament, entry=NewEntry((name,)), reason="traffic", by=ana(), now=timezone.now()
    )


def next_round(tournament: Tournament) -> Tournament:
    """The next round is drawn."""
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def kinds(tournament: Tournament, last: int) -> list[str]:
    """The kinds of the record's last lines."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")
    return list(found.values_list("type", flat=True)[:last])[::-1]


def seated(tournament: Tournament, entry: Entry) -> list[int]:
    """The rounds in which an entry sits."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, entry=entry)
    return sorted(sides.values_list("round", flat=True))


def test_a_late_entry_plays_from_the_next_round_on() -> None:
    tournament = first_round(12)
    late = joins(tournament)
    assert kinds(tournament, 3) == ["entry.added", "entry.checked_in", "integrity.noted"]
    assert (late.state, seated(tournament, late)) == (EntryState.CHECKED_IN, [])
    play_all(tournament)
    assert seated(next_round(tournament), late) == [2]
    row = next(row for row in standings_of(fresh(tournament)) if row.entry_code == late.code)
    assert row.open


def test_no_one_joins_once_no_round_is_to_come() -> None:
    tournament = first_round(12, rounds=1)
    assert not may_join(tournament)
    with pytest.raises(Stale, match="rounds_all_drawn"):
        joins(tournament)
    play_all(tournament)
    closed(fresh(tournament))
    with pytest.raises(Stale, match="no_open_stage"):
        joins(fresh(tournament))


def test_a_late_entry_needs_a_reason() -> None:
    tournament = first_round(12)
    with pytest.raises(Refused, match="reason_missing"):
        join_between_rounds(tournament, entry=NewEntry(("X",)), reason=" ", by=ana(), now=timezone.now())


def test_who_joined_and_leaves_is_not_drawn_and_may_come_back() -> None:
    tournament = first_round(12)
    late = joins(tournament)
    withdraw(late, reason="", by=ana(), now=timezone.now())
    play_all(tournament)
    assert seated(next_round(tournament), late) == []
    reinstate(fresh_entry(late), reason="came back", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    assert seated(next_round(tournament), late) == [3]


def restored_is_same(tournament: Tournament, folder: Path) -> None:
    """The record is sound, and a tournament restored from it has the same record."""
    assert_sound(tournament)
    path = folder / "day.record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    forget_head(tournament.ledger_id)
    copy = restore_record(path, names={}, owner=None, now=timezone.now(), slug="copy")
    assert "".join(record_lines(copy)) == path.read_text(encoding="utf-8")
    placed = [(row.place, row.entries) for row in classification(tournament, complete=False)]
    assert [(row.place, row.entries) for row in classification(copy, complete=False)] == placed


def fresh_entry(entry: Entry) -> Entry:
    """The entry as the database has it."""
    return Entry.objects.get(pk=entry.pk)


def test_records_of_those_who_come_and_go_are_sound(tmp_path: Path) -> None:
    """One joins, one takes a chair in the second round, one leaves and comes back, one is disqualified."""
    tournament = first_round(10, table_low=3)
    joins(tournament)
    leaving = Entry.objects.filter(sides__match__ledger=tournament.ledger_id).earliest("code")
    withdraw(leaving, reason="", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    tournament = next_round(tournament)
    place = next(place for place in late_places(tournament) if place.kind != PlaceKind.ABSENT)
    entry = NewEntry(("Cadeira",))
    enter_late(place.match, side=place.side, entry=entry, reason="bus", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    reinstate(fresh_entry(leaving), reason="back", by=ana(), now=timezone.now())
    tournament = next_round(tournament)
    play_all(tournament)
    beaten = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN).latest("code")
    disqualify(beaten, reason="cheated", by=ana(), now=timezone.now())
    tournament = closed(fresh(tournament))
    play_all(tournament)
    restored_is_same(fresh(tournament), tmp_path)


def test_places_at_tables_are_those_of_the_round_being_played() -> None:
    tournament = first_round(11, table_low=3)
    assert {place.match.round for place in late_places(tournament)} == {1}
    play_all(tournament)
    assert late_places(fresh(tournament)) == []
    tournament = next_round(tournament)
    places = late_places(tournament)
    assert {place.match.round for place in places} == {2}
    chair = next(place for place in places if place.kind == PlaceKind.CHAIR)
    late = enter_late(
        chair.match, side=chair.side, entry=NewEntry(("Tarde",)), reason="bus", by=ana(), now=timezone.now()
    )
    assert seated(tournament, late) == [2]


def test_no_late_entry_in_the_bracket_after_the_stage() -> None:
    assert late_places(closed(play_rounds(first_round(12, rounds=1)))) == []


def test_who_missed_a_round_may_come_back_for_the_next() -> None:
    """Its match went on without it; in a bracket that would be the end."""
    tournament = first_round(12)
    entry = Entry.objects.filter(sides__match__ledger=tournament.ledger_id).first()
    assert entry is not None
    withdraw(entry, reason="", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    reinstate(fresh_entry(entry), reason="back", by=ana(), now=timezone.now())
    assert seated(next_round(tournament), entry) == [2]


def test_who_is_disqualified_between_rounds_keeps_results_of_others() -> None:
    tournament = first_round(12)
    play_all(tournament)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.ENDED).first()
    assert match is not None
    assert match.winner is not None
    disqualify(match.winner, reason="cheated", by=ana(), now=timezone.now())
    match.refresh_from_db()
    assert match.winner_id is not None
    assert match.winner.code not in {row.entry_code for row in standings_of(fresh(tournament))}
    assert seated(next_round(tournament), match.winner) == [1]


def test_the_page_of_late_entries_offers_the_next_round() -> None:
    tournament = first_round(12)
    play_all(tournament)
    page = reverse("entry_late", args=[tournament.slug])
    client = browser(ana())
    assert "plays from the next round on" in client.get(page).content.decode()
    said = {"names.0": "Tarde Chegou", "seat": "next", "reason": "bus"}
    assert client.post(page, said).status_code == 302
    late = Entry.objects.get(members__persona__player__name="Tarde Chegou")
    assert late.state == EntryState.CHECKED_IN


def test_the_page_says_when_no_round_is_to_come() -> None:
    tournament = first_round(12, rounds=1)
    play_all(tournament)
    page = browser(ana()).get(reverse("entry_late", args=[tournament.slug])).content.decode()
    assert "No Swiss round is to come" in page
