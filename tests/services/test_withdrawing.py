"""An entry withdraws: it keeps its results, its next seat follows the house rule, nothing gets stuck."""

from dataclasses import replace
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import EntryState, Match, MatchState
from rulesets.kernel.sheet import EndedBy, Out, Sheet
from scheduling.dispatcher import dispatch
from tests.acts import (
    Moments,
    absences,
    assert_sound,
    at,
    entry_at,
    finish,
    line_types,
    outs,
    side,
    walked_over,
    won,
)
from tests.cast import ana, bruno, caio, drawn, duda, entered, plain_win
from tournaments.departures.withdraw import withdraw
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.standings import finish as finishing
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
LUCKY = {"empty_seat": "lucky_loser"}


@pytest.mark.F16
@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"table_high": 4}, {"kind": "duplas"}])
def test_between_rounds_the_next_seat_stays_empty_and_results_stand(
    clock: Moments, chosen: dict[str, Any]
) -> None:
    tournament = drawn(16, **chosen)
    match = won(tournament, 1, 1, clock)
    gone = entry_at(match, 1)
    withdraw(gone, reason="hurt", by=ana(), now=next(clock))
    gone.refresh_from_db()
    seat = match.feeds.get()
    assert (gone.state, seat.entry, seat.filled) == (EntryState.WITHDRAWN, None, True)
    assert set(seat.seats.values_list("persona", flat=True)) == {None}
    assert Match.objects.get(pk=match.pk).winner == gone
    assert_sound(tournament)
    places = finish(tournament, clock)
    assert_sound(tournament)
    reached = [e for e in _at_round(tournament, 2) if e in places]
    assert places[gone.code] > max(places[code] for code in reached)
    assert places[gone.code] < places[entry_at(match, 2).code]


def _at_round(tournament: Tournament, round_: int) -> list[str]:
    matches = Match.objects.filter(ledger=tournament.ledger_id, round=round_)
    codes = matches.filter(sides__entry__isnull=False).values_list("sides__entry__code", flat=True)
    return list(codes)


@pytest.mark.F16
@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"table_high": 4}, {"kind": "duplas"}])
def test_by_option_the_best_loser_takes_the_seat(clock: Moments, chosen: dict[str, Any]) -> None:
    tournament = drawn(16, house_rules=LUCKY, **chosen)
    match = won(tournament, 1, 1, clock)
    gone = entry_at(match, 1)
    withdraw(gone, reason="hurt", by=ana(), now=next(clock))
    second = match.sides.filter(place=2).order_by("number").first()
    seat = match.feeds.get()
    assert second is not None
    assert (seat.entry, seat.exception) == (second.entry, "by_hand")
    filled = seat.seats.count()
    assert line_types(tournament, 1 + filled) == ["integrity.noted", *["seat.filled"] * filled]
    rows = {row.entry_code: row for row in standings_of(tournament)}
    assert second.entry is not None
    assert rows[second.entry.code].open
    assert not rows[gone.code].open
    places = finish(tournament, clock)
    assert places[second.entry.code] < places[gone.code]
    assert_sound(tournament)


@pytest.mark.F16
@pytest.mark.parametrize("number", [1, 3])
def test_a_table_whose_seat_was_taken_has_the_place_of_who_took_it(clock: Moments, number: int) -> None:
    tournament = drawn(9, table_low=3, table_high=3, house_rules=LUCKY)
    tables = [won(tournament, 1, other, clock) for other in (1, 2, 3)]
    left = tables[number - 1]
    withdraw(entry_at(left, 1), reason="hurt", by=ana(), now=next(clock))
    taken = left.feeds.get().entry
    final = at(tournament, 2, 1)
    assert taken is not None
    start_match(final, by=bruno(), now=next(clock))
    sheet = plain_win(final, left.feeds.get().number)
    record_sheet(final, sheet=sheet, by=bruno(), now=next(clock))
    places = finish(tournament, clock)
    assert places[taken.code] == 1
    others = [match for match in tables if match != left]
    behind = [entry_at(match, side).code for match in others for side in (2, 3)]
    assert places[entry_at(left, 3).code] < min(places[code] for code in behind)
    assert_sound(tournament)


def test_who_was_absent_is_not_promoted(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=LUCKY)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    withdraw(entry_at(match, 1), reason="", by=ana(), now=next(clock))
    assert match.feeds.get().entry is None
    assert_sound(tournament)


def test_who_was_promoted_may_leave_too(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, house_rules=LUCKY)
    match = won(tournament, 1, 1, clock)
    for number in (1, 2):
        withdraw(entry_at(match, number), reason="", by=ana(), now=next(clock))
    assert match.feeds.get().entry is None
    places = finish(tournament, clock)
    assert places[entry_at(match, 1).code] < places[entry_at(match, 2).code]
    assert_sound(tournament)


@pytest.mark.F17
def test_after_publication_the_table_plays_short_and_nobody_else_moves(clock: Moments) -> None:
    tournament = drawn(9, table_low=3, table_high=3)
    match, other = at(tournament, 1, 1), at(tournament, 1, 2)
    before = [list(m.sides.values_list("number", "entry")) for m in (match, other)]
    gone = entry_at(match, 3)
    withdraw(gone, reason="train", by=ana(), now=next(clock))
    after = [list(m.sides.values_list("number", "entry")) for m in (match, other)]
    assert after[1] == before[1]
    assert [row for row in after[0] if row[0] != 3] == [row for row in before[0] if row[0] != 3]
    assert side(match, 3).entry is None
    played = won(tournament, 1, 1, clock)
    assert played.state == MatchState.ENDED
    assert gone.code not in finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F17
def test_a_called_match_plays_short_too(clock: Moments) -> None:
    tournament = drawn(9, table_low=3, table_high=3, tables=4)
    dispatch(tournament.ledger_id, now=next(clock))
    match = at(tournament, 1, 1)
    withdraw(entry_at(match, 2), reason="", by=ana(), now=next(clock))
    assert at(tournament, 1, 1).state == MatchState.CALLED
    won(tournament, 1, 1, clock)
    assert_sound(tournament)


@pytest.mark.F18
def test_during_a_match_the_sheet_says_it_and_the_round_goes_on(clock: Moments) -> None:
    tournament = drawn(9, table_low=3, table_high=3)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    gone = entry_at(match, 2)
    with pytest.raises(Refused, match="leaves_by_sheet"):
        withdraw(gone, reason="", by=ana(), now=next(clock))
    code = gone.members.get().persona.code
    sheet = outs(plain_win(match, 1), **{code: (Out.CONCEDED, 1)})
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    assert side(match, 2).place == 3
    places = finish(tournament, clock)
    assert places[gone.code] > 3
    assert_sound(tournament)


@pytest.mark.F18
def test_a_disqualification_in_play_needs_nothing_from_who_left(clock: Moments) -> None:
    tournament = drawn(9, table_low=3, table_high=3)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    gone = entry_at(match, 3)
    code = gone.members.get().persona.code
    sheet = outs(plain_win(match, 1), **{code: (Out.DISQUALIFIED, None)})
    with pytest.raises(Refused, match="disqualified_without_reason"):
        record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    sheet = replace(sheet, reason="marked deck")
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    gone.refresh_from_db()
    assert gone.state == EntryState.DISQUALIFIED
    assert gone.code not in finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F20
def test_where_everybody_left_nobody_advances_and_the_bracket_goes_on(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    for place in ((1, 1), (1, 2)):
        for number in (1, 2):
            withdraw(entry_at(at(tournament, *place), number), reason="", by=ana(), now=next(clock))
    assert [at(tournament, *place).state for place in ((1, 1), (1, 2), (2, 1))] == [MatchState.ENDED] * 3
    assert at(tournament, 2, 1).sheets.get().ended_by == EndedBy.NONE_ADVANCES
    final = at(tournament, 3, 1)
    assert (side(final, 1).entry, side(final, 1).filled, final.state) == (None, True, MatchState.WAITING)
    places = finish(tournament, clock)
    assert sorted(places.values()) == [1, 2, 3, 4]
    assert_sound(tournament)


@pytest.mark.F20
def test_when_all_have_left_it_can_still_be_finished(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    for number in (1, 2):
        for who in (1, 2):
            withdraw(entry_at(at(tournament, 1, number), who), reason="", by=ana(), now=next(clock))
    assert finish(tournament, clock) == {}
    assert_sound(tournament)


@pytest.mark.F20
@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"table_high": 4}, {"kind": "duplas"}])
def test_tables_at_which_nobody_showed_up_make_the_next_one_shorter(
    clock: Moments, chosen: dict[str, Any]
) -> None:
    tournament = drawn(16, **chosen)
    for number in (1, 2):
        match = at(tournament, 1, number)
        walked_over(match, *match.sides.values_list("number", flat=True), clock=clock)
    assert at(tournament, 1, 1).winner is None
    places = finish(tournament, clock)
    assert 1 in places.values()
    assert_sound(tournament)


@pytest.mark.F21
def test_one_player_left_is_offered_a_walkover_and_given_none(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, tables=2)
    match = at(tournament, 1, 1)
    withdraw(entry_at(match, 2), reason="", by=ana(), now=next(clock))
    dispatch(tournament.ledger_id, now=next(clock))
    assert at(tournament, 1, 1).state == MatchState.CALLED
    with pytest.raises(Refused, match="opponents_missing"):
        start_match(match, by=bruno(), now=next(clock))
    record_sheet(match, sheet=absences(match), by=bruno(), now=next(clock))
    assert at(tournament, 1, 1).winner == entry_at(match, 1)
    assert match.feeds.get().entry == entry_at(match, 1)
    assert_sound(tournament)


def test_a_bye_only_leaves_an_empty_seat(clock: Moments) -> None:
    tournament = drawn(3, table_high=2, house_rules=LUCKY)
    bye = next(m for m in Match.objects.filter(ledger=tournament.ledger_id) if m.sides.count() == 1)
    gone = entry_at(bye, 1)
    withdraw(gone, reason="", by=ana(), now=next(clock))
    assert (bye.feeds.get().entry, Match.objects.get(pk=bye.pk).winner) == (None, gone)
    finish(tournament, clock)
    assert_sound(tournament)


def test_a_semifinalist_who_leaves_has_no_third_place_match(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True, **LUCKY})
    first, second = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    withdraw(entry_at(first, 2), reason="", by=ana(), now=next(clock))
    withdraw(entry_at(second, 1), reason="", by=ana(), now=next(clock))
    assert second.feeds.get(take="winner").entry is None  # its loser plays for the third place
    finish(tournament, clock)
    assert_sound(tournament)


def test_who_has_lost_and_leaves_keeps_the_place(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    match = won(tournament, 1, 1, clock)
    withdraw(entry_at(match, 2), reason="", by=ana(), now=next(clock))
    assert entry_at(match, 2).code in finish(tournament, clock)
    assert_sound(tournament)


def test_leaving_twice_is_once_and_after_the_end_too_late(clock: Moments) -> None:
    tournament = drawn(2, table_high=2)
    entry = entry_at(at(tournament, 1, 1), 1)
    withdraw(entry, reason="a", by=ana(), now=next(clock))
    withdraw(entry, reason="b", by=ana(), now=next(clock))
    assert tournament.ledger.lines.filter(type="entry.withdrawn").count() == 1
    finish(tournament, clock)
    with pytest.raises(Stale, match="finished"):
        withdraw(entry_at(at(tournament, 1, 1), 2), reason="", by=ana(), now=next(clock))


@pytest.mark.F06
def test_a_page_older_than_the_entry_is_stale(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    entry = entry_at(at(tournament, 1, 1), 1)
    with pytest.raises(Stale, match="stale"):
        withdraw(entry, reason="", by=ana(), now=next(clock), seen=entry.changed_seq - 1)


def test_who_may_withdraw_whom(clock: Moments) -> None:
    before = entered(3)
    withdraw(before.ledger.entries.get(number=2), reason="", by=bruno(), now=next(clock))
    tournament = drawn(4)
    own, other = tournament.ledger.entries.get(number=1), tournament.ledger.entries.get(number=2)
    for stranger in (duda(), bruno(), caio()):
        with pytest.raises(Forbidden):
            withdraw(other, reason="", by=stranger, now=next(clock))
    withdraw(own, reason="", by=caio(), now=next(clock))
    assert tournament.ledger.lines.order_by("-seq").filter(type="entry.withdrawn").count() == 1


def test_the_first_act_of_a_day_may_be_a_walkover_of_all(clock: Moments) -> None:
    tournament = drawn(2, table_high=2)
    match = at(tournament, 1, 1)
    sheet = Sheet(EndedBy.NONE_ADVANCES, absences(match, 1, 2).lines)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    assert finishing.finish(tournament, by=ana(), now=next(clock)).placings.count() == 0
