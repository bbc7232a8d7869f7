"""Castelo: castle and wall points, the order of falling, and a pair that goes on while one castle stands.

Its book has no numbers; the house numbers its parts 1 to 13 in their order. Here 1 is the objective, 10 the
points everybody begins with, 13 the ways to play.
"""

from collections.abc import Iterator, Mapping, Sequence

from checker.ending.sides import lines_by_side
from checker.games import last_standing
from checker.games.game import Fault, Game, Plain, Table
from checker.games.last_standing import OUTS, UNPLAYED, StandingSide
from checker.reading.lines import Data
from checker.reading.terms import whole

MAX_COUNT = 999


class Castles(StandingSide):
    """A player's castle, or the two of a pair."""

    def falls(self) -> list[int]:
        """Return the order of each castle that fell; who conceded or never came left before theirs could."""
        return [line["fell"] for line in self.lines if _has_fallen(line)]

    @property
    def score(self) -> int:
        """Castle points of the members whose castle stands; 0 if the side is out."""
        return 0 if self.gone else sum(line["castle"] for line in self._standing_lines)

    @property
    def strength(self) -> tuple[int, ...]:
        """Castle points, then wall points."""
        return (self.score, sum(line["wall"] for line in self._standing_lines))

    @property
    def _standing_lines(self) -> list[Data]:
        """The lines of the members who are in and whose castle stands."""
        return [line for line in self.lines if not line["out"] and not _has_fallen(line)]


def _has_fallen(line: Data) -> bool:
    """Return whether the line gives its castle an order of falling.

    False if the player conceded or was absent; the castle of a disqualified player counts.
    """
    return bool(line["fell"] and line["out"] in (None, "disqualified"))


def sides_of(lines: Sequence[Data], seated: Mapping[str, int]) -> list[Castles]:
    """Return the sides of a sheet, by number; lines of players who are not `seated` are left out."""
    return [Castles(number, mine) for number, mine in lines_by_side(lines, seated).items()]


def faults(sheet: Data, table: Table) -> Iterator[Fault]:
    """Yield each (rule, what) that a sheet breaks."""
    if not sheet["rewritten"]:
        played = sheet["ended_by"] not in UNPLAYED
        yield from (("sheet", what) for x in sheet["lines"] for what in _line_faults(x, table, played=played))
    yield from last_standing.faults(sheet, sides_of(sheet["lines"], table.side_of), table)


def is_drawn(lines: Sequence[Data], table: Table) -> bool:
    """Return whether the game is drawn (1): all castles that stood fell at one moment, or points are equal
    at time and the house rule `castle_timed_tie` says replay, not ruling.

    False if a line has a fault: lines that contradict themselves show no draw.
    """
    if any(fault for line in lines for fault in _line_faults(line, table, played=True)):
        return False
    replayed = table.option("castle_timed_tie", "replay") == "replay"
    return last_standing.is_draw(lines, sides_of(lines, table.side_of), table, replayed=replayed)


def _line_faults(line: Data, table: Table, *, played: bool) -> Iterator[str]:
    """Yield faults of a line: a castle at no points and an order of falling belong together (1).

    Who left, or whose match never began, did not fall; who was absent has no points.
    """
    who = line["player"]
    if line["out"] == "absent" and any(line[key] for key in ("castle", "wall", "fell")):
        yield f"{who} was absent and has points"
    if line["fell"]:
        afterwards = table.decided and line["out"] == "disqualified"
        if line["out"] and not afterwards:
            yield f"{who} left and is said to have fallen"
        if line["castle"]:
            yield f"{who} is said to have fallen and has {line['castle']} castle points"
        if not table.started:
            yield f"{who} fell in a match that never began"
    elif played and not line["out"] and not line["castle"]:
        yield f"the castle of {who} is down, and the sheet does not say when"


CASTELO = Game(
    key="castelo",
    word="Castelo",
    kinds={
        "duelo": Plain("Duelo"),
        "duplas": Plain("Duelo de Duplas", pairs=True),
        "duplas-cooperativo": Plain("Duelo de Duplas Cooperativo", pairs=True),
        "imortal": Plain("Imortal", tables=(3, 8)),
    },
    options={
        "castle_start": (20, tuple(range(1, 1000))),
        "wall_start": (10, tuple(range(1000))),
        "castle_timed_tie": ("replay", ("replay", "ruling")),
        "castle_deck_check": (False, (False, True)),
    },
    counts={"castle": whole(0, MAX_COUNT), "wall": whole(0, MAX_COUNT), "fell": whole(0, 8)},
    outs=OUTS,
    sides=sides_of,
    faults=faults,
    drawn=is_drawn,
    finishes_cycle=True,
    decks="castle_deck_check",
)
