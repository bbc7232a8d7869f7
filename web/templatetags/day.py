"""Template tags for the pages of the day: breaks, methods of a draw, rounds in words."""

from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Tournament
from tournaments.pauses import Pause
from web.draw.shape_drawing import RoundLine, SeatGroup
from web.draw.views import METHODS
from web.templatetags.chama import venue_time

register = template.Library()

OF_STAGES = (
    ("swiss", gettext_lazy("By wins, equal ones drawn")),
    ("stage", gettext_lazy("By the order of the Swiss rounds")),
)
"""Methods that a tournament with Swiss rounds has in place of a choice."""


@register.simple_tag
def pause_end(pause: Pause, tournament: Tournament) -> SafeString:
    """Return the end of a break: its time, with the day if it is another one."""
    begins, ends = (timezone.localtime(at, ZoneInfo(tournament.zone)) for at in (pause.begins, pause.ends))
    return venue_time(pause.ends, tournament, "time" if begins.date() == ends.date() else "day")


@register.filter
def draw_method(key: str) -> Promise | str:
    """Return the words for how the entries of a draw were ordered."""
    return dict((*METHODS, *OF_STAGES)).get(key, key)


@register.filter
def round_words(line: RoundLine) -> str:
    """Return a round of a shape in words: `Round 1: 8 tables of 4, 3 byes`."""
    name = _("Final") if line.is_final else _("Round %(number)s") % {"number": line.number}
    return f"{name}: {table_words(line)}"


@register.filter
def table_words(line: RoundLine) -> str:
    """Return the tables of a round in words, without its name: `8 tables of 4, 3 byes`."""
    return ", ".join(map(_group_words, line.groups))


def _group_words(group: SeatGroup) -> str:
    facts = {"n": group.tables, "size": group.size}
    if group.size == 1:
        return ngettext("%(n)s bye", "%(n)s byes", group.tables) % facts
    return ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", group.tables) % facts
