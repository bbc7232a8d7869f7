"""Corrections of round 1 with a second chance: winner and loser exchange the places that they lead to."""

import pytest

from core.errors import Refused
from matches.models import Exceptional, Match, Side
from tests.acts import Moments, absences, assert_sound, at, entry_at, finish, side, won
from tests.cast import ana, bruno, drawn, fresh, plain_win
from tests.services.test_second_chance import OWN_TITLE, slot
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.preview import preview_correction
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db


def onward(match: Match) -> Side:
    """The winner's place in the next match of the bracket."""
    return Side.objects.select_related("entry", "match").get(source=match, take="winner")


def corrected(match: Match, winner: int, clock: Moments, **remedies: str) -> Correction:
    sheet = plain_win(match, winner)
    return correct_sheet(
        match, sheet=sheet, reason="wrong side", by=ana(), now=next(clock), remedies=remedies
    )


def started(fed: Side, tournament: Tournament, clock: Moments) -> Match:
    """The match of this side began; what feeds its other sides is played first."""
    for other in fed.match.sides.filter(filled=False):
        assert other.source is not None
        won(tournament, other.source.round, other.source.number, clock)
    start_match(Match.objects.get(pk=fed.match_id), by=bruno(), now=next(clock))
    return Match.objects.get(pk=fed.match_id)


def remedies_of(correction: Correction) -> dict[str, str]:
    return {effect["match"]: effect["remedy"] for effect in correction.effects}


def test_before_the_next_matches_both_are_seated_and_an_undo_exchanges_them_again(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock)
    before = overview_of(tournament)
    correction = corrected(match, 2, clock)
    assert (onward(match).entry, slot(match).entry) == (entry_at(match, 2), entry_at(match, 1))
    assert set(remedies_of(correction).values()) == {"reseat"}
    assert_sound(tournament)
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


@pytest.mark.parametrize(("first", "then", "moved"), [(1, 3, {3}), (3, 1, {3}), (2, 4, {2, 4})])
def test_at_a_table_of_four_only_the_losers_move_that_have_to(
    first: int, then: int, moved: set[int], clock: Moments
) -> None:
    tournament = drawn(16, table_high=4, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock, by_side=first)
    before = {number: slot(match, number).entry for number in (2, 3, 4)}
    corrected(match, then, clock)
    after = {number: slot(match, number).entry for number in (2, 3, 4)}
    assert {number for number in before if before[number] != after[number]} == moved
    losers = {side(match, number).entry for number in range(1, 5)} - {side(match, then).entry}
    assert set(after.values()) == losers
    assert_sound(tournament)


def test_keeping_the_winner_keeps_the_loser_in_a_match_that_has_not_begun(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock)
    began = started(onward(match), tournament, clock)
    loser = slot(match)
    correction = corrected(match, 2, clock, **{began.code: "keep"})
    assert remedies_of(correction) == {began.code: "keep", loser.match.code: "keep"}
    assert (onward(match).entry, slot(match).entry) == (entry_at(match, 1), entry_at(match, 2))
    assert slot(match).exception == Exceptional.KEPT
    assert_sound(tournament)
    back = corrected(match, 1, clock)
    assert slot(match).exception == ""
    assert set(remedies_of(back)) == {began.code, loser.match.code}
    assert_sound(tournament)
    record_sheet(began, sheet=plain_win(began), by=ana(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.parametrize("remedy", ["keep", "replay"])
def test_both_matches_that_began_have_the_remedy_that_is_chosen(remedy: str, clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock)
    began = [started(fed, tournament, clock) for fed in (onward(match), slot(match))]
    before = overview_of(tournament)
    sheet = plain_win(match, 2)
    assert set(preview_correction(match, sheet=sheet, by=ana(), now=next(clock)).needs) == {
        one.code for one in began
    }
    correction = corrected(match, 2, clock, **{one.code: remedy for one in began})
    seats = (
        (entry_at(match, 2), entry_at(match, 1))
        if remedy == "replay"
        else (entry_at(match, 1), entry_at(match, 2))
    )
    assert (onward(match).entry, slot(match).entry) == seats
    assert_sound(tournament)
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


@pytest.mark.parametrize(("winner", "loser"), [("keep", "replay"), ("replay", "keep")])
def test_no_one_gets_a_place_in_both(winner: str, loser: str, clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock)
    began = [started(fed, tournament, clock) for fed in (onward(match), slot(match))]
    before = overview_of(tournament)
    with pytest.raises(Refused, match="seated_elsewhere"):
        corrected(match, 2, clock, **{began[0].code: winner, began[1].code: loser})
    assert overview_of(fresh(tournament)).matches == before.matches


def test_a_match_with_two_losers_of_one_table_is_kept_or_replayed(clock: Moments) -> None:
    """Five at tables of three and two: three losers, all at the one match of the second chance."""
    tournament = drawn(5, table_high=3, house_rules=OWN_TITLE)
    three, two = sorted((at(tournament, 1, number) for number in (1, 2)), key=lambda one: -one.sides.count())
    assert three.feeds.filter(match__second_chance=True).count() == 2
    match = won(tournament, 1, three.number, clock, by_side=2)
    won(tournament, 1, two.number, clock)
    last, final = slot(match).match, onward(match).match
    for later in (last, final):
        won(tournament, later.round, later.number, clock)
    with pytest.raises(Refused) as refused:
        corrected(match, 3, clock, **{last.code: "replace", final.code: "replay"})
    assert "replace_two_seats" in {one.code for one in refused.value.violations}
    correction = corrected(match, 3, clock, **{last.code: "replay", final.code: "replay"})
    assert sorted(remedies_of(correction)) == sorted({last.code, final.code})
    assert len(correction.effects) == 2
    assert_sound(tournament)
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_came_to_the_second_chance_alone_has_no_place(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=OWN_TITLE)
    match = won(tournament, 1, 1, clock)
    later, loser = started(slot(match), tournament, clock), entry_at(match, 2)
    record_sheet(later, sheet=plain_win(later), by=ana(), now=next(clock))
    sheet = absences(match, 2)
    correct_sheet(
        match, sheet=sheet, reason="was not there", by=ana(), now=next(clock), remedies={later.code: "keep"}
    )
    assert loser.code not in finish(tournament, clock)
    assert_sound(tournament)
