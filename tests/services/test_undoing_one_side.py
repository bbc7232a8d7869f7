"""Found by the endorsement: an undo brought back the other seats of a match too, as they had been once."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from core.errors import Stale
from matches.models import Match, Side
from tests.cast import START, ana, bruno, drawn, plain_win
from tournaments.checking.checker import check_record
from tournaments.models import Correction, Tournament
from tournaments.selectors.record import record_lines
from tournaments.services import correcting, playing, undoing

pytestmark = [pytest.mark.django_db, pytest.mark.F12]


def _at(minute: int) -> datetime:
    return START + timedelta(hours=1, minutes=minute)


def _match(tournament: Tournament, round_: int, number: int) -> Match:
    return Match.objects.get(ledger=tournament.ledger, round=round_, number=number)


def _won(match: Match, minute: int) -> Match:
    playing.start_match(match, by=bruno(), now=_at(minute))
    playing.record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=_at(minute + 1))
    return Match.objects.get(pk=match.pk)


def _corrected(match: Match, side: int, minute: int, **remedies: str) -> Correction:
    return correcting.correct_sheet(
        match, sheet=plain_win(match, side), reason="sides", by=ana(), now=_at(minute), remedies=remedies
    )


def _is_sound(tournament: Tournament, folder: Path) -> bool:
    path = folder / "record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    return check_record(path) == []


def test_an_undo_leaves_the_other_side_of_the_next_match_alone(tmp_path: Path) -> None:
    tournament = drawn(4, table_high=2)
    first, second = _won(_match(tournament, 1, 1), 0), _won(_match(tournament, 1, 2), 2)
    undone = _corrected(first, 2, 4)
    _corrected(second, 2, 5)
    undoing.undo_correction(undone, reason="it was right", by=ana(), now=_at(6))
    assert Side.objects.get(source=first).entry == first.sides.get(number=1).entry
    assert Side.objects.get(source=second).entry == second.sides.get(number=2).entry
    assert _is_sound(tournament, tmp_path)


def test_a_sheet_does_not_come_back_without_those_who_played_it(tmp_path: Path) -> None:
    tournament = drawn(4, table_high=2)
    first, second = _won(_match(tournament, 1, 1), 0), _won(_match(tournament, 1, 2), 2)
    final = _won(_match(tournament, 2, 1), 4)
    undone = _corrected(first, 2, 6, **{final.code: "replay"})
    _corrected(second, 2, 7)
    with pytest.raises(Stale, match="changed_since"):
        undoing.undo_correction(undone, reason="it was right", by=ana(), now=_at(8))
    assert _is_sound(tournament, tmp_path)
