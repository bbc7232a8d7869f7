"""What the latest round would be if it were drawn after a correction, and corrections around a withdrawal."""

import pytest
from django.utils import timezone

from matches.models import Match, Side
from rulesets.kernel.sheet import Line, Out, Sheet
from tests.acts import assert_sound
from tests.cast import ana, fresh, plain_win
from tests.services.test_withdrawn_rounds import drawn_on, latest, tables, take_back, two_rounds
from tests.swiss import closed, first_round, groups_drawn, win_all
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures.withdraw import withdraw
from tournaments.draw.round_comparison import RoundComparison, compare_round, later_round, latest_round
from tournaments.draw.rounds import draw_round
from tournaments.models import Correction, Draw, Tournament

pytestmark = pytest.mark.django_db


def corrected(tournament: Tournament, round_: int = 1, number: int = 1, side: int = 2) -> Correction:
    """The other side of a match of round 1 won."""
    match = Match.objects.get(ledger=tournament.ledger_id, round=round_, number=number)
    sheet = plain_win(match, side=side)
    return correct_sheet(match, sheet=sheet, reason="Trocaram", by=ana(), now=timezone.now())


def compared(tournament: Tournament) -> RoundComparison:
    found = compare_round(fresh(tournament))
    assert found is not None
    return found


def test_an_uncorrected_round_would_be_the_same() -> None:
    tournament = two_rounds()
    found, now = latest_round(tournament), compared(tournament)
    assert found is not None
    assert (found.number, found.is_begun, found.is_corrected) == (2, False, False)
    assert (list(now.tables), now.others, now.corrected) == (tables(tournament, 2), (), ())


def test_after_a_correction_others_would_meet() -> None:
    tournament = two_rounds()
    corrected(tournament)
    found, now = latest_round(tournament), compared(tournament)
    assert found is not None
    assert found.is_corrected
    assert now.others
    drawn, due = set(map(frozenset, tables(tournament, 2))), set(map(frozenset, now.tables))
    assert set(map(frozenset, now.others)) == due - drawn
    first = Match.objects.get(ledger=tournament.ledger_id, round=1, number=1)
    assert now.corrected == (first.code,)


def test_it_is_the_round_that_the_draw_would_have_given(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = two_rounds()
    corrected(tournament)
    now = compared(tournament)
    secret = Draw.objects.get(tournament=tournament, first_round=2).secret
    monkeypatch.setattr("tournaments.entries.commit_draw.new_secret", lambda rng: secret)
    monkeypatch.setattr("tournaments.entries.commit_draw.hash_of", lambda secret: "7" * 64)
    take_back(tournament)
    draw_round(fresh(tournament), word="Uva", by=ana(), now=timezone.now())
    assert tables(tournament, 2) == list(now.tables)


def test_an_undone_correction_leaves_it_as_drawn() -> None:
    tournament = two_rounds()
    undo_correction(corrected(tournament), reason="Engano", by=ana(), now=timezone.now())
    found = latest_round(tournament)
    assert found is not None
    assert found.is_corrected
    assert compared(tournament).others == ()
    assert_sound(tournament)


def test_points_decide_nothing_in_groups_at_tables_of_two() -> None:
    tournament = drawn_on(groups_drawn(8))
    corrected(tournament)
    assert compared(tournament).others == ()


def test_corrections_before_the_draw_and_of_the_round_itself_do_not_count() -> None:
    tournament = first_round(8, table_low=2, table_high=2)
    win_all(tournament)
    corrected(tournament)
    drawn_on(tournament)
    win_all(tournament)
    corrected(tournament, round_=2)
    found = latest_round(tournament)
    assert found is not None
    assert (found.is_begun, found.is_corrected) == (True, False)


def test_who_left_since_is_still_compared() -> None:
    tournament = two_rounds()
    corrected(tournament)
    entry = Match.objects.get(ledger=tournament.ledger_id, round=1, number=2).sides.all()[0].entry
    assert entry is not None
    before = compared(tournament)
    withdraw(entry, reason="Foi embora", by=ana(), now=timezone.now())
    assert compared(tournament) == before


def test_a_match_of_an_earlier_round_of_the_open_stage_is_named() -> None:
    tournament = two_rounds()
    first = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    assert later_round(tournament, first) == 2
    assert later_round(tournament, latest(tournament)) is None
    play_rounds_left(tournament)
    assert later_round(closed(fresh(tournament)), first) is None


def play_rounds_left(tournament: Tournament) -> None:
    """The second and the third round are played."""
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    win_all(tournament)


def test_a_correction_is_undone_after_its_later_round_was_withdrawn() -> None:
    tournament = two_rounds()
    correction = corrected(tournament)
    take_back(tournament)
    undo_correction(correction, reason="Engano", by=ana(), now=timezone.now())
    drawn_on(tournament)
    assert_sound(tournament)


def test_who_is_reinstated_after_a_round_was_drawn_again_waits_for_the_next() -> None:
    tournament = two_rounds()
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, number=1)
    out = match.sides.get(number=2).entry
    assert out is not None
    win, loss = plain_win(match).lines
    sheet = Sheet(plain_win(match).ended_by, (win, Line(loss.player, {}, Out.DISQUALIFIED)), winner=1)
    correction = correct_sheet(match, sheet=sheet, reason="Trapaça", by=ana(), now=timezone.now())
    take_back(tournament)
    drawn_on(tournament)
    undo_correction(correction, reason="Engano", by=ana(), now=timezone.now())
    assert not Side.objects.filter(entry=out, round=2).exists()
    drawn_on(tournament)
    assert Side.objects.filter(entry=out, round=3).exists()
    assert_sound(tournament)
