"""Everything was down: the sheets were written on paper and are typed in afterwards, with their times."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from checker import check_bytes
from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Match, MatchState
from matches.sheet_values import PaperTimes
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import Cut, EndedBy, Line, Sheet
from tests.acts import (
    Moments,
    absences,
    assert_sound,
    at,
    entry_at,
    finish,
    line_types,
    walked_over,
    won,
)
from tests.cast import START, ana, bruno, caio, drawn, plain_win
from tournaments.corrections.effects import overview_of
from tournaments.models import Tournament
from tournaments.play.play import RecordingResult, start_match
from tournaments.play.record_from_paper import record_from_paper
from tournaments.standings import finish as finishing

pytestmark = [pytest.mark.django_db, pytest.mark.F46]

SLIP = PaperTimes(START + timedelta(minutes=10), START + timedelta(minutes=40))
LATER = START + timedelta(hours=3)


def typed(
    match: Match, sheet: Sheet | None = None, played: PaperTimes = SLIP, submission_key: str = ""
) -> RecordingResult:
    return record_from_paper(
        match,
        sheet=sheet or plain_win(match),
        played=played,
        by=bruno(),
        now=LATER,
        submission_key=submission_key,
    )


def test_a_match_that_nobody_started_is_made_up_for_with_its_times() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    typed(match)
    assert line_types(tournament, 4) == ["integrity.noted", "match.started", "sheet.recorded", "seat.filled"]
    noted = json.loads(RecordLine.objects.get(ledger=tournament.ledger_id, type="integrity.noted").text)[
        "data"
    ]
    assert noted == {
        "what": "paper",
        "match": match.code,
        "seat": None,
        "reason": "2026-03-14T12:10:00Z/2026-03-14T12:40:00Z",
    }
    assert at(tournament, 1, 1).state == MatchState.ENDED
    assert at(tournament, 2, 1).sides.filter(entry=entry_at(match, 1)).exists()
    assert_sound(tournament)


@pytest.mark.parametrize("played", [SLIP, PaperTimes(None, SLIP.ended)])
def test_times_are_read_back_as_they_were_noted(played: PaperTimes) -> None:
    assert PaperTimes.read(str(played)) == played


@pytest.mark.parametrize("text", ["", "noon", "2026-03-14T12:40:00Z", "../2026-03-14T12:40:00", "x/../y"])
def test_another_record_may_say_anything_there(text: str) -> None:
    assert PaperTimes.read(text) is None


def test_time_is_called_on_paper_too_and_a_tie_needs_its_cut() -> None:
    tournament = drawn(4, table_high=2, time_limit=30)
    match = at(tournament, 1, 1)
    codes = [seat.persona.code for seat in match.seats.order_by("number") if seat.persona]
    even = Sheet(EndedBy.TIME, tuple(Line(code, {"intact": 2}) for code in codes))
    lines = RecordLine.objects.count()
    with pytest.raises(Refused, match="open_tie"):
        typed(match, even)
    assert (RecordLine.objects.count(), at(tournament, 1, 1).started_at) == (lines, None)
    typed(match, replace(even, cuts=(Cut((1, 2), ("4", "K")),)))
    assert line_types(tournament, 5)[:3] == ["integrity.noted", "match.started", "match.time_called"]
    assert at(tournament, 1, 1).winner == entry_at(match, 2)
    assert_sound(tournament)


def test_without_a_limit_time_ends_no_match_on_paper_either() -> None:
    match = at(drawn(4, table_high=2), 1, 1)
    codes = [seat.persona.code for seat in match.seats.order_by("number") if seat.persona]
    with pytest.raises(Refused):
        typed(match, Sheet(EndedBy.TIME, tuple(Line(code, {"intact": 2}) for code in codes)))


def test_what_was_going_on_when_everything_went_down_goes_on_from_there() -> None:
    tournament = drawn(4, table_high=2, time_limit=30)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=SLIP.ended)
    typed(match, played=replace(SLIP, ended=SLIP.ended + timedelta(minutes=5)))
    assert line_types(tournament, 3) == ["integrity.noted", "sheet.recorded", "seat.filled"]
    assert_sound(tournament)


def test_who_did_not_come_needs_no_start() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    typed(match, absences(match, 2))
    assert line_types(tournament, 3) == ["integrity.noted", "sheet.recorded", "seat.filled"]
    assert_sound(tournament)


def test_a_game_on_paper_beats_a_walkover_that_was_noted_meanwhile(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    typed(match, plain_win(match, 2))
    assert at(tournament, 1, 1).winner == entry_at(match, 2)
    assert "integrity.noted" in line_types(tournament, 6)
    assert_sound(tournament)


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (PaperTimes(None, LATER + timedelta(minutes=1)), "paper_ahead"),
        (PaperTimes(SLIP.ended, SLIP.ended), "paper_order"),
        (PaperTimes(START - timedelta(minutes=1), SLIP.ended), "paper_before_draw"),
        (PaperTimes(None, START - timedelta(minutes=1)), "paper_before_draw"),
    ],
)
def test_times_that_cannot_be_are_refused(played: PaperTimes, code: str) -> None:
    tournament = drawn(4, table_high=2)
    with pytest.raises(Refused, match=code):
        typed(at(tournament, 1, 1), played=played)
    assert at(tournament, 1, 1).state != MatchState.ENDED


@pytest.mark.F01
@pytest.mark.F05
def test_a_slip_typed_twice_counts_once_and_another_result_is_told() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    typed(match, submission_key="r1")
    lines = RecordLine.objects.count()
    assert typed(match, submission_key="r1").repeated
    assert typed(match, submission_key="r2").already_by == "Bruno Juiz"
    with pytest.raises(Stale, match="already_recorded"):
        typed(match, plain_win(match, 2))
    assert RecordLine.objects.count() == lines


@pytest.mark.F67
def test_only_the_staff_types_slips_and_only_the_coordinator_rules() -> None:
    match = at(drawn(4, table_high=2), 1, 1)
    with pytest.raises(Forbidden):
        record_from_paper(match, sheet=plain_win(match), played=SLIP, by=caio(), now=LATER)
    ruling = replace(plain_win(match), ended_by=EndedBy.RULING, reason="dice")
    with pytest.raises(Forbidden):
        record_from_paper(match, sheet=ruling, played=SLIP, by=bruno(), now=LATER)
    assert record_from_paper(match, sheet=ruling, played=SLIP, by=ana(), now=LATER).verdict.winner == 1


def test_a_page_from_before_a_change_of_the_match_is_old(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match, seen = at(tournament, 1, 1), tournament.ledger.head_seq
    start_match(match, by=bruno(), now=next(clock))
    with pytest.raises(Stale, match="stale"):
        record_from_paper(match, sheet=plain_win(match), played=SLIP, by=bruno(), now=LATER, seen=seen)


@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"table_high": 4}, {"kind": "duplas"}])
def test_a_day_on_paper_is_sound_and_comes_back_the_same(chosen: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "copy.record.jsonl"
    with transaction.atomic():
        tournament = _on_paper(**chosen)
        assert_sound(tournament)
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        names, look = people_file(tournament)["people"], overview_of(tournament)
        transaction.set_rollback(True)
    assert check_bytes(path.read_bytes()) == []
    back = restore_record(path, names=names, owner=None, now=LATER, slug=tournament.slug)
    assert "".join(record_lines(back)).encode() == path.read_bytes()
    assert overview_of(back) == look


def _on_paper(**chosen: Any) -> Tournament:
    """A whole bracket of slips, one after the other."""
    tournament = drawn(9, **chosen)
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    while ready := matches.filter(state__in=(MatchState.READY, MatchState.CALLED)).first():
        typed(ready, plain_win(ready, kind=tournament.kind))
    return finishing.finish(tournament, by=ana(), now=LATER)


def test_half_a_day_on_paper_finishes_as_usual(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    won(tournament, 1, 1, clock)
    for number in (2, 3):
        typed(at(tournament, 1, number))
    assert list(finish(tournament, clock).values()) == list(range(1, 9))
    assert_sound(tournament)
