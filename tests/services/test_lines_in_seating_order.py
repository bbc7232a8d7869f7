"""Found by the endorsement: partners sit across, programs send them side by side, and an undo sorted them."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from checker import check
from matches.models import Match
from records.export import record_lines
from tests.cast import START, ana, bruno, drawn, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db


def _recorded_side_by_side(tournament: Tournament) -> Match:
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    start_match(match, by=bruno(), now=START + timedelta(hours=1))
    sheet = plain_win(match, 1, "duplas")
    backwards = replace(sheet, lines=tuple(reversed(sheet.lines)))
    record_sheet(match, sheet=backwards, by=bruno(), now=START + timedelta(hours=2))
    return match


@pytest.mark.F12
def test_a_sheet_comes_back_as_it_was_whatever_order_its_lines_were_sent_in(tmp_path: Path) -> None:
    tournament = drawn(4, kind="duplas", table_low=2, table_high=2)
    match = _recorded_side_by_side(tournament)
    correction = correct_sheet(
        match,
        sheet=plain_win(match, 2, "duplas"),
        reason="wrong side",
        by=ana(),
        now=START + timedelta(hours=3),
        remedies={},
    )
    undo_correction(correction, reason="it was right", by=ana(), now=START + timedelta(hours=4))
    path = tmp_path / "record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    assert check(path) == []
