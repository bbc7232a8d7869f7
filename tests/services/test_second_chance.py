"""Days with a second chance: who plays it, what it changes of places (nothing), departures, late entries."""

from typing import Any

import pytest

from core.errors import Refused
from matches.models import IN_BRACKET, Match, MatchState, Side
from tests.acts import Moments, assert_sound, at, entry_at, finish, play_on, side, walked_over, won
from tests.cast import ana, checked_in, created, drawn, fresh
from tournaments.departures.disqualify import disqualify
from tournaments.departures.late_places import PlaceKind, late_places
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.models import Tournament
from tournaments.seats.due_seats import lost_place
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
OWN_TITLE = {"second_chance": "own_title"}


def second_chance(entries: int = 8, *, high: int = 2, **rules: Any) -> Tournament:
    return drawn(entries, table_high=high, house_rules={**OWN_TITLE, **rules})


def matches(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(ledger=tournament.ledger_id, second_chance=True))


def slot(match: Match, number: int = 2) -> Side:
    """The place in the second chance of those who lose on this side."""
    return Side.objects.select_related("entry", "match").get(source=match, source_side=number)


@pytest.mark.parametrize(("entries", "high"), [(6, 2), (13, 2), (12, 4), (24, 4), (17, 3)])
def test_it_is_drawn_with_the_bracket_and_played_to_its_end(entries: int, high: int, clock: Moments) -> None:
    tournament = second_chance(entries, high=high)
    assert {match.state for match in matches(tournament)} == {MatchState.WAITING}
    finish(tournament, clock)
    assert {match.state for match in matches(tournament)} == {MatchState.ENDED}
    assert matches(tournament)[-1].winner is not None
    assert_sound(tournament)


def test_pairs_play_it_too(clock: Moments) -> None:
    tournament = drawn(13, kind="duplas", house_rules=OWN_TITLE)
    finish(tournament, clock)
    champions = matches(tournament)[-1].winner
    assert champions is not None
    assert {seat.persona for seat in matches(tournament)[-1].seats.filter(side__entry=champions)} == {
        member.persona for member in champions.members.all()
    }
    assert_sound(tournament)


def test_it_changes_no_place(clock: Moments) -> None:
    tournament = second_chance(16, high=4)
    bracket = Match.objects.filter(IN_BRACKET, ledger=tournament.ledger_id)
    for match in bracket:
        won(tournament, match.round, match.number, clock)
    places = {row.entry_code: row.place for row in standings_of(fresh(tournament))}
    assert len(places) == 16
    assert {match.state for match in matches(tournament)} != {MatchState.ENDED}
    assert finish(tournament, clock) == places


@pytest.mark.parametrize(
    ("winner", "losers"), [(1, {2: 2, 3: 3, 4: 4}), (2, {2: 1, 3: 3, 4: 4}), (4, {2: 2, 3: 3, 4: 1})]
)
def test_each_loser_of_a_table_has_a_place(winner: int, losers: dict[int, int], clock: Moments) -> None:
    tournament = second_chance(16, high=4)
    match = won(tournament, 1, 1, clock, by_side=winner)
    assert {number: slot(match, number).entry for number in losers} == {
        number: side(match, lost).entry for number, lost in losers.items()
    }
    assert_sound(tournament)


def test_the_absent_the_withdrawn_and_the_disqualified_play_none(clock: Moments) -> None:
    tournament = second_chance(8)
    absent = walked_over(at(tournament, 1, 1), 2, clock=clock)
    lost = [won(tournament, 1, number, clock) for number in (2, 3)]
    withdraw(entry_at(lost[0], 2), reason="train", by=ana(), now=next(clock))
    disqualify(entry_at(lost[1], 2), reason="insult", by=ana(), now=next(clock))
    assert [(slot(match).filled, slot(match).entry) for match in (absent, *lost)] == [(True, None)] * 3
    assert_sound(tournament)
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_match_that_no_loser_reaches_ends_by_itself(clock: Moments) -> None:
    tournament = second_chance(8)
    first = matches(tournament)[0]
    for fed in first.sides.all():
        assert fed.source is not None
        walked_over(fed.source, 2, clock=clock)
    assert Match.objects.get(pk=first.pk).state == MatchState.ENDED
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_is_reinstated_has_the_place_again(clock: Moments) -> None:
    tournament = second_chance(8)
    match = won(tournament, 1, 1, clock)
    loser = entry_at(match, 2)
    withdraw(loser, reason="train", by=ana(), now=next(clock))
    reinstate(loser, reason="no train", by=ana(), now=next(clock))
    assert slot(match).entry == loser
    assert_sound(tournament)


def test_no_loser_with_a_second_chance_is_promoted(clock: Moments) -> None:
    tournament = second_chance(8, empty_seat="lucky_loser")
    match = won(tournament, 1, 1, clock)
    withdraw(entry_at(match, 1), reason="hurt", by=ana(), now=next(clock))
    assert match.feeds.get(take="winner").entry is None
    assert slot(match).entry == entry_at(match, 2)
    assert_sound(tournament)


def test_a_disqualified_winner_of_round_1_is_followed_by_the_loser_who_leaves_the_second_chance(
    clock: Moments,
) -> None:
    tournament = second_chance(8)
    match = won(tournament, 1, 1, clock)
    disqualify(entry_at(match, 1), reason="insult", by=ana(), now=next(clock))
    assert (match.feeds.get(take="winner").entry, slot(match).entry) == (entry_at(match, 2), None)
    assert_sound(tournament)


def test_the_title_goes_to_the_next_if_its_winner_is_disqualified(clock: Moments) -> None:
    tournament = second_chance(8)
    play_on(tournament, clock)
    last = matches(tournament)[-1]
    champion, second = entry_at(last, 1), entry_at(last, 2)
    assert lost_place(champion) == last
    places = {row.entry_code: row.place for row in standings_of(tournament)}
    disqualify(champion, reason="insult", by=ana(), now=next(clock))
    assert Match.objects.get(pk=last.pk).winner == second
    assert champion.code in places
    assert champion.code not in {row.entry_code for row in standings_of(tournament)}
    finish(tournament, clock)
    assert_sound(tournament)


def test_no_table_of_round_1_gets_a_chair_more() -> None:
    assert {place.kind for place in late_places(drawn(15, table_high=4))} >= {PlaceKind.CHAIR}
    assert {place.kind for place in late_places(second_chance(15, high=4))} == {PlaceKind.ABSENT}


def test_a_withdrawn_draw_takes_the_second_chance_with_it(clock: Moments) -> None:
    tournament = second_chance(8)
    withdraw_draw(tournament, reason="forgot one", by=ana(), now=next(clock))
    assert matches(tournament) == []
    publish_draw(fresh(tournament), by=ana(), now=next(clock))
    assert len(matches(tournament)) == 3
    assert_sound(tournament)


def test_a_bracket_that_can_have_none_is_not_drawn(clock: Moments) -> None:
    tournament = checked_in(3, table_high=2, house_rules=OWN_TITLE)
    with pytest.raises(Refused) as refused:
        publish_draw(tournament, by=ana(), now=next(clock))
    assert [(one.code, one.facts) for one in refused.value.violations] == [
        ("no_second_chance", {"entries": 3})
    ]


def test_another_shape_may_have_one(clock: Moments) -> None:
    tournament = checked_in(4, table_high=4, house_rules={**OWN_TITLE, "shape": "chosen"})
    with pytest.raises(Refused, match="no_second_chance"):
        publish_draw(tournament, by=ana(), now=next(clock))
    publish_draw(fresh(tournament), shape=[[2, 2], [2]], by=ana(), now=next(clock))
    assert len(matches(tournament)) == 1
    assert_sound(tournament)


def test_it_does_not_go_with_rounds_before_the_bracket() -> None:
    stages = [{"kind": "swiss", "rounds": 3, "advance": 4, "apart": False}]
    with pytest.raises(Refused) as refused:
        created(ranked=False, stages=stages, house_rules=OWN_TITLE)
    assert [one.code for one in refused.value.violations] == ["second_chance_with_stages"]
