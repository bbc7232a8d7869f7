"""Lines of breaks and of redraws taken back: the checker finds whatever is altered in them."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from checker import check_bytes
from core.errors import Refused
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import at
from tests.cast import START, ana, bruno, drawn, fresh
from tests.unguarded import forget_head
from tools.endorsement.mutate.records import chain_lines, parse_lines
from tournaments.models import Tournament
from tournaments.play.breaks import end_break, move_break, plan_break
from tournaments.play.notes import note_redraw, take_back_redraw
from tournaments.play.play import call_time, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F108")]

Bodies = list[dict[str, Any]]


def day() -> Tournament:
    """Two breaks, one of them moved and ended early; one called off; a redraw of the wrong person."""
    tournament = drawn(4, table_high=2, time_limit=40)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=_after(1))
    lunch = _planned(tournament, 2, 30, 60)
    _planned(tournament, 3, 600, 1200)
    off = _planned(tournament, 4, 70, 80)
    end_break(off, by=ana(), now=_after(5))
    move_break(lunch, begins=_after(20), ends=_after(50), by=ana(), now=_after(6))
    persona = match.seats.exclude(persona=None)[0].persona
    assert persona is not None
    note_redraw(match, persona=persona, by=bruno(), now=_after(7))
    take_back_redraw(match, persona=persona, by=bruno(), now=_after(8))
    end_break(lunch, by=ana(), now=_after(40))
    call_time(match, by=None, now=_after(61))
    return fresh(tournament)


@cache
def written() -> bytes:
    """The record of that day, made once."""
    return text_of(day())


def _after(minutes: int) -> Any:
    return START + timedelta(minutes=minutes)


def _planned(tournament: Tournament, now: int, begins: int, ends: int) -> Any:
    return plan_break(tournament, begins=_after(begins), ends=_after(ends), by=ana(), now=_after(now))


def text_of(tournament: Tournament) -> bytes:
    return "".join(record_lines(tournament)).encode()


def stamp(minutes: int) -> str:
    return str(_after(minutes).strftime("%Y-%m-%dT%H:%M:%S.000Z"))


def the(bodies: Bodies, type_: str, number: int = 0) -> dict[str, Any]:
    return [body for body in bodies if body["type"] == type_][number]


def puts(type_: str, number: int = 0, **data: Any) -> Callable[[Bodies], None]:
    return lambda bodies: the(bodies, type_, number)["data"].update(data)


def moves(type_: str, minutes: int) -> Callable[[Bodies], None]:
    """The line, and all after it, were written then."""

    def change(bodies: Bodies) -> None:
        place = bodies.index(the(bodies, type_))
        for body in bodies[place:]:
            body["at"] = max(body["at"], stamp(minutes))

    return change


def drops(type_: str, number: int = 0) -> Callable[[Bodies], None]:
    return lambda bodies: bodies.remove(the(bodies, type_, number))


def repeats(type_: str, number: int = 0) -> Callable[[Bodies], None]:
    def change(bodies: Bodies) -> None:
        line = the(bodies, type_, number)
        bodies.insert(bodies.index(line) + 1, line)

    return change


FAULTS: dict[str, Callable[[Bodies], None]] = {
    "another number": puts("break.planned", 0, **{"break": 2}),
    "a number left out": puts("break.planned", 1, **{"break": 4}),
    "a number that is none": puts("break.planned", 0, **{"break": 0}),
    "begins before it was planned": puts("break.planned", 0, begins=stamp(1)),
    "ends before it begins": puts("break.planned", 0, ends=stamp(29)),
    "ends as it begins": puts("break.planned", 0, ends=stamp(30)),
    "no time of the calendar": puts("break.planned", 0, ends="2026-13-45T10:00:00Z"),
    "no time": puts("break.planned", 0, begins=None),
    "over another": puts("break.planned", 1, begins=stamp(59)),
    "another ended": puts("break.ended", 0, **{"break": 9}),
    "an ended one ended again": repeats("break.ended", 1),
    "ended without being planned": drops("break.planned", 1),
    "time called in it": moves("match.time_called", 610),
    "a redraw of nobody": puts("redraw.taken_back", player="nobody"),
    "a redraw elsewhere": puts("redraw.taken_back", match="m00000000"),
    "a redraw that was not noted": drops("redraw.noted"),
    "a redraw taken back twice": repeats("redraw.taken_back"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_altered_is_found(fault: Callable[[Bodies], None]) -> None:
    content = written()
    bodies = parse_lines(content)
    fault(bodies)
    altered = chain_lines(bodies)
    assert altered != content
    assert check_bytes(altered)


def test_every_key_that_is_missing_is_found() -> None:
    content = written()
    for type_, key in _keys(parse_lines(content)):
        bodies = parse_lines(content)
        del the(bodies, type_)["data"][key]
        assert check_bytes(chain_lines(bodies)), (type_, key)


def _keys(bodies: Bodies) -> Iterator[tuple[str, str]]:
    for type_ in ("break.planned", "break.ended", "redraw.taken_back"):
        yield from ((type_, key) for key in the(bodies, type_)["data"])


def test_the_record_is_sound_and_comes_back_with_its_breaks_and_clocks(tmp_path: Path) -> None:
    tournament = day()
    content = text_of(tournament)
    assert check_bytes(content) == []
    path = tmp_path / "day.record.jsonl"
    path.write_bytes(content)
    before = (tournament.pauses, at(tournament, 1, 1).time_due_at)
    forget_head(tournament.ledger_id)
    copy = restore_record(path, names={}, owner=None, now=_after(62), slug="copy")
    assert text_of(copy) == content
    assert (fresh(copy).pauses, at(copy, 1, 1).time_due_at) == before
    assert not at(copy, 1, 1).redraws.exists()


def test_a_record_that_began_in_the_first_format_stays_in_it() -> None:
    tournament = drawn(4, table_high=2)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    planned = _planned(tournament, 1, 30, 60)
    end_break(planned, by=ana(), now=_after(40))
    lines = tournament.ledger.lines.order_by("-seq").values_list("type", flat=True)
    assert list(lines[:2]) == ["integrity.noted"] * 2
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=_after(61))
    persona = match.seats.exclude(persona=None)[0].persona
    assert persona is not None
    note_redraw(match, persona=persona, by=bruno(), now=_after(62))
    with pytest.raises(Refused, match="record_too_old"):
        take_back_redraw(match, persona=persona, by=bruno(), now=_after(63))
