"""Days on which losers of every round before the final play on: who comes, departures, corrections."""

from dataclasses import replace
from typing import Any

import pytest

from core.errors import Refused
from matches.models import Match, MatchState, Side
from scheduling.planning.checking import find_faults
from scheduling.planning.plan import plain_plan
from scheduling.planning.problem import PlanTable
from tests.acts import Moments, assert_sound, at, entry_at, finish, walked_over, won
from tests.cast import ana, checked_in, created, drawn, entered, fresh, plain_win
from tests.second_chance import ALL_LOSERS, own
from tests.services.test_correcting_second_chance import corrected, onward, remedies_of, started
from tests.services.test_second_chance import slot
from tests.services.test_second_chance_planning import after, rest, undrawn
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.draw.readiness import offered_shapes
from tournaments.models import Tournament
from tournaments.play.play import record_sheet
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
FINAL_SEAT = {**ALL_LOSERS, "second_chance": "final_seat", "shape": "chosen"}


def after_round_1(entries: int, clock: Moments, **rules: Any) -> Tournament:
    """Duels; only round 1 is played."""
    tournament = drawn(entries, table_high=2, house_rules={**ALL_LOSERS, **rules})
    for match in Match.objects.filter(ledger=tournament.ledger_id, round=1).order_by("number"):
        if match.state != MatchState.ENDED:
            won(tournament, 1, match.number, clock)
    return tournament


@pytest.mark.parametrize(("entries", "high"), [(4, 2), (9, 2), (13, 2), (24, 4), (17, 3)])
def test_it_is_played_to_its_end(entries: int, high: int, clock: Moments) -> None:
    tournament = drawn(entries, table_high=high, house_rules=ALL_LOSERS)
    finish(tournament, clock)
    assert {match.state for match in own(tournament)} == {MatchState.ENDED}
    assert own(tournament)[-1].winner is not None
    assert_sound(tournament)


def test_any_loser_may_come_to_the_final(clock: Moments) -> None:
    tournament = checked_in(18, table_high=3, ranked=False, house_rules=FINAL_SEAT)
    publish_draw(tournament, shape=[[3] * 6, [3, 3], [2]], by=ana(), now=next(clock))
    places = finish(fresh(tournament), clock)
    last = own(tournament)[-1]
    final = last.feeds.get().match
    assert (final.round, final.sides.count()) == (last.round + 1, 3)
    assert last.winner is not None
    assert places[last.winner.code] <= 3
    assert_sound(fresh(tournament))


def test_everyone_but_the_finalists_loses_twice(clock: Moments) -> None:
    tournament = drawn(13, table_high=2, house_rules=ALL_LOSERS)
    finish(tournament, clock)
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, match__state=MatchState.ENDED)
    played = [side for side in sides.select_related("match") if side.match.sides.count() > 1]
    lost = {entry.pk: 0 for entry in tournament.ledger.entries.all()}
    for side in played:
        if side.entry_id is not None and side.entry_id != side.match.winner_id:
            lost[side.entry_id] += 1
    assert sorted(lost.values()) == [0, 1, 1, *[2] * 10]


def test_it_changes_no_place(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=ALL_LOSERS)
    for round_, number in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1)):
        won(tournament, round_, number, clock)
    places = {row.entry_code: row.place for row in standings_of(fresh(tournament))}
    assert finish(tournament, clock) == places


def test_a_loser_of_a_semifinal_plays_on(clock: Moments) -> None:
    tournament = after_round_1(8, clock)
    semifinal = won(tournament, 2, 1, clock)
    loser = entry_at(semifinal, 2)
    assert slot(semifinal).entry == loser
    assert slot(semifinal).match.round > semifinal.round
    assert_sound(tournament)


def test_the_absent_and_the_withdrawn_of_a_semifinal_play_none(clock: Moments) -> None:
    tournament = after_round_1(8, clock)
    absent = walked_over(at(tournament, 2, 1), 2, clock=clock)
    lost = won(tournament, 2, 2, clock)
    withdraw(entry_at(lost, 2), reason="train", by=ana(), now=next(clock))
    assert [(slot(match).filled, slot(match).entry) for match in (absent, lost)] == [(True, None)] * 2
    assert_sound(tournament)
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_withdrew_before_a_semifinal_has_no_second_chance(clock: Moments) -> None:
    """The winner of round 1 leaves: the other wins round 2 alone, and the slot stays empty."""
    tournament = after_round_1(8, clock)
    semifinal = at(tournament, 2, 1)
    withdraw(entry_at(semifinal, 1), reason="hurt", by=ana(), now=next(clock))
    walked_over(at(tournament, 2, 1), 1, clock=clock)
    assert (slot(semifinal).filled, slot(semifinal).entry) == (True, None)
    assert_sound(tournament)
    finish(tournament, clock)
    assert_sound(tournament)


def test_no_loser_of_a_semifinal_is_promoted_who_plays_on(clock: Moments) -> None:
    tournament = after_round_1(8, clock, empty_seat="lucky_loser")
    semifinal = won(tournament, 2, 1, clock)
    withdraw(entry_at(semifinal, 1), reason="hurt", by=ana(), now=next(clock))
    assert onward(semifinal).entry is None
    assert slot(semifinal).entry == entry_at(semifinal, 2)
    assert_sound(tournament)


def test_a_disqualified_winner_of_a_semifinal_is_followed_by_its_loser(clock: Moments) -> None:
    tournament = after_round_1(8, clock)
    semifinal = won(tournament, 2, 1, clock)
    disqualify(entry_at(semifinal, 1), reason="insult", by=ana(), now=next(clock))
    assert (onward(semifinal).entry, slot(semifinal).entry) == (entry_at(semifinal, 2), None)
    assert_sound(tournament)


def test_a_corrected_semifinal_exchanges_winner_and_loser(clock: Moments) -> None:
    tournament = after_round_1(8, clock)
    semifinal = won(tournament, 2, 1, clock)
    before = overview_of(tournament)
    correction = corrected(semifinal, 2, clock)
    assert (onward(semifinal).entry, slot(semifinal).entry) == (
        entry_at(semifinal, 2),
        entry_at(semifinal, 1),
    )
    assert_sound(tournament)
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


def test_round_1_is_corrected_after_its_winner_lost_the_semifinal(clock: Moments) -> None:
    """Both have played on: the semifinal, and the matches of both losers, are void."""
    tournament = after_round_1(8, clock)
    match = at(tournament, 1, 1)
    semifinal = won(tournament, 2, 1, clock, by_side=3 - onward(match).number)
    wrong = entry_at(match, 1)
    assert slot(semifinal).entry == wrong
    first = started(slot(match), tournament, clock)
    record_sheet(first, sheet=plain_win(first), by=ana(), now=next(clock))
    started(slot(semifinal), tournament, clock)
    before = overview_of(tournament)
    remedies = {semifinal.code: "replay", first.code: "replay"}
    correction = corrected(match, 2, clock, **remedies)
    assert remedies_of(correction) == remedies
    assert (onward(match).entry, slot(match).entry) == (entry_at(match, 2), entry_at(match, 1))
    assert (slot(semifinal).filled, slot(semifinal).entry) == (False, None)
    assert_sound(tournament)
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


def test_a_loser_who_plays_on_is_not_replaced_on_the_sheet(clock: Moments) -> None:
    tournament = after_round_1(8, clock)
    match = at(tournament, 1, 1)
    semifinal = won(tournament, 2, 1, clock, by_side=3 - onward(match).number)
    with pytest.raises(Refused) as refused:
        corrected(match, 2, clock, **{semifinal.code: "replace"})
    assert "replaced_plays_on" in {one.code for one in refused.value.violations}


def test_nine_duels_have_one_of_all_losers_only(clock: Moments) -> None:
    tournament = checked_in(9, table_high=2, house_rules={"second_chance": "own_title"})
    with pytest.raises(Refused, match="no_second_chance"):
        publish_draw(tournament, by=ana(), now=next(clock))
    assert len(own(drawn(9, table_high=2, house_rules=ALL_LOSERS))) == 6


def test_there_is_no_match_for_the_third_place_beside_it() -> None:
    with pytest.raises(Refused) as refused:
        created(table_high=2, house_rules={**ALL_LOSERS, "third_place_match": True})
    assert [one.code for one in refused.value.violations] == ["second_chance_or_third_place"]
    rules = {"second_chance_losers": "before_final", "third_place_match": True}
    assert created(table_high=2, house_rules=rules).house_rules == rules


def test_it_is_foreseen_with_its_losers_of_later_rounds() -> None:
    waits = after(undrawn(8, rules=ALL_LOSERS))
    assert len(waits) == 7 + 5
    assert {"2.1", "2.2"} <= waits["3.2"] | waits["3.3"]
    offer = offered_shapes(entered(table_high=2, house_rules=ALL_LOSERS), 8)[0]
    assert (offer.matches, offer.tables_needed) == (12, 4)


def test_a_drawn_day_is_planned_to_the_end_of_it() -> None:
    tournament = drawn(9, table_high=2, house_rules=ALL_LOSERS)
    problem = replace(rest(tournament).problem, tables=tuple(PlanTable(label) for label in "abc"))
    assert find_faults(problem, plain_plan(problem).slots) == ()
    assert len(problem.matches) == 8 + 6
