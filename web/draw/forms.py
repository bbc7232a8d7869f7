"""Forms to publish a draw and to withdraw it."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from web.service_form import FOR_EVER, ServiceForm

Sizes = Sequence[Sequence[int]]

ROUND = r"(?:\d{1,2}x\d{1,4})(?:\.\d{1,2}x\d{1,4})*"
WRITTEN = re.compile(rf"{ROUND}(?:-{ROUND}){{0,15}}")
LONGEST = 400
METHODS = (
    ("random", _("Drawn at random")),
    ("season", _("By the season ranking: the best are spread over the tables")),
    ("manual", _("By the seeds in the list of entries")),
)


def format_shape(rounds: Iterable[Iterable[int]]) -> str:
    """Return a shape in short: `4x8-4x2-2x1` is eight tables of four, two of four, a final of two."""
    return "-".join(".".join(f"{size}x{len(list(tables))}" for size, tables in groupby(r)) for r in rounds)


def parse_shape(text: str) -> list[list[int]]:
    """Parse the table sizes of every round.

    Raise `ValidationError` for anything that `format_shape` never writes.
    """
    if len(text) > LONGEST or not WRITTEN.fullmatch(text):
        raise ValidationError(_("Choose one of the shapes."), code="shape_unreadable")
    return [_round(part) for part in text.split("-")]


def _round(part: str) -> list[int]:
    pairs = (group.split("x") for group in part.split("."))
    return [int(size) for size, tables in pairs for _table in range(int(tables))]


class ShapeField(forms.CharField):
    """A shape in short, parsed into its rounds' table sizes; empty for the proposed shape."""

    def clean(self, value: object) -> object:
        """Return the table sizes of each round, or None."""
        text = super().clean(value)
        return parse_shape(text) if text else None


class DrawForm(ServiceForm):
    """The coordinator's choices before the draw is published."""

    shape = ShapeField(label=_("Shape"), required=False)
    method = forms.ChoiceField(
        label=_("How are the entries ordered?"), choices=METHODS, initial="random", widget=forms.RadioSelect
    )
    apart = forms.BooleanField(
        label=_("Keep people of one club or city apart in round 1 where possible"), required=False
    )
    word = forms.CharField(
        label=_("Word called in the hall"),
        required=False,
        help_text=_(
            "Let someone in the hall call out a word now that everyone is here: it goes into the "
            "draw, so no one can have known the outcome before. It may be left empty. Everyone can "
            "read it: write no names."
        ),
    )
    seed = forms.IntegerField(
        label=_("Number to draw with"),
        required=False,
        help_text=_(
            "The same number with the same entries gives the same draw. So the person who types one may have "
            "tried others before; the draw is marked as typed by hand everywhere."
        ),
    )
    regulation = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def field_of(self, violation: Violation) -> str | None:
        """Return the field for a violation; one about rounds belongs to `shape`, one about the regulation to
        none.
        """
        if violation.field == "regulation":
            return None
        return "shape" if violation.field.split(".")[0] == "rounds" else super().field_of(violation)

    @property
    def is_confirmed(self) -> bool:
        """Return whether the person saw the summary and confirms it."""
        return "confirm" in self.data


class DrawWithdrawForm(ServiceForm):
    """The reason for withdrawing a draw before the first match."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=FOR_EVER,
    )
