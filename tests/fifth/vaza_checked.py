"""Vaza as the checker knows a game: thirteen tricks, the last one with honours, trumps between equal ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from checker.ending.sides import by_strength, lines_by_side
from checker.games import last_standing
from checker.games.game import Fault, Game, Plain, Table
from checker.games.last_standing import OUTS, StandingSide
from checker.reading.lines import Data
from checker.reading.terms import whole

TRICKS = 13


class Hand(StandingSide):
    """A player with the tricks of a round."""

    def falls(self) -> list[int]:
        """Empty: no player falls."""
        return []

    @property
    def score(self) -> int:
        """A trick counts one, the last one two more."""
        return 0 if self.gone else sum(line["tricks"] + 2 * line["honours"] for line in self.lines)

    @property
    def strength(self) -> tuple[int, ...]:
        """Counted tricks, then trumps."""
        return (self.score, sum(line["trumps"] for line in self.lines))


def sides_of(lines: Sequence[Data], seated: Mapping[str, int]) -> list[Hand]:
    """The sides of a sheet, by number."""
    return [Hand(number, mine) for number, mine in lines_by_side(lines, seated).items()]


def faults(sheet: Data, table: Table) -> Iterator[Fault]:
    """Each (rule, what) that a sheet breaks; after thirteen tricks they decide as they do at time."""
    sides = sides_of(sheet["lines"], table.side_of)
    played = sheet["ended_by"] == "win_condition"
    if not sheet["rewritten"]:
        yield from (("sheet", what) for what in _tricks(sheet["lines"], played=played))
    if played and not sheet["rewritten"] and not sheet["scores"]:
        scores = {str(side.number): side.score for side in sides}
        sheet, table = {**sheet, "ended_by": "time", "scores": scores}, replace(table, limit=1)
    yield from last_standing.faults(sheet, sides, table)


def drawn(lines: Sequence[Data], table: Table) -> bool:
    """Equal first ones after thirteen tricks, or when time was over and the option says so."""
    sides = sides_of(lines, table.side_of)
    playing = [side for side in sides if not side.gone]
    if any(_tricks(lines, played=False)) or len(playing) < 2 or len(by_strength(playing)[0]) < 2:
        return False
    replayed = table.option("vaza_timed_tie", "ruling") == "replay"
    return sum(line["tricks"] for line in lines) == TRICKS or (table.called and replayed)


def _tricks(lines: Sequence[Data], *, played: bool) -> Iterator[str]:
    tricks = sum(line["tricks"] for line in lines)
    if tricks > TRICKS or (played and tricks < TRICKS):
        yield f"{tricks} tricks"
    if sum(bool(line["honours"]) for line in lines) > 1:
        yield "the last trick was taken twice"
    for line in lines:
        if line["trumps"] > line["tricks"]:
            yield f"{line['player']} took more trumps than tricks"
        if line["out"] == "absent" and line["tricks"]:
            yield f"{line['player']} was absent and took tricks"


VAZA = Game(
    key="vaza",
    word="Vaza",
    kinds={"rodada": Plain("Rodada", tables=(2, 4))},
    variants={"sem-trunfo": "Sem Trunfo"},
    options={
        "vaza_timed_tie": ("ruling", ("ruling", "replay")),
        "vaza_score": ("tricks_and_honours", ("tricks_and_honours",)),
    },
    counts={"tricks": whole(0, TRICKS), "trumps": whole(0, TRICKS), "honours": whole(0, 1)},
    outs=OUTS,
    sides=sides_of,
    faults=faults,
    drawn=drawn,
)
