"""The results of a stage before the bracket, as pairing and order read them: one query for any size.

A *game* is a match at which at least two entries were present; it is of those only. So a walkover is a win,
but no opponent was met. A bye is a match of one side.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matches.models import Entry, EntryState, MatchState, Side
from tournaments.models import Tournament
from tournaments.stages.stage_order import StageGame, StageRow, games_by_entry, order_of_stage


@dataclass(frozen=True, slots=True)
class StageResults:
    """What was played in the rounds drawn so far.

    `points` has every entry that was drawn. `byes` and `short_tables`: how often it had one. `disqualified`
    entries have no place.
    """

    points: Mapping[str, int]
    games: Sequence[StageGame]
    byes: Mapping[str, int]
    short_tables: Mapping[str, int]
    disqualified: frozenset[str]
    rounds: int

    def order(self, without: frozenset[str] = frozenset()) -> tuple[StageRow, ...]:
        """Return the places, best first, without these entries."""
        return order_of_stage(self.points, self.games, self.disqualified | without)

    def opponents(self) -> dict[str, tuple[str, ...]]:
        """Return everyone that each entry met, as often as they met; entries without a game are left out."""
        return {
            code: tuple(other for game in games for other in game.entries if other != code)
            for code, games in games_by_entry(self.games).items()
        }


class _StageSide(NamedTuple):
    """A side of a match of the stage."""

    match: int
    round: int
    number: int
    state: str
    winner: str | None
    entry: str | None
    drawn: str | None
    place: int | None
    score: int | None
    absent: bool


StageTable = Sequence[_StageSide]


def read_stage_results(tournament: Tournament) -> StageResults:
    """Read the results of the stage before the bracket; corrected ones as they count now."""
    tables = _tables(tournament)
    gone = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.DISQUALIFIED)
    return StageResults(
        points=_points(tables),
        games=[game for sides in tables if (game := _game(sides))],
        byes=Counter(sides[0].drawn for sides in tables if len(sides) == 1 and sides[0].drawn),
        short_tables=Counter(_at_short_tables(tables)),
        disqualified=frozenset(gone.values_list("code", flat=True)),
        rounds=max((sides[0].round for sides in tables), default=0),
    )


def _tables(tournament: Tournament) -> list[StageTable]:
    """Read the sides of each match of the stage."""
    rows = Side.objects.filter(match__ledger=tournament.ledger_id, match__stage__isnull=False)
    fields = (
        "match_id", "match__round", "match__number", "match__state", "match__winner__code",
        "entry__code", "drawn__code", "place", "score", "absent",
    )  # fmt: skip
    found: dict[int, list[_StageSide]] = defaultdict(list)
    for row in rows.order_by("match__round", "match__number", "number").values_list(*fields):
        found[row[0]].append(_StageSide(*row))
    return list(found.values())


def _points(matches: Iterable[StageTable]) -> dict[str, int]:
    """Return how many matches each entry won, byes and walkovers included."""
    points = {code: 0 for sides in matches for side in sides for code in (side.entry, side.drawn) if code}
    for sides in matches:
        if sides[0].winner:
            points[sides[0].winner] += 1
    return points


def _game(sides: StageTable) -> StageGame | None:
    """Return the game of those who were present; None if fewer than two were, or it has not ended."""
    present = [side for side in sides if side.entry and not side.absent]
    if sides[0].state != MatchState.ENDED or len(present) < 2:
        return None
    last = len(sides) + 1
    by_place: dict[int, list[str]] = defaultdict(list)
    for side in present:
        by_place[side.place or last].append(str(side.entry))
    return StageGame(
        round=sides[0].round,
        number=sides[0].number,
        placement=tuple(tuple(by_place[place]) for place in sorted(by_place)),
        scores={str(side.entry): side.score for side in present},
    )


def _at_short_tables(matches: Iterable[StageTable]) -> Iterator[str]:
    """Yield each entry that was drawn at a table smaller than the largest of its round."""
    largest: Counter[int] = Counter()
    for sides in matches:
        largest[sides[0].round] = max(largest[sides[0].round], _drawn_size(sides))
    for sides in matches:
        if 1 < _drawn_size(sides) < largest[sides[0].round]:
            yield from (side.drawn for side in sides if side.drawn)


def _drawn_size(sides: StageTable) -> int:
    return sum(side.drawn is not None for side in sides)
