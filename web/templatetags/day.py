"""What the pages of the day say: durations, methods of a draw."""

from typing import NamedTuple

from django import template
from django.utils.functional import Promise

from web.forms.draws import METHODS

register = template.Library()


class Duration(NamedTuple):
    """Whole hours, and minutes in two digits."""

    hours: int
    minutes: str


@register.filter
def hours_and_minutes(minutes: int) -> Duration:
    """A number of minutes as hours and minutes."""
    hours, rest = divmod(minutes, 60)
    return Duration(hours, f"{rest:02}")


@register.filter
def draw_method(key: str) -> Promise | str:
    """The words for how the entries of a draw were ordered."""
    return dict(METHODS).get(key, key)
