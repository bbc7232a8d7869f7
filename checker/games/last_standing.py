"""Games that the last one standing wins: their sheets, alike but for what is counted and how one falls.

Falls on the board and concessions are numbered in one order; a match is named after the last of them. Who
is disqualified or absent bears no order, so a match may be named after that wherever there is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checker.ending import sides as common
from checker.ending.sides import by_leaving, by_strength, sides_out
from checker.games.game import Fault, Table
from checker.reading.lines import Data

UNPLAYED = ("walkover", "bye", "nobody", "ruling")
"""Endings of matches that may have been abandoned or never begun: no side has to have fallen."""
OUTS = ("conceded", "disqualified", "absent")
DECLARED = ("win_condition", "ruling")
"""Endings of which the sheet itself says who won."""
NAMED = {"conceded": "concession", "disqualified": "disqualification", "absent": "walkover"}


@dataclass(frozen=True)
class StandingSide(common.Side):
    """A side of which a game says when its members fell."""

    def falls(self) -> list[int]:
        """Return the order of each fall on the board, 0 if none is given; only members who fell."""
        raise NotImplementedError

    @property
    def fallen(self) -> bool:
        """Whether the board, and nothing else, took the whole side out."""
        return not any(line["out"] for line in self.lines) and len(self.falls()) == len(self.lines) > 0

    @property
    def gone(self) -> str | None:
        """Return how it left: "absent", "disqualified", "left" (conceded, or fell); None if it is in."""
        return "left" if self.fallen else super().gone

    @property
    def fell(self) -> int:
        """When the first of it conceded, else when the last of it fell."""
        return max(self.falls()) if self.fallen else super().fell


def faults(sheet: Data, sides: Sequence[StandingSide], table: Table) -> Iterator[Fault]:
    """Yield each (rule, what) that a sheet breaks in any of these games, beside faults of single lines."""
    winner = table.side(sheet["winner"])
    if sheet["cuts"]:
        yield "sheet", "this game has no cuts"
    if sheet["ended_by"] == "bye":
        if sheet["lines"] or sheet["placement"] != [[side] for side in table.entries] or winner is None:
            yield "bye", "a bye has no lines, and its only side wins"
        return
    if not sheet["rewritten"]:
        yield from (("sheet", what) for what in _leaving_faults(sheet["lines"], sides))
        yield from (("ending", what) for what in _ending_faults(sheet, sides, winner, table))
        yield from (("score", what) for what in _score_faults(sheet, sides))
    yield from (("winner", what) for what in _winner_faults(sheet, sides, winner))
    derived = placement(sides, winner if sheet["ended_by"] in DECLARED or sheet["rewritten"] else None)
    if [sorted(group) for group in sheet["placement"]] != derived:
        yield "placement", f"placement is {sheet['placement']}, the sheet says {derived}"


def placement(sides: Sequence[common.Side], first: int | None = None) -> list[list[int]]:
    """Return the sides in groups by place: `first`, those standing by strength, those who left, the rest.

    `first`: the winner named by the sheet, or None.
    """
    rest = [side for side in sides if side.number != first]
    groups = [[first] if first else [], *by_strength(rest), *by_leaving(rest)]
    groups += [sides_out(rest, "disqualified"), sides_out(rest, "absent")]
    return [sorted(group) for group in groups if group]


def is_draw(lines: Sequence[Data], sides: Sequence[StandingSide], table: Table, *, replayed: bool) -> bool:
    """Whether the game is drawn: all sides that were left fell at one moment, or they are equal at time.

    `replayed`: whether a match that is equal at time is played again. False if the order of leaving has gaps.
    """
    if any(_leaving_faults(lines, sides)):
        return False
    playing = [side for side in sides if not side.gone]
    if not playing:
        return len(_last_to_leave(sides)) > 1 and all(side.fallen for side in _last_to_leave(sides))
    timed = table.called and table.limit is not None and len(playing) > 1
    return timed and replayed and len(by_strength(playing)[0]) > 1


def _leaving_faults(lines: Sequence[Data], sides: Sequence[StandingSide]) -> Iterator[str]:
    """Yield faults of the order of leaving: missing at a concession, at another line, or with gaps."""
    for line in lines:
        if (line["out_order"] is not None) != (line["out"] == "conceded"):
            yield f"{line['player']}: an order of leaving belongs to a concession"
    orders = {line["out_order"] for line in lines if line["out"] == "conceded"} - {None}
    orders |= {moment for side in sides for moment in side.falls() if moment}
    if orders != set(range(1, len(orders) + 1)):
        yield f"the order of falls and concessions has gaps: {sorted(orders)}"


def _last_to_leave(sides: Sequence[StandingSide]) -> list[StandingSide]:
    """Return the sides that fell or conceded last, together; [] if none did."""
    left = [side for side in sides if side.gone == "left"]
    moment = max((side.fell for side in left), default=0)
    return [side for side in left if side.fell == moment]


# --- how it ended -------------------------------------------------------------------------------------


def _ending_faults(
    sheet: Data, sides: Sequence[StandingSide], winner: int | None, table: Table
) -> Iterator[str]:
    """Yield what the lines say against the way in which the match ended; `winner`: its side, or None."""
    how = sheet["ended_by"]
    if how == "decked_out":
        yield "running out of cards does not end this game"
    elif how == "time":
        yield from _time_faults(sides, table)
    elif how in ("nobody", "ruling"):
        yield from _unplayed_faults(how, sides, winner)
    elif not (how == "disqualification" and table.decided):
        yield from _last_side_faults(how, sides, table)
    elif not any(side.gone == "disqualified" for side in sides):
        yield "no side is disqualified"


def _unplayed_faults(how: str, sides: Sequence[StandingSide], winner: int | None) -> Iterator[str]:
    """Yield a fault if a match without a winner, or a ruling (`how`), does not fit those who came."""
    came = [side.number for side in sides if side.gone not in ("absent", "disqualified")]
    if how == "nobody" and came:
        yield "a side came and is not disqualified"
    if how == "ruling" and winner not in came:
        yield "a ruling names a side that came and is not disqualified"


def _time_faults(sides: Sequence[StandingSide], table: Table) -> Iterator[str]:
    """Yield what is wrong with an ending by time."""
    if table.limit is None:
        yield "there is no time limit"
    if sum(not side.gone for side in sides) < 2:
        yield "fewer than two sides were left when time was called"


def _last_side_faults(how: str, sides: Sequence[StandingSide], table: Table) -> Iterator[str]:
    """Yield faults unless one side stands and the match is named after the last departure."""
    if sum(not side.gone for side in sides) != 1:
        yield f"{how} leaves exactly one side"
    names = {_ending_named_after(side) for side in _last_to_leave(sides)}
    outs = {line["out"] for side in sides for line in side.lines}
    names |= {NAMED[out] for out in ("disqualified", "absent") if out in outs}
    if len(sides) == 1:
        names.add("walkover")
    if table.is_second_format and table.started and any(side.gone not in (None, "absent") for side in sides):
        names.discard("walkover")  # who was absent was so before the game that others left
    if how not in names:
        yield f"the last departure was {' or '.join(sorted(names))}, not {how}"


def _ending_named_after(side: StandingSide) -> str:
    """Return the ending after which a match is named if this side left last."""
    return "win_condition" if side.fallen else "concession"


def _score_faults(sheet: Data, sides: Sequence[StandingSide]) -> Iterator[str]:
    """Yield scores that differ from the lines; only an ending by time has any."""
    timed = sheet["ended_by"] == "time"
    wanted = {str(side.number): side.score for side in sides} if timed else {}
    if sheet["scores"] != wanted:
        yield f"scores are {sheet['scores']}, the lines say {wanted}"


# --- who won ------------------------------------------------------------------------------------------


def _winner_faults(sheet: Data, sides: Sequence[StandingSide], winner: int | None) -> Iterator[str]:
    """Yield what is wrong with the winner; `winner` is its side, None if none has that entry."""
    if (winner is None) != (sheet["ended_by"] == "nobody"):
        yield f"winner {sheet['winner']} and ended by {sheet['ended_by']}"
    if sheet["winner"] is not None and winner is None:
        yield f"{sheet['winner']} does not sit here"
    if any(side.number == winner and side.gone in ("absent", "disqualified") for side in sides):
        yield f"side {winner} wins and is out"
    if sheet["rewritten"] or sheet["ended_by"] in ("ruling", "nobody"):
        return
    first = next(iter(placement(sides)), [])
    if [winner] != first:
        yield f"side {winner} wins, the lines say {first}"
