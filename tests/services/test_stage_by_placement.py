"""A Swiss stage in which places at the tables give points, not a win alone."""

import json
from fractions import Fraction

import pytest
from django.utils import timezone

from core.errors import Refused
from core.models import RecordLine
from matches.models import Match
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from tests.cast import ana, checked_in, created, fresh, plain_win
from tests.swiss import by_placement, in_groups, swiss, win_all
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round
from tournaments.draw.stage_progress import stage_table
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.standings.stage_results import read_stage_results

pytestmark = pytest.mark.django_db


def begun(entries: int, **chosen: object) -> Tournament:
    """The first round is drawn."""
    tournament = checked_in(entries, stages=by_placement(), **{"table_low": 3, **chosen})
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def table(tournament: Tournament, number: int = 1) -> Match:
    return Match.objects.get(ledger=tournament.ledger_id, round=1, number=number)


def points_at(tournament: Tournament, number: int = 1) -> list[Fraction]:
    """The points of those at a table of the first round, by side."""
    points = read_stage_results(tournament).points
    sides = table(tournament, number).sides.order_by("number")
    return [Fraction(points[side.entry.code]) for side in sides if side.entry]


def test_those_behind_the_winner_share_the_points_of_their_places() -> None:
    tournament = begun(7)
    assert {points for number in (1, 2) for points in points_at(tournament, number)} == {0}
    win_all(tournament)
    assert points_at(tournament, 1) == [3, 1, 1, 1]
    assert points_at(tournament, 2) == [3, Fraction(3, 4), Fraction(3, 4)]


def test_the_next_round_says_exact_points_in_lowest_terms() -> None:
    tournament = begun(7)
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    line = RecordLine.objects.filter(ledger=tournament.ledger_id, type="round.drawn").latest("seq")
    order = json.loads(line.text)["data"]["order"]
    assert [given["points"] for given in order] == ["3", "3", "1", "1", "1", "3/4", "3/4"]
    assert [row.points for row in stage_table(fresh(tournament))][:3] == [3, 3, 1]


def test_who_is_absent_has_nothing_and_does_not_enlarge_the_table() -> None:
    tournament = begun(8)
    match = table(tournament)
    start_match(match, by=ana(), now=timezone.now())
    match.refresh_from_db()
    *others, last = plain_win(match).lines
    sheet = Sheet(EndedBy.WIN_CONDITION, (*others, Line(last.player, out=Out.ABSENT)), winner=1)
    record_sheet(match, sheet=sheet, by=ana(), now=timezone.now())
    assert points_at(tournament) == [3, Fraction(3, 4), Fraction(3, 4), 0]


def test_a_walkover_is_a_win() -> None:
    tournament = begun(8)
    seats = table(tournament).seats.order_by("number")
    here, *missing = [seat.persona.code for seat in seats if seat.persona]
    lines = (Line(here), *(Line(code, out=Out.ABSENT) for code in missing))
    sheet = Sheet(EndedBy.WALKOVER, lines, winner=1)
    record_sheet(table(tournament), sheet=sheet, by=ana(), now=timezone.now())
    assert points_at(tournament) == [3, 0, 0, 0]


def test_a_game_that_nobody_won_gives_nothing() -> None:
    tournament = begun(8)
    match = table(tournament)
    start_match(match, by=ana(), now=timezone.now())
    match.refresh_from_db()
    lines = tuple(Line(line.player, out=Out.DISQUALIFIED) for line in plain_win(match).lines)
    record_sheet(
        match, sheet=Sheet(EndedBy.NONE_ADVANCES, lines, reason="Briga"), by=ana(), now=timezone.now()
    )
    assert points_at(tournament) == [0, 0, 0, 0]


@pytest.mark.parametrize("stages", [by_placement(), [{**in_groups()[0], "points": "placement"}]])
def test_tables_of_two_have_no_places(stages: list[dict[str, object]]) -> None:
    with pytest.raises(Refused, match="placement_needs_larger_tables") as refused:
        created(stages=stages, table_low=2, table_high=2)
    assert [found.field for found in refused.value.violations] == ["stages.0.points"]
    created(stages=stages, table_low=2, table_high=3)


def test_a_win_alone_is_said_by_no_key() -> None:
    assert "points" not in created(stages=swiss()).stages[0]
