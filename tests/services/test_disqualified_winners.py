"""A correction never makes a disqualified entry the winner: the next in that table's placement goes on."""

from typing import Any

import pytest

from core.errors import Refused
from matches.lineups import Lineup
from matches.models import EntryState, Match, Sheet
from rulesets.kernel.sheet import Cut, EndedBy, Out
from rulesets.kernel.sheet import Sheet as SheetValue
from tests.acts import (
    Moments,
    assert_sound,
    at,
    entry_at,
    finish,
    outs,
    walked_over,
    won,
)
from tests.cast import ana, bruno, drawn, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.models import Correction
from tournaments.play.play import record_sheet, start_match
from tournaments.sheets.judge import judge_sheet, tournament_of

pytestmark = [pytest.mark.django_db, pytest.mark.F111]


def thrown_out(seated: Match, side: int, clock: Moments, **deciding: Any) -> None:
    entry = entry_at(seated, side)
    disqualify(
        entry, reason="marked deck", by=ana(), now=next(clock), deciding=LostPlaceDecisions(**deciding)
    )


def left(match: Match, side: int, clock: Moments) -> None:
    withdraw(entry_at(match, side), reason="ill", by=ana(), now=next(clock))


def corrected(match: Match, sheet: SheetValue, clock: Moments, **remedies: str) -> Correction:
    return correct_sheet(match, sheet=sheet, reason="sides", by=ana(), now=next(clock), remedies=remedies)


def current(match: Match) -> Sheet:
    return Sheet.objects.get(match=match, is_current=True)


def out_on(match: Match, side: int) -> str:
    code = entry_at(match, side).members.get().persona.code
    return current(match).lines.get(persona__code=code).out or ""


def test_the_opponent_of_who_is_disqualified_keeps_the_seat(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    thrown_out(match, 2, clock)
    sheet = plain_win(match, 2)
    assert judge_sheet(tournament_of(match), Lineup(match), sheet).winner == 1
    corrected(match, sheet, clock)
    assert (current(match).ended_by, current(match).winner) == (
        EndedBy.DISQUALIFICATION, entry_at(match, 1),
    )  # fmt: skip
    assert out_on(match, 2) == Out.DISQUALIFIED
    assert match.feeds.get().entry == entry_at(match, 1)
    assert Correction.objects.get().effects == []
    finish(tournament, clock)
    assert_sound(tournament)


def test_the_next_of_three_goes_on_and_equals_cut_for_it(clock: Moments) -> None:
    tournament = drawn(9, table_high=3)
    match = won(tournament, 1, 1, clock)
    thrown_out(match, 2, clock)
    with pytest.raises(Refused, match="open_tie") as refused:
        corrected(match, plain_win(match, 2), clock)
    assert refused.value.violations[0].facts["sides"] == [1, 3]
    sheet = SheetValue(EndedBy.WIN_CONDITION, plain_win(match, 2).lines, 2, (Cut((1, 3), ("4", "K")),))
    corrected(match, sheet, clock)
    assert match.feeds.get().entry == entry_at(match, 3)
    finish(tournament, clock)
    assert_sound(tournament)


def test_where_nobody_cuts_a_ruling_is_asked_for(clock: Moments) -> None:
    tournament = drawn(9, table_high=3, house_rules={"tie_cut": False})
    match = won(tournament, 1, 1, clock)
    thrown_out(match, 2, clock)
    with pytest.raises(Refused, match="tie_needs_ruling"):
        corrected(match, plain_win(match, 2), clock)
    for_the_gone = SheetValue(EndedBy.RULING, plain_win(match, 2).lines, 2, reason="lost notes")
    with pytest.raises(Refused, match="ruled_side_cannot_win"):
        corrected(match, for_the_gone, clock)
    corrected(match, SheetValue(EndedBy.RULING, plain_win(match, 2).lines, 3, reason="lost notes"), clock)
    assert match.feeds.get().entry == entry_at(match, 3)
    finish(tournament, clock)
    assert_sound(tournament)


def test_where_both_are_disqualified_nobody_goes_on(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    thrown_out(match, 2, clock)
    thrown_out(match, 1, clock)
    assert (current(match).ended_by, current(match).winner) == (EndedBy.NONE_ADVANCES, None)
    assert match.feeds.get().entry is None
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_win_that_stands_is_kept_when_other_cards_are_corrected(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    final = won(tournament, 2, 1, clock, by_side=2)
    thrown_out(final, 1, clock)
    sheet = plain_win(first, 1)
    richer = sheet.lines[1]
    lines = (sheet.lines[0], type(richer)(richer.player, {**(richer.counts or {}), "intact": 2}))
    corrected(first, SheetValue(sheet.ended_by, lines, 1), clock)
    assert (current(first).version, current(first).winner) == (2, entry_at(first, 1))
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_sheet_gives_back_only_whom_it_threw_out(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    thrown_out(match, 2, clock)
    corrected(match, plain_win(match, 2), clock)
    corrected(match, plain_win(match, 1), clock)
    assert entry_at(match, 2).state == EntryState.DISQUALIFIED
    assert match.feeds.get().entry == entry_at(match, 1)
    finish(tournament, clock)
    assert_sound(tournament)


def test_undoing_does_not_bring_back_a_winner_who_was_disqualified(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    final = won(tournament, 2, 1, clock)
    thrown_out(final, 1, clock, match=first, remedies={final.code: "keep"})
    latest, earliest = Correction.objects.order_by("seq")
    assert (latest.match, earliest.match) == (final, first)
    with pytest.raises(Refused, match="winner_disqualified"):
        undo_correction(earliest, reason="it was right", by=ana(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F20
def test_who_withdrew_loses_the_place_too_while_the_seat_is_empty(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    left(match, 1, clock)
    thrown_out(match, 1, clock)
    assert (current(match).version, current(match).winner) == (2, entry_at(match, 2))
    assert match.feeds.get().entry == entry_at(match, 2)
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F20
@pytest.mark.parametrize("how", ["ended", "refilled", "started"])
def test_who_withdrew_loses_nothing_once_the_seat_is_gone(clock: Moments, how: str) -> None:
    rules = {"empty_seat": "lucky_loser"} if how == "refilled" else {}
    tournament = drawn(
        8 if how != "started" else 27, table_high=2 if how != "started" else 3, house_rules=rules
    )
    match = won(tournament, 1, 1, clock)
    left(match, 1, clock)
    if how == "ended":
        won(tournament, 1, 2, clock)
        walked_over(at(tournament, 2, 1), clock=clock)
    if how == "started":
        won(tournament, 1, 2, clock), won(tournament, 1, 3, clock)
        start_match(at(tournament, 2, 1), by=bruno(), now=next(clock))
    thrown_out(match, 1, clock)
    assert current(match).version == 1
    if how != "started":
        finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.parametrize("when", ["in play", "corrected"])
def test_a_sheet_that_disqualifies_says_why(clock: Moments, when: str) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    code = entry_at(match, 2).members.get().persona.code
    start_match(match, by=bruno(), now=next(clock))
    sheet = outs(plain_win(match, 1), **{code: (Out.DISQUALIFIED, None)})
    sheet = SheetValue(EndedBy.DISQUALIFICATION, sheet.lines)
    if when == "in play":
        with pytest.raises(Refused, match="disqualified_without_reason"):
            record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
        said = SheetValue(sheet.ended_by, sheet.lines, reason="marked deck")
        record_sheet(match, sheet=said, by=bruno(), now=next(clock))
    else:
        record_sheet(match, sheet=plain_win(match, 2), by=bruno(), now=next(clock))
        corrected(match, sheet, clock)
    line = tournament.ledger.lines.get(type="entry.disqualified")
    assert ('"reason":"marked deck"' if when == "in play" else '"reason":"sides"') in line.text
