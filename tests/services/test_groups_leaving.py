"""Who comes late, leaves and comes back while groups are played, and corrections there."""

import pytest
from django.utils import timezone

from core.errors import Refused, Stale
from matches.models import Entry, EntryState, Match, Side
from rulesets.kernel.sheet import Line, Out, Sheet
from tests.acts import assert_sound
from tests.cast import ana, checked_in, fresh, plain_win
from tests.swiss import closed, groups_drawn, in_groups, play_all, play_rounds, win_all
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures.enter_late import enter_late
from tournaments.departures.join_stage import join_between_rounds, may_join
from tournaments.departures.late_places import late_places
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round
from tournaments.inputs import NewEntry
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


def next_round(tournament: Tournament) -> Tournament:
    """The next round is drawn."""
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def seated(entry: Entry) -> list[int]:
    """The rounds in which an entry sits."""
    return sorted(Side.objects.filter(entry=entry).values_list("round", flat=True))


def fresh_entry(entry: Entry) -> Entry:
    """The entry as the database has it."""
    return Entry.objects.get(pk=entry.pk)


def test_groups_take_no_one_in_between_rounds() -> None:
    tournament = groups_drawn(8)
    assert not may_join(tournament)
    with pytest.raises(Refused, match="groups_fixed"):
        join_between_rounds(
            tournament, entry=NewEntry(("Tarde",)), reason="bus", by=ana(), now=timezone.now()
        )
    assert_sound(tournament)


def test_groups_take_no_one_in_at_a_table() -> None:
    tournament = groups_drawn(8, table_high=4)
    assert late_places(tournament) == []
    match = Match.objects.filter(ledger=tournament.ledger_id).earliest("number")
    late = NewEntry(("Tarde",))
    with pytest.raises(Refused, match="groups_fixed"):
        enter_late(match, side=1, entry=late, reason="bus", by=ana(), now=timezone.now())


def test_who_withdrew_before_the_draw_does_not_come_into_a_group() -> None:
    tournament = checked_in(9, stages=in_groups(), table_low=2, table_high=2)
    gone = Entry.objects.filter(ledger=tournament.ledger_id).earliest("code")
    withdraw(gone, reason="", by=ana(), now=timezone.now())
    publish_draw(fresh(tournament), by=ana(), now=timezone.now())
    with pytest.raises(Refused, match="groups_fixed"):
        reinstate(fresh_entry(gone), reason="back", by=ana(), now=timezone.now())
    play_all(fresh(tournament))
    tournament = closed(fresh(tournament))
    with pytest.raises(Stale, match="entries_closed"):
        reinstate(fresh_entry(gone), reason="back", by=ana(), now=timezone.now())
    assert_sound(tournament)


@pytest.mark.parametrize("high", [2, 4])
def test_who_comes_back_is_in_its_group_again_with_the_next_round(high: int) -> None:
    tournament = groups_drawn(10, rounds=3, table_high=high)
    groups = Stage.objects.get(tournament=tournament).groups
    entry = Entry.objects.filter(ledger=tournament.ledger_id).earliest("code")
    play_all(tournament)
    withdraw(entry, reason="", by=ana(), now=timezone.now())
    tournament = next_round(tournament)
    play_all(tournament)
    reinstate(fresh_entry(entry), reason="back", by=ana(), now=timezone.now())
    tournament = next_round(tournament)
    assert seated(entry) == [1, 3]
    assert Stage.objects.get(tournament=tournament).groups == groups
    mates = next(group for group in groups or () if entry.code in group)
    match = Match.objects.get(ledger=tournament.ledger_id, round=3, sides__entry=entry)
    assert {side.entry.code for side in match.sides.all() if side.entry} <= set(mates)
    play_all(tournament)
    tournament = closed(fresh(tournament))
    play_all(tournament)
    assert_sound(tournament)


def test_who_leaves_keeps_results_and_goes_on_no_more() -> None:
    tournament = play_rounds(groups_drawn(8, advance=1))
    first = Match.objects.filter(ledger=tournament.ledger_id, round=3).earliest("number").winner
    assert first is not None
    withdraw(first, reason="", by=ana(), now=timezone.now())
    tournament = closed(fresh(tournament))
    assert first.code not in (Stage.objects.get(tournament=tournament).advanced or [])
    assert_sound(tournament)


def without_last(match: Match) -> Sheet:
    """Its first side wins, and the last one is disqualified."""
    sheet = plain_win(match)
    *lines, last = sheet.lines
    return Sheet(sheet.ended_by, (*lines, Line(last.player, {}, Out.DISQUALIFIED)), winner=1)


def test_who_is_disqualified_by_a_correction_and_reinstated_by_its_undo_sits_again() -> None:
    tournament = groups_drawn(8, rounds=2)
    win_all(tournament)
    tournament = next_round(tournament)
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    entry = match.sides.latest("number").entry
    assert entry is not None
    found = correct_sheet(match, sheet=without_last(match), reason="x", by=ana(), now=timezone.now())
    assert fresh_entry(entry).state == EntryState.DISQUALIFIED
    assert seated(entry) == [1]
    undo_correction(found, reason="Engano", by=ana(), now=timezone.now())
    assert seated(entry) == [1, 2]
    assert_sound(tournament)


def test_a_corrected_sheet_after_closing_changes_neither_who_went_on_nor_the_bracket() -> None:
    tournament = groups_drawn(8, rounds=1, advance=2)
    win_all(tournament)
    tournament = closed(fresh(tournament))
    advanced = Stage.objects.get(tournament=tournament).advanced
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    correct_sheet(match, sheet=plain_win(match, side=2), reason="Trocaram", by=ana(), now=timezone.now())
    assert Stage.objects.get(tournament=tournament).advanced == advanced
    play_all(tournament)
    assert_sound(tournament)
