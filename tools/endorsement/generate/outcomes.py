"""How a match ends: random sheets that the rules allow, in the shape of the API.

A sheet is built from its ending: the winner has the cards for it, a player who is
out has a reason and an order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tools.endorsement.generate.plans import Faults

UNCOUNTED = 0.2
"""How often the cards of a side that lost are not counted, as a share of 1."""

Sheet = dict[str, Any]
Line = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """Who plays: the players of each side, by side number."""

    kind: str
    sides: dict[int, list[str]]

    @property
    def players(self) -> list[str]:
        """All players of the table."""
        return [player for members in self.sides.values() for player in members]


def sheet(table: Table, rng: Random, faults: Faults) -> Sheet:
    """A legal sheet; a match whose sides are all there."""
    roll = rng.random()
    for share, make in (
        (faults.nobody, no_show), (faults.walkover, walkover), (faults.leaving, left),
        (faults.ruling, ruling),
    ):  # fmt: skip
        if roll < share:
            return make(table, rng)
        roll -= share
    return won(table, rng)


def won(table: Table, rng: Random, side: int | None = None) -> Sheet:
    """Let a side win by the type's condition; now and then an opponent left before, or never came."""
    side = side or rng.choice(list(table.sides))
    lines = cards(table, rng)
    for number, player in enumerate(table.sides[side]):
        lines[player] = _winning(table.kind, number, rng)
    losers = [other for other in table.sides if other != side]
    if len(losers) > 1 and rng.random() < 0.3:
        _drop(lines, table.sides[rng.choice(losers)], rng, order=1)
    for other in losers:
        if rng.random() < UNCOUNTED:
            _uncount(lines, table.sides[other])
    return _sheet("win_condition", table, lines, side)


def _uncount(lines: dict[str, Line], members: Sequence[str]) -> None:
    for player in members:
        kept = ("out", "out_order")
        lines[player] = {key: value if key in kept else None for key, value in lines[player].items()}


def _winning(kind: str, number: int, rng: Random) -> Line:
    pool = rng.randint(0, 9)
    if kind == "conquistadores":
        return _line(rng.randint(3, 6), 0, pool, rng.randint(0, pool), 4 + rng.randint(0, 3))
    intact = rng.choice((5, 6)) if kind == "duplas" else 6
    return _line(intact, 0, pool, rng.randint(0, pool), 0 if number < 0 else None)


def walkover(table: Table, rng: Random) -> Sheet:
    """Only one side came."""
    side = rng.choice(list(table.sides))
    lines = cards(table, rng)
    for other, members in table.sides.items():
        if other != side:
            lines.update({player: _absent(table.kind) for player in members})
    return _sheet("walkover", table, lines)


def no_show(table: Table, rng: Random) -> Sheet:
    """Neither side came."""
    return _sheet("nobody", table, {player: _absent(table.kind) for player in table.players})


def left(table: Table, rng: Random) -> Sheet:
    """All opponents left, one after the other or at once."""
    side = rng.choice(list(table.sides))
    lines = cards(table, rng)
    last = ""
    others = [other for other in table.sides if other != side]
    rng.shuffle(others)
    for order, other in enumerate(others, 1):
        last = _drop(lines, table.sides[other], rng, order)
    return _sheet({"conceded": "concession"}.get(last, last), table, lines)


def ruling(table: Table, rng: Random) -> Sheet:
    """The coordinator decides."""
    lines = cards(table, rng)
    return {**_sheet("ruling", table, lines, rng.choice(list(table.sides))), "reason": "decidido à mesa"}


def timed(table: Table, rng: Random, tie: float, *, may_cut: bool = True) -> Sheet:
    """Time decides; in some of them several are equal, and cut."""
    lines = cards(table, rng)
    tied = (
        sorted(rng.sample(list(table.sides), rng.randint(2, len(table.sides)))) if rng.random() < tie else []
    )
    if not may_cut or not tied:
        _distinct(table, lines)
        return _sheet("time", table, lines)
    for side in table.sides:
        for player in table.sides[side]:
            lines[player].update(_level(side in tied))
    return {**_sheet("time", table, lines), "cuts": _cuts(tied, rng)}


def _level(leading: bool) -> Line:
    return {"intact": 4 if leading else 1, "razed": 0, "commanders": 2, "armies": 1}


def _distinct(table: Table, lines: dict[str, Line]) -> None:
    """Give each side another number of realms, so that no two are equal."""
    for number, members in enumerate(table.sides.values()):
        for player in members:
            lines[player].update({"intact": number, "razed": 0, "commanders": 0, "armies": 0})


def _cuts(tied: Sequence[int], rng: Random) -> list[dict[str, Any]]:
    faces = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    cuts, cutting = [], list(tied)
    while len(cutting) > 1:
        drawn = [rng.choice(faces[:5]) for _ in cutting]
        cuts.append({"sides": cutting, "cards": drawn})
        highest = min(map(faces.index, drawn))
        cutting = [side for side, card in zip(cutting, drawn, strict=True) if faces.index(card) == highest]
    return cuts


# --- cards --------------------------------------------------------------------------------------------


def cards(table: Table, rng: Random) -> dict[str, Line]:
    """Cards that may lie before players who have not won."""
    return {player: _some_cards(table.kind, rng) for player in table.players}


def _some_cards(kind: str, rng: Random) -> Line:
    """Always a realm, so that the pool may be anything; razed ones only if no cross-check counts them."""
    conquest = kind == "conquistadores"
    intact = rng.randint(1, 5)
    razed = 0 if conquest else rng.randint(0, 6 - intact)
    commanders = rng.randint(0, 9)
    return _line(
        intact, razed, commanders, rng.randint(0, commanders), rng.randint(0, 3) if conquest else None
    )


def _line(intact: int, razed: int, commanders: int, armies: int, in_battle: int | None) -> Line:
    line = {"intact": intact, "razed": razed, "commanders": commanders, "armies": armies}
    return line if in_battle is None else {**line, "razed_in_battle": in_battle}


def _absent(kind: str) -> Line:
    return {"out": "absent"}


def _drop(lines: dict[str, Line], members: Sequence[str], rng: Random, order: int) -> str:
    how = rng.choice(("decked_out", "conceded"))
    lines[members[0]].update({"out": how, "out_order": order})
    return how


def _sheet(ended_by: str, table: Table, lines: dict[str, Line], winner: int | None = None) -> Sheet:
    made: Sheet = {
        "ended_by": ended_by,
        "lines": [{"player": player, **lines[player]} for player in table.players],
    }
    return made if winner is None else {**made, "winner": winner}
