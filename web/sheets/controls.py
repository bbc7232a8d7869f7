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
        """Return the input as HTML, the same as from Django's template."""
        shown = self.get_context(name, value, attrs)["widget"]
        typed = {} if shown["value"] is None else {"value": shown["value"]}
        return format_html(
            '<input type="{}" name="{}"{}{}>', self.input_type, name, flatatt(typed), flatatt(shown["attrs"])
        )


class SelectBox(forms.Select):
    """Django's select without groups, written without a template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the select as HTML, the same as from Django's template."""
        shown = self.get_context(name, value, attrs)["widget"]
        options = (option for _group, group, _index in shown["optgroups"] for option in group)
        rows = ((option["value"], flatatt(option["attrs"]), option["label"]) for option in options)
        listed = format_html_join("", '<option value="{}"{}>{}</option>', rows)
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(shown["attrs"]), listed)


def counter(label: str, control: BoundField, whose: str, more: str = "") -> SafeString:
    """Return a number box with plus and minus buttons, or a select, with its label and errors, as HTML.

    `whose`: the player's name, for screen readers. `more`: CSS classes, each after a space.
    """
    box = control if isinstance(control.field.widget, forms.Select) else _with_buttons(control)
    return format_html(
        COUNT, more, control.id_for_label, format_html(WHOSE, label, whose), box, _control_errors(control)
    )


def chips(label: str, control: BoundField, whose: str) -> SafeString:
    """Return a radio button for each choice of the control, with label and errors, as HTML.

    `whose`: the player's name, for screen readers.
    """
    value = control.value()
    chosen = "" if value is None else str(value)
    taps = ((control, key, words, chosen) for key, words in control.field.widget.choices)
    return format_html(
        '<fieldset class="chips" id="{}"{}><legend>{}</legend>{}{}</fieldset>',
        control.auto_id,
        flatatt(control.field.widget.attrs),
        format_html(WHOSE, label, whose),
        format_html_join("", "{}", ((_chip(*tap),) for tap in taps)),
        _control_errors(control),
    )


def _chip(control: BoundField, key: str, words: str, chosen: str) -> SafeString:
    """Return a radio button as HTML, checked if `key` is `chosen`; an empty `key` is the choice of none."""
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


def _with_buttons(control: BoundField) -> SafeString:
    """Return the number box as HTML, for a script that adds plus and minus buttons with these labels."""
    what = {"what": control.label}
    less, more = gettext("One less: %(what)s") % what, gettext("One more: %(what)s") % what
    return format_html('<span class="stepper" data-less="{}" data-more="{}">{}</span>', less, more, control)


def _control_errors(control: BoundField) -> SafeString:
    """Return the errors of a control as HTML; empty without errors."""
    if not control.errors:
        return SafeString()
    return format_html(
        '<div class="count-errors">{}</div>', render_to_string("_field_notes.html", {"field": control})
    )


MAX_LEAVERS = 8


@dataclass(frozen=True, slots=True)
class SheetSeating:
    """The game, rules, seats and sides of a match, on which the controls of a line depend."""

    game: Game
    rules: Rules
    seats: Sequence[SeatView]
    sides: Sequence[SideView]

    def plain_win(self, seat: SeatView) -> PlainWin:
        """Return the counts of a plain win for this seat: on the winner's line, and on all others."""
        return self.game.plain_win(self.rules, sum(other.side == seat.side for other in self.seats))


def line_fields(index: int, seat: SeatView, table: SheetSeating) -> Iterator[tuple[str, forms.Field]]:
    """Yield path and form field of each control of a seat's line: counts, how it left, in which order.

    The path is that in the rules' violations, such as `lines.0.intact`; `index` is that of the line.
    """
    path = f"lines.{index}"
    plain, starts = table.plain_win(seat), table.game.starting_counts(table.rules)
    for count in kind_under(table.rules).fields:
        if count.is_side:
            yield f"{path}.{count.key}", _suzerain_field(count, seat, table.sides)
        elif count.asked_first:
            yield f"{path}.{count.key}", _taps_field(count, seat, _hints(count.key, seat.side, plain))
        else:
            hints = _hints(count.key, seat.side, plain)
            yield f"{path}.{count.key}", _count_field(count, seat, hints, starts.get(count.key))
    outs = [("", _("No")), *((out.value, capfirst(out_name(out))) for out in table.game.sheet_terms.ways)]
    left = control_label(gettext("Left the game?"), seat)
    yield f"{path}.out", forms.ChoiceField(label=left, choices=outs, required=False, widget=SelectBox)
    order = SheetField("out_order", 1, MAX_LEAVERS)
    yield f"{path}.out_order", _number_field(control_label(gettext("Left as number"), seat), order, {})


def control_label(what: str, seat: SeatView) -> str:
    """Return a label that also names the player, for error lists and screen readers."""
    return f"{what} ({seat.name})"


def _hints(key: str, side: int, plain: PlainWin) -> dict[str, int]:
    """Return data attributes by which a tap on the winner fills in the count `key` of a line of this side.

    `data-plain` is the least on the winner's line, `data-lost` the value on others. Empty for a count that a
    tap does not fill in.
    """
    found = {"data-plain": plain.winner.get(key), "data-lost": plain.others.get(key)}
    known = {name: value for name, value in found.items() if value is not None}
    return {**known, "data-side": side} if known else {}


def _count_field(
    count: SheetField, seat: SeatView, hints: Mapping[str, int], start: int | None
) -> forms.IntegerField:
    """Return a number box for one count of a seat; `start` is its first value, None for empty."""
    return _number_field(control_label(capfirst(count_name(count.key)), seat), count, hints, start)


def _taps_field(count: SheetField, seat: SeatView, hints: Mapping[str, int]) -> forms.IntegerField:
    """Return a radio choice for each number from low to high, and an empty one for uncounted cards."""
    numbers = [(str(number), str(number)) for number in range(count.low, count.high + 1)]
    widget = forms.RadioSelect(attrs=dict(hints), choices=[("", capfirst(UNCOUNTED)), *numbers])
    return forms.IntegerField(
        label=control_label(capfirst(count_name(count.key)), seat), required=False, widget=widget
    )


def _suzerain_field(count: SheetField, seat: SeatView, sides: Sequence[SideView]) -> forms.TypedChoiceField:
    """Return a select of another side of the table by its names; 0 is no suzerain (Jogo dos Reinos)."""
    others = [(str(side.number), " & ".join(side.names)) for side in sides if side.number != seat.side]
    return forms.TypedChoiceField(
        label=control_label(capfirst(count_name(count.key)), seat),
        choices=[("0", _("no suzerain: free")), *others],
        coerce=int,
        required=False,
        widget=SelectBox,
    )


def _number_field(
    label: str, bounds: SheetField, attributes: Mapping[str, int], start: int | None = None
) -> forms.IntegerField:
    """Return an optional number box; its bounds help the phone's keyboard, the rules decide.

    `attributes` are more HTML attributes, which replace those of the bounds.
    """
    attrs = {"inputmode": "numeric", "min": bounds.low, "max": bounds.high, "placeholder": bounds.low}
    widget = NumberBox(attrs={**attrs, **attributes})
    return forms.IntegerField(label=label, required=False, widget=widget, initial=start)
