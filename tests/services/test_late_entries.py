"""After the draw an entry still comes in: an empty seat, one chair more, or the place of an absent entry."""

from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale
from matches.models import Entry, EntryState, MatchState, Sitting
from records.export import record_lines
from records.importing.record import restore_record
from scheduling.dispatcher import dispatch
from tests.acts import (
    Moments,
    assert_sound,
    at,
    entry_at,
    finish,
    line_types,
    walked_over,
    won,
)
from tests.cast import START, ana, bruno, called, checked_in, drawn, fresh
from tournaments.departures.enter_late import enter_late
from tournaments.departures.late_places import PlaceKind, late_places
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db


def with_an_empty_seat(clock: Moments, **chosen: Any) -> Tournament:
    tournament = drawn(8, **{"table_high": 2, **chosen})
    withdraw(entry_at(at(tournament, 1, 1), 2), reason="", by=ana(), now=next(clock))
    return tournament


def comes_late(tournament: Tournament, clock: Moments, *names: str, **more: Any) -> Entry:
    asked = {"side": 2, "reason": "traffic", "by": ana(), "entry": NewEntry(names or ("Tarde",)), **more}
    return enter_late(at(tournament, 1, 1), now=next(clock), **asked)


@pytest.mark.F46
@pytest.mark.parametrize("kind", ["campeonato", "duplas"])
def test_a_late_entry_takes_the_empty_seat_in_one_act(clock: Moments, kind: str) -> None:
    tournament = with_an_empty_seat(clock, kind=kind)
    late = comes_late(tournament, clock, *(("Ele", "Ela") if kind == "duplas" else ("Tarde",)))
    seats = 2 if kind == "duplas" else 1
    expected = ["entry.added", "entry.checked_in", "integrity.noted", *["seat.filled"] * seats]
    assert line_types(tournament, len(expected)) == expected
    assert (entry_at(at(tournament, 1, 1), 2), late.state) == (late, EntryState.CHECKED_IN)
    assert late.code in {row.entry_code for row in standings_of(tournament) if row.open}
    won(tournament, 1, 1, clock, by_side=2)
    assert finish(tournament, clock)[late.code] <= 2
    assert_sound(tournament)


def test_only_an_empty_seat_that_has_not_begun(clock: Moments) -> None:
    tournament = with_an_empty_seat(clock)
    with pytest.raises(Refused, match="seat_not_free"):
        comes_late(tournament, clock, side=1)
    walked_over(at(tournament, 1, 1), clock=clock)
    with pytest.raises(Refused, match="seat_not_free"):
        comes_late(tournament, clock)
    assert at(tournament, 1, 1).state == MatchState.ENDED


def test_not_into_a_seat_of_a_later_round(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    withdraw(entry_at(match, 1), reason="", by=ana(), now=next(clock))
    seat = match.feeds.select_related("match").get()
    with pytest.raises(Refused, match="seat_not_free"):
        enter_late(
            seat.match,
            side=seat.number,
            entry=NewEntry(("Tarde",)),
            reason="x",
            by=ana(),
            now=next(clock),
        )


@pytest.mark.F26b
def test_nobody_comes_in_twice(clock: Moments) -> None:
    tournament = with_an_empty_seat(clock)
    somebody = entry_at(at(tournament, 1, 1), 1).members.get().persona.player
    with pytest.raises(Refused) as by_name:
        comes_late(tournament, clock, somebody.name)
    assert [(v.code, v.field) for v in by_name.value.violations] == [("already_entered", "names.0")]
    with pytest.raises(Refused) as by_code:
        comes_late(tournament, clock, entry=NewEntry(("Outro Nome",), players=(somebody.code,)))
    assert [(v.code, v.field) for v in by_code.value.violations] == [("person_in_two_entries", "names.0")]
    assert tournament.ledger.entries.count() == 8


def test_who_may_and_when(clock: Moments) -> None:
    tournament = with_an_empty_seat(clock)
    Tournament.objects.update(capacity=7)
    with pytest.raises(Forbidden):
        comes_late(tournament, clock, by=bruno())
    with pytest.raises(Refused, match="reason_missing"):
        comes_late(tournament, clock, reason=" ")
    with pytest.raises(Refused, match="full"):
        comes_late(tournament, clock)


def test_before_the_draw_one_simply_enters_and_after_the_end_nobody(clock: Moments) -> None:
    done = drawn(2, table_high=2)
    finish(done, clock)
    with pytest.raises(Stale, match="finished"):
        comes_late(done, clock)
    match = at(done, 1, 1)
    early = checked_in(4, name="Outro")
    match.ledger = early.ledger
    with pytest.raises(Stale, match="not_drawn"):
        enter_late(match, side=1, entry=NewEntry(("X",)), reason="x", by=ana(), now=next(clock))


@pytest.mark.F117
def test_a_late_entry_with_the_name_of_a_known_player_is_asked_about(clock: Moments) -> None:
    met = Player.objects.create(name="Tarde", added_by=ana().user)
    tournament = with_an_empty_seat(clock)
    with pytest.raises(Refused) as refused:
        comes_late(tournament, clock)
    assert [(found.code, found.field) for found in refused.value.violations] == [
        ("person_unclear", "names.0")
    ]
    late = comes_late(tournament, clock, entry=NewEntry(("Tarde",), players=(met.code,)))
    assert late.members.get().persona.player == met


def of_threes(entries: int) -> Tournament:
    """Drawn at tables of three, where four may sit."""
    tournament = checked_in(entries)
    tables = entries // 3
    later = ((4, 4), (2,)) if tables == 8 else ((tables,),)
    publish_draw(tournament, shape=((3,) * tables, *later), by=ana(), now=START)
    return fresh(tournament)


def places(tournament: Tournament, kind: PlaceKind) -> list[tuple[str, int]]:
    return [(str(place.match), place.side) for place in late_places(tournament) if place.kind == kind]


def test_eight_tables_of_three_have_a_fourth_chair_each(clock: Moments) -> None:
    tournament = of_threes(24)
    assert places(tournament, PlaceKind.CHAIR) == [(f"1.{number}", 4) for number in range(1, 9)]
    late = comes_late(tournament, clock, side=4)
    expected = ["entry.added", "entry.checked_in", "integrity.noted", "seat.filled"]
    assert line_types(tournament, 4) == expected
    table = at(tournament, 1, 1)
    seats = list(table.seats.order_by("number"))
    assert (entry_at(table, 4), len({seat.suit for seat in seats})) == (late, 4)
    assert places(tournament, PlaceKind.CHAIR) == [(f"1.{number}", 4) for number in range(2, 9)]
    assert_sound(tournament)
    won(tournament, 1, 1, clock, by_side=4)
    assert finish(tournament, clock)[late.code] <= 2
    assert_sound(tournament)


def test_a_table_grows_up_to_its_maximum_and_not_once_it_started(clock: Moments) -> None:
    tournament = of_threes(6)
    comes_late(tournament, clock, "Um", side=4)
    with pytest.raises(Refused, match="seat_not_free"):
        comes_late(tournament, clock, "Dois", side=5)
    with pytest.raises(Refused, match="seat_not_free"):
        enter_late(
            at(tournament, 1, 2), side=5, entry=NewEntry(("Dois",)), reason="x", by=ana(), now=next(clock)
        )
    won(tournament, 1, 2, clock)
    assert places(tournament, PlaceKind.CHAIR) == []
    assert places(tournament, PlaceKind.ABSENT) == [("1.1", number) for number in range(1, 5)]


def test_no_chair_at_tables_of_two_nor_for_pairs(clock: Moments) -> None:
    for chosen in ({"table_high": 2}, {"kind": "duplas"}):
        assert places(drawn(8, name=str(chosen), **chosen), PlaceKind.CHAIR) == []


def test_a_chair_at_a_called_table_takes_the_person_to_that_table(clock: Moments) -> None:
    tournament = of_threes(6)
    dispatch(tournament.ledger_id, now=next(clock))
    (table, *_) = called(tournament)
    late = enter_late(table, side=4, entry=NewEntry(("Tarde",)), reason="x", by=ana(), now=next(clock))
    table.refresh_from_db()
    person = late.members.get().persona.player
    assert (table.state, Sitting.objects.get(player=person).match_id) == (MatchState.CALLED, table.pk)
    won(tournament, table.round, table.number, clock, by_side=4)
    assert_sound(tournament)


@pytest.mark.parametrize("kind", ["campeonato", "duplas"])
def test_a_late_entry_takes_the_place_of_somebody_absent(clock: Moments, kind: str) -> None:
    tournament = drawn(8, kind=kind, table_high=2)
    absent = entry_at(at(tournament, 1, 1), 2)
    names = ("Ele", "Ela") if kind == "duplas" else ("Tarde",)
    with pytest.raises(Refused, match="seat_not_free"):
        comes_late(tournament, clock, *names)
    with pytest.raises(Refused, match="seat_not_free"):
        comes_late(tournament, clock, *names, instead_of=entry_at(at(tournament, 1, 2), 1).code)
    late = comes_late(tournament, clock, *names, instead_of=absent.code)
    seats = len(names)
    expected = ["entry.withdrawn", "entry.added", "entry.checked_in", "integrity.noted"]
    assert line_types(tournament, 4 + seats) == [*expected, *["seat.filled"] * seats]
    absent.refresh_from_db()
    assert (entry_at(at(tournament, 1, 1), 2), absent.state) == (late, EntryState.WITHDRAWN)
    assert_sound(tournament)
    assert absent.code not in finish(tournament, clock)
    assert_sound(tournament)


def test_who_came_late_to_a_chair_may_leave_again_and_another_takes_it(clock: Moments) -> None:
    tournament = of_threes(6)
    late = comes_late(tournament, clock, side=4)
    withdraw(late, reason="", by=ana(), now=next(clock))
    assert places(tournament, PlaceKind.SEAT) == [("1.1", 4)]
    again = comes_late(tournament, clock, "Outra", side=4)
    assert entry_at(at(tournament, 1, 1), 4) == again
    assert_sound(tournament)


def test_a_grown_table_comes_back_from_a_file(clock: Moments, tmp_path: Path) -> None:
    tournament = of_threes(6)
    late = comes_late(tournament, clock, side=4)
    path = tmp_path / "record.jsonl"
    path.write_text(text := "".join(record_lines(tournament)), encoding="utf-8")
    withdraw(late, reason="", by=ana(), now=next(clock))
    again = restore_record(path, names={}, owner=None, now=START)
    assert "".join(record_lines(again)) == text
    table = at(again, 1, 1)
    assert (entry_at(table, 4).code, table.seats.get(number=4).suit != "") == (late.code, True)


def test_a_record_of_the_first_format_has_no_chair_more() -> None:
    tournament = of_threes(6)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    assert places(fresh(tournament), PlaceKind.CHAIR) == []
