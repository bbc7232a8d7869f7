"""A full tournament keeps a waiting list, which moves up by itself in its order."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Player
from accounts.services import rename
from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Entry, EntryState, Waiting, WaitingMember
from records.export import people_file
from tests import cast
from tests.acts import assert_sound
from tests.cast import START, ana, bruno, caio, duda
from tournaments.departures.disqualify import disqualify
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.entries.check_in import check_in_all
from tournaments.entries.check_in_list import own_entry
from tournaments.entries.enter import import_entries
from tournaments.entries.wait import leave_list, move_to, put_on_list, wait_self
from tournaments.entries.waiting_list import is_full, moved_up_at, own_wait, waiting_views
from tournaments.entries.write_entries import MAX_ENTRIES
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db

LATER = START + timedelta(hours=1)


def full(entries: int = 4, **chosen: object) -> Tournament:
    return cast.entered(entries, capacity=entries, **chosen)


def waiting(tournament: Tournament, *names: str) -> list[Waiting]:
    return [put_on_list(tournament, entry=NewEntry((name,)), by=bruno(), now=LATER) for name in names]


def listed(tournament: Tournament) -> list[str]:
    return [view.names[0] for view in waiting_views(tournament)]


def newest(tournament: Tournament) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        RecordLine.objects.filter(ledger=tournament.ledger_id).latest("seq").text
    )
    return found


def entry_of(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(
        ledger=tournament.ledger_id, members__persona__player__name=name, members__live=True
    )


# --- joining ---------------------------------------------------------------------------------------------


def test_who_waits_is_not_on_record_and_every_change_is_a_version_of_its_own() -> None:
    tournament = full()
    before = tournament.ledger.version
    wait_self(tournament, by=duda(), now=LATER)
    after = cast.fresh(tournament).ledger.version
    assert (after.seq, after > before) == (before.seq, True)
    assert listed(tournament) == ["Duda Estranha"]
    mine = own_wait(waiting_views(tournament), tournament, duda())
    assert mine is not None
    assert mine.place == 1
    assert mine.people[0] not in people_file(tournament)["people"]


def test_nobody_waits_where_there_is_a_place_or_twice() -> None:
    with pytest.raises(Refused, match="not_full"):
        wait_self(cast.entered(4), by=duda(), now=LATER)
    tournament = full(name="Serrano")
    with pytest.raises(Refused, match="you_are_entered"):
        wait_self(tournament, by=caio(), now=LATER)
    wait_self(tournament, by=duda(), now=LATER)
    with pytest.raises(Refused, match="you_are_waiting"):
        wait_self(tournament, by=duda(), now=LATER)
    with pytest.raises(Refused, match="waits_already"):
        waiting(tournament, "duda estranha")
    with pytest.raises(Refused, match="already_entered"):
        waiting(tournament, "Jogador 2")
    private = cast.created(name="Litoral", capacity=2)
    import_entries(private, entries=[NewEntry(("Um",)), NewEntry(("Dois",))], by=ana(), now=START)
    with pytest.raises(Forbidden, match="not_announced"):
        wait_self(private, by=ana(), now=LATER)


def test_the_database_holds_that_a_person_waits_once() -> None:
    tournament = full()
    (row,) = waiting(tournament, "Eva")
    member = WaitingMember.objects.get(waiting=row)
    other = Waiting.objects.create(ledger=tournament.ledger, code="w1", position=9, since=LATER)
    with pytest.raises(IntegrityError), transaction.atomic():
        WaitingMember.objects.create(waiting=other, persona=member.persona, position=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Waiting.objects.filter(pk=other.pk).update(state="entered")


# --- moving up -------------------------------------------------------------------------------------------


def test_the_next_moves_up_when_somebody_withdraws() -> None:
    tournament = full()
    eva = NewEntry(("Eva",), seed=3)
    put_on_list(tournament, entry=eva, by=bruno(), now=LATER)
    waiting(tournament, "Fábio")
    withdraw(entry_of(tournament, "Jogador 2"), reason="", by=bruno(), now=LATER)
    line = newest(tournament)
    assert entry_of(tournament, "Eva").seed == 3
    assert (line["type"], line["by"]) == ("entry.added", "system")
    assert listed(tournament) == ["Fábio"]
    assert moved_up_at(entry_of(tournament, "Eva")) == LATER
    assert moved_up_at(entry_of(tournament, "Jogador 3")) is None
    assert is_full(tournament)
    assert_sound(tournament)


def test_they_move_up_where_the_capacity_grows_or_goes() -> None:
    tournament = full()
    waiting(tournament, "Eva", "Fábio", "Gil")
    facts = facts_of(tournament)
    change_tournament(tournament, facts=replace(facts, capacity=5), by=ana(), now=LATER)
    assert listed(tournament) == ["Fábio", "Gil"]
    change_tournament(tournament, facts=replace(facts, capacity=None), by=ana(), now=LATER)
    assert listed(tournament) == []


def test_they_move_up_after_a_disqualification_and_a_draw_taken_back() -> None:
    tournament = full()
    waiting(tournament, "Eva", "Fábio")
    disqualify(entry_of(tournament, "Jogador 2"), reason="briga", by=ana(), now=LATER)
    assert listed(tournament) == ["Fábio"]
    check_in_all(tournament, by=bruno(), now=LATER)
    publish_draw(tournament, by=ana(), now=LATER)
    withdraw(entry_of(tournament, "Jogador 3"), reason="", by=ana(), now=LATER)
    assert listed(tournament) == ["Fábio"]
    withdraw_draw(tournament, reason="um saiu", by=ana(), now=LATER)
    assert listed(tournament) == []


def test_who_left_comes_back_only_where_the_place_is_still_free() -> None:
    tournament = full()
    waiting(tournament, "Eva")
    gone = entry_of(tournament, "Jogador 2")
    withdraw(gone, reason="", by=bruno(), now=LATER)
    with pytest.raises(Refused, match="full"):
        reinstate(gone, reason="engano", by=bruno(), now=LATER)


def test_pairs_move_up_together_and_not_where_one_plays_already() -> None:
    tournament = full(2, kind="duplas")
    wait_self(tournament, by=duda(), partner_name="Lia Prado", now=LATER)
    put_on_list(tournament, entry=NewEntry(("Nina", "Otto")), by=ana(), now=LATER)
    entering_by_other_way = Player.objects.get(name="Lia Prado")
    withdraw(entry_of(tournament, "Jogador 2 A"), reason="", by=bruno(), now=LATER)
    entry = own_entry(tournament, duda())
    assert entry is not None
    assert set(entry.members.values_list("persona__player", flat=True)) == {
        duda().pk,
        entering_by_other_way.pk,
    }
    assert listed(tournament) == ["Nina"]
    assert_sound(tournament)


# --- leaving, order --------------------------------------------------------------------------------------


def test_one_leaves_the_list_oneself_or_by_the_staff_and_nobody_elses_place() -> None:
    tournament = full()
    mine = wait_self(tournament, by=duda(), now=LATER)
    (eva,) = waiting(tournament, "Eva")
    with pytest.raises(Forbidden):
        leave_list(eva, by=duda(), now=LATER)
    leave_list(mine, by=duda(), now=LATER)
    leave_list(mine, by=duda(), now=LATER)
    leave_list(eva, by=bruno(), now=LATER)
    assert listed(tournament) == []
    wait_self(tournament, by=duda(), now=LATER)


def test_who_moved_up_withdraws_instead() -> None:
    tournament = full()
    mine = wait_self(tournament, by=duda(), now=LATER)
    withdraw(entry_of(tournament, "Jogador 2"), reason="", by=bruno(), now=LATER)
    with pytest.raises(Stale, match="moved_up"):
        leave_list(mine, by=duda(), now=LATER)
    with pytest.raises(Stale, match="waits_no_more"):
        move_to(mine, place=1, by=bruno(), now=LATER)


@pytest.mark.parametrize(
    ("place", "order"),
    [(1, ["Gil", "Eva", "Fábio"]), (2, ["Eva", "Gil", "Fábio"]), (99, ["Eva", "Fábio", "Gil"])],
)
def test_the_staff_reorders(place: int, order: list[str]) -> None:
    tournament = full()
    rows = waiting(tournament, "Eva", "Fábio", "Gil")
    move_to(rows[2], place=place, by=bruno(), now=LATER)
    assert listed(tournament) == order
    with pytest.raises(Refused, match="place_out_of_range"):
        move_to(rows[2], place=0, by=bruno(), now=LATER)
    with pytest.raises(Forbidden):
        move_to(rows[2], place=1, by=duda(), now=LATER)


def test_after_the_draw_nobody_joins_or_moves_up() -> None:
    tournament = cast.drawn(4, capacity=4)
    with pytest.raises(Stale, match="entries_closed"):
        wait_self(tournament, by=duda(), now=LATER)


def test_a_new_name_of_who_waits_is_a_new_version() -> None:
    tournament = full()
    wait_self(tournament, by=duda(), now=LATER)
    before = cast.fresh(tournament).ledger.version
    rename(duda(), name="Duda Nova")
    assert cast.fresh(tournament).ledger.version > before
    assert listed(tournament) == ["Duda Nova"]
    assert not Entry.objects.filter(state=EntryState.WITHDRAWN).exists()


def test_without_a_capacity_a_tournament_takes_no_entry_beyond_the_largest_field() -> None:
    tournament = cast.entered(2)
    Entry.objects.filter(ledger=tournament.ledger, number=2).update(number=MAX_ENTRIES - 1)
    import_entries(tournament, entries=[NewEntry(("Eva",))], by=ana(), now=LATER)
    with pytest.raises(Refused, match="too_many_entries"):
        import_entries(tournament, entries=[NewEntry(("Nina",))], by=ana(), now=LATER)
    assert Entry.objects.filter(ledger=tournament.ledger).count() == 3
