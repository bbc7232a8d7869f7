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
    """Who plays: the codes of each side's players, by side number; `kind` is the type of tournament."""

    kind: str
    sides: dict[int, list[str]]

    @property
    def players(self) -> list[str]:
        """Return all players of the table, side by side."""
        return [player for members in self.sides.values() for player in members]


def sheet(table: Table, rng: Random, faults: Faults) -> Sheet:
    """Return a legal sheet with a random ending but time, as often as `faults` say; mostly a win."""
    roll = rng.random()
    for share, make in (
        (faults.nobody, no_show_sheet), (faults.walkover, walkover_sheet), (faults.leaving, left_sheet),
        (faults.ruling, ruling_sheet),
    ):  # fmt: skip
        if roll < share:
            return make(table, rng)
        roll -= share
    return won_sheet(table, rng)


def won_sheet(table: Table, rng: Random, side: int | None = None) -> Sheet:
    """Return a sheet that a side, or a random one, wins by the type's condition.

    Now and then an opponent left before, or a loser's cards are not counted.
    """
    side = side or rng.choice(list(table.sides))
    lines = random_cards(table, rng)
    for player in table.sides[side]:
        lines[player] = _winning_line(table.kind, rng)
    losers = [other for other in table.sides if other != side]
    if len(losers) > 1 and rng.random() < 0.3:
        _let_leave(lines, table.sides[rng.choice(losers)], rng, order=1)
    for other in losers:
        if rng.random() < UNCOUNTED:
            _leave_uncounted(lines, table.sides[other])
    return _make_sheet("win_condition", table, lines, side)


def _leave_uncounted(lines: dict[str, Line], members: Sequence[str]) -> None:
    """Set all counts of these players to None, in place."""
    for player in members:
        kept = ("out", "out_order")
        lines[player] = {key: value if key in kept else None for key, value in lines[player].items()}


def _winning_line(kind: str, rng: Random) -> Line:
    """Return cards with which a player, or a pair's member, meets the type's condition."""
    pool = rng.randint(0, 9)
    if kind == "conquistadores":
        return _make_line(rng.randint(3, 6), 0, pool, rng.randint(0, pool), 4 + rng.randint(0, 3))
    intact = rng.choice((5, 6)) if kind == "duplas" else 6
    return _make_line(intact, 0, pool, rng.randint(0, pool), None)


def walkover_sheet(table: Table, rng: Random) -> Sheet:
    """Return a sheet on which only one random side came."""
    side = rng.choice(list(table.sides))
    lines = random_cards(table, rng)
    for other, members in table.sides.items():
        if other != side:
            lines.update({player: _absent_line() for player in members})
    return _make_sheet("walkover", table, lines)


def no_show_sheet(table: Table, rng: Random) -> Sheet:
    """Return a sheet on which no side came."""
    return _make_sheet("nobody", table, {player: _absent_line() for player in table.players})


def left_sheet(table: Table, rng: Random) -> Sheet:
    """Return a sheet on which all opponents of a random side left, one after the other."""
    side = rng.choice(list(table.sides))
    lines = random_cards(table, rng)
    last = ""
    others = [other for other in table.sides if other != side]
    rng.shuffle(others)
    for order, other in enumerate(others, 1):
        last = _let_leave(lines, table.sides[other], rng, order)
    return _make_sheet({"conceded": "concession"}.get(last, last), table, lines)


def ruling_sheet(table: Table, rng: Random) -> Sheet:
    """Return a sheet on which the coordinator rules that a random side wins."""
    lines = random_cards(table, rng)
    return {**_make_sheet("ruling", table, lines, rng.choice(list(table.sides))), "reason": "decidido à mesa"}


# --- cards --------------------------------------------------------------------------------------------


def random_cards(table: Table, rng: Random) -> dict[str, Line]:
    """Return by player random cards of players who have not won."""
    return {player: _random_cards(table.kind, rng) for player in table.players}


def _random_cards(kind: str, rng: Random) -> Line:
    """Return cards with a realm, so that the pool may be anything; razed realms not in Conquistadores.

    There the realms that others razed in battle would have to fit them.
    """
    conquest = kind == "conquistadores"
    intact = rng.randint(1, 5)
    razed = 0 if conquest else rng.randint(0, 6 - intact)
    commanders = rng.randint(0, 9)
    return _make_line(
        intact, razed, commanders, rng.randint(0, commanders), rng.randint(0, 3) if conquest else None
    )


def _make_line(intact: int, razed: int, commanders: int, armies: int, in_battle: int | None) -> Line:
    line = {"intact": intact, "razed": razed, "commanders": commanders, "armies": armies}
    return line if in_battle is None else {**line, "razed_in_battle": in_battle}


def _absent_line() -> Line:
    return {"out": "absent"}


def _let_leave(lines: dict[str, Line], members: Sequence[str], rng: Random, order: int) -> str:
    """Let a side's first member leave, as the `order`-th, in place; return how."""
    how = rng.choice(("decked_out", "conceded"))
    lines[members[0]].update({"out": how, "out_order": order})
    return how


def _make_sheet(ended_by: str, table: Table, lines: dict[str, Line], winner: int | None = None) -> Sheet:
    """Return a sheet as the API takes it; no winner is named for endings from which one follows."""
    made: Sheet = {
        "ended_by": ended_by,
        "lines": [{"player": player, **lines[player]} for player in table.players],
    }
    return made if winner is None else {**made, "winner": winner}
