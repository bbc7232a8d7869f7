"""A day of Jogo dos Reinos: the winner disqualified afterwards, and a record that the checker passes."""

from typing import Any

import pytest

from matches.models import Match, Sheet
from rulesets.kernel.sheet import EndedBy, Line, Out
from rulesets.kernel.sheet import Sheet as SheetValue
from tests.acts import Moments, assert_sound, at, entry_at, finish, moments
from tests.cast import ana, bruno, drawn
from tournaments.departures.disqualify import disqualify
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
KINGDOMS: dict[str, Any] = {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 4}


def dominated(match: Match, clock: Moments) -> Match:
    """Side 1 holds 2 and 4; side 3, a free kingdom, conceded between their falls."""
    lines = {
        1: Line("", {}),
        2: Line("", {"holder": 1, "fall": 1}),
        3: Line("", {}, Out.CONCEDED, 2),
        4: Line("", {"holder": 1, "fall": 3}),
    }
    seats = match.seats.select_related("side", "persona").order_by("number")
    people = {seat.side.number: seat.persona.code for seat in seats if seat.persona}
    played = tuple(Line(people[side], line.counts, line.out, line.out_order) for side, line in lines.items())
    start_match(match, by=bruno(), now=next(clock))
    sheet = SheetValue(EndedBy.WIN_CONDITION, played, winner=1)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return Match.objects.get(pk=match.pk)


def test_a_winner_disqualified_afterwards_loses_to_the_latest_fallen() -> None:
    clock = moments()
    tournament = drawn(16, **KINGDOMS)
    match = dominated(at(tournament, 1, 1), clock)
    assert Sheet.objects.get(match=match).placement == [[1], [4], [3], [2]]
    disqualify(entry_at(match, 1), reason="marked joker", by=ana(), now=next(clock))
    sheet = Sheet.objects.get(match=match, is_current=True)
    assert (sheet.ended_by, sheet.placement) == (EndedBy.DISQUALIFICATION, [[4], [3], [2], [1]])
    assert at(tournament, 2, 1).sides.filter(entry=entry_at(match, 4)).exists()
    for number in (2, 3, 4):
        dominated(at(tournament, 1, number), clock)
    dominated(at(tournament, 2, 1), clock)
    finish(tournament, clock)
    assert_sound(tournament)
