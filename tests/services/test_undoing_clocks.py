"""An undo leaves what other acts did since to a match in play: its clock, its table, its notes."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Persona
from core.models import Job, JobState
from matches.models import Match, MatchState
from records.export import record_lines
from records.importing.record import restore_record
from scheduling.by_hand import hold_match
from scheduling.dispatcher import place_match
from tests.acts import Moments, assert_sound, at, moments, walked_over, won
from tests.cast import ana, bruno, drawn, fresh, plain_win
from tests.services.test_drawn_games import counted
from tournaments.act import CALL_TIME
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.clock import extend_time
from tournaments.play.notes import note_drawn_game, note_redraw, take_back_drawn_game, take_back_redraw
from tournaments.play.place import free_tables
from tournaments.play.play import call_time, record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F12]


@pytest.fixture
def clock() -> Moments:
    return moments()


def final_in_play(clock: Moments) -> Tournament:
    tournament = drawn(4, table_high=2, time_limit=40)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    start_match(final(tournament), by=bruno(), now=next(clock))
    return fresh(tournament)


def final(tournament: Tournament) -> Match:
    return at(tournament, 2, 1)


def win(tournament: Tournament, round_: int, number: int, clock: Moments) -> None:
    match = at(tournament, round_, number)
    start_match(match, by=bruno(), now=next(clock))
    record_sheet(match, sheet=counted(match, 5, 0), by=bruno(), now=next(clock))


def corrected(tournament: Tournament, clock: Moments, remedy: str) -> Correction:
    first = at(tournament, 1, 1)
    sheet = counted(first, 0, 5) if tournament.game == "castelo" else plain_win(first, 2)
    remedies = {final(tournament).code: remedy}
    return correct_sheet(first, sheet=sheet, reason="side", by=ana(), now=next(clock), remedies=remedies)


def undone(correction: Correction, clock: Moments) -> Match:
    undo_correction(correction, reason="it was right", by=ana(), now=next(clock))
    assert_sound(correction.tournament)
    return final(correction.tournament)


def first_player(tournament: Tournament) -> Persona:
    persona = final(tournament).seats.order_by("number")[0].persona
    assert persona
    return persona


def calls_of_time(match: Match) -> list[object]:
    jobs = Job.objects.filter(kind=CALL_TIME, key=str(match.pk), state=JobState.WAITING)
    return list(jobs.values_list("due_at", flat=True))


def exported(tournament: Tournament, folder: Path) -> str:
    lines = "".join(record_lines(tournament))
    (folder / "x.record.jsonl").write_text(lines, encoding="utf-8")
    return lines


def restored(folder: Path) -> Tournament:
    """Read the record into this database, which never knew it."""
    return restore_record(folder / "x.record.jsonl", names={}, owner=None, now=timezone.now(), slug="again")


def test_minutes_added_since_the_correction_stay(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "keep")
    longer = extend_time(final(tournament), minutes=5, reason="lamp", by=bruno(), now=next(clock))
    now = undone(correction, clock)
    assert (now.extra_minutes, now.time_due_at) == (5, longer.time_due_at)
    assert calls_of_time(now) == [longer.time_due_at]


def test_a_time_called_since_stays_called(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "keep")
    due = final(tournament).time_due_at
    assert due
    call_time(final(tournament), by=None, now=due)
    assert undone(correction, clock).time_called_at == due


def test_a_break_planned_since_moves_the_clock_for_good(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "keep")
    before, now = final(tournament).time_due_at, next(clock)
    plan_break(tournament, ends=now + timedelta(minutes=30), by=ana(), now=now)
    due = undone(correction, clock).time_due_at
    assert before
    assert due == before + timedelta(minutes=30)


def test_a_table_exchanged_since_stays(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "keep")
    other = free_tables(tournament.ledger)[0]
    place_match(final(tournament), table=other, by=ana(), now=next(clock))
    assert undone(correction, clock).table == other


def test_a_redraw_noted_since_stays(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "keep")
    note_redraw(final(tournament), persona=first_player(tournament), by=bruno(), now=next(clock))
    match = undone(correction, clock)
    assert match.redraws.count() == 1
    take_back_redraw(match, persona=first_player(tournament), by=bruno(), now=next(clock))
    assert_sound(tournament)


def test_a_match_made_void_gets_its_clock_and_its_call_of_time_back(clock: Moments) -> None:
    tournament = final_in_play(clock)
    before = extend_time(final(tournament), minutes=5, reason="lamp", by=bruno(), now=next(clock))
    correction = corrected(tournament, clock, "replay")
    assert calls_of_time(before) == []
    now = undone(correction, clock)
    assert (now.time_due_at, now.extra_minutes) == (before.time_due_at, 5)
    assert calls_of_time(now) == [before.time_due_at]


def test_a_break_while_it_was_void_counts_for_its_clock(clock: Moments) -> None:
    tournament = final_in_play(clock)
    before = final(tournament).time_due_at
    correction, now = corrected(tournament, clock, "replay"), next(clock)
    plan_break(tournament, ends=now + timedelta(minutes=30), by=ana(), now=now)
    match = undone(correction, clock)
    assert before
    assert match.time_due_at == before + timedelta(minutes=30)
    assert calls_of_time(match) == [match.time_due_at]


def test_a_match_held_back_while_it_was_void_is_played_on(clock: Moments) -> None:
    tournament = final_in_play(clock)
    correction = corrected(tournament, clock, "replay")
    hold_match(final(tournament), by=ana(), now=next(clock))
    match = undone(correction, clock)
    assert (match.state, match.held) == (MatchState.PLAYING, False)


def test_a_match_that_was_held_back_may_end_by_a_walkover(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    hold_match(at(tournament, 1, 1), by=ana(), now=next(clock))
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    assert (match.state, match.held) == (MatchState.ENDED, False)


def test_a_restored_match_began_at_the_very_same_moment(clock: Moments) -> None:
    """Notes of the table find their game by it."""
    tournament = drawn(4, table_high=2, time_limit=40)
    won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    begun = next(clock) + timedelta(microseconds=123_456)
    start_match(final(tournament), by=bruno(), now=begun)
    assert undone(corrected(tournament, clock, "replay"), clock).started_at == begun


def test_redraws_of_a_void_match_can_be_taken_back_after_the_undo(clock: Moments, tmp_path: Path) -> None:
    with transaction.atomic():
        tournament = final_in_play(clock)
        note_redraw(final(tournament), persona=first_player(tournament), by=bruno(), now=next(clock))
        undone(corrected(tournament, clock, "replay"), clock)
        take_back_redraw(final(tournament), persona=first_player(tournament), by=bruno(), now=next(clock))
        assert_sound(tournament)
        lines = exported(tournament, tmp_path)
        transaction.set_rollback(True)
    again = restored(tmp_path)
    assert final(again).redraws.count() == 0
    assert "".join(record_lines(again)) == lines


def test_drawn_games_of_a_void_match_can_be_taken_back_after_the_undo(clock: Moments, tmp_path: Path) -> None:
    with transaction.atomic():
        tournament = drawn(4, game="castelo", kind="duelo", time_limit=30)
        for number in (1, 2):
            win(tournament, 1, number, clock)
        start_match(final(tournament), by=bruno(), now=next(clock))
        began = final(tournament).started_at
        note_drawn_game(
            final(tournament), sheet=counted(final(tournament), 0, 0), by=bruno(), now=next(clock)
        )
        undone(corrected(tournament, clock, "replay"), clock)
        take_back_drawn_game(final(tournament), reason="a mistake", by=bruno(), now=next(clock))
        assert_sound(tournament)
        lines = exported(tournament, tmp_path)
        transaction.set_rollback(True)
    again = restored(tmp_path)
    assert final(again).started_at == began
    assert [(game.taken_back, game.is_void) for game in final(again).drawn_games.all()] == [(True, False)]
    assert "".join(record_lines(again)) == lines
