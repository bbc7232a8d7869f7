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
from scheduling.formats import FormatAnswer
from scheduling.models import PlannedMatch
from scheduling.rounds_to_come import with_rounds_to_come
from scheduling.timetables import make_timetable, request_plan
from scheduling.what_if import what_if
from tests.cast import ana, browser, created, drawn, duda, fresh
from tests.inventions import accepted
from tests.swiss import by_placement, closed, first_round, groups_drawn, play_all, play_rounds, swiss
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


def test_rounds_of_groups_end_with_their_longest_circle() -> None:
    """Nine rounds are planned; in groups of four and five there are five, the last two without the four."""
    tournament = groups_drawn(9, rounds=9, advance=2)
    rounds = [0] * 4 + [4] * 4 + [4] * 4 + [4] * 2 + [2] * 2
    assert matches_to_come(tournament) == [*rounds, 2, 2, 2]
    assert matches_to_come(groups_drawn(8, rounds=1, advance=0)) == [0] * 4


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


def test_what_if_compares_the_planned_rounds_with_the_bracket_alone() -> None:
    """Twelve: four tables of three and a final alone; three rounds of three tables, then a final."""
    tournament = created(stages=swiss())
    found = what_if(tournament, entries=12, tables=3, moment=timezone.now())
    alone, own = found.formats[:2]
    assert (alone.stage, alone.rounds_for_all, alone.matches, alone.is_asked) == (None, 1, 5, False)
    assert own.stage is not None
    assert (own.stage.plain, own.rounds_for_all, own.matches) == (swiss()[0], 3, 10)
    assert found.as_set is own
    assert own.ends.middle > alone.ends.middle
    assert not found.shapes
    page = browser(ana()).get(reverse("planning", args=[tournament.slug])).content.decode()
    assert "3 Swiss rounds for everyone" in page


def test_other_tables_and_limits_move_the_end_of_a_day_with_rounds() -> None:
    tournament = created(stages=swiss(3, 4), table_low=3, table_high=4, time_limit=60)
    found = what_if(tournament, entries=24, tables=6, moment=timezone.now())
    ends = {row.tables: row.ends.middle for row in found.tables}
    assert ends[5] >= ends[6] >= ends[7]
    assert ends[5] > ends[8]
    limits = {row.limit: row.ends.middle for row in found.limits}
    assert limits[30] < limits[60]
    assert [row.size for row in found.sizes if row.is_asked] == [4]
    page = browser(ana()).get(reverse("planning", args=[tournament.slug]), {"inscricoes": 24, "mesas": 6})
    assert 'id="by-limits"' in page.content.decode()


def test_tables_of_two_are_no_answer_where_places_give_points() -> None:
    tournament = created(stages=by_placement(), table_low=2, table_high=4)
    found = what_if(tournament, entries=24, tables=6, moment=timezone.now())
    assert 2 not in {row.size for row in found.sizes}
    assert {3, 4} <= {row.size for row in found.sizes}


def test_a_bracket_alone_is_compared_with_rounds_unless_it_is_ranked() -> None:
    kinds = [one.stage and one.stage.kind for one in formats_of(created(name="Ipê", ranked=False), 24)]
    assert kinds[:2] == [None, "swiss"]
    assert [one.stage for one in formats_of(created(name="Jatobá", ranked=True), 24)] == [None]


def test_a_ranked_tournament_is_compared_with_what_its_type_was_accepted_with() -> None:
    accepted(duda(), stages=("groups",))
    kinds = [one.stage and one.stage.kind for one in formats_of(created(kind="fortaleza", ranked=True), 24)]
    assert kinds == [None, "groups"]


def formats_of(tournament: Tournament, entries: int) -> tuple[FormatAnswer, ...]:
    return what_if(tournament, entries=entries, tables=6, moment=timezone.now()).formats


def test_formats_that_cannot_be_foreseen_are_left_out_or_refused() -> None:
    assert [one.stage for one in formats_of(created(name="Ipê", ranked=False), 4096)] == [None]
    for entries, table_low in ((4096, 2), (5, 3)):
        tournament = created(name=f"Com {entries}", stages=swiss(), table_low=table_low, table_high=4)
        with pytest.raises(Refused, match="no_forecast"):
            formats_of(tournament, entries)
    page = browser(ana()).get(reverse("planning", args=[tournament.slug]), {"inscricoes": 5, "mesas": 2})
    assert page.status_code == 422
    assert "cannot be foreseen" in page.content.decode()


def test_a_timetable_goes_on_with_the_next_round() -> None:
    tournament = first_round(12)
    request_plan(tournament, by=ana(), now=timezone.now())
    make_timetable(tournament.ledger_id, now=timezone.now())
    play_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    update_forecast(tournament.ledger_id, now=timezone.now())
    planned = PlannedMatch.objects.filter(match__ledger=tournament.ledger_id, match__round=2)
    assert planned.count() == 3
