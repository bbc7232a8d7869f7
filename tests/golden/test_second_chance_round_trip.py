"""A record with a second chance comes back whole at every point of its day, and play goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from matches.models import Match, MatchState, Side
from records.export import record_lines
from simulation.simulation import Simulation
from tests.acts import Moments, at, entry_at, moments, play_on, won
from tests.cast import START, ana, checked_in, drawn, fresh, plain_win
from tests.golden.test_stages_round_trip import brought_in, rows
from tests.simulated import BESIDE, FINAL_SEAT, OWN_TITLE
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import disqualify
from tournaments.departures.reinstate import reinstate
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.standings.finish import finish, reopen

pytestmark = pytest.mark.django_db


def duels(**chosen: Any) -> Tournament:
    return drawn(8, table_high=2, house_rules=OWN_TITLE, **chosen)


def prepared() -> Tournament:
    """All are checked in; nothing is drawn."""
    return checked_in(8, table_high=2, house_rules=OWN_TITLE)


def just_drawn() -> Tournament:
    """Thirteen duels: byes in both brackets."""
    return drawn(13, table_high=2, house_rules=OWN_TITLE)


def with_a_third_place_match() -> Tournament:
    """Losers of semifinals and losers of round 1 play on."""
    tournament = drawn(8, table_high=2, house_rules={**OWN_TITLE, "third_place_match": True})
    play_on(tournament, moments())
    return fresh(tournament)


def with_pairs() -> Tournament:
    """A side has two seats."""
    tournament = drawn(13, kind="duplas", house_rules=OWN_TITLE)
    play_on(tournament, moments())
    return fresh(tournament)


def in_round_1() -> Tournament:
    """One match is over, at a table of four with three losers."""
    tournament = drawn(16, house_rules=OWN_TITLE)
    won(tournament, 1, 1, moments(), by_side=3)
    return fresh(tournament)


def beside_round_2() -> Tournament:
    """Matches of both brackets are over, and others to be played."""
    tournament, clock = duels(), moments()
    for number in range(1, 5):
        won(tournament, 1, number, clock)
    won(tournament, 2, 1, clock)
    won(tournament, 2, 3, clock, by_side=2)
    return fresh(tournament)


def with_an_empty_slot() -> Tournament:
    """One loser withdrew, another one was disqualified, a third one came back."""
    tournament, clock = duels(), moments()
    losers = [entry_at(won(tournament, 1, number, clock), 2) for number in range(1, 4)]
    withdraw(losers[0], reason="train", by=ana(), now=next(clock))
    disqualify(losers[1], reason="insult", by=ana(), now=next(clock))
    withdraw(losers[2], reason="train", by=ana(), now=next(clock))
    reinstate(losers[2], reason="no train", by=ana(), now=next(clock))
    return fresh(tournament)


def corrected_and_seated_again() -> Tournament:
    """The other side won, so winner and loser exchange their places."""
    tournament, clock = duels(), moments()
    _corrected(won(tournament, 1, 1, clock), clock)
    return fresh(tournament)


def kept() -> Tournament:
    """The winner of before stays in the next match, and the loser in one that has not begun."""
    return _with_begun_match("keep")[0]


def played_again() -> Tournament:
    """The next match is void; the loser takes the winner's slot."""
    return _with_begun_match("replay")[0]


def undone() -> Tournament:
    """The correction is taken back."""
    tournament, clock = _with_begun_match("replay")
    undo_correction(Correction.objects.get(tournament=tournament), reason="no", by=ana(), now=next(clock))
    return fresh(tournament)


def _with_begun_match(remedy: str) -> tuple[Tournament, Moments]:
    tournament, clock = duels(), moments()
    for number in (1, 2):
        won(tournament, 1, number, clock)
    later = won(tournament, 2, 1, clock)
    _corrected(at(tournament, 1, 1), clock, **{later.code: remedy})
    return fresh(tournament), clock


def _corrected(match: Match, clock: Moments, **remedies: str) -> None:
    correct_sheet(
        match, sheet=plain_win(match, 2), reason="wrong side", by=ana(), now=next(clock), remedies=remedies
    )


def withdrawn() -> Tournament:
    """The draw is withdrawn."""
    tournament = duels()
    withdraw_draw(tournament, reason="Faltou gente", by=ana(), now=START)
    return fresh(tournament)


def drawn_again() -> Tournament:
    """The draw is withdrawn, and published again."""
    tournament = withdrawn()
    publish_draw(tournament, by=ana(), now=START)
    return fresh(tournament)


def over() -> Tournament:
    """All of it is played."""
    tournament = drawn(16, house_rules=OWN_TITLE)
    play_on(tournament, moments())
    finish(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def seat_in_the_final_to_come() -> Tournament:
    """The final waits for the winner of the second chance."""
    tournament, clock = _for_a_seat(), moments()
    for number in range(1, 7):
        won(tournament, 1, number, clock)
    for number in (1, 2):
        won(tournament, 2, number, clock)
    return fresh(tournament)


def seat_in_the_final_taken() -> Tournament:
    """All of it is played, and the final is of three."""
    tournament = _for_a_seat()
    play_on(tournament, moments())
    finish(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def _for_a_seat() -> Tournament:
    tournament = checked_in(24, house_rules=FINAL_SEAT, ranked=False)
    publish_draw(tournament, shape=[[4] * 6, [3, 3], [2]], by=ana(), now=START)
    return fresh(tournament)


DAYS = (
    prepared, just_drawn, with_a_third_place_match, with_pairs, in_round_1, beside_round_2,
    with_an_empty_slot, corrected_and_seated_again, kept, played_again, undone, withdrawn, drawn_again, over,
    seat_in_the_final_to_come, seat_in_the_final_taken,
)  # fmt: skip


@pytest.mark.F43
@pytest.mark.parametrize("make", DAYS, ids=lambda make: make.__name__)
def test_a_day_with_a_second_chance_comes_back_whole(make: Callable[[], Tournament], tmp_path: Path) -> None:
    before, tournament, record = brought_in(make, tmp_path)
    assert "".join(record_lines(tournament)).encode() == record
    assert rows(tournament) == before


@pytest.mark.F27
def test_losers_take_their_slots_after_the_laptop_died(tmp_path: Path) -> None:
    _, tournament, _ = brought_in(in_round_1, tmp_path)
    ended = Match.objects.get(ledger=tournament.ledger_id, state=MatchState.ENDED)
    slots = Side.objects.filter(source=ended, source_side__isnull=False).order_by("source_side")
    assert [slot.entry for slot in slots] == [entry_at(ended, number) for number in (2, 1, 4)]
    other = at(tournament, 1, 2)
    organizer = tournament.staff.filter(role="organizer")[0].persona.player
    start_match(other, by=organizer, now=timezone.now())
    record_sheet(other, sheet=plain_win(other), by=organizer, now=timezone.now())
    slots = Side.objects.filter(source=other, source_side__isnull=False).order_by("source_side")
    assert [slot.entry for slot in slots] == [entry_at(other, number) for number in (2, 3, 4)]


def test_a_day_with_a_second_chance_is_reopened_and_closed_again(tmp_path: Path) -> None:
    before, tournament, _ = brought_in(over, tmp_path)
    organizer = tournament.staff.filter(role="organizer")[0].persona.player
    reopen(tournament, reason="again", by=organizer, now=timezone.now())
    finish(fresh(tournament), by=organizer, now=timezone.now())
    assert rows(fresh(tournament)) == before


@pytest.mark.parametrize("name", BESIDE)
def test_a_simulated_day_with_a_second_chance_comes_back_whole(name: str, tmp_path: Path) -> None:
    before, tournament, record = brought_in(Simulation(BESIDE[name]).run, tmp_path)
    assert "".join(record_lines(tournament)).encode() == record
    assert rows(tournament) == before
