"""What a sheet of kingdoms counts (1.1.4, house rule `kingdom_order`), and how the others read it.

`holder`: the number of the side whose vassal a kingdom is, 0 for a free kingdom. `fall`: the order of its
*last* fall, 1…k among the vassals of the sheet, 0 for a free kingdom, also for one that fell and revolted.
Both are numbers, so that a line is like that of any other game.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulesets.games.jogo_dos_reinos.engine import MAX_KINGDOMS
from rulesets.games.jogo_dos_reinos.state import FREE, GameState, Kingdom
from rulesets.kernel.rules import SheetField
from rulesets.kernel.sheet import EndedBy, Line, Out, SeatAt, Sheet
from rulesets.kernel.tables import WITHOUT_PLAY, Side, count, with_zeros

FIELDS = (
    SheetField("holder", 0, MAX_KINGDOMS, is_side=True),
    SheetField("fall", 0, MAX_KINGDOMS),
)
NOTHING = {field.key: 0 for field in FIELDS}


def fall(line: Line) -> int | None:
    """Return the order in which a vassal fell; None for a free kingdom and for one that left.

    A vassal without its order, which is refused, reads as fallen before all others.
    """
    held = count(line, "holder") > FREE
    return count(line, "fall") if held and line.out is None else None


def strength(sides: Sequence[Side]) -> Callable[[Side], tuple[int, ...]]:
    """Return the strength of a side as a function: how many vassals it holds in the end.

    Only kingdoms still in the game are held.
    """
    holders = [count(line, "holder") for side in sides for line in side.lines if line.out is None]
    return lambda side: (holders.count(side.number),)


def with_implied_counts(sheet: Sheet) -> Sheet:
    """Return the sheet with missing counts as 0, and the answers that follow from its other counts.

    A winner by condition holds all who fell and have no suzerain. In a match that was played to its end the
    only kingdom that fell or conceded was the first to do so. The reason loses its outer spaces.
    """
    lines = tuple(with_zeros(line, tuple(NOTHING)) for line in sheet.lines)
    if sheet.ended_by is EndedBy.WIN_CONDITION and sheet.winner is not None:
        lines = tuple(_with_suzerain(line, sheet.winner) for line in lines)
    gone = [line for line in lines if _is_gone(line)]
    if len(gone) == 1 and sheet.ended_by not in WITHOUT_PLAY:
        lines = tuple(_with_first_order(line) if line is gone[0] else line for line in lines)
    return replace(sheet, lines=lines, reason=sheet.reason.strip())


def lines_of(state: GameState, seats: Sequence[SeatAt]) -> tuple[Line, ...]:
    """Return the lines of a sheet as a game stands, by seat; who never took part is absent.

    Orders count 1…k among those who are vassals now or conceded.
    """
    moments = sorted(kingdom.gone_at for kingdom in state.kingdoms if kingdom.gone_at)
    order = {moment: number for number, moment in enumerate(moments, start=1)}
    return tuple(_line(seat.player, state.find(seat.side), order) for seat in seats)


def _line(player: str, kingdom: Kingdom | None, order: dict[int, int]) -> Line:
    """Return a kingdom's line; `order` of its last fall or concession by moment. None was absent."""
    if kingdom is None:
        return Line(player, NOTHING, Out.ABSENT)
    if kingdom.out is not None:
        return Line(player, NOTHING, kingdom.out, order.get(kingdom.gone_at))
    return Line(player, {"holder": kingdom.holder, "fall": order.get(kingdom.gone_at, 0)})


def _with_suzerain(line: Line, winner: int) -> Line:
    """Return the line with the winner as suzerain if its kingdom fell and has none."""
    if line.out is None and count(line, "fall") and count(line, "holder") == FREE:
        return replace(line, counts={**line.numbers, "holder": winner})
    return line


def _is_gone(line: Line) -> bool:
    """Return whether the kingdom is a vassal or its player conceded."""
    return line.out is Out.CONCEDED or (line.out is None and count(line, "holder") != FREE)


def _with_first_order(line: Line) -> Line:
    """Return the line with order 1 of its fall or concession, unless it has one."""
    if line.out is Out.CONCEDED:
        return replace(line, out_order=line.out_order or 1)
    return replace(line, counts={**line.numbers, "fall": count(line, "fall") or 1})
