"""Jogo dos Reinos: who holds whom, and in which order the kingdoms that are vassals fell last (1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.ending.sides import lines_by_side
from checker.games import last_standing
from checker.games.game import Fault, Game, Plain, Table
from checker.games.last_standing import OUTS, StandingSide
from checker.reading.lines import Data
from checker.reading.terms import whole


@dataclass(frozen=True)
class Kingdom(StandingSide):
    """A kingdom and how many vassals it holds."""

    held: int = 0

    def falls(self) -> list[int]:
        """Return [order of its last fall] for a vassal; [] for one that left or is free, even by revolt."""
        return [line["fall"] for line in self.lines if line["holder"] and not line["out"]]

    @property
    def score(self) -> int:
        """Vassals held; 0 if the side is out."""
        return 0 if self.gone else self.held

    @property
    def strength(self) -> tuple[int, ...]:
        """The score alone: nothing breaks a tie among free kingdoms."""
        return (self.score,)


def sides_of(lines: Sequence[Data], seated: Mapping[str, int]) -> list[Kingdom]:
    """Return the sides of a sheet, by number; a kingdom that left is no one's vassal."""
    held = Counter(line["holder"] for line in lines if not line["out"])
    return [Kingdom(number, mine, held[number]) for number, mine in lines_by_side(lines, seated).items()]


def faults(sheet: Data, table: Table) -> Iterator[Fault]:
    """Yield each (rule, what) that a sheet breaks; a vassal that was replaced on it is still held."""
    sides = sides_of([*sheet["lines"], *table.replaced], table.side_of)
    if not sheet["rewritten"]:
        yield from (("sheet", what) for what in _holding_faults(sheet["lines"], sides, table))
    yield from last_standing.faults(sheet, sides, table)


def is_drawn(lines: Sequence[Data], table: Table) -> bool:
    """Whether the game is drawn: equal in front at time, if that is replayed (`kingdom_timed_tie`)."""
    sides = sides_of(lines, table.side_of)
    replayed = table.option("kingdom_timed_tie", "ruling") == "replay"
    return not any(_holding_faults(lines, sides, table)) and last_standing.is_draw(
        lines, sides, table, replayed=replayed
    )


def _holding_faults(lines: Sequence[Data], sides: Sequence[Kingdom], table: Table) -> Iterator[str]:
    """Yield faults of who holds whom, line by line, and of kingdoms that fell at one moment."""
    by_number = {side.number: side for side in sides}
    for side in sides:
        for line in side.lines:
            yield from _line_faults(line, by_number.get(line["holder"]), side, table)
    falls = Counter(moment for side in sides for moment in side.falls() if moment)
    yield from (f"{times} kingdoms fell as number {moment}" for moment, times in falls.items() if times > 1)


def _line_faults(line: Data, holder: Kingdom | None, mine: Kingdom, table: Table) -> Iterator[str]:
    """Yield faults of a line; `holder`: the kingdom's suzerain, None if free or unknown; `mine`: itself."""
    who = line["player"]
    if line["out"] in ("absent", "conceded"):
        if line["holder"] or line["fall"]:
            yield f"{who} is {line['out']} and still a vassal"
    elif not line["out"] and bool(line["holder"]) != bool(line["fall"]):
        yield f"{who}: a vassal has an order of its fall, a free kingdom none"
    elif not line["out"] and line["holder"]:
        if not table.started:
            yield f"{who} fell in a match that never began"
        yield from _suzerain_faults(who, holder, mine, table)


def _suzerain_faults(who: str, holder: Kingdom | None, mine: Kingdom, table: Table) -> Iterator[str]:
    """Yield faults of a vassal's suzerain: not at this table, itself, a vassal, or gone."""
    if holder is None or holder is mine:
        yield f"{who} has no suzerain at this table, or is its own"
    elif holder.fallen:
        yield f"{who} is held by a vassal"
    elif holder.gone and not (table.decided and holder.gone == "disqualified"):
        yield f"{who} is held by a kingdom that left"


REINOS = Game(
    key="jogo-dos-reinos",
    word="Jogo dos Reinos",
    kinds={"reinos": Plain("Reinos", tables=(4, 8))},
    options={
        "kingdom_difficulty": ("medium", ("easy", "medium", "hard", "brutal")),
        "kingdom_timed_tie": ("ruling", ("ruling", "replay")),
    },
    counts={"holder": whole(0, 8), "fall": whole(0, 8)},
    outs=OUTS,
    sides=sides_of,
    faults=faults,
    drawn=is_drawn,
    seeded=True,
)
