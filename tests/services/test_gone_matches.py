"""A match whose draw was withdrawn since somebody opened it is not there any more."""

from collections.abc import Callable

import pytest

from core.errors import Forbidden
from matches.models import Match, PhysicalTable
from rulesets.kernel.sheet import Sheet
from scheduling.dispatcher import place_match
from tests.acts import absences, at
from tests.cast import START, ana, bruno, caio, drawn
from tournaments.corrections.disputes import Speaker
from tournaments.corrections.preview import preview_correction
from tournaments.departures.no_show import withdraw_missing
from tournaments.draw.publish import withdraw_draw
from tournaments.kingdoms.companion import begin_game
from tournaments.play.play import record_sheet, start_match
from tournaments.reports.report import report_result

pytestmark = pytest.mark.django_db


def starts(match: Match, _: Sheet) -> None:
    start_match(match, by=bruno(), now=START)


def records(match: Match, sheet: Sheet) -> None:
    record_sheet(match, sheet=sheet, by=bruno(), now=START)


def reports(match: Match, sheet: Sheet) -> None:
    report_result(match, sheet=sheet, speaker=Speaker(caio()), now=START)


def places(match: Match, _: Sheet) -> None:
    table = PhysicalTable.objects.filter(ledger=match.ledger_id).first()
    assert table is not None
    place_match(match, table=table, by=bruno(), now=START)


def withdraws_missing(match: Match, _: Sheet) -> None:
    withdraw_missing(match, missing=["p1"], reason="ausente", by=ana(), now=START)


def previews(match: Match, sheet: Sheet) -> None:
    preview_correction(match, sheet=sheet, by=ana(), now=START)


@pytest.mark.parametrize("act", [starts, records, reports, places, withdraws_missing, previews])
def test_it_is_not_found(act: Callable[[Match, Sheet], None]) -> None:
    tournament = drawn(8)
    match = at(tournament, 1, 1)
    sheet = absences(match, 1)
    withdraw_draw(tournament, reason="engano", by=ana(), now=START)
    with pytest.raises(Forbidden, match="not_found"):
        act(match, sheet)


def test_a_game_of_kingdoms_does_not_begin_there() -> None:
    tournament = drawn(4, game="jogo-dos-reinos", kind="reinos", table_low=4, table_high=4)
    match = at(tournament, 1, 1)
    withdraw_draw(tournament, reason="engano", by=ana(), now=START)
    with pytest.raises(Forbidden, match="not_found"):
        begin_game(match, by=bruno(), now=START)
