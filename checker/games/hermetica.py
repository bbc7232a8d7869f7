"""Hermética: a duel for potencial (4). At 0 one loses; both at 0 at once is a draw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.ending.sides import lines_by_side
from checker.games import last_standing
from checker.games.game import Fault, Game, Plain, Table
from checker.games.last_standing import OUTS, UNPLAYED, StandingSide
from checker.reading.lines import Data
from checker.reading.terms import whole


@dataclass(frozen=True)
class Duellist(StandingSide):
    """A player with their potencial, in a match that was played to its end or not."""

    played: bool = True

    def falls(self) -> list[int]:
        """[1] for a player at 0 in a game that was played, else []: two can be there at one moment only."""
        return [1 for line in self.lines if self.played and not line["out"] and not line["potencial"]]

    @property
    def score(self) -> int:
        """Potencial left; 0 if the side is out."""
        return 0 if self.gone else sum(line["potencial"] for line in self.lines)

    @property
    def strength(self) -> tuple[int, ...]:
        """The score alone: nothing breaks a tie."""
        return (self.score,)


def sides_of(lines: Sequence[Data], seated: Mapping[str, int], *, played: bool = True) -> list[Duellist]:
    """Return the sides of a sheet, by number; `played`: whether the match was played to its end."""
    return [Duellist(number, mine, played) for number, mine in lines_by_side(lines, seated).items()]


def faults(sheet: Data, table: Table) -> Iterator[Fault]:
    """Yield each (rule, what) that a sheet breaks."""
    if not sheet["rewritten"]:
        yield from (("sheet", what) for what in _absent_faults(sheet["lines"]))
    played = sheet["ended_by"] not in UNPLAYED
    yield from last_standing.faults(sheet, sides_of(sheet["lines"], table.side_of, played=played), table)


def is_drawn(lines: Sequence[Data], table: Table) -> bool:
    """Whether the game is drawn (4): both at 0 at once, or equal at time where such a match is replayed."""
    replayed = table.option("potencial_timed_tie", "replay") == "replay"
    sides = sides_of(lines, table.side_of)
    return not any(_absent_faults(lines)) and last_standing.is_draw(lines, sides, table, replayed=replayed)


def _absent_faults(lines: Sequence[Data]) -> Iterator[str]:
    """Yield a fault for each absent player with potencial."""
    for line in lines:
        if line["out"] == "absent" and line["potencial"]:
            yield f"{line['player']} was absent and has potencial"


HERMETICA = Game(
    key="hermetica",
    word="Hermética",
    kinds={"duelo": Plain("Duelo")},
    options={
        "potencial_timed_tie": ("replay", ("replay", "ruling")),
        "hermetica_deck_check": (False, (False, True)),
    },
    counts={"potencial": whole(0, 999)},
    outs=OUTS,
    sides=sides_of,
    faults=faults,
    drawn=is_drawn,
    finishes_cycle=True,
    decks="hermetica_deck_check",
)
