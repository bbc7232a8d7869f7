"""Who takes a seat on a sheet that stands (remedy `replace`): what the others' places come to."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from checker import check_bytes
from matches.models import Match, Side
from records.export import record_lines
from rulesets.kernel.sheet import Cut, EndedBy, Line, Sheet
from tests.acts import Moments, assert_sound, at, entry_at, won
from tests.cast import ana, bruno, drawn, plain_win
from tests.records.book import Bodies, chained
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import LostPlaceDecisions, disqualify
from tournaments.models import Correction, Tournament
from tournaments.play.play import call_time, record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F10]


def final_of_four(clock: Moments, **chosen: Any) -> tuple[Tournament, Match]:
    """Round 1 is played at tables of four, and the four winners sit at the final."""
    tournament = drawn(16, table_high=4, **chosen)
    for number in (1, 2, 3, 4):
        won(tournament, 1, number, clock)
    final = at(tournament, 2, 1)
    start_match(final, by=bruno(), now=next(clock))
    return tournament, Match.objects.get(pk=final.pk)


def sheet_of(final: Match, realms: Mapping[int, int | None]) -> Sheet:
    """Side 1 wins by the condition; the others have so many intact realms, None where nobody counted."""
    won_by_1 = plain_win(final)
    sides = dict(final.seats.values_list("persona__code", "side__number"))
    lines = (_with(line, realms.get(sides[line.player], 6)) for line in won_by_1.lines)
    return Sheet(EndedBy.WIN_CONDITION, tuple(lines), winner=1)


def _with(line: Line, realms: int | None) -> Line:
    return Line(line.player, None if realms is None else {"intact": realms})


def recorded(final: Match, sheet: Sheet, clock: Moments) -> None:
    record_sheet(final, sheet=sheet, by=bruno(), now=next(clock))


def replaced(final: Match, side: int, clock: Moments) -> Correction:
    """The table that the side came from was won by its second seat, who takes the place on the sheet."""
    source = Side.objects.get(match=final, number=side).source
    assert source
    return correct_sheet(
        source,
        sheet=plain_win(source, 2),
        reason="sides",
        by=ana(),
        now=next(clock),
        remedies={final.code: "replace"},
    )


def placement(final: Match) -> list[list[int]]:
    found: list[list[int]] = final.sheets.get(is_current=True).placement
    return [sorted(tied) for tied in found]


def bodies(tournament: Tournament) -> Bodies:
    lines = map(json.loads, record_lines(tournament))
    return [{key: line[key] for key in ("at", "by", "type", "data")} for line in lines]


@pytest.mark.F92
def test_a_tie_goes_with_the_side_whose_cards_nobody_counted(clock: Moments) -> None:
    tournament, final = final_of_four(clock)
    recorded(final, sheet_of(final, {2: None, 3: 1, 4: 3}), clock)
    assert placement(final) == [[1], [2, 3, 4]]
    before = overview_of(tournament)
    correction = replaced(final, 2, clock)
    assert placement(final) == [[1], [4], [3], [2]]
    assert_sound(tournament)
    undo_correction(correction, reason="it was right", by=ana(), now=next(clock))
    assert (placement(final), overview_of(tournament)) == ([[1], [2, 3, 4]], before)
    assert_sound(tournament)


@pytest.mark.F92
@pytest.mark.parametrize(
    ("realms", "places"),
    [
        ({2: None, 3: None, 4: 3}, [[1], [3, 4], [2]]),
        ({2: 1, 3: None, 4: 3}, [[1], [3, 4], [2]]),
        ({2: None, 3: 2, 4: 2}, [[1], [3, 4], [2]]),
        ({2: 4, 3: 2, 4: 3}, [[1], [4], [3], [2]]),
    ],
    ids=["another is uncounted", "who is not replaced is uncounted", "equal cards", "all were counted"],
)
def test_a_tie_stays_where_it_has_another_cause(
    realms: dict[int, int | None], places: list[list[int]], clock: Moments
) -> None:
    tournament, final = final_of_four(clock)
    recorded(final, sheet_of(final, realms), clock)
    replaced(final, 2, clock)
    assert placement(final) == places
    assert_sound(tournament)


@pytest.mark.F92
def test_a_tie_that_was_kept_is_found(clock: Moments) -> None:
    tournament, final = final_of_four(clock)
    recorded(final, sheet_of(final, {2: None, 3: 1, 4: 3}), clock)
    replaced(final, 2, clock)
    made = bodies(tournament)
    rewritten = next(body["data"] for body in made if body["data"].get("rewritten"))
    rewritten["placement"] = [[1], [3, 4], [2]]
    assert {one.rule for one in check_bytes(chained(made))} == {"placement"}


@pytest.mark.F22
@pytest.mark.parametrize("side", [2, 3])
def test_who_was_beaten_by_a_cut_stays_so_without_a_third(side: int, clock: Moments) -> None:
    tournament, final = final_of_four(clock, time_limit=30)
    due = Match.objects.get(pk=final.pk).time_due_at
    assert due
    call_time(final, by=None, now=due + timedelta(seconds=1))
    equal = sheet_of(final, {1: 3, 2: 3, 3: 3, 4: 1})
    recorded(final, Sheet(EndedBy.TIME, equal.lines, cuts=(Cut((1, 2, 3), ("A", "K", "Q")),)), _late(clock))
    assert placement(final) == [[1], [2], [3], [4]]
    replaced(final, side, _late(clock))
    assert placement(final) == [[1], [5 - side], [4], [side]]
    assert_sound(tournament)
    for altered in "1", str(side):
        made = bodies(tournament)
        next(body["data"] for body in made if body["data"].get("rewritten"))["scores"][altered] += 7
        assert {one.rule for one in check_bytes(chained(made))} == {"correction"}


@pytest.mark.F20
@pytest.mark.F92
def test_who_follows_a_disqualified_winner_by_a_cut_stays_first(clock: Moments) -> None:
    tournament, final = final_of_four(clock)
    recorded(final, sheet_of(final, {2: None, 3: 1, 4: 3}), clock)
    cut = Cut((2, 3, 4), ("K", "A", "Q"))
    disqualify(
        entry_at(final, 1),
        reason="marked deck",
        by=ana(),
        now=next(clock),
        deciding=LostPlaceDecisions(cuts={final.code: [cut]}),
    )
    assert placement(final) == [[3], [2], [4], [1]]
    replaced(final, 2, clock)
    assert placement(final) == [[3], [4], [1], [2]]
    assert_sound(tournament)


def _late(clock: Moments) -> Moments:
    return (moment + timedelta(hours=2) for moment in clock)
