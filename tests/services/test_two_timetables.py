"""Who plays in two tournaments is planned at one table at a time: the later timetable keeps clear."""

from datetime import datetime, timedelta
from itertools import product
from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Match, MatchState, Seat, Side
from scheduling import timetables
from scheduling.busy_players import busy_spans_by_match
from scheduling.day_problem import problem_of_rest
from scheduling.dispatcher import set_tables
from scheduling.forecasting import update_forecast
from scheduling.models import PlannedMatch, Timetable
from scheduling.planning.checking import find_faults
from scheduling.timetables import cancel_making, make_timetable, request_plan
from tests.cast import START, ana, drawn, fresh, played, without_account
from tournaments.endings import cancel
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
Slots = dict[str, tuple[datetime, datetime]]


def others(tournament: Tournament, rng: Random, share: float) -> None:
    """So many of them are other people than those of the same names elsewhere."""
    for persona in tournament.ledger.personas.filter(player__name__startswith="Jogador"):
        if rng.random() < share:
            persona.player = without_account(f"{persona.player.name} bis")
            persona.save()


def plan(tournament: Tournament, now: datetime = START) -> Tournament:
    request_plan(tournament, by=ana(), now=now)
    make_timetable(tournament.ledger_id, now=now)
    return fresh(tournament)


def two(seed: int = 0, share: float = 0.0) -> tuple[Tournament, Tournament]:
    """Both drawn and planned, the first one first."""
    rng = Random(seed)
    first = drawn(rng.choice([8, 12, 16]), name="Um", tables=rng.randint(2, 5))
    second = drawn(rng.choice([8, 12, 16]), name="Dois", tables=rng.randint(2, 5), table_high=2)
    others(second, rng, share)
    plan(first)
    return fresh(first), plan(second, START + MINUTE)


def who_may_play(tournament: Tournament) -> dict[int, set[int]]:
    """By match that is to come: everybody who sits there, or in what leads there."""
    seats: dict[int, set[int]] = {}
    rows = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__isnull=False)
    for match, player in rows.values_list("match", "persona__player"):
        seats.setdefault(match, set()).add(player)
    ended = set(Match.objects.filter(state=MatchState.ENDED).values_list("pk", flat=True))
    for row in Match.objects.filter(ledger=tournament.ledger_id).order_by("round"):
        found = seats.setdefault(row.pk, set())
        for side in Side.objects.filter(match=row, source__isnull=False, entry=None).exclude(
            source__in=ended
        ):
            found |= seats[side.source_id or 0]
    return {match: people for match, people in seats.items() if match not in ended}


def planned(tournament: Tournament) -> dict[int, tuple[datetime, datetime]]:
    rows = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id).exclude(
        match__state=MatchState.ENDED
    )
    return {
        match: (begins, ends) for match, begins, ends in rows.values_list("match", "begins_at", "ends_at")
    }


def clashes(first: Tournament, second: Tournament) -> list[tuple[int, int]]:
    """Matches of either that are on at once though somebody may play both."""
    one, other = planned(first), planned(second)
    people = who_may_play(first) | who_may_play(second)
    return [
        (here, there)
        for here, there in product(one, other)
        if one[here][0] < other[there][1] and other[there][0] < one[here][1] and people[here] & people[there]
    ]


@pytest.mark.F109
@pytest.mark.parametrize(("seed", "share"), [(0, 0), (1, 0.3), (2, 0.6), (3, 0.9), (4, 1), (5, 0.5)])
def test_nobody_is_planned_at_two_tables_at_once(seed: int, share: float) -> None:
    first, second = two(seed, share)
    assert planned(first)
    assert planned(second)
    assert clashes(first, second) == []
    for one in (first, second):
        day = problem_of_rest(one, START)
        assert day is not None
        assert any(match.away for match in day.problem.matches) == (one == second)


def test_without_the_rule_they_would_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scheduling.day_problem.busy_spans_by_match", lambda *_: {})
    assert clashes(*two()) != []


def test_what_moves_the_earlier_one_moves_the_later_one_after_it() -> None:
    first, second = two(1, 0.3)
    before = planned(first)
    set_tables(first, count=1, by=ana(), now=START + MINUTE)
    for one in (first, second):
        update_forecast(one.ledger_id, now=START + 2 * MINUTE)
    assert planned(first) != before
    assert clashes(first, second) == []


def test_the_earlier_one_does_not_move_for_the_later_one() -> None:
    first, second = two(1, 0.3)
    before = planned(first)
    update_forecast(first.ledger_id, now=START)
    assert planned(first) == before
    assert busy_spans_by_match(first, START) == {}
    assert busy_spans_by_match(second, START) != {}


def test_who_makes_theirs_anew_keeps_clear_of_the_other_from_then_on() -> None:
    first, second = two(1, 0.3)
    plan(first, START + 2 * MINUTE)
    assert clashes(first, second) == []
    assert busy_spans_by_match(second, START) == {}
    request_plan(second, by=ana(), now=START + 3 * MINUTE)
    assert busy_spans_by_match(second, START) != {}
    cancel_making(second, by=ana(), now=START + 3 * MINUTE)
    assert busy_spans_by_match(second, START) == {}


def test_who_is_out_or_a_tournament_that_is_not_played_keeps_nobody() -> None:
    first, second = two(4, 1)
    away = busy_spans_by_match(second, START)
    caios = {match for match, spans in away.items() if spans}
    assert caios
    for match in Match.objects.filter(ledger=first.ledger_id, state=MatchState.READY):
        played(match)
    over = planned(first)
    update_forecast(first.ledger_id, now=START + MINUTE)
    assert set(planned(first)) == set(over)
    cancel(first, reason="chuva", by=ana(), now=START + 2 * MINUTE)
    assert busy_spans_by_match(second, START) == {}


def test_it_is_a_few_queries_however_many_people_are_in_both(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    first, second = two()
    with django_assert_max_num_queries(10):
        busy_spans_by_match(second, START)
    Timetable.objects.filter(ledger=first.ledger_id).delete()
    with django_assert_max_num_queries(3):
        assert busy_spans_by_match(second, START) == {}


def test_the_plan_that_is_kept_is_one_that_can_be_carried_out() -> None:
    _, second = two(3, 0.9)
    day = problem_of_rest(second, START + MINUTE)
    assert day is not None
    slots = timetables._stored_slots(Timetable.objects.get(ledger=second.ledger_id))
    assert find_faults(day.problem, slots) == ()
