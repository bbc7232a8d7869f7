"""Who left by mistake comes back as the same entry, to its seat if that is free, and wins nothing by it."""

from dataclasses import replace

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import Entry, EntryState, Match, MatchState
from rulesets.kernel.sheet import Out
from tests.acts import (
    Moments,
    absences,
    assert_sound,
    at,
    entry_at,
    finish,
    outs,
    side,
    won,
)
from tests.cast import ana, bruno, caio, checked_in, drawn, entered, plain_win
from tournaments.departures.disqualify import disqualify
from tournaments.departures.enter_late import enter_late
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all, check_out
from tournaments.entries.enter import enter_self
from tournaments.inputs import NewEntry
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
LUCKY = {"empty_seat": "lucky_loser"}


def back(entry: Entry, clock: Moments) -> None:
    reinstate(entry, reason="a mistake", by=ana(), now=next(clock))


@pytest.mark.F25
@pytest.mark.parametrize("kind", ["campeonato", "duplas"])
def test_before_the_first_match_the_drawn_seat_is_taken_again(clock: Moments, kind: str) -> None:
    tournament = drawn(4, kind=kind, **({} if kind == "duplas" else {"table_high": 2}))
    match = at(tournament, 1, 1)
    gone = entry_at(match, 2)
    people = list(match.seats.values_list("persona", flat=True))
    withdraw(gone, reason="", by=ana(), now=next(clock))
    back(gone, clock)
    gone.refresh_from_db()
    assert (entry_at(match, 2), gone.state) == (gone, EntryState.CHECKED_IN)
    assert list(match.seats.values_list("persona", flat=True)) == people
    assert gone.code in finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F25
def test_between_rounds_the_won_seat_is_taken_again(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    gone = entry_at(match, 1)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    back(gone, clock)
    assert match.feeds.get().entry == gone
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F25
def test_there_is_no_free_bye_once_the_match_went_on_without(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    gone = entry_at(first, 1)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    final = at(tournament, 2, 1)
    record_sheet(final, sheet=absences(final), by=bruno(), now=next(clock))
    with pytest.raises(Refused, match="seat_gone"):
        back(gone, clock)
    gone.refresh_from_db()
    assert gone.state == EntryState.WITHDRAWN


@pytest.mark.F25
def test_a_seat_that_somebody_took_is_not_given_back(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=LUCKY)
    match = won(tournament, 1, 1, clock)
    winner, loser = entry_at(match, 1), entry_at(match, 2)
    withdraw(winner, reason="", by=ana(), now=next(clock))
    with pytest.raises(Refused, match="seat_taken"):
        back(winner, clock)
    withdraw(loser, reason="", by=ana(), now=next(clock))
    back(winner, clock)
    assert match.feeds.get().entry == winner
    finish(tournament, clock)
    assert_sound(tournament)


def test_the_seat_of_a_late_entry_is_not_given_back(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    gone = entry_at(match, 1)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    late = enter_late(match, side=1, entry=NewEntry(("Tarde",)), reason="traffic", by=ana(), now=next(clock))
    with pytest.raises(Refused, match="seat_taken"):
        back(gone, clock)
    withdraw(late, reason="", by=ana(), now=next(clock))
    back(gone, clock)
    assert entry_at(match, 1) == gone
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_disqualification_on_a_sheet_is_taken_back_by_correcting_it(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    gone = entry_at(match, 2)
    code = gone.members.get().persona.code
    sheet = replace(outs(plain_win(match, 1), **{code: (Out.DISQUALIFIED, None)}), reason="marked deck")
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    with pytest.raises(Refused, match="disqualified_on_sheet"):
        back(gone, clock)


def test_a_disqualification_off_the_sheets_is_taken_back(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True})
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    loser = entry_at(first, 2)
    disqualify(loser, reason="late", by=ana(), now=next(clock))
    assert first.feeds.get(take="loser").entry is None
    back(loser, clock)
    assert first.feeds.get(take="loser").entry == loser
    assert loser.code in finish(tournament, clock)
    assert_sound(tournament)


def test_a_table_that_is_over_by_itself_stays_over(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    both = [entry_at(match, number) for number in (1, 2)]
    for entry in both:
        withdraw(entry, reason="", by=ana(), now=next(clock))
    assert Match.objects.get(pk=match.pk).state == MatchState.ENDED
    with pytest.raises(Refused, match="seat_gone"):
        back(both[0], clock)
    assert side(match, 1).entry is None


@pytest.mark.F26b
def test_nobody_comes_back_who_plays_for_another_entry(clock: Moments) -> None:
    tournament = entered(3)
    own = tournament.ledger.entries.get(number=1)
    withdraw(own, reason="", by=caio(), now=next(clock))
    enter_self(tournament, by=caio(), now=next(clock))
    with pytest.raises(Refused, match="person_in_two_entries"):
        back(own, clock)


def test_before_the_draw_it_is_as_present_as_it_was(clock: Moments) -> None:
    tournament = checked_in(4)
    first, second = tournament.ledger.entries.order_by("number")[:2]
    check_out(second, by=bruno(), now=next(clock))
    for entry, state in ((first, EntryState.CHECKED_IN), (second, EntryState.ENTERED)):
        withdraw(entry, reason="", by=bruno(), now=next(clock))
        back(entry, clock)
        entry.refresh_from_db()
        assert entry.state == state
    check_in_all(tournament, by=bruno(), now=next(clock))
    publish_draw(tournament, seed=3, by=ana(), now=next(clock))
    assert_sound(tournament)


def test_who_was_not_drawn_comes_back_as_a_late_entry_only(clock: Moments) -> None:
    tournament = checked_in(4)
    gone = tournament.ledger.entries.get(number=2)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    publish_draw(tournament, by=ana(), now=next(clock))
    with pytest.raises(Stale, match="entries_closed"):
        back(gone, clock)


def test_coming_back_is_the_coordinators_needs_a_reason_and_is_once(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    gone = entry_at(at(tournament, 1, 1), 1)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    with pytest.raises(Forbidden):
        reinstate(gone, reason="x", by=bruno(), now=next(clock))
    with pytest.raises(Refused, match="reason_missing"):
        reinstate(gone, reason=" ", by=ana(), now=next(clock))
    back(gone, clock)
    back(gone, clock)
    assert tournament.ledger.lines.filter(type="entry.reinstated").count() == 1
