"""Results of the bracket recorded so far, as the classification reads them: two queries for any size."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matches.models import EntryState, Exceptional, Match, MatchState, Side, Take
from tournaments.models import Tournament
from tournaments.standings.terms import Table, TableResult


@dataclass(frozen=True, slots=True)
class ResultsSoFar:
    """`results`: every decided match.

    `withdrawn`: entries that left before they were out, with the table they had reached, or None if a loser
    took the seat. `seated`: all entries in round 1.
    """

    results: Sequence[TableResult]
    withdrawn: Mapping[str, Table | None]
    seated: Sequence[str]

    def late(self, order: Collection[str]) -> list[str]:
        """Return the entries that joined the bracket after the draw, which has this order."""
        drawn = set(order)
        return [entry for entry in self.seated if entry not in drawn]


class _Match(NamedTuple):
    pk: int
    round: int
    number: int
    third_place: bool
    second_chance: bool
    state: str
    winner: str | None
    winner_state: str | None


class _Side(NamedTuple):
    match: int
    entry: str | None
    place: int | None
    score: int | None
    absent: bool
    filled: bool
    exception: str
    source: int | None
    take: str
    drawn: str | None
    drawn_state: str | None


def read_results_so_far(tournament: Tournament) -> ResultsSoFar:
    """Read the results of the bracket from the database."""
    matches = _matches(tournament)
    sides: dict[int, list[_Side]] = defaultdict(list)
    for side in _sides(tournament):
        sides[side.match].append(side)
    fed = [side for held in sides.values() for side in held]
    following = _find_seat_holders(fed)
    taken = _taken_seats(fed, matches) if tournament.record_format > 1 else {}
    own = (match for match in matches.values() if not match.second_chance)
    decided = (match for match in own if match.state == MatchState.ENDED)
    first = [side for side in fed if side.source is None and side.entry]
    return ResultsSoFar(
        results=[
            _table_result(match, sides[match.pk], following.get(match.pk, frozenset()), taken.get(match.pk))
            for match in decided
        ],
        withdrawn=dict(_find_withdrawn(fed, matches)),
        seated=[side.entry for side in first if side.entry],
    )


def _matches(tournament: Tournament) -> dict[int, _Match]:
    """Read the matches of the bracket and of a second chance, by primary key."""
    rows = Match.objects.filter(ledger=tournament.ledger_id, stage=None).order_by("round", "number")
    fields = (
        "pk", "round", "number", "third_place", "second_chance", "state", "winner__code", "winner__state",
    )  # fmt: skip
    return {row[0]: _Match(*row) for row in rows.values_list(*fields)}


def _sides(tournament: Tournament) -> Iterator[_Side]:
    """Read the sides of the bracket's matches, match by match, without those of a second chance."""
    own = Side.objects.filter(match__ledger=tournament.ledger_id, match__stage=None)
    rows = own.filter(match__second_chance=False).order_by("match_id", "number")
    fields = (
        "match_id", "entry__code", "place", "score", "absent", "filled", "exception", "source_id", "take",
        "drawn__code", "drawn__state",
    )  # fmt: skip
    return (_Side(*row) for row in rows.values_list(*fields))


def _find_seat_holders(sides: Sequence[_Side]) -> dict[int, frozenset[str] | None]:
    """Return the entry that holds the seat fed by each match, by match key; None if not known yet."""
    return {
        side.source: frozenset([side.entry] if side.entry else []) if side.filled else None
        for side in sides
        if side.source is not None and side.take == Take.WINNER
    }


def _taken_seats(sides: Sequence[_Side], matches: Mapping[int, _Match]) -> Mapping[int, str]:
    """Return the entry that took the seat of a winner who left, by the match won; not in the first format."""
    return {
        side.source: side.entry
        for side in sides
        if side.source is not None
        and side.take == Take.WINNER
        and side.entry
        and side.exception != Exceptional.KEPT
        and side.entry != matches[side.source].winner
    }


def _table_result(
    match: _Match, sides: Sequence[_Side], goes_on: frozenset[str] | None, taken_by: str | None
) -> TableResult:
    by_place: dict[int, list[str]] = defaultdict(list)
    for side in sides:
        if side.place is not None and side.entry:
            by_place[side.place].append(side.entry)
    return TableResult(
        round=match.round,
        number=match.number,
        placement=tuple(tuple(by_place[place]) for place in sorted(by_place)),
        scores={side.entry: side.score for side in sides if side.entry},
        absent=frozenset(side.entry for side in sides if side.absent and side.entry),
        winner=match.winner,
        third_place=match.third_place,
        bye=len(sides) == 1,
        goes_on=goes_on,
        taken_by=taken_by,
    )


def _find_withdrawn(
    sides: Sequence[_Side], matches: Mapping[int, _Match]
) -> Iterator[tuple[str, Table | None]]:
    """Yield withdrawn entries that the bracket sends to a side that another entry, or none, now holds."""
    for side in sides:
        due, state = _entry_due(side, matches)
        if due is None or state != EntryState.WITHDRAWN or due == side.entry:
            continue
        if side.filled and side.exception != Exceptional.KEPT:
            here = matches[side.match]
            promoted = side.source is not None and side.entry is not None
            yield due, None if promoted else (here.round, here.number)


def _entry_due(side: _Side, matches: Mapping[int, _Match]) -> tuple[str | None, str | None]:
    """Return the entry that was drawn to or won this side, and its state; two None for a loser's side."""
    if side.source is None:
        return side.drawn, side.drawn_state
    if side.take != Take.WINNER:
        return None, None
    return matches[side.source].winner, matches[side.source].winner_state
