"""General template tags: names, suits, times at the venue, words for states, polling."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Protocol
from zoneinfo import ZoneInfo

from django import forms, template
from django.template.context import RequestContext
from django.template.loader import get_template
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.names import short_name as shortened
from core.errors import Forbidden, Refused, Stale, Violation
from rulesets import names
from rulesets.translation import words_of
from tournaments import messages
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.setup.announcement_text import fee_words
from tournaments.setup.zones import zone_name
from tournaments.state_names import ENTRY_STATES, MATCH_STATES
from web import labels, tabs
from web.http.requests import seen
from web.sheets.pointing import names_by_side

register = template.Library()

MAX_TABS = 2048  # cached menus
MAX_NAMED = 16_384  # sides whose names are cached


class BracketPlaced(Protocol):
    """Anything with a place in the bracket, or in a stage before it."""

    @property
    def round(self) -> int: ...

    @property
    def number(self) -> int: ...

    @property
    def third_place(self) -> bool: ...

    @property
    def is_final(self) -> bool: ...

    @property
    def stage(self) -> int | None: ...

    @property
    def second_chance(self) -> bool: ...


@register.filter
def sentence(refusal: Violation | Refused | Forbidden | Stale, match: object = None) -> str:
    """Return a violation or refusal in words; with a `match`, with the names of its sides."""
    return labels.text_for_refusal(
        refusal, names_by_side(match.sides) if isinstance(match, MatchView) else {}
    )


@register.filter
def text_for_code(code: str) -> str:
    """Return the sentence of a refusal's code that needs no facts."""
    return messages.text_for_code(code, {})


@register.filter
def short_name(name: str) -> str:
    """Return the name as shown for a minor: first name and initial."""
    return shortened(name)


@register.filter
def people(who: Iterable[str]) -> SafeString:
    """Return names joined by an ampersand, each isolated from the text direction around it."""
    return _people_html(tuple(who))


@lru_cache(MAX_NAMED)
def _people_html(who: tuple[str, ...]) -> SafeString:
    """Return what `people` does, cached."""
    return format_html_join(" & ", "<bdi>{}</bdi>", ((name,) for name in who))


@register.filter
def of_key(found: Mapping[str, object], key: str) -> object:
    """Return the mapping's value of a key, or None: templates cannot look up by a variable."""
    return found.get(key)


@register.simple_tag
def suit(key: str) -> SafeString:
    """Return a suit's sign with its name for screen readers; empty for no suit."""
    sign = names.symbol(key)
    if not sign:
        return SafeString("")
    return format_html(
        '<span class="suit suit-{}" role="img" aria-label="{}">{}</span>',
        key, names.suit_name(key), sign,
    )  # fmt: skip


@register.filter
def tournament_state(key: str) -> Promise | str:
    """Return the word for a tournament's state."""
    return labels.TOURNAMENT_STATES.get(key, key)


@register.filter
def match_state(key: str) -> Promise | str:
    """Return the word for a match's state."""
    return MATCH_STATES.get(key, key)


@register.filter
def match_name(match: BracketPlaced) -> str:
    """Return the match's name by its place in the bracket, or in a group or round before it."""
    if match.third_place:
        return _("Match for third place")
    if match.is_final:
        return _("Final")
    facts = {"round": match.round, "number": match.number}
    if isinstance(match, MatchView) and match.group:
        return _("Group %(group)s, round %(round)s, match %(number)s") % {**facts, "group": match.group}
    if match.second_chance:
        return _("Second chance: round %(round)s, match %(number)s") % facts
    if match.stage is not None:
        return pgettext("stage", "Round %(round)s, match %(number)s") % facts
    return _("Round %(round)s, match %(number)s") % facts


@register.filter
def entry_state(key: str) -> Promise | str:
    """Return the word for an entry's state."""
    return ENTRY_STATES.get(key, key)


@register.filter
def ending(key: str | None, game: str = "") -> str:
    """Return in words how a match ended; without a key, that its sheet is missing."""
    return names.ending_name(key, game) if key else _("its sheet is missing")


@register.filter
def time_over(game: str) -> str:
    """Return in words what happens once time is called in a match of this game; in general if unknown."""
    return names.time_over(game)


@register.filter
def game_name(key: str) -> str:
    """Return the name of a game."""
    return names.game_name(key)


@register.filter
def kind_suit(key: str, game: str) -> SafeString:
    """Return the sign of the suit that marks a tournament type, as an ornament; empty if none does."""
    mark = words_of(game).kind_suits.get(key, "")
    shape = '<span class="suit suit-{}">{}</span>'
    return format_html(shape, mark, names.symbol(mark)) if mark else SafeString("")


@register.filter
def points(text: str) -> str:
    """Return points of a season, given as `13.50`, in the reader's notation; whole ones without decimals."""
    return number_format(text.removesuffix(".00"))


@register.filter
def fee(cents: int) -> str:
    """Return an entry fee, given in cents, in the reader's notation."""
    return fee_words(cents)


@register.filter
def variant_name(key: str) -> str:
    """Return the name of a variant."""
    return names.variant_name(key)


@register.filter
def role_name(key: str) -> Promise | str:
    """Return the word for a role."""
    return labels.ROLES.get(key, key)


@register.filter
def state_badge(key: str) -> str:
    """Return the CSS class of the badge for a tournament's, match's or entry's state; "" if it has none."""
    return labels.BADGES.get(key, "")


@register.filter
def is_checkbox(field: forms.BoundField) -> bool:
    """Return whether a field is a single checkbox."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.simple_tag
def venue_time(at: datetime | None, tournament: Tournament, shape: str = "time") -> SafeString:
    """Return a time on the venue's clock; empty for None.

    `shape` is `time`, `hour` (without `p.m.`), `moment` (date and time), `date`, or `zoned`, which names the
    zone. The head of a tournament's pages names it once; lists of several tournaments do so on each line.
    """
    if at is None:
        return SafeString("")
    local = timezone.localtime(at, ZoneInfo(tournament.zone))
    day, hour = date_format(local, "DATE_FORMAT"), date_format(local, "TIME_FORMAT")
    short = hour.removesuffix(date_format(local, " a"))
    shown = {"time": hour, "hour": short, "date": day, "moment": f"{day}, {hour}"}
    said = shown.get(shape) or f"{day}, {hour} ({zone_name(local)})"
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), said)


@register.simple_tag
def start_time(tournament: Tournament, shape: str = "zoned") -> SafeString:
    """Return the planned start as `venue_time` shows it; a date without a time as a date; empty for none."""
    day = tournament.starts_on
    if day is None:
        return venue_time(tournament.starts_at, tournament, shape)
    said = date_format(day, "DATE_FORMAT")
    if shape == "zoned" and tournament.starts_at:
        said = f"{said} ({zone_name(timezone.localtime(tournament.starts_at, ZoneInfo(tournament.zone)))})"
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), said)


@register.simple_tag
def venue_zone(tournament: Tournament) -> str:
    """Return the current name of the venue's time zone, capitalized."""
    return capfirst(zone_name(timezone.localtime(timezone.now(), ZoneInfo(tournament.zone))))


@register.simple_tag
def clock(due: datetime | None, tournament: Tournament) -> SafeString:
    """Return a countdown to `due`, which a script runs and pauses in breaks; else it shows that time.

    Empty for None.
    """
    if due is None:
        return SafeString("")
    pauses = (f"{p.begins.isoformat()}/{p.ends.isoformat()}" for p in tournament.pauses if p.begins < due)
    told = " ".join(pauses)
    breaks = format_html(' data-pauses="{}"', told) if told else SafeString("")
    until = date_format(timezone.localtime(due, ZoneInfo(tournament.zone)), "TIME_FORMAT")
    return format_html(
        '<time class="clock" datetime="{}" data-due="{}" data-over="{}"{}>{}</time>',
        due.isoformat(), due.isoformat(), _("Time!"), breaks,
        _("until %(time)s") % {"time": until},
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def poll_attrs(context: RequestContext, seconds: int = 5) -> SafeString:
    """Return htmx attributes for a fragment's root: it asks every few seconds whether the record changed."""
    path = context["request"].path
    return format_html(
        'hx-get="{}?seq={}" hx-trigger="every {}s" hx-swap="outerHTML"',
        path,
        context["shown_version"],
        seconds,
    )


@register.simple_tag(takes_context=True)
def poll_always(context: RequestContext, seconds: int = 5) -> SafeString:
    """Return attributes that reload the fragment each time: it depends on another record too."""
    path = context["request"].path
    return format_html('hx-get="{}" hx-trigger="every {}s" hx-swap="outerHTML"', path, seconds)


@register.simple_tag(takes_context=True)
def tournament_tabs(context: RequestContext) -> SafeString:
    """Return the navigation of the tournament's pages for this reader's role, as HTML."""
    tournament, here = context["tournament"], str(context.get("here", ""))
    return _tabs_html(
        tournament.slug, tabs.offered_tabs(tournament, context.get("role")), here, get_language()
    )


@lru_cache(maxsize=MAX_TABS)
def _tabs_html(slug: str, offer: tabs.TabOffer, here: str, _language: str | None) -> SafeString:
    """Return the navigation, rendered once for all readers with the same tabs and language."""
    bar = tabs.ThumbBar(tabs.tab_links(slug, offer.first, here), tabs.tab_links(slug, offer.rest, here))
    shown = {"tabs": tabs.tab_links(slug, offer.head, here), "bar": bar}
    return mark_safe(get_template("tournament/_tabs.html").render(shown))  # noqa: S308 - a template


@register.simple_tag(takes_context=True)
def seen_field(context: RequestContext) -> SafeString:
    """Return the hidden field `seen`: the record's number as this page shows it.

    A refused form keeps the number it was sent with, because its reader has not seen later changes.
    """
    form, request = context.get("form"), context["request"]
    number = context["tournament"].ledger.head_seq
    if form is not None and form.errors and not form.is_stale:
        sent = seen(request)
        number = number if sent is None else sent
    return format_html('<input type="hidden" name="seen" value="{}">', number)
