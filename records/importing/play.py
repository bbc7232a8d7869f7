"""Rebuild the bracket and its play from a record."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from fractions import Fraction

from checker.reading.lines import Line
from core.jobs.outbox import enqueue
from matches.models import (
    Entry,
    Exceptional,
    Match,
    MatchState,
    PhysicalTable,
    Seat,
    Side,
)
from records.importing.draws import restore_draws
from records.importing.games import restore_games
from records.importing.replay.state import Match as Replayed
from records.importing.replay.state import Seat as SeatState
from records.importing.replay.state import State
from records.importing.sheets import People, Rows, restore_sheets
from records.importing.times import Times, times_of
from tournaments.act import CALL_TIME
from tournaments.models import Placing, Tournament

BATCH = 500


def restore_play(
    tournament: Tournament,
    lines: Sequence[Line],
    state: State,
    people: People,
    entries: Mapping[str, Entry],
) -> None:
    """Create draws, tables, matches, seats, all versions of sheets, corrections and places.

    Enqueue the calls of time of matches in play. `entries`: the rows by code. Matches of withdrawn draws are
    left out.
    """
    rows = Rows(tournament, people, entries)
    restore_draws(tournament, lines)
    if state.draw is not None:
        _create_matches(rows, state, times_of(lines, state), _create_tables(tournament, lines))
        _create_seats(rows, state)
        restore_games(rows, lines, state)
        restore_sheets(rows, lines, state)
    if state.finished:
        _create_placings(rows, lines)


def _create_tables(tournament: Tournament, lines: Sequence[Line]) -> dict[str, PhysicalTable]:
    """Create a physical table for each place that a match was called to; return them by label."""
    labels = dict.fromkeys(line.data["place"] for line in lines if line.type == "match.placed")
    tables = [
        PhysicalTable(ledger=tournament.ledger, label=label, position=position)
        for position, label in enumerate(sorted(labels, key=table_sort_key), 1)
    ]
    PhysicalTable.objects.bulk_create(tables)
    return {table.label: table for table in tables}


def table_sort_key(label: str) -> tuple[bool, int, str]:
    """Return the sort key of a table's label: numbers come first, by value, then all others by their text."""
    is_number = label.isdecimal()
    return (not is_number, int(label) if is_number else 0, label)


def _create_matches(
    rows: Rows, state: State, times: Mapping[str, Times], tables: Mapping[str, PhysicalTable]
) -> None:
    """Create the matches of the current draw in `rows`; enqueue the call of time of those being played."""
    for code, match in state.draw.matches.items() if state.draw else ():
        rows.matches[code] = _match_row(rows, match, times[code], tables)
    Match.objects.bulk_create(rows.matches.values(), batch_size=BATCH)
    for row in rows.matches.values():
        if row.state == MatchState.PLAYING and row.time_due_at and not row.time_called_at:
            due, ledger = row.time_due_at, rows.tournament.ledger
            enqueue(CALL_TIME, ledger, key=str(row.pk), due=due, now=due - timedelta(seconds=1))


def _match_row(rows: Rows, match: Replayed, times: Times, tables: Mapping[str, PhysicalTable]) -> Match:
    """Return the unsaved row of a match."""
    started = times.started if match.started else None
    winner = match.current.winner if match.current else None
    return Match(
        ledger=rows.tournament.ledger,
        code=match.id,
        round=match.round,
        number=match.number,
        stage=match.stage,
        third_place=match.is_third_place,
        second_chance=match.second_chance,
        state=_match_state(match, times),
        table=tables.get(times.place or ""),
        called_at=times.called,
        started_at=started,
        time_due_at=times.due(rows.tournament.time_limit, rows.tournament.pauses) if started else None,
        extra_minutes=times.extra if started else 0,
        time_called_at=times.time_called if match.time_called else None,
        ended_at=times.ended if match.current else None,
        winner=rows.entries[winner] if winner else None,
        starter=match.starter,
        changed_seq=rows.tournament.ledger.head_seq,
    )


def _match_state(match: Replayed, times: Times) -> MatchState:
    """Return the state of a match's row."""
    if match.current is not None:
        return MatchState.ENDED
    if match.started:
        return MatchState.PLAYING
    if not all(seat.filled for seat in match.seats.values()):
        return MatchState.WAITING
    return MatchState.CALLED if times.called else MatchState.READY


def _create_seats(rows: Rows, state: State) -> None:
    """Create the seats of all matches, and their sides, which it adds to `rows`."""
    seats: list[Seat] = []
    for code, match in state.draw.matches.items() if state.draw else ():
        for seat in sorted(match.seats.values(), key=lambda seat: seat.number):
            if (code, seat.side) not in rows.sides:
                rows.sides[code, seat.side] = _side_row(rows, match, seat.side)
            person = seat.player or _only_player(state, seat.entry)
            seats.append(
                Seat(
                    match=rows.matches[code],
                    side=rows.sides[code, seat.side],
                    number=seat.number,
                    suit=seat.suit or "",
                    persona=rows.people[person] if person else None,
                )
            )
    Side.objects.bulk_create(rows.sides.values(), batch_size=BATCH)
    Seat.objects.bulk_create(seats, batch_size=BATCH)


def _only_player(state: State, entry: str | None) -> str | None:
    """Return the code of the entry's first player, the only one unless it is a pair; None without entry."""
    return state.entries[entry].players[0] if entry else None


def _side_row(rows: Rows, match: Replayed, number: int) -> Side:
    """Return the unsaved row of a side."""
    seat = next(seat for seat in match.seats.values() if seat.side == number)
    sheet = match.current
    return Side(
        match=rows.matches[match.id],
        number=number,
        round=match.round,
        entry=rows.entries[seat.entry] if seat.entry else None,
        drawn=rows.entries[seat.drawn] if seat.drawn else None,
        filled=seat.filled,
        exception=_exception_code(seat),
        source=rows.matches[seat.source] if seat.source else None,
        take=seat.take if seat.source else "",
        source_side=seat.source_side,
        place=_place_of_side(sheet.data["placement"], number) if sheet else None,
        score=sheet.scores.get(number, 0) if sheet else 0,
        absent=bool(sheet and seat.entry in sheet.absent),
    )


def _exception_code(seat: SeatState) -> str:
    """Return the `Exceptional` of the seat's side; "" if it has the entry that the bracket sends there."""
    if seat.kept:
        return Exceptional.KEPT
    return Exceptional.BY_HAND if seat.by_hand else ""


def _place_of_side(placement: Sequence[Sequence[int]], side: int) -> int | None:
    """Return the side's place in the match from 1, shared by tied sides; None if it has none."""
    place = 1
    for tied in placement:
        if side in tied:
            return place
        place += len(tied)
    return None


def _create_placings(rows: Rows, lines: Sequence[Line]) -> None:
    """Create the places and season points of the latest classification; there must be one."""
    finished = [line for line in lines if line.type == "tournament.finished"][-1]
    for row in finished.data["classification"]:
        points = Fraction(row["points"])
        Placing.objects.bulk_create(
            Placing(
                tournament=rows.tournament,
                entry=rows.entries[code],
                place=row["place"],
                points_numerator=points.numerator,
                points_denominator=points.denominator,
                why={"code": row["why"], "facts": {}} if row["why"] else None,
            )
            for code in row["entries"]
        )
