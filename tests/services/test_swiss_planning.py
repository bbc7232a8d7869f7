"""Forecasts of days with Swiss rounds: no end that forgets the rounds and the bracket to come."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused
from matches.models import Entry
from scheduling.day_problem import problem_of_rest
from scheduling.feeds import tournament_events
from scheduling.forecasting import forecast_of, update_forecast
from scheduling.models import PlannedMatch
from scheduling.rounds_to_come import with_rounds_to_come
from scheduling.timetables import make_timetable, request_plan
from scheduling.what_if import what_if
from tests.cast import ana, browser, created, drawn, fresh
from tests.swiss import closed, first_round, play_all, play_rounds, swiss
from tournaments.departures.withdraw import withdraw
from tournaments.draw.rounds import draw_round
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def end(tournament: Tournament) -> datetime | None:
    """The forecast of the day's end."""
    update_forecast(tournament.ledger_id, now=timezone.now())
    found = forecast_of(fresh(tournament))
    return found.middle if found else None


def matches_to_come(tournament: Tournament) -> list[int]:
    """How many matches wait for how many others, in order."""
    day = problem_of_rest(tournament, timezone.now())
    whole = with_rounds_to_come(tournament, day) if day else None
    return [len(match.after) for match in whole.problem.matches] if whole else []


def test_rounds_and_bracket_to_come_are_part_of_the_day() -> None:
    """Three rounds of three tables, then a final of four; each round waits for the one before."""
    assert matches_to_come(first_round(12)) == [0] * 3 + [3] * 3 + [3] * 3 + [3]
    assert matches_to_come(first_round(12, rounds=1, advance=0)) == [0] * 3


def test_a_bracket_to_come_is_played_in_its_own_order() -> None:
    tournament = first_round(8, rounds=1, advance=4, table_low=2, table_high=2)
    assert matches_to_come(tournament) == [0] * 4 + [4, 4] + [2]


def test_a_bracket_alone_is_unchanged() -> None:
    tournament = drawn(8, table_high=2)
    day = problem_of_rest(tournament, timezone.now())
    assert day is not None
    assert with_rounds_to_come(tournament, day) is day


def test_the_end_is_later_by_the_rounds_to_come() -> None:
    short, long = end(first_round(12, rounds=1, advance=0)), end(first_round(12))
    assert short is not None
    assert long is not None
    assert long - short > timedelta(minutes=90)


def test_no_end_is_claimed_between_rounds_or_if_no_tables_fit() -> None:
    tournament = first_round(6, table_low=3, table_high=3, advance=3)
    withdraw(
        Entry.objects.filter(ledger=tournament.ledger_id).earliest("code"),
        reason="",
        by=ana(),
        now=timezone.now(),
    )
    assert end(fresh(tournament)) is None
    other = first_round(12)
    play_all(other)
    assert end(fresh(other)) is None


def test_the_bracket_after_the_rounds_is_foreseen_alone() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=1, advance=4, table_low=2, table_high=2)))
    assert matches_to_come(tournament) == [0, 0, 2]


def test_a_calendar_takes_no_end_from_a_timetable_of_one_round() -> None:
    tournament = first_round(12)
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    day = next(event for event in tournament_events(fresh(tournament)) if event.kind == "day")
    assert day.ends is None


def test_what_if_says_nothing_of_days_with_swiss_rounds() -> None:
    tournament = created(stages=swiss())
    with pytest.raises(Refused, match="bracket_only"):
        what_if(tournament, entries=12, tables=4, moment=timezone.now())
    page = browser(ana()).get(reverse("planning", args=[tournament.slug])).content.decode()
    assert "is not worked out here" in page


def test_a_timetable_goes_on_with_the_next_round() -> None:
    tournament = first_round(12)
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    update_forecast(tournament.ledger_id, now=timezone.now())
    planned = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id, match__round=2)
    assert planned.count() == 3
