"""Form fields and HTML controls of one player's line on a sheet.

A sheet has twenty controls; a template for each would cost more than the rest of the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesets.kernel.rules import Game, PlainWin, Rules, SheetField
from rulesets.names import UNCOUNTED, count_name, out_name
from rulesets.registry import kind_under
from tournaments.match_views.match import SeatView, SideView

WHOSE = '{}<span class="visually-hidden"> ({})</span>'
COUNT = '<div class="count{}"><label for="{}">{}</label>{}{}</div>'


class NumberBox(forms.NumberInput):
    """Django's number input, written without a template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the same HTML as Django's template."""
        shown = self.get_context(name, value, attrs)["widget"]
        typed = {} if shown["value"] is None else {"value": shown["value"]}
        return format_html(
            '<input type="{}" name="{}"{}{}>', self.input_type, name, flatatt(typed), flatatt(shown["attrs"])
        )


class SelectBox(forms.Select):
    """Django's select without groups, written without a template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the same HTML as Django's template."""
        shown = self.get_context(name, value, attrs)["widget"]
        options = (option for _group, group, _index in shown["optgroups"] for option in group)
        rows = ((option["value"], flatatt(option["attrs"]), option["label"]) for option in options)
        listed = format_html_join("", '<option value="{}"{}>{}</option>', rows)
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(shown["attrs"]), listed)


def counter(label: str, control: BoundField, whose: str, more: str = "") -> SafeString:
    """Return a number box with plus and minus buttons, or a select, with its label and errors, as HTML."""
    box = control if isinstance(control.field.widget, forms.Select) else _stepper(control)
    return format_html(
        COUNT, more, control.id_for_label, format_html(WHOSE, label, whose), box, _wrong(control)
    )


def chips(label: str, control: BoundField, whose: str) -> SafeString:
    """Return a radio button for each number of the control, as HTML."""
    value = control.value()
    chosen = "" if value is None else str(value)
    taps = ((control, key, words, chosen) for key, words in control.field.widget.choices)
    return format_html(
        '<fieldset class="chips" id="{}"{}><legend>{}</legend>{}{}</fieldset>',
        control.auto_id,
        flatatt(control.field.widget.attrs),
        format_html(WHOSE, label, whose),
        format_html_join("", "{}", ((_chip(*tap),) for tap in taps)),
        _wrong(control),
    )


def _chip(control: BoundField, key: str, words: str, chosen: str) -> SafeString:
    return format_html(
        '<label class="chip{}"><input type="radio" name="{}" value="{}" id="{}_{}"{}><span>{}</span></label>',
        "" if key else " chip-none",
        control.html_name,
        key,
        control.auto_id,
        key or "none",
        flatatt({"checked": key == chosen}),
        words,
    )


def _stepper(control: BoundField) -> SafeString:
    what = {"what": control.label}
    less, more = gettext("One less: %(what)s") % what, gettext("One more: %(what)s") % what
    return format_html('<span class="stepper" data-less="{}" data-more="{}">{}</span>', less, more, control)


def _wrong(control: BoundField) -> SafeString:
    """Return the errors of a control as HTML; empty without errors."""
    if not control.errors:
        return SafeString()
    return format_html(
        '<div class="count-errors">{}</div>', render_to_string("_field_notes.html", {"field": control})
    )


MAX_LEAVERS = 8


@dataclass(frozen=True, slots=True)
class SheetSeating:
    """The rules and seats that the controls depend on."""

    game: Game
    rules: Rules
    seats: Sequence[SeatView]
    sides: Sequence[SideView]

    def plain_win(self, seat: SeatView) -> PlainWin:
        """Return the counts of a plain win for this seat's line and the others."""
        return self.game.plain_win(self.rules, sum(other.side == seat.side for other in self.seats))


def line_fields(index: int, seat: SeatView, table: SheetSeating) -> Iterator[tuple[str, forms.Field]]:
    """Yield the form fields of one seat's line, each with its path in the rules (`lines.0.intact`)."""
    path = f"lines.{index}"
    plain, starts = table.plain_win(seat), table.game.starting_counts(table.rules)
    for count in kind_under(table.rules).fields:
        if count.is_side:
            yield f"{path}.{count.key}", _suzerain(count, seat, table.sides)
        elif count.asked_first:
            yield f"{path}.{count.key}", _chips(count, seat, _hints(count.key, seat.side, plain))
        else:
            hints = _hints(count.key, seat.side, plain)
            yield f"{path}.{count.key}", _count(count, seat, hints, starts.get(count.key))
    outs = [("", _("No")), *((out.value, capfirst(out_name(out))) for out in table.game.sheet_terms.ways)]
    left = control_label(gettext("Left the game?"), seat)
    yield f"{path}.out", forms.ChoiceField(label=left, choices=outs, required=False, widget=SelectBox)
    order = SheetField("out_order", 1, MAX_LEAVERS)
    yield f"{path}.out_order", _number(control_label(gettext("Left as number"), seat), order, {})


def control_label(what: str, seat: SeatView) -> str:
    """Return a label that also names the player, for error lists and screen readers."""
    return f"{what} ({seat.name})"


def _hints(key: str, side: int, plain: PlainWin) -> dict[str, int]:
    """Return data attributes for a winner's tap: minimum on their own line, value on the others'."""
    found = {"data-plain": plain.winner.get(key), "data-lost": plain.others.get(key)}
    known = {name: value for name, value in found.items() if value is not None}
    return {**known, "data-side": side} if known else {}


def _count(
    count: SheetField, seat: SeatView, hints: Mapping[str, int], start: int | None
) -> forms.IntegerField:
    return _number(control_label(capfirst(count_name(count.key)), seat), count, hints, start)


def _chips(count: SheetField, seat: SeatView, hints: Mapping[str, int]) -> forms.IntegerField:
    """Return one choice for each number, and one for uncounted cards; the rules decide which."""
    numbers = [(str(number), str(number)) for number in range(count.low, count.high + 1)]
    widget = forms.RadioSelect(attrs=dict(hints), choices=[("", capfirst(UNCOUNTED)), *numbers])
    return forms.IntegerField(
        label=control_label(capfirst(count_name(count.key)), seat), required=False, widget=widget
    )


def _suzerain(count: SheetField, seat: SeatView, sides: Sequence[SideView]) -> forms.TypedChoiceField:
    """Return a field to choose a side of this table by its names, or no side."""
    others = [(str(side.number), " & ".join(side.names)) for side in sides if side.number != seat.side]
    return forms.TypedChoiceField(
        label=control_label(capfirst(count_name(count.key)), seat),
        choices=[("0", _("no suzerain: free")), *others],
        coerce=int,
        required=False,
        widget=SelectBox,
    )


def _number(
    label: str, bounds: SheetField, hints: Mapping[str, int], start: int | None = None
) -> forms.IntegerField:
    """Return a number box; its bounds are hints for the phone's keyboard, the rules decide."""
    attrs = {"inputmode": "numeric", "min": bounds.low, "max": bounds.high, "placeholder": bounds.low}
    widget = NumberBox(attrs={**attrs, **hints})
    return forms.IntegerField(label=label, required=False, widget=widget, initial=start)
