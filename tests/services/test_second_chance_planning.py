"""Days with a second chance foreseen and planned: its matches take tables and time beside the bracket."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from core.errors import Refused
from matches.models import Match
from scheduling.day_problem import DayProblem, problem_of_bracket, problem_of_rest
from scheduling.dispatcher import calls_to_make, dispatch
from scheduling.models import PlannedMatch
from scheduling.planning.checking import find_faults
from scheduling.planning.instance import compile_problem
from scheduling.planning.outlook import simulate_ends
from scheduling.planning.plan import plain_plan, ranks_by_tail
from scheduling.planning.problem import PlanTable
from scheduling.planning.solve import solve
from scheduling.timetables import make_timetable, request_plan
from scheduling.what_if import DayAnswer, plan_shapes, what_if
from tests.acts import Moments, won
from tests.cast import START, ana, browser, called, drawn, entered, fresh
from tournaments.bracket.shapes import default_shape
from tournaments.draw.readiness import offered_shapes
from tournaments.draw.second_chance import undrawn_bracket
from tournaments.models import Tournament
from tournaments.standings.finish import finish

pytestmark = pytest.mark.django_db
OWN_TITLE, FINAL_SEAT = {"second_chance": "own_title"}, {"second_chance": "final_seat"}
LATER = START + timedelta(hours=3)


def undrawn(entries: int, low: int = 2, high: int = 2, rules: Mapping[str, Any] = OWN_TITLE) -> DayProblem:
    """The day of the proposed shape on one table, nothing drawn."""
    tournament = entered(table_low=low, table_high=high, house_rules=rules)
    short = bool(rules.get("short_final", False))
    bracket = undrawn_bracket(tournament, default_shape(entries, low, high, short_final=short))
    return problem_of_bracket(tournament, bracket, tables=1, begins=START, seen=())


def after(day: DayProblem) -> dict[str, set[str]]:
    """The matches that each one waits for."""
    return {match.key: set(match.after) for match in day.problem.matches}


def rest(tournament: Tournament) -> DayProblem:
    found = problem_of_rest(fresh(tournament), START)
    assert found is not None
    return found


def round_over(tournament: Tournament, clock: Moments) -> None:
    """Play the first round; no match of a later one is called."""
    for number in Match.objects.filter(ledger=tournament.ledger_id, round=1).values_list("number", flat=True):
        won(tournament, 1, number, clock)


def places(matches: list[Match]) -> list[tuple[int, int]]:
    return [(match.round, match.number) for match in matches]


# --- before the draw ----------------------------------------------------------------------------------


def test_an_undrawn_day_has_its_matches_after_those_that_feed_them() -> None:
    waits = after(undrawn(8))
    assert waits.keys() == {"1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2"}
    assert waits["3.2"] == {"2.3", "2.4"}
    assert waits["2.3"] | waits["2.4"] == {"1.1", "1.2", "1.3", "1.4"}
    assert waits["2.3"].isdisjoint(waits["2.4"])


def test_losers_of_one_table_who_meet_wait_for_it_once() -> None:
    """Three losers of each of two tables play at two tables of three, so two of them meet."""
    day = undrawn(8, 3, 4, {**OWN_TITLE, "short_final": True})
    assert after(day)["2.2"] == after(day)["2.3"] == {"1.1", "1.2"}
    assert [len(match.after) for match in day.problem.matches if match.key in ("2.2", "2.3")] == [3, 3]
    assert simulate_ends(day.problem, day.lengths, rng=Random(1), placed=1).high > START.timestamp()


@pytest.mark.parametrize(("entries", "rules"), [(13, OWN_TITLE), (8, OWN_TITLE), (7, FINAL_SEAT)])
def test_the_greedy_order_and_the_solver_keep_its_order(entries: int, rules: dict[str, str]) -> None:
    """With three tables both brackets are played at once; the greedy order goes by round and number."""
    problem = undrawn(entries, 2, 4 if rules == FINAL_SEAT else 2, rules).problem
    problem = replace(problem, tables=tuple(PlanTable(label) for label in "abc"))
    greedy = plain_plan(problem)
    best = solve(problem, rng=Random(1), effort=5_000, seconds=1)
    assert find_faults(problem, greedy.slots) == find_faults(problem, best.slots) == ()
    assert best.finish <= greedy.finish


def test_a_bracket_that_can_have_none_is_foreseen_without_one() -> None:
    assert len(after(undrawn(3))) == 2


def test_the_day_is_longer_and_the_hall_wider_by_it() -> None:
    without, with_it = answer(), answer(house_rules=OWN_TITLE)
    assert (without.matches, with_it.matches) == (7, 10)
    assert with_it.ends.middle - without.ends.middle > timedelta(minutes=60)
    large = plan_shapes(entered(house_rules=OWN_TITLE), [default_shape(24, 2, 4)], tables=0, moment=START)[0]
    assert (large.matches, large.tables, large.waves) == (13 + 5, 8, 1)


def answer(**chosen: Any) -> DayAnswer:
    return plan_shapes(entered(table_high=2, **chosen), [default_shape(8, 2, 2)], tables=1, moment=START)[0]


def test_offers_count_what_is_played_beside_the_bracket() -> None:
    def offered(**rules: Any) -> tuple[int, int, int]:
        offer = offered_shapes(entered(table_high=2, house_rules=rules), 8)[0]
        return offer.matches, offer.rounds, offer.tables_needed

    assert offered() == (7, 3, 4)
    assert offered(third_place_match=True) == (8, 3, 4)
    assert offered(**OWN_TITLE) == (10, 3, 4)
    assert offered(**OWN_TITLE, third_place_match=True) == (11, 3, 4)
    six_tables_of_four = offered_shapes(entered(house_rules=OWN_TITLE), 24)[1]
    assert six_tables_of_four.shape.rounds[0] == (4,) * 6
    assert six_tables_of_four.tables_needed == 3 + 8


def test_only_the_bracket_alone_has_it_among_the_formats() -> None:
    def matches(**rules: Any) -> list[int]:
        tournament = entered(house_rules=rules, name=f"Com {len(rules)}")
        return [one.matches for one in what_if(tournament, entries=16, tables=4, moment=START).formats]

    (alone, *stages), (alone_with_it, *stages_with_it) = matches(), matches(**OWN_TITLE)
    assert alone_with_it - alone == 5
    assert stages_with_it == stages != []


def test_table_sizes_that_change_the_second_chance_alone_are_timed_on_their_own() -> None:
    """Seven have the same bracket of four matches with tables up to three or up to four; losers do not."""
    found = what_if(entered(house_rules=OWN_TITLE), entries=7, tables=8, moment=START)
    rows = {row.size: row for row in found.sizes}
    assert rows[3].shape == rows[4].shape
    assert (rows[3].matches, rows[4].matches) == (4 + 3, 4 + 1)


def test_the_final_of_an_undrawn_day_waits_for_the_second_chance_that_leads_to_it() -> None:
    """Seven at tables of two and three have a final of three; four losers play for its fourth seat."""
    waits = after(undrawn(7, 2, 4, FINAL_SEAT))
    assert waits["2.1"] == {"1.1", "1.2", "1.3"}
    assert waits["3.1"] == {*waits["2.1"], "2.1"}
    assert len(waits) == 5


def test_the_shape_that_is_timed_can_have_the_second_chance() -> None:
    """Sixteen at tables of four have a full final, so the shape with a final of three is proposed."""
    tournament = entered(house_rules=FINAL_SEAT, ranked=False)
    found = what_if(tournament, entries=16, tables=4, moment=START)
    assert found.as_set.shape == found.shapes[0].shape
    assert all(answer.shape.rounds[-1][0] < 4 for answer in found.shapes)
    assert found.shapes[0].matches == found.formats[0].matches == found.tables[0].matches
    assert found.shapes[0].matches > found.shapes[0].shape.matches


def test_the_planning_page_says_how_many_matches_there_are() -> None:
    tournament = entered(table_high=2, house_rules=OWN_TITLE)
    page = browser(ana()).get(reverse("planning", args=[tournament.slug]), {"inscricoes": 8, "mesas": 4})
    assert [row.matches for row in page.context["what"].tables] == [10, 10, 10, 10]
    assert '<td class="num" data-label="Matches">10</td>' in page.content.decode()


# --- a drawn day --------------------------------------------------------------------------------------


def test_a_drawn_day_waits_for_the_losers_of_round_1() -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    waits = after(rest(tournament))
    code = dict(Match.objects.filter(ledger=tournament.ledger_id).values_list("code", "round"))
    own = Match.objects.filter(ledger=tournament.ledger_id, second_chance=True).values_list("code", "round")
    assert [{code[one] for one in waits[match]} for match, _ in own] == [{1}, {1}, {2}]
    assert len(waits) == 10


def test_a_longer_way_through_the_second_chance_is_played_first() -> None:
    """Sixteen at tables of four: the final is in round 2, that of the second chance in round 3."""
    tournament = drawn(16, house_rules=OWN_TITLE)
    instance = compile_problem(rest(tournament).problem)
    codes = {key: number for number, key in enumerate(instance.keys)}
    ranks, tails = ranks_by_tail(instance), instance.tails
    final = codes[Match.objects.get(ledger=tournament.ledger_id, round=2, second_chance=False).code]
    for match in Match.objects.filter(ledger=tournament.ledger_id, round=2, second_chance=True):
        assert tails[codes[match.code]] > tails[final]
        assert ranks[codes[match.code]] < ranks[final]


def test_the_rest_of_a_drawn_day_has_its_matches() -> None:
    """Sixteen at tables of four: five matches of the bracket, and the twelve losers play on."""
    with_it, without = rest(drawn(16, tables=2, house_rules=OWN_TITLE)), rest(drawn(16, tables=2, name="Sem"))
    assert (len(with_it.problem.matches), len(without.problem.matches)) == (10, 5)


def test_a_timetable_has_its_matches_after_the_losses_that_lead_to_them() -> None:
    tournament = drawn(16, tables=3, house_rules=OWN_TITLE)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    planned = {one.match_id: one for one in PlannedMatch.objects.filter(match__ledger=tournament.ledger_id)}
    assert len(planned) == Match.objects.filter(ledger=tournament.ledger_id).count() == 10
    for match in Match.objects.filter(ledger=tournament.ledger_id, second_chance=True):
        sources = [side.source_id for side in match.sides.all()]
        assert all(planned[match.pk].begins_at > planned[source].ends_at for source in sources if source)
    page = browser(ana()).get(reverse("timetable", args=[tournament.slug]))
    names = [name for _, name in page.context["pin_form"].fields["match"].choices]
    assert names[4:6] == ["Final", "Second chance: round 2, match 2"]


# --- calls --------------------------------------------------------------------------------------------


def test_a_match_of_the_bracket_is_called_before_one_beside_it(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, tables=3, house_rules=OWN_TITLE)
    round_over(tournament, clock)
    assert places([match for match, _ in calls_to_make(fresh(tournament), LATER)]) == [(2, 1), (2, 2), (2, 3)]
    dispatch(tournament.ledger_id, now=LATER)
    assert places(called(tournament)) == [(2, 1), (2, 2), (2, 3)]


def test_its_earlier_round_is_called_before_a_later_one_of_the_bracket(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, tables=3, house_rules=OWN_TITLE)
    round_over(tournament, clock)
    for number in (1, 2):
        won(tournament, 2, number, clock)
    dispatch(tournament.ledger_id, now=LATER)
    assert places(called(tournament)) == [(2, 3), (2, 4), (3, 1)]


def test_a_timetable_calls_the_longer_way_first(clock: Moments) -> None:
    """With a timetable the order is its own: the second chance ends last, so it does not wait."""
    tournament = drawn(16, tables=1, house_rules=OWN_TITLE)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    PlannedMatch.objects.filter(match__round=2, match__second_chance=False).update(begins_at=LATER)
    round_over(tournament, clock)
    dispatch(tournament.ledger_id, now=START + timedelta(hours=2))
    (match,) = called(tournament)
    assert (match.round, match.second_chance) == (2, True)


def test_the_day_ends_once_both_brackets_are_played(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, tables=3, house_rules=OWN_TITLE)
    round_over(tournament, clock)
    for place in ((2, 1), (2, 2), (3, 1)):
        won(tournament, *place, clock)
    with pytest.raises(Refused, match="matches_open"):
        finish(fresh(tournament), by=ana(), now=LATER)
    assert len(rest(tournament).problem.matches) == 3
