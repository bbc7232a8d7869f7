"""Sheets as a judge's program would write them, from a match as the API shows it."""

from collections.abc import Mapping, Sequence
from typing import Any

Match = Mapping[str, Any]
Sheet = dict[str, Any]

FULL = {"intact": 6, "razed": 0, "commanders": 2, "armies": 1}
NONE = {"intact": 0, "razed": 0, "commanders": 0, "armies": 0}


def won(match: Match, side: int = 1) -> Sheet:
    """The side had six intact realms when its draw ended."""
    lines = [_line(seat, FULL if seat["side"] == side else _some(seat)) for seat in _taken(match)]
    return {"ended_by": "win_condition", "winner": side, "lines": lines}


def timed(match: Match) -> Sheet:
    """Time was called; the first side has most on the table."""
    return {"ended_by": "time", "lines": [_line(seat, _some(seat)) for seat in _taken(match)]}


def tied(match: Match) -> Sheet:
    """Time was called and everybody has the same on the table."""
    same = {"intact": 2, "razed": 1, "commanders": 1, "armies": 1}
    return {"ended_by": "time", "lines": [_line(seat, same) for seat in _taken(match)]}


def cut(sheet: Sheet, sides: Sequence[int]) -> Sheet:
    """The tied sides cut: the first the ace, the others less and less."""
    return {**sheet, "cuts": [{"sides": list(sides), "cards": ["A", "K", "Q", "J"][: len(sides)]}]}


def left(match: Match, out: str, ended_by: str) -> Sheet:
    """Everybody but the first left the game, one after the other."""
    first, *others = _taken(match)
    gone = [
        {**_line(seat, _some(seat)), "out": out, "out_order": order} for order, seat in enumerate(others, 1)
    ]
    return {"ended_by": ended_by, "lines": [_line(first, _some(first)), *gone]}


def walkover(match: Match) -> Sheet:
    """Only the first came."""
    first, *others = _taken(match)
    gone = [{**_line(seat, NONE), "out": "absent"} for seat in others]
    return {"ended_by": "walkover", "lines": [_line(first, NONE), *gone]}


def disqualified(match: Match) -> Sheet:
    """Everybody but the first was sent away."""
    first, *others = _taken(match)
    gone = [{**_line(seat, NONE), "out": "disqualified"} for seat in others]
    sheet = {"ended_by": "disqualification", "lines": [_line(first, _some(first)), *gone]}
    return {**sheet, "reason": "Cards up the sleeve."}


def ruled(match: Match) -> Sheet:
    """The coordinator says that the first side goes on."""
    lines = [_line(seat, _some(seat)) for seat in _taken(match)]
    return {"ended_by": "ruling", "winner": 1, "lines": lines, "reason": "The rain ended the game."}


def _taken(match: Match) -> list[Mapping[str, Any]]:
    return [seat for seat in match["seats"] if seat["player"]]


def _some(seat: Mapping[str, Any]) -> dict[str, int]:
    """Less the later the side, so that nobody is tied."""
    return {"intact": max(1, 5 - seat["side"]), "razed": 1, "commanders": 2, "armies": 1}


def _line(seat: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, Any]:
    return {"player": seat["player"], **counts}
