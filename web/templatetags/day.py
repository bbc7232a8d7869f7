"""Template tags for the pages of the day: breaks, methods of a draw, rounds in words."""

from collections import Counter
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Tournament
from tournaments.pauses import Pause
from tournaments.stage_words import BY_PLACE, stage_sentence
from tournaments.standings.sentences import stage_number
from web.draw.shape_drawing import RoundLine, SeatGroup
from web.draw.views import METHODS
from web.templatetags.chama import venue_time

register = template.Library()

OF_STAGES = (
    ("swiss", gettext_lazy("By results so far, equal ones drawn")),
    ("groups", gettext_lazy("Dealt into groups; then by results so far, equal ones drawn")),
    ("stage", gettext_lazy("By the order of the rounds before")),
)
"""Methods that a tournament with a stage before the bracket has in place of a choice."""


@register.simple_tag
def pause_end(pause: Pause, tournament: Tournament) -> SafeString:
    """Return the end of a break: its time, with the day if it is another one."""
    begins, ends = (timezone.localtime(at, ZoneInfo(tournament.zone)) for at in (pause.begins, pause.ends))
    return venue_time(pause.ends, tournament, "time" if begins.date() == ends.date() else "moment")


register.filter(stage_number)


@register.simple_tag
def points_by_place() -> str:
    """Return how a stage in which places count gives points."""
    return str(BY_PLACE)


@register.filter
def draw_method(key: str) -> Promise | str:
    """Return in words by which method the entries of a draw were ordered."""
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


@register.filter
def group_words(sizes: Iterable[int]) -> str:
    """Return the sizes of groups in words, the largest first: `2 groups of 9, 2 groups of 8`."""
    counts = sorted(Counter(sizes).items(), reverse=True)
    return ", ".join(
        ngettext("%(n)s group of %(size)s", "%(n)s groups of %(size)s", n) % {"n": n, "size": size}
        for size, n in counts
    )


def _group_words(group: SeatGroup) -> str:
    """Return the number of tables of one size in words; a size of 1 is a bye."""
    facts = {"n": group.tables, "size": group.size}
    if group.size == 1:
        return ngettext("%(n)s bye", "%(n)s byes", group.tables) % facts
    return ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", group.tables) % facts


@register.simple_tag
def stage_say(tournament: Tournament, key: str, **facts: object) -> str:
    """Return the sentence `key` about the stage before the bracket, in the words of its kind."""
    return stage_sentence(tournament.stages, key, **facts)
