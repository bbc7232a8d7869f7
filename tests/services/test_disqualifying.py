"""A disqualification outside a match: who had won loses that place, what was played later stands."""

from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import EntryState, Match, MatchState, Sheet
from matches.sheet_values import mark_disqualified
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt
from rulesets.kernel.sheet import Sheet as SheetValue
from scheduling.dispatcher import dispatch
from tests.acts import (
    Moments,
    assert_sound,
    at,
    entry_at,
    finish,
    line_types,
    outs,
    play_on,
    walked_over,
    won,
)
from tests.cast import ana, bruno, drawn, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.standings.finish import reopen

pytestmark = pytest.mark.django_db


def thrown_out(seated: Match, number: int, clock: Moments, **deciding: Any) -> None:
    entry = entry_at(seated, number)
    disqualify(
        entry, reason="marked deck", by=ana(), now=next(clock), deciding=LostPlaceDecisions(**deciding)
    )


def current(match: Match) -> Sheet:
    return Sheet.objects.get(match=match, is_current=True)


@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"table_high": 3}, {"kind": "duplas"}])
def test_a_winner_loses_the_place_to_the_next_in_the_placement(
    clock: Moments, chosen: dict[str, Any]
) -> None:
    tournament = drawn(9 if "table_high" in chosen else 8, **chosen)
    match = _with_an_order(tournament, clock) if chosen == {"table_high": 3} else won(tournament, 1, 2, clock)
    thrown_out(match, 1, clock)
    sheet = current(match)
    assert (sheet.version, sheet.ended_by, sheet.reason) == (2, EndedBy.DISQUALIFICATION, "marked deck")
    assert sheet.winner == entry_at(match, 2)
    assert match.feeds.get().entry == entry_at(match, 2)
    assert entry_at(match, 1).state == EntryState.DISQUALIFIED
    assert set(line_types(tournament, 3 + match.feeds.get().seats.count())) == {
        "entry.disqualified", "sheet.recorded", "correction.applied", "seat.filled",
    }  # fmt: skip
    assert entry_at(match, 1).code not in finish(tournament, clock)
    assert_sound(tournament)


def _with_an_order(tournament: Tournament, clock: Moments) -> Match:
    """At a table of three the second has more realms than the third."""
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    people = [seat.persona.code for seat in match.seats.order_by("number") if seat.persona]
    lines = tuple(Line(code, {"intact": n}) for code, n in zip(people, (6, 3, 1), strict=True))
    sheet = SheetValue(EndedBy.WIN_CONDITION, lines, winner=1)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return at(tournament, 1, 1)


def test_who_are_equal_now_must_cut_first(clock: Moments) -> None:
    tournament = drawn(9, table_high=3)
    match = won(tournament, 1, 1, clock)
    with pytest.raises(Refused, match="open_tie") as refused:
        thrown_out(match, 1, clock)
    assert refused.value.violations[0].facts["sides"] == [2, 3]
    assert entry_at(match, 1).state == EntryState.CHECKED_IN
    thrown_out(match, 1, clock, cuts={match.code: [Cut((2, 3), ("4", "K"))]})
    assert match.feeds.get().entry == entry_at(match, 3)
    assert_sound(tournament)


def test_where_nobody_cuts_the_coordinator_rules(clock: Moments) -> None:
    tournament = drawn(9, table_high=3, house_rules={"tie_cut": False})
    match = won(tournament, 1, 1, clock)
    with pytest.raises(Refused, match="tie_needs_ruling"):
        thrown_out(match, 1, clock)
    thrown_out(match, 1, clock, rulings={match.code: 3})
    assert (current(match).ended_by, match.feeds.get().entry) == (EndedBy.RULING, entry_at(match, 3))
    assert_sound(tournament)


def test_where_the_others_were_absent_nobody_advances(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    thrown_out(match, 1, clock)
    assert (current(match).ended_by, current(match).winner) == (EndedBy.NONE_ADVANCES, None)
    assert match.feeds.get().entry is None
    finish(tournament, clock)
    assert_sound(tournament)


def test_the_champion_moves_everybody_up(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, ranked=True)
    places = finish(tournament, clock)
    final = at(tournament, 3, 1)
    with pytest.raises(Stale, match="finished"):
        thrown_out(final, 1, clock)
    reopen(tournament, reason="marked deck", by=ana(), now=next(clock))
    thrown_out(final, 1, clock)
    again = finish(tournament, clock)
    assert again[entry_at(final, 2).code] == places[entry_at(final, 2).code] - 1 == 1
    assert entry_at(final, 1).code not in again
    assert sorted(again.values()) == list(range(1, 8))
    assert_sound(tournament)


def test_the_champion_may_go_before_the_finish_too(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    play_on(tournament, clock)
    thrown_out(at(tournament, 2, 1), 1, clock)
    assert finish(tournament, clock)[entry_at(at(tournament, 2, 1), 2).code] == 1
    assert_sound(tournament)


def test_who_won_the_third_place_loses_it_to_the_fourth(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, ranked=True, house_rules={"third_place_match": True})
    places = finish(tournament, clock)
    third = at(tournament, 3, 2)
    reopen(tournament, reason="marked deck", by=ana(), now=next(clock))
    thrown_out(third, 1, clock)
    sheet = current(third)
    assert (sheet.ended_by, sheet.winner) == (EndedBy.DISQUALIFICATION, entry_at(third, 2))
    again = finish(tournament, clock)
    assert entry_at(third, 1).code not in again
    assert again[entry_at(third, 2).code] == places[entry_at(third, 1).code] == 3
    assert_sound(tournament)


@pytest.mark.F10
def test_what_was_played_after_the_win_stands(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    final = won(tournament, 2, 1, clock, by_side=2)
    thrown_out(final, 1, clock)
    assert (current(first).version, current(final).version) == (1, 1)
    assert list(finish(tournament, clock).values()) == [1, 2, 3]
    assert_sound(tournament)


@pytest.mark.F10
@pytest.mark.parametrize("remedy", ["keep", "replay", "replace"])
def test_an_earlier_win_can_be_taken_with_a_remedy_and_given_back(clock: Moments, remedy: str) -> None:
    tournament = drawn(8, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    semifinal = won(tournament, 2, 1, clock, by_side=2)
    before = overview_of(tournament)
    with pytest.raises(Refused, match="remedy_needed"):
        thrown_out(semifinal, 1, clock, match=first)
    thrown_out(first, 1, clock, match=first, remedies={semifinal.code: remedy})
    assert current(first).winner == entry_at(first, 2)
    assert (at(tournament, 2, 1).state == MatchState.READY) == (remedy == "replay")
    assert_sound(tournament)
    undo_correction(Correction.objects.get(), reason="clean", by=ana(), now=next(clock))
    assert overview_of(tournament) == before
    assert entry_at(first, 1).state == EntryState.CHECKED_IN
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F20
@pytest.mark.F109
def test_while_final_and_third_place_are_called_the_beaten_one_changes_tables(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True})
    semifinal, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    dispatch(tournament.ledger_id, now=next(clock))
    thrown_out(semifinal, 1, clock)
    final = at(tournament, 2, 1)
    assert (final.state, final.sides.filter(entry=entry_at(semifinal, 2)).count()) == (MatchState.CALLED, 1)
    finish(tournament, clock)
    assert_sound(tournament)


def test_only_a_match_that_it_won_can_be_named(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = won(tournament, 1, 1, clock)
    with pytest.raises(Refused, match="not_won_by_entry"):
        thrown_out(match, 2, clock, match=match)


def test_before_its_first_match_and_after_a_bye_only_the_seat_is_emptied(clock: Moments) -> None:
    tournament = drawn(3, table_high=2)
    bye = next(m for m in Match.objects.filter(ledger=tournament.ledger_id) if m.sides.count() == 1)
    duel = Match.objects.exclude(pk=bye.pk).get(ledger=tournament.ledger_id, round=1)
    thrown_out(bye, 1, clock)
    thrown_out(duel, 2, clock)
    assert (current(bye).version, bye.feeds.get().entry) == (1, None)
    assert duel.sides.get(number=2).entry is None
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_left_may_still_be_disqualified_once_and_with_a_reason(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = won(tournament, 1, 1, clock)
    loser = entry_at(match, 2)
    with pytest.raises(Refused, match="reason_missing"):
        disqualify(loser, reason=" ", by=ana(), now=next(clock))
    with pytest.raises(Forbidden):
        disqualify(loser, reason="x", by=bruno(), now=next(clock))
    for _ in range(2):
        thrown_out(match, 2, clock)
    assert tournament.ledger.lines.filter(type="entry.disqualified").count() == 1
    finish(tournament, clock)
    assert_sound(tournament)


def test_while_it_plays_the_sheet_says_it(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    with pytest.raises(Refused, match="leaves_by_sheet"):
        thrown_out(match, 1, clock)


def test_a_promoted_loser_disqualified_on_a_corrected_sheet_loses_the_seat(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules={"empty_seat": "lucky_loser"})
    match = won(tournament, 1, 1, clock)
    withdraw(entry_at(match, 1), reason="", by=ana(), now=next(clock))
    code = entry_at(match, 2).members.get().persona.code
    sheet = outs(plain_win(match, 1), **{code: (Out.DISQUALIFIED, None)})
    correct_sheet(match, sheet=sheet, reason="seen late", by=ana(), now=next(clock))
    assert match.feeds.get().entry is None
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_pair_whose_partner_was_absent_takes_both_along() -> None:
    seats = tuple(SeatAt(side, code) for code, side in (("a", 1), ("b", 2), ("c", 1), ("d", 2)))
    lines = (Line("a"), Line("b"), Line("c"), Line("d", {}, Out.ABSENT))
    sheet = SheetValue(EndedBy.WALKOVER, lines)
    after = mark_disqualified(sheet, seats, {"a"}, reason="x")
    assert after.ended_by == EndedBy.NONE_ADVANCES
    assert [line.out for line in after.lines] == [Out.DISQUALIFIED, None, None, Out.ABSENT]


def test_who_left_in_order_is_numbered_again_without_who_is_disqualified() -> None:
    seats = tuple(SeatAt(side, code) for side, code in enumerate("abc", 1))
    lines = (
        Line("a", {}, Out.CONCEDED, 2), Line("b", {}, Out.CONCEDED, 1), Line("c", {}, Out.CONCEDED, 3),
    )  # fmt: skip
    after = mark_disqualified(SheetValue(EndedBy.RULING, lines, winner=1), seats, {"b"}, reason="x")
    assert [(line.player, line.out_order) for line in after.lines] == [("a", 1), ("b", None), ("c", 2)]
    assert after.ended_by == EndedBy.DISQUALIFICATION
