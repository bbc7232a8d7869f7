"""The place on a sheet's page for a refusal: its control, or else a part of the page."""

from collections.abc import Collection, Iterable, Sequence

from core.errors import Violation
from core.text import number_in
from tournaments.match_views.match import SeatView, SideView
from web.sheets.cuts import Cards

LEAVING = ("out", "out_order")
ABOUT = {"pair_ran_out_twice": "out", "last_fell_alone": "fell"}
"""Codes about a whole line whose control is not the first count."""
LINES, CUTS = "id_lines", "sheet-cuts"


def names_by_side(sides: Iterable[SideView]) -> dict[int, str]:
    """Return names by number of the side, those of a pair joined; empty seats are left out."""
    return {side.number: " & ".join(side.names) for side in sides if side.names}


def line_control(violation: Violation, seats: Sequence[SeatView], shown: Collection[str]) -> str | None:
    """Return the name of the control that a violation is about, such as `lines.0.intact`.

    None if it is about no line, and names no side; of several sides the first line counts. If it is about a
    line as a whole: the first of `shown`. These are the counts on the page, the one entered first in front;
    none before the match begins.
    """
    index = _line_of(violation, seats)
    if index is None:
        return None
    named = violation.field.rpartition(".")[2]
    about = next((key for key in (named, ABOUT.get(violation.code)) if key in (*shown, *LEAVING)), None)
    return f"lines.{index}.{about or next(iter(shown), LEAVING[0])}"


def _line_of(violation: Violation, seats: Sequence[SeatView]) -> int | None:
    """Return the index of the line that a violation is about, by its path or by the side in its facts.

    Of a pair or several sides: the first line. None if path and facts name none.
    """
    first, _, rest = violation.field.partition(".")
    if first != "lines":
        return None
    index = number_in(rest.partition(".")[0])
    if index is not None:
        return index if index < len(seats) else None
    sides = violation.facts.get("sides") or (violation.facts.get("side"),)
    return next((index for index, seat in enumerate(seats) if seat.side in sides), None)


def missing_card(sides: Iterable[int], cards: Cards) -> str:
    """Return the name of the control of the first missing card in the cuts between these sides."""
    cutting = sorted(sides)
    rounds = range(len(cards) + 1)
    open_ones = ((number, side) for number in rounds for side in cutting if (number, side) not in cards)
    number, side = next(open_ones)
    return f"cut.{number}.{side}"
