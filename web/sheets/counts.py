"""The controls of one player's line: a counter for each number of the type, and how they left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets.kernel.rules import Game, PlainWin, Rules, SheetField
from rulesets.names import UNCOUNTED, count_name, out_name
from rulesets.registry import kind_under
from tournaments.match_views.match import SeatView, SideView
from web.sheets.controls import NumberBox, SelectBox

MOST_LEAVERS = 8


@dataclass(frozen=True, slots=True)
class SheetSeating:
    """What the controls depend on: the rules, and who sits here."""

    game: Game
    rules: Rules
    seats: Sequence[SeatView]
    sides: Sequence[SideView]

    def plain_win(self, seat: SeatView) -> PlainWin:
        """What a plain win shows on the line of this seat, or of the others."""
        return self.game.plain_win(self.rules, sum(other.side == seat.side for other in self.seats))


def line_fields(index: int, seat: SeatView, table: SheetSeating) -> Iterator[tuple[str, forms.Field]]:
    """The fields of the line of one seat, by the path that the rules name."""
    path = f"lines.{index}"
    plain, starts = table.plain_win(seat), table.game.starts(table.rules)
    for count in kind_under(table.rules).fields:
        if count.is_side:
            yield f"{path}.{count.key}", _suzerain(count, seat, table.sides)
        elif count.asked_first:
            yield f"{path}.{count.key}", _chips(count, seat, _hints(count.key, seat.side, plain))
        else:
            hints = _hints(count.key, seat.side, plain)
            yield f"{path}.{count.key}", _count(count, seat, hints, starts.get(count.key))
    outs = [("", _("No")), *((out.value, capfirst(out_name(out))) for out in table.game.sheet_terms.ways)]
    left = of(gettext("Left the game?"), seat)
    yield f"{path}.out", forms.ChoiceField(label=left, choices=outs, required=False, widget=SelectBox)
    order = SheetField("out_order", 1, MOST_LEAVERS)
    yield f"{path}.out_order", _number(of(gettext("Left as number"), seat), order, {})


def of(what: str, seat: SeatView) -> str:
    """What the control is for and whose: lists of errors and screen readers name both."""
    return f"{what} ({seat.name})"


def _hints(key: str, side: int, plain: PlainWin) -> dict[str, int]:
    """What a tap on a winner fills in here: at least so much on their own line, this on the others'."""
    found = {"data-plain": plain.winner.get(key), "data-lost": plain.others.get(key)}
    known = {name: value for name, value in found.items() if value is not None}
    return {**known, "data-side": side} if known else {}


def _count(
    count: SheetField, seat: SeatView, hints: Mapping[str, int], start: int | None
) -> forms.IntegerField:
    return _number(of(capfirst(count_name(count.key)), seat), count, hints, start)


def _chips(count: SheetField, seat: SeatView, hints: Mapping[str, int]) -> forms.IntegerField:
    """Return one choice for each number, and one for uncounted cards; the rules decide which."""
    numbers = [(str(number), str(number)) for number in range(count.low, count.high + 1)]
    widget = forms.RadioSelect(attrs=dict(hints), choices=[("", capfirst(UNCOUNTED)), *numbers])
    return forms.IntegerField(label=of(capfirst(count_name(count.key)), seat), required=False, widget=widget)


def _suzerain(count: SheetField, seat: SeatView, sides: Sequence[SideView]) -> forms.TypedChoiceField:
    """Return a field to choose a side of this table by its names, or no side."""
    others = [(str(side.number), " & ".join(side.names)) for side in sides if side.number != seat.side]
    return forms.TypedChoiceField(
        label=of(capfirst(count_name(count.key)), seat),
        choices=[("0", _("nobody’s: free")), *others],
        coerce=int,
        required=False,
        widget=SelectBox,
    )


def _number(
    label: str, bounds: SheetField, hints: Mapping[str, int], start: int | None = None
) -> forms.IntegerField:
    """A plain number box; its bounds are hints for the phone, the rules decide."""
    attrs = {"inputmode": "numeric", "min": bounds.low, "max": bounds.high, "placeholder": bounds.low}
    widget = NumberBox(attrs={**attrs, **hints})
    return forms.IntegerField(label=label, required=False, widget=widget, initial=start)
