"""A match whose draw was withdrawn since somebody opened it is not there any more."""

from collections.abc import Callable

import pytest

from core.errors import Forbidden
from matches.models import Match
from rulesets.kernel.sheet import Sheet
from tests.acts import absences, at
from tests.cast import START, ana, bruno, drawn
from tournaments.draw.publish import withdraw_draw
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db


def starts(match: Match, _: Sheet) -> None:
    start_match(match, by=bruno(), now=START)


def records(match: Match, sheet: Sheet) -> None:
    record_sheet(match, sheet=sheet, by=bruno(), now=START)


@pytest.mark.parametrize("act", [starts, records])
def test_it_is_not_found(act: Callable[[Match, Sheet], None]) -> None:
    tournament = drawn(8)
    match = at(tournament, 1, 1)
    sheet = absences(match, 1)
    withdraw_draw(tournament, reason="engano", by=ana(), now=START)
    with pytest.raises(Forbidden, match="not_found"):
        act(match, sheet)
