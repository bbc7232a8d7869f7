"""After the draw somebody still comes in: only into an empty seat of round 1, and visibly so."""

from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale
from matches.models import Entry, EntryState, MatchState
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
from tests.cast import ana, bruno, checked_in, drawn
from tournaments.departures.enter_late import enter_late
from tournaments.departures.withdraw import withdraw
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.standings.selectors import standing

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
def test_a_late_entry_takes_the_empty_seat_in_one_act(clock: Moments, tmp_path: Path, kind: str) -> None:
    tournament = with_an_empty_seat(clock, kind=kind)
    late = comes_late(tournament, clock, *(("Ele", "Ela") if kind == "duplas" else ("Tarde",)))
    seats = 2 if kind == "duplas" else 1
    expected = ["entry.added", "entry.checked_in", "integrity.noted", *["seat.filled"] * seats]
    assert line_types(tournament, len(expected)) == expected
    assert (entry_at(at(tournament, 1, 1), 2), late.state) == (late, EntryState.CHECKED_IN)
    assert late.code in {row.entry_code for row in standing(tournament) if row.open}
    won(tournament, 1, 1, clock, by_side=2)
    assert finish(tournament, clock)[late.code] <= 2
    assert_sound(tournament, tmp_path)


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
