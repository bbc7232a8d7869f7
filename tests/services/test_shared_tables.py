"""Of two timetables at the same tables the later one keeps clear of the other, and of what is on there."""

from datetime import datetime, timedelta
from itertools import product
from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import AT_TABLE, Match, MatchState
from scheduling import timetables
from scheduling.day_problem import problem_of_rest
from scheduling.dispatcher import close_table, dispatch, set_tables
from scheduling.forecasting import update_forecast
from scheduling.models import PlannedMatch, Timetable
from scheduling.planning.checking import find_faults
from scheduling.shared_tables import closed_by_others, tables_in_use
from scheduling.timetables import make_timetable, request_plan
from tests.cast import START, ana, drawn, fresh, without_account
from tests.sharing import table
from tournaments.endings import cancel
from tournaments.models import Tournament
from tournaments.tables.share import leave_hall, share_hall

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
Use = tuple[str, datetime, datetime]


def others(tournament: Tournament) -> None:
    """Nobody plays in both: what keeps the plans apart is tables alone."""
    for persona in tournament.ledger.personas.filter(memberships__isnull=False).distinct():
        persona.player = without_account(f"{persona.player.name} bis")
        persona.save()


def plan(tournament: Tournament, now: datetime = START) -> Tournament:
    request_plan(tournament, by=ana(), now=now)
    make_timetable(tournament.ledger_id, now=now)
    return fresh(tournament)


def two(seed: int = 0) -> tuple[Tournament, Tournament]:
    """Both drawn and in one hall; the first one has a timetable."""
    rng = Random(seed)
    first = drawn(rng.choice([8, 12, 16]), name="Um", tables=rng.randint(2, 5))
    second = drawn(rng.choice([8, 12, 16]), name="Dois", tables=rng.randint(2, 5), table_high=2)
    others(second)
    share_hall(first, second, by=ana(), now=START)
    plan(first)
    return fresh(first), second


def planned(tournament: Tournament) -> list[Use]:
    rows = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id)
    to_come = rows.exclude(match__state=MatchState.ENDED)
    return list(to_come.values_list("table__label", "begins_at", "ends_at"))


def clashes(first: Tournament, second: Tournament) -> list[tuple[Use, Use]]:
    """Two matches at one table at once."""
    return [
        (one, other)
        for one, other in product(planned(first), planned(second))
        if one[0] == other[0] and one[1] < other[2] and other[1] < one[2]
    ]


@pytest.mark.F50
@pytest.mark.parametrize("seed", range(6))
def test_no_table_is_planned_twice_at_once(seed: int) -> None:
    first, second = two(seed)
    plan(second, START + MINUTE)
    assert planned(first)
    assert planned(second)
    assert clashes(first, second) == []


def test_without_a_shared_hall_they_would_be() -> None:
    first, second = two()
    leave_hall(second, by=ana(), now=START)
    plan(second, START + MINUTE)
    assert clashes(first, second) != []


def test_the_plan_that_is_kept_is_one_that_can_be_carried_out_and_another_is_found_out() -> None:
    _, second = two(3)
    plan(second, START + MINUTE)
    day = problem_of_rest(second, START + MINUTE)
    assert day is not None
    slots = timetables._stored_slots(Timetable.objects.get(ledger=second.ledger_id))
    assert find_faults(day.problem, slots) == ()
    closed = {found.key: found.closed for found in day.problem.tables}
    wrong = next(slot for slot in slots if closed[slot.table])
    early = closed[wrong.table][0].begins
    length = wrong.ends - wrong.begins
    moved = [
        type(slot)(slot.match, slot.table, early, early + length) if slot == wrong else slot for slot in slots
    ]
    assert ("closed", (wrong.match,)) in [
        (found.code, found.matches) for found in find_faults(day.problem, moved)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_earlier_one_does_not_move_for_the_later_one_which_follows_it(seed: int) -> None:
    first, second = two(seed)
    plan(second, START + MINUTE)
    before = planned(first)
    update_forecast(first.ledger_id, now=START)
    assert planned(first) == before
    set_tables(first, count=1, by=ana(), now=START + MINUTE)
    for one in (first, second):
        update_forecast(one.ledger_id, now=START + 2 * MINUTE)
    assert planned(first) != before
    assert clashes(first, second) == []


def test_what_is_on_there_now_is_kept_clear_of_without_any_timetable() -> None:
    first = drawn(8, name="Um", tables=2)
    second = drawn(8, name="Dois", tables=2)
    others(second)
    share_hall(first, second, by=ana(), now=START)
    dispatch(first.ledger_id, now=START)
    used = tables_in_use(second, ana(), START)
    assert [(one.label, one.title, one.slug) for one in used] == [
        ("1", first.title, first.slug),
        ("2", first.title, first.slug),
    ]
    assert all(one.until > START + 20 * MINUTE for one in used)
    plan(second, START + MINUTE)
    assert min(begins for _, begins, _ in planned(second)) >= min(one.until for one in used)


def test_a_table_that_is_closed_here_is_not_said_to_be_used_unless_asked_for() -> None:
    first, second = drawn(8, name="Um", tables=2), drawn(8, name="Dois", tables=2)
    others(second)
    share_hall(first, second, by=ana(), now=START)
    dispatch(first.ledger_id, now=START)
    close_table(table(second, "1"), by=ana(), now=START)
    assert [one.label for one in tables_in_use(second, ana(), START)] == ["2"]
    assert [one.label for one in tables_in_use(second, ana(), START, closed_too=True)] == ["1", "2"]


def test_a_match_that_outlasts_its_plan_still_holds_its_table() -> None:
    first, second = two(2)
    dispatch(first.ledger_id, now=START)
    late = START + timedelta(hours=6)
    assert Match.objects.filter(ledger=first.ledger_id, state__in=AT_TABLE).exists()
    assert all(one.until > late for one in tables_in_use(second, ana(), late))
    assert tables_in_use(second, ana(), late)


def test_a_tournament_that_is_cancelled_keeps_no_table() -> None:
    first, second = two(1)
    assert closed_by_others(second, START, 0) != {}
    cancel(first, reason="chuva", by=ana(), now=START + MINUTE)
    assert closed_by_others(second, START, 0) == {}


def test_it_is_one_query_where_no_hall_is_shared_and_a_few_else(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    first, second = two(1)
    dispatch(first.ledger_id, now=START)
    with django_assert_max_num_queries(9):
        closed_by_others(second, START, 0)
    leave_hall(second, by=ana(), now=START)
    with django_assert_max_num_queries(1):
        assert closed_by_others(second, START, 0) == {}
