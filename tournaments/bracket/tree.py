"""The bracket: a shape filled with entries, and the feeds between its matches.

Pure. Entries are spread over the tables by snake: the strongest lead one table each, the next row goes the
other way, and an incomplete row goes to the tables with the weakest leaders. Winners are spread over the next
round in the same way, by the leader of their table. With tables of two this is the usual bracket: byes go to
the first in order, and the first two can meet only in the final.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import Impossible
from tournaments.bracket.shapes import Shape, Sizes, without_third_place


class Take(StrEnum):
    """The entry of a finished match that a seat takes; `LUCKY` is its best loser, which no plan has."""

    WINNER = "winner"
    LOSER = "loser"
    LUCKY = "lucky"


@dataclass(frozen=True, slots=True)
class Feed:
    """The match that a side comes from; rounds and numbers count from 1.

    `side`: in the second chance, the side there (from 2) whose loser comes. None for a winner, and for the
    loser of a semifinal.
    """

    round: int
    number: int
    take: Take
    side: int | None = None


@dataclass(frozen=True, slots=True)
class SidePlan:
    """One side of a match: a known entry in round 1, a feed later."""

    entry: str | None
    feed: Feed | None


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """One match and its sides, the one expected to be strongest first. A bye has one side.

    `second_chance`: it belongs to the bracket of those who lost and play on.
    """

    round: int
    number: int
    sides: tuple[SidePlan, ...]
    second_chance: bool = False

    @property
    def is_bye(self) -> bool:
        """Return whether its only side advances without a game."""
        return len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole bracket: entries from the strongest, table sizes, and matches in number order.

    Numbers run from top to bottom of the drawn bracket, so the matches that feed match 1 of a round are the
    first of the round before. `shape` is that of the bracket without its second chance.
    """

    order: tuple[str, ...]
    shape: Shape
    matches: tuple[MatchPlan, ...]

    @property
    def played(self) -> tuple[MatchPlan, ...]:
        """Return the matches without byes."""
        return tuple(match for match in self.matches if not match.is_bye)

    @property
    def widest(self) -> int:
        """Return the number of physical tables needed to play every round at once."""
        return max(Counter(match.round for match in self.played).values())


Tables = tuple[tuple[int, ...], ...]


def plan(order: Sequence[str], shape: Shape, third_place: bool = False) -> Plan:
    """Fill a valid shape (see `check_shape`) with the entries, strongest first.

    `third_place` alone decides whether the semifinals' losers meet, as number 2 of the last round; it has no
    effect unless `Shape.allows_third_place`. Raises `Impossible` if shape and entries do not match.
    """
    main = without_third_place(shape)
    rounds = _table_ranks(len(order), main)
    drawn = _top_to_bottom(rounds)
    matches = [*_first_round(order, rounds[0], drawn[0]), *_later_rounds(rounds, drawn)]
    sizes = _sizes(rounds, drawn)
    if third_place and main.allows_third_place:
        matches.append(_third_place(len(rounds)))
        sizes[-1] = (*sizes[-1], 2)
    return Plan(tuple(order), Shape(tuple(sizes)), tuple(matches))


def snake(entrants: int, tables: int) -> Tables:
    """Return the ranks (from 0) at each table, tables in the order of their leaders, ranks ascending."""
    seated: list[list[int]] = [[] for _ in range(tables)]
    for first in range(0, entrants, tables):
        row = range(first, min(first + tables, entrants))
        backwards = first // tables % 2 == 1 or len(row) < tables
        for step, rank in enumerate(row):
            seated[-1 - step if backwards else step].append(rank)
    return tuple(map(tuple, seated))


def _table_ranks(entries: int, shape: Shape) -> list[Tables]:
    """Return for every round which ranks of the round before meet at which table.

    Raises `Impossible` if the tables cannot be those of the shape.
    """
    rounds: list[Tables] = []
    entrants = entries
    for sizes in shape.rounds:
        tables = snake(entrants, len(sizes))
        if sorted(map(len, tables)) != sorted(sizes):
            raise Impossible(f"{entrants} entrants do not fill {len(sizes)} tables as the shape says")
        rounds.append(tables)
        entrants = len(tables)
    if entrants != 1:
        raise Impossible(f"the last round has {entrants} tables")
    return rounds


def _top_to_bottom(rounds: Sequence[Tables]) -> list[tuple[int, ...]]:
    """Return for every round the ranks of its tables in match-number order."""
    drawn: list[tuple[int, ...]] = [(0,)]
    for tables in reversed(rounds[1:]):
        drawn.insert(0, tuple(rank for table in drawn[0] for rank in tables[table]))
    return drawn


def _sizes(rounds: Sequence[Tables], drawn: Sequence[Sequence[int]]) -> list[Sizes]:
    """Return the table sizes of every round, in match-number order."""
    return [
        tuple(len(tables[table]) for table in numbers) for tables, numbers in zip(rounds, drawn, strict=True)
    ]


def _first_round(order: Sequence[str], tables: Tables, numbers: Sequence[int]) -> Iterator[MatchPlan]:
    """Yield the matches of round 1, tables in the order of `numbers`, with their entries."""
    for number, table in enumerate(numbers, start=1):
        yield MatchPlan(1, number, tuple(SidePlan(order[rank], None) for rank in tables[table]))


def _later_rounds(rounds: Sequence[Tables], drawn: Sequence[Sequence[int]]) -> Iterator[MatchPlan]:
    """Yield the matches after round 1, fed by the winners of the round before."""
    for index in range(1, len(rounds)):
        came_from = {rank: number for number, rank in enumerate(drawn[index - 1], start=1)}
        for number, table in enumerate(drawn[index], start=1):
            feeds = (Feed(index, came_from[rank], Take.WINNER) for rank in rounds[index][table])
            yield MatchPlan(index + 1, number, tuple(SidePlan(None, feed) for feed in feeds))


def _third_place(last: int) -> MatchPlan:
    """Return the match of the two losers of the semifinals."""
    sides = tuple(SidePlan(None, Feed(last - 1, number, Take.LOSER)) for number in (1, 2))
    return MatchPlan(last, 2, sides)
