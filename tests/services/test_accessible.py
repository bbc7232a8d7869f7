"""Who needs an accessible table is called and planned to one and to no other; only the staff knows."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale
from matches.models import AT_TABLE, AccessNeed, Entry, Match, MatchState, PhysicalTable, Seat
from records.export import record_lines
from scheduling.day_problem import problem_of_rest
from scheduling.dispatcher import close_table, dispatch, open_table, place_match
from scheduling.models import PlannedMatch
from scheduling.pins import pin_match
from scheduling.planning.checking import find_faults
from scheduling.planning.problem import Slot
from scheduling.timetables import make_timetable, request_plan
from tests.acts import at, entry_at
from tests.cast import START, ana, bruno, caio, checked_in, drawn, duda, entered, finished, fresh, running
from tests.sharing import call, duels, hall, labels, on, run_jobs, table, won
from tournaments.departures.substitute import Substitute, substitute
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.play.play import start_match
from tournaments.privacy import own_data
from tournaments.standings.finish import finish
from tournaments.tables.accessible import (
    entries_in_need,
    is_out_of_reach,
    lacks_accessible,
    mark_table,
    set_accessible_need,
)

pytestmark = pytest.mark.django_db


def mark(tournament: Tournament, *chosen: str, accessible: bool = True) -> None:
    for label in chosen:
        mark_table(table(tournament, label), accessible=accessible, by=ana(), now=timezone.now())


def need(tournament: Tournament, number: int, *, round_: int = 1, needed: bool = True) -> Match:
    """Somebody of that match needs an accessible table."""
    match = at(tournament, round_, number)
    set_accessible_need(entry_at(match, 1), needed=needed, by=bruno(), now=timezone.now())
    return match


def places(tournament: Tournament) -> dict[int, str]:
    """Numbers of the matches of round 1 that are at tables, and their tables."""
    there = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE, round=1)
    return dict(there.values_list("number", "table__label"))


def test_it_is_called_to_an_accessible_table_though_others_come_before() -> None:
    tournament = duels("Um")
    mark(tournament, "2")
    need(tournament, 4)
    call(tournament)
    assert places(tournament) == {1: "1", 4: "2"}


def test_it_waits_for_one_and_the_others_are_called() -> None:
    tournament = duels("Um")
    mark(tournament, "2")
    need(tournament, 3)
    need(tournament, 4)
    call(tournament)
    assert places(tournament) == {1: "1", 3: "2"}
    won(at(tournament, 1, 1))
    call(tournament)
    assert places(tournament) == {2: "1", 3: "2"}
    won(at(tournament, 1, 3))
    call(tournament)
    assert places(tournament) == {2: "1", 4: "2"}


def test_the_others_take_accessible_tables_last() -> None:
    tournament = duels("Um", tables=3)
    mark(tournament, "1")
    call(tournament)
    assert places(tournament) == {1: "2", 2: "3", 3: "1"}


def test_two_in_need_wait_for_the_only_one_one_after_the_other() -> None:
    tournament = duels("Um", tables=4)
    mark(tournament, "3")
    need(tournament, 1)
    need(tournament, 2)
    call(tournament)
    assert places(tournament) == {1: "3", 3: "1", 4: "2"}


def test_where_no_open_table_is_accessible_it_is_called_as_ever() -> None:
    tournament = duels("Um")
    need(tournament, 1)
    assert lacks_accessible(tournament)
    mark(tournament, "2")
    assert not lacks_accessible(tournament)
    close_table(table(tournament, "2"), by=bruno(), now=timezone.now())
    assert lacks_accessible(tournament)
    call(tournament)
    assert places(tournament) == {1: "1"}
    open_table(table(tournament, "2"), by=bruno(), now=timezone.now())
    assert not lacks_accessible(tournament)


def test_that_none_is_there_is_told_before_the_draw_and_not_of_who_plays_no_more() -> None:
    early = checked_in(4)
    first = Entry.objects.filter(ledger=early.ledger_id)[0]
    set_accessible_need(first, needed=True, by=bruno(), now=START)
    assert lacks_accessible(early)
    tournament = duels("Um")
    match = need(tournament, 1)
    assert lacks_accessible(tournament)
    call(tournament)
    won(match)
    loser = match.sides.exclude(entry=at(tournament, 1, 1).winner).get().entry
    assert loser is not None
    AccessNeed.objects.filter(entry__ledger=tournament.ledger_id).delete()
    set_accessible_need(loser, needed=True, by=bruno(), now=timezone.now())
    assert not lacks_accessible(tournament)


def test_who_is_at_another_table_holds_none_free() -> None:
    """A match that cannot begin blocks no other."""
    first, second = duels("Um", tables=4), duels("Dois", tables=1)
    call(first)
    seat = Seat.objects.filter(match=at(first, 1, 1))[0]
    other = Seat.objects.filter(match=at(second, 1, 1), side__number=1)[0]
    assert seat.persona is not None
    assert other.persona is not None
    Persona.objects.filter(pk=other.persona.pk).update(player=seat.persona.player_id)
    mark(second, "1")
    need(second, 1)
    call(second)
    assert places(second) == {2: "1"}


def test_a_pin_wins() -> None:
    tournament = duels("Um", tables=3)
    mark(tournament, "3")
    match = need(tournament, 1)
    pin_match(match, table=table(tournament, "1"), by=ana(), now=START)
    pin_match(at(tournament, 1, 4), table=table(tournament, "3"), by=ana(), now=START)
    call(tournament)
    assert places(tournament) == {1: "1", 2: "2", 4: "3"}


def test_a_pin_to_a_time_alone_leaves_the_need() -> None:
    tournament, now = duels("Um"), timezone.now()
    mark(tournament, "2")
    match = need(tournament, 1)
    pin_match(match, begins_at=now + timedelta(minutes=30), by=ana(), now=now)
    dispatch(tournament.ledger_id, now=now)
    assert places(tournament) == {2: "1", 3: "2"}
    won(at(tournament, 1, 2))
    dispatch(tournament.ledger_id, now=now + timedelta(minutes=26))
    assert places(tournament) == {3: "2", 4: "1"}


def test_a_match_that_is_on_keeps_its_table() -> None:
    tournament = duels("Um")
    mark(tournament, "2")
    call(tournament)
    assert places(tournament) == {1: "1", 2: "2"}
    need(tournament, 1)
    mark(tournament, "2", accessible=False)
    call(tournament)
    assert places(tournament) == {1: "1", 2: "2"}


def test_who_is_started_without_a_call_gets_one_or_is_refused() -> None:
    tournament = duels("Um", tables=3)
    mark(tournament, "1")
    first, second = need(tournament, 1), need(tournament, 2)
    start_match(first, by=bruno(), now=timezone.now())
    with pytest.raises(Refused, match="no_accessible_table_free"):
        start_match(second, by=bruno(), now=timezone.now())
    start_match(at(tournament, 1, 3), by=bruno(), now=timezone.now())
    assert places(tournament) == {1: "1", 3: "2"}


def test_by_hand_it_goes_anywhere_and_that_is_known() -> None:
    tournament = duels("Um", tables=3)
    mark(tournament, "3")
    match = need(tournament, 1)
    placed = place_match(match, table=table(tournament, "1"), by=bruno(), now=timezone.now())
    assert placed.table == table(tournament, "1")
    assert is_out_of_reach(placed)
    moved = place_match(placed, table=table(tournament, "3"), by=bruno(), now=timezone.now())
    assert not is_out_of_reach(moved)
    other = place_match(at(tournament, 1, 2), table=table(tournament, "2"), by=bruno(), now=timezone.now())
    assert not is_out_of_reach(other)


def test_in_a_shared_hall_it_waits_until_the_other_leaves_the_table() -> None:
    first, second = hall()
    mark(second, "1")
    need(second, 4)
    close_table(table(first, "1"), by=ana(), now=timezone.now())
    call(second)
    assert labels(second) == []
    won(next(match for match in on(first) if match.table and match.table.label == "2"))
    won(next(match for match in on(first) if match.table and match.table.label == "1"))
    run_jobs()
    assert places(second)[4] == "1"


def test_the_dispatcher_asks_no_more_for_it() -> None:
    asked = []
    for in_need in (False, True):
        tournament = duels("Com" if in_need else "Sem")
        if in_need:
            mark(tournament, "2")
            need(tournament, 2)
        with CaptureQueriesContext(connection) as queries:
            call(tournament)
        assert len(places(tournament)) == 2
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_it_stands_at_an_accessible_table_in_the_plan_too() -> None:
    tournament = drawn(16, tables=4, table_low=2, table_high=2)
    mark(tournament, "4")
    match = need(tournament, 1)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    rows = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id).select_related("table", "match")
    assert rows.get(match=match).table.label == "4"
    day = problem_of_rest(fresh(tournament), START)
    assert day is not None
    needs = {one.key for one in day.problem.matches if one.needs}
    assert needs == {match.code}
    slots = [
        Slot(row.match.code, row.table.label, int(row.begins_at.timestamp()), int(row.ends_at.timestamp()))
        for row in rows
    ]
    assert list(find_faults(day.problem, slots)) == []
    close_table(table(tournament, "4"), by=bruno(), now=START)
    shut = problem_of_rest(fresh(tournament), START)
    assert shut is not None
    assert not any(place.attributes for place in shut.problem.tables)


def test_a_judge_says_who_and_a_coordinator_says_where() -> None:
    tournament = entered(4)
    entry, place = Entry.objects.filter(ledger=tournament.ledger_id)[0], table(tournament, "1")
    for who in (caio(), duda()):
        with pytest.raises(Forbidden):
            set_accessible_need(entry, needed=True, by=who, now=START)
    for other in (caio(), bruno()):
        with pytest.raises(Forbidden):
            mark_table(place, accessible=True, by=other, now=START)
    for _again in range(2):
        set_accessible_need(entry, needed=True, by=bruno(), now=START)
        mark_table(place, accessible=True, by=ana(), now=START)
    assert entries_in_need(tournament) == {entry.code}
    for _again in range(2):
        set_accessible_need(entry, needed=False, by=bruno(), now=START)
        mark_table(place, accessible=False, by=ana(), now=START)
    assert entries_in_need(tournament) == frozenset()
    assert not PhysicalTable.objects.filter(accessible_since__isnull=False).exists()


def test_the_record_knows_nothing_of_it_but_the_page_is_another() -> None:
    tournament = duels("Um")
    before, version = list(record_lines(tournament)), fresh(tournament).ledger.version
    need(tournament, 1)
    assert list(record_lines(tournament)) == before
    assert fresh(tournament).ledger.version != version


def caios(tournament: Tournament) -> Entry:
    return Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())


def told(player: Player) -> list[object]:
    data = own_data(player, timezone.now())["tournaments"]
    assert isinstance(data, list)
    return [entry["needs_accessible_table"] for part in data for entry in part["entries"]]


def test_it_is_told_in_ones_own_data_and_goes_with_who_is_forgotten() -> None:
    tournament = entered(4)
    other = Entry.objects.filter(ledger=tournament.ledger_id).exclude(pk=caios(tournament).pk)[0]
    assert told(caio()) == [False]
    for entry in (caios(tournament), other):
        set_accessible_need(entry, needed=True, by=bruno(), now=START)
    assert told(caio()) == [True]
    anonymise(caio())
    assert entries_in_need(tournament) == {other.code}


def test_it_goes_when_the_tournament_is_over_and_none_is_noted_later() -> None:
    called_off = running(4)
    need(called_off, 1)
    cancel(called_off, reason="Faltou luz.", by=ana(), now=timezone.now())
    assert not AccessNeed.objects.exists()
    tournament = finished(4)
    with pytest.raises(Stale, match="finished"):
        set_accessible_need(
            Entry.objects.filter(ledger=tournament.ledger_id)[0], needed=True, by=ana(), now=START
        )


def test_finishing_forgets_it() -> None:
    tournament = duels("Um", entries=2)
    match = need(tournament, 1)
    won(match)
    assert Match.objects.get(pk=match.pk).state == MatchState.ENDED
    finish(tournament, by=ana(), now=timezone.now())
    assert not AccessNeed.objects.exists()


def test_it_stays_with_the_entry_whoever_comes_in_and_goes_with_any_of_its_people() -> None:
    tournament = drawn(4, kind="duplas")
    match = need(tournament, 1)
    pair = entry_at(match, 1)
    left, stays = pair.members.get(position=2).persona, pair.members.get(position=1).persona.player
    coming = Substitute("Reserva")
    substitute(pair, leaving=left.code, coming=coming, by=ana(), reason="doente", now=timezone.now())
    assert entries_in_need(tournament) == {pair.code}
    anonymise(left.player)
    assert entries_in_need(tournament) == {pair.code}
    anonymise(stays)
    assert entries_in_need(tournament) == frozenset()
