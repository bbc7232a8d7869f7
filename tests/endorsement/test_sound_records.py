"""Records that are sound, and that a checker once called faulty."""

import json

import pytest

from matches.models import Match
from records.export import record_lines
from tests.acts import (
    Moments,
    assert_sound,
    at,
    entry_at,
    finish,
    walked_over,
    won,
)
from tests.cast import ana, drawn, plain_win
from tests.services.test_uncounted import play, uncounted
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.models import Correction, Tournament

pytestmark = pytest.mark.django_db


def test_a_table_that_nobody_won_stands_behind_all_others(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules={"never_played_place": True})
    walked_over(at(tournament, 1, 1), 1, 2, clock=clock)
    walked_over(at(tournament, 1, 2), 2, clock=clock)
    nobody = {entry_at(at(tournament, 1, 1), number).code for number in (1, 2)}
    places = finish(tournament, clock)
    assert {code for code, place in places.items() if place == max(places.values())} == nobody
    line = json.loads(list(record_lines(tournament))[-1])
    assert line["data"]["classification"][-2]["why"] == "nobody_won"
    assert_sound(tournament)


def left(match: Match, side: int, clock: Moments) -> None:
    withdraw(entry_at(match, side), reason="ill", by=ana(), now=next(clock))


@pytest.mark.F10
def test_a_walkover_is_rewritten_though_its_winner_has_left_since(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    for number in (1, 2, 3, 4):
        won(tournament, 1, number, clock)
    semifinal = walked_over(at(tournament, 2, 1), 2, clock=clock)
    won(tournament, 2, 2, clock)
    won(tournament, 3, 1, clock, by_side=2)
    left(semifinal, 1, clock)
    other = at(tournament, 1, 2)
    correct_sheet(
        other,
        sheet=plain_win(other, 2),
        reason="sides",
        by=ana(),
        now=next(clock),
        remedies={semifinal.code: "replace"},
    )
    assert semifinal.sheets.get(is_current=True).version == 2
    assert_sound(tournament)


@pytest.mark.F12
@pytest.mark.F20
def test_a_table_that_nobody_reached_is_empty_again_after_an_undo(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    first, second = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    left(first, 1, clock)
    left(second, 1, clock)
    final = at(tournament, 2, 1)
    assert final.sheets.get(is_current=True).ended_by == "nobody"
    disqualify(
        entry_at(second, 1),
        reason="marked deck",
        by=ana(),
        now=next(clock),
        deciding=LostPlaceDecisions(match=second, remedies={final.code: "replace"}),
    )
    assert final.sides.filter(entry=entry_at(second, 2)).exists()
    undo_correction(Correction.objects.get(), reason="clean", by=ana(), now=next(clock))
    assert final.sheets.get(is_current=True).version == 3
    assert_sound(tournament)


@pytest.mark.F20
def test_a_seat_that_stays_empty_needs_no_remedy(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True})
    semifinal = walked_over(at(tournament, 1, 1), 2, clock=clock)
    disqualify(
        entry_at(semifinal, 1),
        reason="marked deck",
        by=ana(),
        now=next(clock),
        deciding=LostPlaceDecisions(match=semifinal),
    )
    assert [effect["match"] for effect in Correction.objects.get().effects] == [at(tournament, 2, 1).code]
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F16
@pytest.mark.F20
@pytest.mark.parametrize("gone", [(1,), (1, 2)], ids=["one", "both"])
def test_who_withdrew_before_a_semifinal_stands_with_the_absent_of_the_other(
    clock: Moments, gone: tuple[int, ...]
) -> None:
    tournament = drawn(8, table_high=2, house_rules={"third_place_match": True})
    for number in (1, 2, 3, 4):
        won(tournament, 1, number, clock)
    for side in gone:
        left(at(tournament, 2, 1), side, clock)
    walked_over(at(tournament, 2, 2), 2, clock=clock)
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_left_before_a_semifinal_of_round_1_stands_with_the_absent_too(clock: Moments) -> None:
    rules = {"third_place_match": True, "never_played_place": True}
    tournament = drawn(4, table_high=2, house_rules=rules)
    left(at(tournament, 1, 1), 1, clock)
    walked_over(at(tournament, 1, 2), 2, clock=clock)
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F10
@pytest.mark.F20
def test_a_sheet_is_rewritten_though_another_of_it_was_disqualified_since(clock: Moments) -> None:
    tournament = drawn(9, table_high=3)
    semifinal = won(tournament, 1, 1, clock)
    for number in (2, 3):
        won(tournament, 1, number, clock)
    final = won(tournament, 2, 1, clock, by_side=2)
    disqualify(entry_at(final, 3), reason="marked deck", by=ana(), now=next(clock))
    correct_sheet(
        semifinal,
        sheet=plain_win(semifinal, 2),
        reason="sides",
        by=ana(),
        now=next(clock),
        remedies={final.code: "replace"},
    )
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F92
def test_who_lost_to_a_disqualified_winner_stands_behind_a_winner_who_left(clock: Moments) -> None:
    """Equal in all else, for nobody counted: the one table's winner has no place, the other's is its own."""
    tournament = drawn(9, table_high=3, house_rules={"empty_seat": "lucky_loser"})
    second = at(tournament, 1, 2)
    play(second, uncounted(plain_win(second), 1, 2), clock)
    left(won(tournament, 1, 1, clock), 1, clock)
    for round_, number in ((1, 3), (2, 1)):
        won(tournament, round_, number, clock)
    disqualify(entry_at(second, 1), reason="marked deck", by=ana(), now=next(clock))
    places = finish(tournament, clock)
    assert places[entry_at(at(tournament, 1, 1), 1).code] < places[entry_at(second, 2).code]
    assert_sound(tournament)


@pytest.mark.F12
@pytest.mark.F20
def test_a_void_match_comes_back_with_who_was_disqualified_since(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    first, second = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    semifinal = walked_over(at(tournament, 2, 1), 2, clock=clock)
    disqualify(entry_at(second, 1), reason="marked deck", by=ana(), now=next(clock))
    before = overview_of(tournament)
    undone(corrected(first, 2, clock, **{semifinal.code: "replay"}), clock)
    assert overview_of(tournament) == before
    assert_sound(tournament)


@pytest.fixture
def replaced(clock: Moments) -> tuple[Tournament, Match, Match]:
    """The first match was corrected, and its rightful winner took a seat of the semifinal as absent."""
    tournament = drawn(8, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    semifinal = won(tournament, 2, 1, clock, by_side=2)
    corrected(first, 2, clock, **{semifinal.code: "replace"})
    assert semifinal.sheets.get(is_current=True).rewritten
    return tournament, first, semifinal


def corrected(match: Match, side: int, clock: Moments, **remedies: str) -> Correction:
    return correct_sheet(
        match, sheet=plain_win(match, side), reason="sides", by=ana(), now=next(clock), remedies=remedies
    )


def undone(correction: Correction, clock: Moments) -> Correction:
    return undo_correction(correction, reason="it was right", by=ana(), now=next(clock))


@pytest.mark.F12
def test_a_rewritten_sheet_comes_back_after_it_was_void(
    replaced: tuple[Tournament, Match, Match], clock: Moments
) -> None:
    tournament, first, semifinal = replaced
    before = overview_of(tournament)
    undone(corrected(first, 1, clock, **{semifinal.code: "replay"}), clock)
    assert overview_of(tournament) == before
    assert_sound(tournament)
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F12
def test_a_rewritten_sheet_comes_back_when_its_undoing_is_undone(
    replaced: tuple[Tournament, Match, Match], clock: Moments
) -> None:
    tournament = replaced[0]
    before = overview_of(tournament)
    undone(undone(Correction.objects.get(), clock), clock)
    assert overview_of(tournament) == before
    assert_sound(tournament)


@pytest.mark.F12
def test_a_rewritten_sheet_comes_back_after_it_was_corrected_itself(
    replaced: tuple[Tournament, Match, Match], clock: Moments
) -> None:
    tournament, _, semifinal = replaced
    before = overview_of(tournament)
    undone(corrected(semifinal, 1, clock), clock)
    assert overview_of(tournament) == before
    assert_sound(tournament)
