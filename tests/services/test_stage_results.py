"""Points, games and opponents of a Swiss stage, from the sheets that count now."""

import pytest
from django.utils import timezone

from matches.models import Match
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from tests.cast import ana, checked_in, fresh, plain_win
from tests.swiss import first_round, swiss, win_all
from tournaments.departures.disqualify import disqualify
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.stages.swiss.plan import SwissPlan
from tournaments.standings.stage_results import read_stage_results

pytestmark = pytest.mark.django_db


def a_match(tournament: Tournament) -> Match:
    """The first match of the first round."""
    return Match.objects.filter(ledger=tournament.ledger_id).earliest("round", "number")


def codes(match: Match) -> list[str]:
    """The entries at the match, by side."""
    return [side.entry.code for side in match.sides.order_by("number") if side.entry]


def test_a_win_is_one_and_everything_else_is_nothing() -> None:
    tournament = first_round(8)
    win_all(tournament)
    results = read_stage_results(tournament)
    assert sorted(results.points.values()) == [0] * 6 + [1] * 2
    winner, *others = codes(a_match(tournament))
    assert results.points[winner] == 1
    assert sorted(results.opponents()[winner]) == sorted(others)


def test_an_open_match_is_no_game_and_its_entries_have_no_points_yet() -> None:
    results = read_stage_results(first_round(8))
    assert set(results.points.values()) == {0}
    assert len(results.points) == 8
    assert not results.games


def test_a_walkover_is_a_win_without_an_opponent() -> None:
    tournament = first_round(4, table_low=2, table_high=2)
    match = a_match(tournament)
    here, missing = [seat.persona.code for seat in match.seats.order_by("number") if seat.persona]
    lines = (Line(here), Line(missing, out=Out.ABSENT))
    record_sheet(match, sheet=Sheet(EndedBy.WALKOVER, lines, winner=1), by=ana(), now=timezone.now())
    results = read_stage_results(tournament)
    winner, absent = codes(match)
    assert results.points[winner] == 1
    assert results.points[absent] == 0
    assert not results.games
    assert not results.opponents()


def test_who_is_absent_was_not_met() -> None:
    tournament = first_round(8)
    match = a_match(tournament)
    start_match(match, by=ana(), now=timezone.now())
    match.refresh_from_db()
    sheet = plain_win(match)
    *others, last = sheet.lines
    sheet = Sheet(EndedBy.WIN_CONDITION, (*others, Line(last.player, out=Out.ABSENT)), winner=1)
    record_sheet(match, sheet=sheet, by=ana(), now=timezone.now())
    results = read_stage_results(tournament)
    (game,) = results.games
    assert set(game.entries) == set(codes(match)[:3])


def test_byes_and_short_tables_are_counted() -> None:
    tournament = first_round(5, table_low=2, table_high=2)
    results = read_stage_results(tournament)
    bye = codes(Match.objects.get(ledger=tournament.ledger_id, number=3))
    assert dict(results.byes) == {bye[0]: 1}
    assert results.points[bye[0]] == 1
    assert not results.short_tables

    uneven = checked_in(7, table_low=3, stages=swiss())
    publish_draw(uneven, by=ana(), now=timezone.now())
    short = Match.objects.get(ledger=uneven.ledger_id, number=2)
    assert set(read_stage_results(uneven).short_tables) == set(codes(short))
    assert len(codes(short)) == 3


def test_the_disqualified_have_no_place_and_their_opponents_met_them() -> None:
    tournament = first_round(8)
    win_all(tournament)
    gone = a_match(tournament).sides.get(number=2).entry
    assert gone is not None
    disqualify(gone, reason="Trapaça", by=ana(), now=timezone.now())
    results = read_stage_results(fresh(tournament))
    assert gone.code not in [code for row in SwissPlan(3, 4).order(results) for code in row.entries]
    assert gone.code in results.opponents()[codes(a_match(tournament))[0]]


def test_the_next_round_keeps_those_apart_who_met() -> None:
    tournament = first_round(16, table_low=4)
    win_all(tournament)
    met = {frozenset((one, other)) for match in tables(tournament, 1) for one in match for other in match}
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    again = {frozenset((one, other)) for match in tables(tournament, 2) for one in match for other in match}
    assert not [pair for pair in met & again if len(pair) > 1]


def tables(tournament: Tournament, number: int) -> list[list[str]]:
    """The entries at each table of a round."""
    return [codes(match) for match in Match.objects.filter(ledger=tournament.ledger_id, round=number)]
