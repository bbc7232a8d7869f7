"""A table at which each pair lacks a member: nobody is left, and who came keeps a line (F132)."""

from typing import Any

import pytest
from django.urls import reverse

from core.errors import Refused
from matches.models import EntryState, Match, Sheet
from matches.sheet_values import absence_sheet
from rulesets.kernel.sheet import EndedBy, Line, Out
from rulesets.kernel.sheet import Sheet as SheetValue
from tests.acts import Moments, assert_sound, at, entry_at, finish, won
from tests.cast import ana, browser, bruno, drawn, plain_win
from tests.web.html import text
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import disqualify
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F132]

OUT, CAME = "absent", ""


def seated(match: Match) -> list[tuple[str, int]]:
    """Codes and sides in seating order: A1 B1 A2 B2."""
    seats = match.seats.exclude(persona=None).order_by("number")
    return [(seat.persona.code, seat.side.number) for seat in seats if seat.persona]


def without(match: Match, *seats: int, clock: Moments) -> Sheet:
    """Those at these seats did not come."""
    people = seated(match)
    sheet = absence_sheet(people, {people[seat][0] for seat in seats})
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return current(match)


def current(match: Match) -> Sheet:
    return Sheet.objects.get(match=match, is_current=True)


def outs(sheet: Sheet) -> list[str]:
    return list(sheet.lines.order_by("position").values_list("out", flat=True))


def pairs(**chosen: Any) -> Tournament:
    return drawn(4, kind="duplas", **chosen)


@pytest.mark.parametrize("kind", [{}, {"game": "castelo"}])
def test_nobody_is_left_and_the_two_who_came_are_not_absent(clock: Moments, kind: dict[str, str]) -> None:
    tournament = pairs(**kind)
    match = at(tournament, 1, 1)
    sheet = without(match, 0, 3, clock=clock)
    assert (sheet.ended_by, sheet.winner, sheet.placement) == (EndedBy.NONE_ADVANCES, None, [[1, 2]])
    assert outs(sheet) == [OUT, CAME, CAME, OUT]
    assert match.feeds.get().entry is None
    without(at(tournament, 1, 2), 0, clock=clock)
    gone = {entry_at(match, side).code for side in (1, 2)}
    assert gone.isdisjoint(finish(tournament, clock))
    assert_sound(tournament)


def test_with_a_place_for_who_never_played_they_share_the_last(clock: Moments) -> None:
    tournament = pairs(house_rules={"never_played_place": True})
    match = at(tournament, 1, 1)
    without(match, 0, 3, clock=clock)
    places = finish(tournament, clock)
    assert [places[entry_at(match, side).code] for side in (1, 2)] == [3, 3]
    assert_sound(tournament)


def test_who_won_before_has_a_place_behind_all_others_of_the_round(clock: Moments) -> None:
    tournament = drawn(8, kind="duplas")
    for number in (1, 2):
        won(tournament, 1, number, clock)
    semifinal = at(tournament, 2, 1)
    without(semifinal, 1, 2, clock=clock)
    places = finish(tournament, clock)
    assert [places[entry_at(semifinal, side).code] for side in (1, 2)] == [3, 3]
    assert_sound(tournament)


def test_one_pair_lacks_a_member_and_the_other_is_disqualified(clock: Moments) -> None:
    tournament = pairs()
    match = at(tournament, 1, 1)
    marks = (Out.ABSENT, Out.DISQUALIFIED, None, None)
    lines = tuple(Line(code, {}, out) for (code, _), out in zip(seated(match), marks, strict=True))
    sheet = SheetValue(EndedBy.NONE_ADVANCES, lines, reason="Cartas marcadas.")
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    assert current(match).placement == [[2], [1]]
    assert entry_at(match, 2).state == EntryState.DISQUALIFIED
    finish(tournament, clock)
    assert_sound(tournament)


def test_at_a_duel_one_is_absent_and_the_other_is_disqualified(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    marks = (Out.ABSENT, Out.DISQUALIFIED)
    lines = tuple(Line(code, {}, out) for (code, _), out in zip(seated(match), marks, strict=True))
    sheet = SheetValue(EndedBy.NONE_ADVANCES, lines, reason="Cartas marcadas.")
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    finish(tournament, clock)
    assert_sound(tournament)


def test_half_a_pair_beside_a_whole_one_is_a_walkover(clock: Moments) -> None:
    tournament = pairs()
    match = at(tournament, 1, 1)
    sheet = without(match, 2, clock=clock)
    assert (sheet.ended_by, sheet.winner) == (EndedBy.WALKOVER, entry_at(match, 2))
    assert outs(sheet) == [CAME, CAME, OUT, CAME]
    assert entry_at(match, 1).code not in finish(tournament, clock)
    assert_sound(tournament)


def test_one_whole_pair_came_so_it_is_not_nobody(clock: Moments) -> None:
    match = at(pairs(), 1, 1)
    people = seated(match)
    lines = tuple(Line(code, {}, Out.ABSENT if side == 1 else None) for code, side in people)
    with pytest.raises(Refused, match="somebody_came"):
        record_sheet(match, sheet=SheetValue(EndedBy.NONE_ADVANCES, lines), by=bruno(), now=next(clock))


def test_a_winner_by_walkover_disqualified_later_leaves_the_lines_of_who_came(clock: Moments) -> None:
    tournament = pairs()
    match = at(tournament, 1, 1)
    without(match, 0, clock=clock)
    disqualify(entry_at(match, 2), reason="Cartas marcadas.", by=ana(), now=next(clock))
    sheet = current(match)
    assert (sheet.ended_by, sheet.winner) == (EndedBy.NONE_ADVANCES, None)
    assert (outs(sheet)[0], outs(sheet)[2]) == (OUT, CAME)
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_game_that_was_played_after_all_replaces_it_and_back(clock: Moments) -> None:
    tournament = pairs()
    match = at(tournament, 1, 1)
    before = outs(without(match, 0, 3, clock=clock))
    start_match(at(tournament, 1, 2), by=bruno(), now=next(clock))
    late = won_late(match, clock)
    assert late.ended_by == EndedBy.WIN_CONDITION
    correction = Correction.objects.get(match=match, version=late.version)
    undo_correction(correction, reason="wrong table", by=ana(), now=next(clock))
    assert outs(current(match)) == before
    assert_sound(tournament)


def won_late(match: Match, clock: Moments) -> Sheet:
    record_sheet(match, sheet=plain_win(match, 1, "duplas"), by=bruno(), now=next(clock))
    return current(match)


def test_the_bracket_calls_a_pair_of_which_one_came_incomplete(clock: Moments) -> None:
    tournament = pairs()
    without(at(tournament, 1, 1), 0, 3, clock=clock)
    for query in ("", "?fase=texto"):
        html = text(browser().get(reverse("bracket", args=[tournament.slug]) + query))
        assert html.count("pair incomplete") == 2
        assert "absent" not in html
