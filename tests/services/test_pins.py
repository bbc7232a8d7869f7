"""Pins on the timetable: set, moved, taken off; kept by plans and calls; dropped with a reason."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import Match, MatchState, PhysicalTable
from scheduling.day_problem import problem_of_rest, seconds_of
from scheduling.dispatcher import close_table, dispatch
from scheduling.forecasting import update_forecast
from scheduling.models import PinnedMatch, PlannedMatch, Timetable
from scheduling.pins import pin_match, unpin_match
from scheduling.planning.checking import find_faults
from scheduling.planning.problem import Slot
from scheduling.timetable_views import pin_views, timetable_view
from scheduling.timetables import drop_timetable, make_timetable, request_plan
from tests.cast import START, ana, bruno, called, drawn, fresh
from tournaments.draw.publish import withdraw_draw
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
LATER = START + 60 * MINUTE


def planned(tables: int = 3) -> Tournament:
    tournament = drawn(16, tables=tables)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    return fresh(tournament)


def match_of(tournament: Tournament, round_: int = 1, number: int = 1) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=round_, number=number, third_place=False)


def table_of(tournament: Tournament, position: int) -> PhysicalTable:
    return PhysicalTable.objects.get(ledger=tournament.ledger_id, position=position)


def where(match: Match) -> tuple[int, datetime]:
    row = PlannedMatch.objects.select_related("table").get(match=match)
    return row.table.position, row.begins_at


def pinned(match: Match, table: int | None = None, begins_at: datetime | None = None) -> PinnedMatch:
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    place = table_of(tournament, table) if table else None
    return pin_match(match, table=place, begins_at=begins_at, by=ana(), now=START)


def test_a_pin_holds_in_this_timetable_and_in_later_ones_beside_the_record() -> None:
    tournament = planned()
    match, head = match_of(tournament), tournament.ledger.head_seq
    pinned(match, 3, LATER)
    assert Timetable.objects.get().pinned_at == START
    update_forecast(tournament.ledger_id, now=START)
    assert where(match) == (3, LATER)
    assert Timetable.objects.get().pinned_at is None
    drop_timetable(tournament, by=ana(), now=START)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    assert where(match) == (3, LATER)
    assert fresh(tournament).ledger.head_seq == head
    plan = timetable_view(fresh(tournament), START)
    assert plan is not None
    assert [bar.code for _, row in plan.lines for bar in row if bar.is_pinned] == [match.code]


def test_the_checker_of_plans_knows_of_it() -> None:
    tournament = planned()
    match = match_of(tournament)
    pinned(match, 3, where(match)[1] + timedelta(hours=1))
    day = problem_of_rest(fresh(tournament), START)
    assert day is not None
    rows = PlannedMatch.objects.select_related("match", "table")
    slots = [
        Slot(row.match.code, row.table.label, seconds_of(row.begins_at), seconds_of(row.ends_at))
        for row in rows
    ]
    assert "too_early" in {
        fault.code for fault in find_faults(day.problem, slots) if match.code in fault.matches
    }


def test_it_is_moved_and_taken_off() -> None:
    tournament = planned()
    match = match_of(tournament)
    pinned(match, 3, LATER)
    pinned(match, 2)
    pin = PinnedMatch.objects.get()
    assert (pin.table, pin.begins_at) == (table_of(tournament, 2), None)
    unpin_match(match, by=ana(), now=START)
    unpin_match(match, by=ana(), now=START)
    assert not PinnedMatch.objects.exists()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({}, "pin_empty"),
        ({"begins_at": START - MINUTE}, "pin_in_past"),
        ({"begins_at": START + 30 * MINUTE}, "pin_in_break"),
        ({"table": 2}, "table_closed"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, Any], code: str) -> None:
    tournament = planned()
    plan_break(tournament, begins=START + 20 * MINUTE, ends=LATER, by=ana(), now=START)
    close_table(table_of(tournament, 2), by=ana(), now=START)
    with pytest.raises(Refused) as refused:
        pinned(match_of(tournament), **facts)
    assert [violation.code for violation in refused.value.violations] == [code]
    assert not PinnedMatch.objects.exists()


def test_only_who_runs_the_tournament_pins() -> None:
    match = match_of(planned())
    with pytest.raises(Forbidden):
        pin_match(match, begins_at=LATER, by=bruno(), now=START)
    pinned(match, 3)
    with pytest.raises(Forbidden):
        unpin_match(match, by=bruno(), now=START)
    assert PinnedMatch.objects.exists()


def test_a_match_that_was_called_is_pinned_no_more() -> None:
    tournament = planned()
    dispatch(tournament.ledger_id, now=START)
    with pytest.raises(Stale, match="match_called"):
        pinned(called(tournament)[0], 1)


def test_it_is_called_at_its_table() -> None:
    """The last of the first round goes first, to the table it was promised; others to the other tables."""
    tournament = planned(tables=2)
    match = match_of(tournament, 1, 4)
    pinned(match, 2)
    dispatch(tournament.ledger_id, now=START)
    match.refresh_from_db()
    assert match.table == table_of(tournament, 2)
    assert len(called(tournament)) == 2


def test_it_is_called_in_time_to_begin_then_and_its_table_is_free() -> None:
    tournament = planned(tables=1)
    match, begins = match_of(tournament, 1, 4), START + 12 * MINUTE
    pinned(match, 1, begins)
    dispatch(tournament.ledger_id, now=START)
    assert called(tournament) == []
    dispatch(tournament.ledger_id, now=begins - 5 * MINUTE)
    assert [one.code for one in called(tournament)] == [match.code]


@pytest.mark.parametrize(("minutes", "calls"), [(12, 0), (40, 0), (90, 1)])
def test_without_a_timetable_its_table_is_free_for_the_usual_length_of_a_match(
    minutes: int, calls: int
) -> None:
    tournament = drawn(16, tables=1)
    pinned(match_of(tournament, 1, 4), 1, START + minutes * MINUTE)
    dispatch(tournament.ledger_id, now=START)
    assert len(called(tournament)) == calls


def test_what_feeds_it_may_use_its_table() -> None:
    tournament = planned(tables=1)
    final = Match.objects.filter(ledger=tournament.ledger_id, third_place=False).order_by("-round")[0]
    pinned(final, 1, START + 30 * MINUTE)
    dispatch(tournament.ledger_id, now=START)
    assert len(called(tournament)) == 1


def test_a_closed_table_drops_it_with_the_reason() -> None:
    tournament = planned()
    match = match_of(tournament)
    pinned(match, 3)
    close_table(table_of(tournament, 3), by=ana(), now=START)
    update_forecast(tournament.ledger_id, now=START)
    assert [pin.dropped for pin in pin_views(tournament)] == ["table_closed"]
    assert where(match)[0] != 3


@pytest.mark.parametrize(
    ("round_", "begins_at", "now", "reason"),
    [
        (1, LATER, LATER + 15 * MINUTE, "passed"),
        (2, START + 10 * MINUTE, START, "not_ready"),
        (1, START + 85 * MINUTE, START, "break"),
    ],
)
def test_a_time_that_cannot_be_kept_drops_it(
    round_: int, begins_at: datetime, now: datetime, reason: str
) -> None:
    tournament = planned()
    pinned(match_of(tournament, round_), None, begins_at)
    plan_break(tournament, begins=START + 90 * MINUTE, ends=START + 120 * MINUTE, by=ana(), now=START)
    update_forecast(tournament.ledger_id, now=now)
    assert [pin.dropped for pin in pin_views(tournament)] == [reason]
    before = PinnedMatch.objects.get()
    update_forecast(tournament.ledger_id, now=now + MINUTE)
    assert PinnedMatch.objects.get().set_at == before.set_at


def test_of_two_at_one_table_the_later_one_is_dropped() -> None:
    tournament = planned()
    pinned(match_of(tournament, 1, 1), 3, LATER)
    pinned(match_of(tournament, 1, 2), 3, LATER + 10 * MINUTE)
    update_forecast(tournament.ledger_id, now=START)
    assert [pin.dropped for pin in pin_views(tournament)] == ["", "table_taken"]


def test_a_new_pin_takes_the_place_of_a_dropped_one() -> None:
    tournament = planned()
    match = match_of(tournament, 2)
    pinned(match, None, START + 10 * MINUTE)
    update_forecast(tournament.ledger_id, now=START)
    pinned(match, 2)
    assert PinnedMatch.objects.get().dropped == ""


def test_pins_go_with_the_draw() -> None:
    tournament = planned()
    pinned(match_of(tournament), 3)
    withdraw_draw(tournament, reason="de novo", by=ana(), now=START)
    assert not PinnedMatch.objects.exists()
    assert not Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.WAITING).exists()
