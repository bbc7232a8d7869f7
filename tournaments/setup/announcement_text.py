"""The proposed text of an announcement, in the reader's language."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from rulesets import messages as rules
from rulesets.house_rules import options_of
from rulesets.registry import decks_are_due
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.setup.access_links import entry_code
from tournaments.setup.zones import zone_name
from tournaments.stages.plan import SwissPlan, swiss_plan


def announcement_text(tournament: Tournament, url: str, rules_url: str = "", code_url: str = "") -> str:
    """Return the notice for a messaging group: plain text with everything that 4.6 requires.

    `rules_url` is the page of the regulation and the rules in force. Without `url` it says to enter with the
    organizers. `code_url` is where players type the code of the entry link.
    """
    lines = [
        tournament.title,
        *([gettext("A simulated tournament.")] if tournament.simulated else []),
        "",
        _type_line(tournament),
        gettext("Ranked: points for the season, multiplier %(times)s.") % {"times": tournament.multiplier}
        if tournament.ranked
        else gettext("Unranked."),
        *_play_lines(tournament),
        gettext("Match time limit: %(minutes)s minutes.") % {"minutes": tournament.time_limit}
        if tournament.time_limit
        else gettext("No time limit for matches."),
        *_start_lines(tournament),
        gettext("Rules in force: %(where)s") % {"where": rules_url or rules.game_name(tournament.game)},
        *_optional_lines(tournament),
        gettext(
            "Entries, bracket and places are public. You choose the name that you enter with; people "
            "under 18 are shown by first name and initial."
        ),
    ]
    entering = (
        gettext("Enter here: %(url)s") % {"url": url} if url else gettext("Ask the organizers to enter you.")
    )
    return "\n".join([*lines, "", entering, *_code_lines(tournament, code_url)])


def _code_lines(tournament: Tournament, code_url: str) -> Iterator[str]:
    if code_url and (code := entry_code(tournament)):
        yield gettext("Or with the code %(code)s at %(url)s") % {"code": code, "url": code_url}


def _type_line(tournament: Tournament) -> str:
    kind = tournament.kind_word
    if not tournament.variants:
        return gettext("Type: %(kind)s, no variant.") % {"kind": kind}
    variants = ", ".join(rules.variant_name(key) for key in tournament.variants)
    said = ngettext(
        "Type: %(kind)s. Variant: %(variants)s.",
        "Type: %(kind)s. Variants: %(variants)s.",
        len(tournament.variants),
    )
    return said % {"kind": kind, "variants": variants}


def _play_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the sizes of the tables, and what is played before the bracket."""
    plan = swiss_plan(tournament.stages)
    if plan is None:
        yield _table_line(tournament)
        return
    yield _sizes_line(tournament)
    yield _stage_line(plan)


def _stage_line(plan: SwissPlan) -> str:
    rounds = ngettext("%(n)s Swiss round for everyone", "%(n)s Swiss rounds for everyone", plan.rounds)
    then = (
        gettext("the best %(n)s go on to the bracket") % {"n": plan.advance}
        if plan.advance
        else gettext("no bracket follows")
    )
    return f"{rounds % {'n': plan.rounds}}; {then}."


def _sizes_line(tournament: Tournament) -> str:
    if tournament.table_low == tournament.table_high:
        return gettext("Tables of %(low)s entries.") % {"low": tournament.table_low}
    facts = {"low": tournament.table_low, "high": tournament.table_high}
    return gettext("Tables of %(low)s to %(high)s entries.") % facts


def _table_line(tournament: Tournament) -> str:
    if tournament.table_low == tournament.table_high:
        return gettext("Tables of %(size)s entries; all or nothing.") % {"size": tournament.table_low}
    facts = {"low": tournament.table_low, "high": tournament.table_high}
    return gettext("Tables of %(low)s to %(high)s entries; all or nothing.") % facts


def _start_lines(tournament: Tournament) -> list[str]:
    """Return how a game begins, if the organizer may choose that."""
    begins = [rule for rule in options_of(tournament.game) if rule.at_start]
    chosen = ((rule.code, tournament.house_rules.get(rule.code, rule.default)) for rule in begins)
    return [
        f"{capfirst(rules.option_name(code))}: {rules.choice_name(code, value)}" for code, value in chosen
    ]


def _optional_lines(tournament: Tournament) -> list[str]:
    """Return date, place, number of places and special rules, if known."""
    lines = []
    if decks_are_due(rules_of(tournament)):
        lines.append(gettext("At check-in each player needs a checked deck."))
    if tournament.starts_at:
        lines.append(gettext("When: %(when)s") % {"when": venue_time(tournament)})
    if tournament.venue:
        lines.append(gettext("Where: %(venue)s") % {"venue": tournament.venue})
    lines += _detail_lines(tournament)
    if tournament.capacity:
        count = tournament.capacity
        lines.append(ngettext("%(count)s place.", "%(count)s places.", count) % {"count": count})
    if tournament.special_rules:
        lines.append(gettext("Special rules: %(rules)s") % {"rules": tournament.special_rules})
    return lines


def _detail_lines(tournament: Tournament) -> Iterator[str]:
    """Yield entry fee, prizes and contact, if given."""
    if tournament.entry_fee is not None:
        yield gettext("Entry fee: %(fee)s") % {"fee": fee_words(tournament.entry_fee)}
    if tournament.pix_key:
        facts = {"key": tournament.pix_key, "name": tournament.pix_name}
        yield gettext("Pix: %(key)s (%(name)s)") % facts
    if tournament.prizes:
        yield gettext("Prizes: %(prizes)s") % {"prizes": tournament.prizes}
    if tournament.contact:
        yield gettext("Contact: %(contact)s") % {"contact": tournament.contact}


def venue_time(tournament: Tournament) -> str:
    """Return the start in the venue's zone, with the zone's name; only the date if it has no time."""
    return _start_words(tournament, tournament.starts_at, day_only=tournament.day_only)


def former_time(tournament: Tournament) -> str:
    """Return the start that was announced first, if it was moved since; else ""."""
    return _start_words(tournament, tournament.moved_from, day_only=tournament.moved_from_day_only)


def _start_words(tournament: Tournament, start: datetime | None, *, day_only: bool) -> str:
    if start is None:
        return ""
    local = timezone.localtime(start, ZoneInfo(tournament.zone))
    if day_only:
        return formats.date_format(local, "DATE_FORMAT")
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} ({zone_name(local)})"


def fee_words(cents: int) -> str:
    """Return the fee as the reader's language writes money; “free” for 0."""
    return f"R$ {formats.number_format(Decimal(cents) / 100, 2)}" if cents else gettext("free")
