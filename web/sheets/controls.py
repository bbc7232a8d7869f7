"""The controls of a line as HTML: a sheet has twenty, and a template for each costs more than its page."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

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
    """A number box with buttons for one more and one less, or a select, with its label and its errors."""
    box = control if isinstance(control.field.widget, forms.Select) else _stepper(control)
    return format_html(
        COUNT, more, control.id_for_label, format_html(WHOSE, label, whose), box, _wrong(control)
    )


def chips(label: str, control: BoundField, whose: str) -> SafeString:
    """A tap for each number of the control."""
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
    less, more = _("One less: %(what)s") % what, _("One more: %(what)s") % what
    return format_html('<span class="stepper" data-less="{}" data-more="{}">{}</span>', less, more, control)


def _wrong(control: BoundField) -> SafeString:
    """The errors of a control; nothing where there are none."""
    if not control.errors:
        return SafeString()
    return format_html(
        '<div class="count-errors">{}</div>', render_to_string("_field_notes.html", {"field": control})
    )
