"""A game that nobody won is noted, and the match begins anew; noted by mistake, it goes on."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from core.models import Job, JobState
from matches.models import DrawnGame, Match, MatchState
from records.export import record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import EndedBy, Line, Sheet
from tests.acts import Moments, assert_sound, at, finish, moments
from tests.cast import ana, bruno, caio, drawn
from tests.unguarded import forget_head
from tournaments.act import CALL_TIME
from tournaments.corrections.correct import correct_sheet
from tournaments.models import Tournament
from tournaments.play.notes import drawn_games_of, note_drawn_game, take_back_drawn_game
from tournaments.play.play import call_time, record_sheet, start_match

pytestmark = pytest.mark.django_db
CASTELO: dict[str, Any] = {"game": "castelo", "kind": "duelo"}


def counted(match: Match, *castles: int, ended_by: EndedBy = EndedBy.WIN_CONDITION) -> Sheet:
    """These castle points by seat; the winner, if any, is who has some left."""
    seats = match.seats.select_related("side", "persona").order_by("number")
    people = [(seat.side.number, seat.persona.code) for seat in seats if seat.persona]
    lines = tuple(
        Line(code, {"castle": points, "wall": 0}) for (_, code), points in zip(people, castles, strict=True)
    )
    winner = next((side for (side, _), points in zip(people, castles, strict=True) if points), None)
    return Sheet(ended_by, lines, winner=winner if ended_by == EndedBy.WIN_CONDITION else None)


def started(clock: Moments, **chosen: Any) -> tuple[Tournament, Match]:
    tournament = drawn(4, **{**CASTELO, "time_limit": 30, **chosen})
    start_match(at(tournament, 1, 1), by=bruno(), now=next(clock))
    return tournament, at(tournament, 1, 1)


def note(match: Match, clock: Moments, **more: Any) -> DrawnGame:
    asked = {"sheet": counted(match, 0, 0), "by": bruno(), "now": next(clock), **more}
    return note_drawn_game(match, **asked)


def win(tournament: Tournament, round_: int, number: int, clock: Moments) -> None:
    match = at(tournament, round_, number)
    start_match(match, by=bruno(), now=next(clock))
    record_sheet(match, sheet=counted(match, 5, 0), by=bruno(), now=next(clock))


def test_the_match_begins_anew_with_the_whole_time() -> None:
    clock = moments()
    tournament, match = started(clock)
    first, began = note(match, clock), match.started_at
    again = at(tournament, 1, 1)
    assert (again.state, again.started_at) == (MatchState.PLAYING, first.at)
    assert again.time_due_at == first.at + timedelta(minutes=30)
    assert (first.started_at, first.number, [line["castle"] for line in first.lines]) == (began, 1, [0, 0])
    assert (
        Job.objects.get(kind=CALL_TIME, key=str(match.pk), state=JobState.WAITING).due_at == again.time_due_at
    )


def test_equal_castles_at_time_are_a_drawn_game_and_the_clock_starts_again() -> None:
    clock = moments()
    tournament, match = started(clock)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at)
    equal = counted(match, 7, 7, ended_by=EndedBy.TIME)
    later = match.time_due_at + timedelta(minutes=3)
    note_drawn_game(match, sheet=equal, by=bruno(), now=later)
    again = at(tournament, 1, 1)
    assert (again.time_called_at, again.time_due_at) == (None, later + timedelta(minutes=30))


@pytest.mark.parametrize(
    ("castles", "code"),
    [((5, 0), "game_has_winner"), ((5, 5), "winner_missing"), ((0, 1000), "count_out_of_range")],
)
def test_a_sheet_that_is_no_draw_is_refused_with_its_reasons(castles: tuple[int, int], code: str) -> None:
    clock = moments()
    _, match = started(clock)
    sheet = counted(match, *castles)
    if castles == (5, 5):
        sheet = Sheet(EndedBy.WIN_CONDITION, sheet.lines)
    with pytest.raises(Refused) as refused:
        note(match, clock, sheet=sheet)
    assert code in {violation.code for violation in refused.value.violations}
    assert not DrawnGame.objects.exists()


def test_chama_knows_no_drawn_game() -> None:
    clock = moments()
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    lines = tuple(Line(seat.persona.code) for seat in match.seats.all() if seat.persona)
    with pytest.raises(Refused):
        note(match, clock, sheet=Sheet(EndedBy.WIN_CONDITION, lines))


def test_two_judges_note_the_same_drawn_game_once() -> None:
    clock = moments()
    tournament, match = started(clock)
    seen = tournament.ledger.lines.count() - 1
    note(match, clock, seen=seen)
    with pytest.raises(Stale):
        note(match, clock, seen=seen, by=ana())
    assert DrawnGame.objects.count() == 1


def test_a_player_notes_nothing() -> None:
    clock = moments()
    _, match = started(clock)
    with pytest.raises(Forbidden):
        note(match, clock, by=caio())


def test_taken_back_the_game_goes_on_with_the_clock_that_it_had() -> None:
    clock = moments()
    tournament, match = started(clock)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at)
    was = at(tournament, 1, 1)
    late = match.time_due_at + timedelta(minutes=1)
    equal = counted(match, 7, 7, ended_by=EndedBy.TIME)
    note_drawn_game(match, sheet=equal, by=bruno(), now=late)
    take_back_drawn_game(match, reason="miscounted", by=bruno(), now=late)
    now = at(tournament, 1, 1)
    assert [now.started_at, now.time_called_at] == [was.started_at, was.time_called_at]
    assert not Job.objects.filter(kind=CALL_TIME, key=str(match.pk), state=JobState.WAITING).exists()
    unequal = counted(match, 8, 7, ended_by=EndedBy.TIME)
    record_sheet(match, sheet=unequal, by=bruno(), now=late + timedelta(minutes=1))
    assert at(tournament, 1, 1).winner is not None


@pytest.mark.parametrize(
    ("noted", "reason", "code"), [(False, "x", "nothing_to_take_back"), (True, " ", "reason_missing")]
)
def test_what_cannot_be_taken_back(noted: bool, reason: str, code: str) -> None:
    clock = moments()
    _, match = started(clock)
    if noted:
        note(match, clock)
    with pytest.raises(Refused) as refused:
        take_back_drawn_game(match, reason=reason, by=bruno(), now=next(clock))
    assert [violation.code for violation in refused.value.violations] == [code]


def test_the_record_of_a_day_with_drawn_games_is_sound() -> None:
    clock = moments()
    tournament, match = started(clock)
    note(match, clock)
    note(match, clock)
    take_back_drawn_game(match, reason="miscounted", by=bruno(), now=next(clock))
    record_sheet(match, sheet=counted(match, 5, 0), by=bruno(), now=next(clock))
    win(tournament, 1, 2, clock)
    win(tournament, 2, 1, clock)
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_match_made_void_leaves_its_drawn_games_behind(tmp_path: Path) -> None:
    clock = moments()
    tournament, match = started(clock)
    record_sheet(match, sheet=counted(match, 5, 0), by=bruno(), now=next(clock))
    win(tournament, 1, 2, clock)
    final = at(tournament, 2, 1)
    start_match(final, by=bruno(), now=next(clock))
    note(final, clock)
    record_sheet(final, sheet=counted(final, 5, 0), by=bruno(), now=next(clock))
    correct_sheet(
        at(tournament, 1, 1),
        sheet=counted(match, 0, 5),
        reason="sides swapped",
        by=ana(),
        now=next(clock),
        remedies={final.code: "replay"},
    )
    start_match(at(tournament, 2, 1), by=bruno(), now=next(clock))
    assert [(game.number, game.stands) for game in drawn_games_of(final)] == [(1, False)]
    with pytest.raises(Refused, match="nothing_to_take_back"):
        take_back_drawn_game(final, reason="x", by=bruno(), now=next(clock))
    assert note(final, clock).number == 2
    again = at(tournament, 2, 1)
    record_sheet(again, sheet=counted(again, 5, 0), by=bruno(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)
    path = tmp_path / "again.record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    forget_head(tournament.ledger_id)
    copy = restore_record(path, names={}, owner=None, now=next(clock), slug="copy")
    assert "".join(record_lines(copy)) == path.read_text(encoding="utf-8")
    rows = DrawnGame.objects.filter(match__ledger=copy.ledger_id).order_by("number")
    assert [(row.number, row.is_void, row.taken_back) for row in rows] == [
        (1, True, False),
        (2, False, False),
    ]
