"""The seats of a published match: order, partners apart, suits, people."""

from collections.abc import Iterator, Mapping
from typing import Any

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, State

Data = Mapping[str, Any]


def check_seats(state: State, line: Line, match: Data) -> Findings:
    """Everything wrong with the seats of one match, whoever it is that sits there."""
    seats = match["seats"]
    name = shown(match["match"])
    numbers = [seat["seat"] for seat in seats]
    if numbers != list(range(1, len(seats) + 1)):
        yield Discrepancy(line.seq, "seat_numbers", f"{name}: seats {listed(numbers)}")
        return
    sides = len({seat["side"] for seat in seats})
    if [seat["side"] for seat in seats] != [index % sides + 1 for index in range(len(seats))]:
        what = f"{name}: sides {listed([seat['side'] for seat in seats])} do not alternate in seating order"
        yield Discrepancy(line.seq, "partners_together", what)
    if state.team_size is not None and len(seats) != sides * state.team_size:
        what = f"{name}: {len(seats)} seats for {sides} sides of {state.team_size}"
        yield Discrepancy(line.seq, "seat_numbers", what)
    yield from check_suits(line, name, seats)
    yield from _one_entry_a_side(line, name, seats)
    yield from _people(state, line, name, seats)


def check_suits(line: Line, name: str, seats: list[Data]) -> Findings:
    """The same suit is never twice at a table (1.1)."""
    suits = [seat["suit"] for seat in seats if seat["suit"] is not None]
    if len(set(suits)) < len(suits):
        yield Discrepancy(line.seq, "suit_twice", f"{name}: {listed(suits)}")


def _one_entry_a_side(line: Line, name: str, seats: list[Data]) -> Findings:
    """A side is one entry, or comes from one match; no entry is on two sides."""
    sides: dict[int, set[str]] = {}
    for seat in seats:
        sides.setdefault(seat["side"], set()).add(f"{seat['entry']} {seat['from']}")
    if any(len(found) > 1 for found in sides.values()):
        yield Discrepancy(line.seq, "side_mixed", f"{name}: one side, several entries")


def _people(state: State, line: Line, name: str, seats: list[Data]) -> Findings:
    """In pairs each seat of round 1 bears another member; elsewhere no seat bears a player."""
    pairs = (state.team_size or 1) > 1
    for seat in seats:
        entry = state.entries.get(seat["entry"] or "")
        due = entry.players if entry and pairs else (None,)
        if seat["player"] not in due:
            what = f"{name} seat {seat['seat']}: {shown(seat['player'])} is not due there"
            yield Discrepancy(line.seq, "player_wrong", what)
    players = list(_players(seats))
    if len(set(players)) < len(players):
        yield Discrepancy(line.seq, "player_wrong", f"{name}: somebody sits there twice")


def _players(seats: list[Data]) -> Iterator[str]:
    return (seat["player"] for seat in seats if seat["player"] is not None)
