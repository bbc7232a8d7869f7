"""The end: every match decided, and the classification with its points worked out again."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Draw, Line, Seat, State
from records.checker.rules.setup import in_lowest_terms
from tournaments.attendance import Sitting, who_played, without_points
from tournaments.standings.classification import classify
from tournaments.standings.terms import Policy, Row, Table, TableResult


def finished(state: State, line: Line) -> Findings:
    """Everything wrong with the end of a tournament."""
    draw = state.draw
    if draw is None:
        yield Discrepancy(line.seq, "no_draw", "nothing was drawn, so nothing can be finished")
        return
    open_ = [match.id for match in draw.matches.values() if match.current is None]
    if open_:
        yield Discrepancy(line.seq, "match_open", f"{len(open_)} matches without a sheet: {listed(open_)}")
        return
    reason = _without_points(state, draw)
    if line.data.get("without_points") != reason:
        what = f"{shown(line.data.get('without_points'))}, due is {shown(reason)}"
        yield Discrepancy(line.seq, "without_points_wrong", what)
    if state.rules is not None:
        yield from _same(line, line.data["classification"], _rows(state, draw, reason))


def reopened(state: State, line: Line) -> Findings:
    """Only after a finish."""
    if not state.finished:
        yield Discrepancy(line.seq, "not_finished", "only what is finished can be reopened")


def _same(line: Line, written: list[dict[str, Any]], due: tuple[Row, ...]) -> Findings:
    """Row by row: place, entries, points, and the rule that separates it from the next."""
    if len(written) != len(due):
        what = f"{len(written)} places, {len(due)} are due"
        yield Discrepancy(line.seq, "classification_wrong", what)
    for row, right in zip(written, due, strict=False):
        if (row["place"], sorted(row["entries"])) != (right.place, sorted(right.entries)):
            due_here = f"{right.place} {listed(right.entries)}"
            what = f"place {row['place']} {listed(row['entries'])}, due is {due_here}"
            yield Discrepancy(line.seq, "classification_wrong", what)
            return
        if not in_lowest_terms(row["points"]) or Fraction(row["points"]) != right.points:
            what = f"place {row['place']}: {shown(row['points'])}, due is {right.points}"
            yield Discrepancy(line.seq, "points_wrong", what)
        if row["why"] != (right.why.code if right.why else None):
            what = f"place {row['place']}: {shown(row['why'])}, due is {shown(right.why and right.why.code)}"
            yield Discrepancy(line.seq, "why_wrong", what)


def _without_points(state: State, draw: Draw) -> str | None:
    """Why nobody gets season points: fewer than eight people sat at a game. Old records cannot say it."""
    if not state.facts["ranked"] or not state.since_2:
        return None
    return without_points(len(who_played(_sittings(state, draw))))


def _sittings(state: State, draw: Draw) -> Iterator[Sitting]:
    for match in draw.matches.values():
        sides = match.current.entries.items() if match.current else ()
        absent = match.current.absent if match.current else ()
        there = {side: state.entries.get(entry) for side, entry in sides if entry not in absent}
        people = {side: frozenset(entry.players) for side, entry in there.items() if entry is not None}
        yield Sitting(match.started, people)


def _rows(state: State, draw: Draw, reason: str | None) -> tuple[Row, ...]:
    """The classification as the standings work it out from the sheets that count."""
    gone = {entry.id for entry in state.entries.values() if entry.left == "disqualified"}
    return classify(
        list(_results(draw, _taken_seats(draw) if state.since_2 else {})),
        list(dict.fromkeys([*draw.order, *_seated_later(draw)])),
        gone,
        dict(_withdrawn(state, draw)),
        _points(state),
        state.facts["multiplier"],
        state.facts["ranked"] and reason is None,
        _policy(state),
        complete=True,
    )


def _results(draw: Draw, taken: Mapping[str, str]) -> Iterator[TableResult]:
    third = draw.third_place
    for match in draw.matches.values():
        sheet = match.current
        if sheet is None:
            continue
        yield TableResult(
            round=match.round,
            number=match.number,
            placement=sheet.placement,
            scores={entry: sheet.scores.get(side, 0) for side, entry in sheet.entries.items()},
            absent=sheet.absent,
            winner=sheet.winner,
            third_place=match.id == third,
            bye=sheet.ended_by == "bye",
            taken_by=taken.get(match.id),
        )


def _taken_seats(draw: Draw) -> Mapping[str, str]:
    """Who took the seat of a winner who left, by the match that was won; not in the first format."""
    fed = ((seat, draw.matches.get(seat.source)) for seat in _fed_by_winners(draw) if seat.source)
    return {
        source.id: seat.entry
        for seat, source in fed
        if seat.entry and not seat.kept and source and source.current and seat.entry != source.current.winner
    }


def _fed_by_winners(draw: Draw) -> Iterator[Seat]:
    for match in draw.matches.values():
        yield from (seat for seat in match.seats.values() if seat.take == "winner")


def _seated_later(draw: Draw) -> Iterator[str]:
    """Late entries: in the bracket, not in the order."""
    return (entry for match in draw.matches.values() if match.round == 1 for entry in match.occupied.values())


def _withdrawn(state: State, draw: Draw) -> Iterator[tuple[str, Table | None]]:
    """Who left while still in, with the table reached; None where a loser took the seat by hand."""
    for match in draw.matches.values():
        for seat in match.seats.values():
            entry = state.entries.get(_due(state, seat) or "")
            if entry is not None and entry.left == "withdrawn" and seat.entry != entry.id and not seat.kept:
                promoted = seat.source is not None and seat.entry is not None
                yield entry.id, None if promoted else (match.round, match.number)


def _due(state: State, seat: Seat) -> str | None:
    """Who was drawn for a seat, or won the match that it comes from."""
    if seat.source is None:
        return seat.drawn
    source = state.match(seat.source)
    return source.current.winner if source and source.current and seat.take == "winner" else None


def _points(state: State) -> list[int]:
    """Points of place 1, 2 …; whole, as the rulebook has them."""
    return [int(Fraction(text)) if in_lowest_terms(text) else 0 for text in state.facts["points"]]


def _policy(state: State) -> Policy:
    rules = state.rules
    if rules is None:
        return Policy()
    shared = rules.option("shared_points")
    return Policy(
        shared_points=shared if shared in ("higher", "lower") else "average",  # type: ignore[arg-type]
        place_never_played=rules.option("never_played_place") is True,
        third_place_match=rules.option("third_place_match") is True,
        nobody_won_last=state.since_2,
    )
