"""The proposed text of an announcement, in the reader's language."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rulesets import messages as rules
from rulesets.house_rules import options_of
from rulesets.registry import decks_are_due
from tournaments.bracket.second_chance import BEFORE_FINAL, FINAL_SEAT, OWN_TITLE, ROUND_1
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.setup.access_links import entry_code
from tournaments.setup.zones import zone_name
from tournaments.stage_words import stage_sentence
from tournaments.stages.kinds import StagePlans, stage_plan
from tournaments.stages.plan import StagePlan

SECOND_CHANCE = {
    (OWN_TITLE, ROUND_1): _(
        "The winner goes on. Those who lose in round 1 have a second chance, for its own title."
    ),
    (FINAL_SEAT, ROUND_1): _(
        "The winner goes on. Those who lose in round 1 have a second chance of a seat in the final."
    ),
    (OWN_TITLE, BEFORE_FINAL): _(
        "The winner goes on. Those who lose before the final have a second chance, for its own title."
    ),
    (FINAL_SEAT, BEFORE_FINAL): _(
        "The winner goes on. Those who lose before the final have a second chance of a seat in the final."
    ),
}
"""The sentence about the second chance, by the values of the two house rules."""


def announcement_text(tournament: Tournament, url: str, rules_url: str = "", code_url: str = "") -> str:
    """Return the notice for a messaging group: plain text with what the rulebook requires (4.6).

    `url` is the page of the tournament. `rules_url` is the page of the regulation and the rules in force.
    Without `url` it says to enter with the organizers. `code_url` is where players type the code of the entry
    link.
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
    """Yield how to enter with the code, if there is one and an address for it."""
    if code_url and (code := entry_code(tournament)):
        yield gettext("Or with the code %(code)s at %(url)s") % {"code": code, "url": code_url}


def _type_line(tournament: Tournament) -> str:
    """Return the sentence about type and variants."""
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
    """Yield the sizes of the tables, and what is played before the bracket or beside it."""
    rules = rules_of(tournament)
    chosen = str(rules.option("second_chance")), str(rules.option("second_chance_losers"))
    second_chance = SECOND_CHANCE.get(chosen)
    if second_chance:
        yield _sizes_line(tournament)
        yield str(second_chance)
    elif tournament.stages:
        yield _sizes_line(tournament)
        yield stage_line(tournament.stages)
    else:
        yield _table_line(tournament)


def stage_line(stages: StagePlans) -> str:
    """Return what is played before the bracket, and who goes on, as one sentence."""
    plan = stage_plan(stages)
    goes_on = plan is not None and plan.advance
    then = stage_sentence(stages, "announced_best") if goes_on else gettext("no bracket follows")
    said = [stage_sentence(stages, "announced"), *_points_words(plan), then]
    return f"{'; '.join(said)}."


def _points_words(plan: StagePlan | None) -> Iterator[str]:
    """Yield that places at the tables give points, if they do."""
    if plan is not None and plan.counts_places:
        yield gettext("places at the tables give points")


def _sizes_line(tournament: Tournament) -> str:
    """Return the sentence about the sizes of the tables."""
    if tournament.table_low == tournament.table_high:
        return gettext("Tables of %(low)s entries.") % {"low": tournament.table_low}
    facts = {"low": tournament.table_low, "high": tournament.table_high}
    return gettext("Tables of %(low)s to %(high)s entries.") % facts


def _table_line(tournament: Tournament) -> str:
    """Return the sentence about the sizes of the tables, and that only the winner goes on."""
    if tournament.table_low == tournament.table_high:
        return gettext("Tables of %(size)s entries; all or nothing.") % {"size": tournament.table_low}
    facts = {"low": tournament.table_low, "high": tournament.table_high}
    return gettext("Tables of %(low)s to %(high)s entries; all or nothing.") % facts


def _start_lines(tournament: Tournament) -> list[str]:
    """Return a line for each house rule of how a game begins; [] if the game has none."""
    begins = [rule for rule in options_of(tournament.game) if rule.at_start]
    chosen = ((rule.code, tournament.house_rules.get(rule.code, rule.default)) for rule in begins)
    return [
        f"{capfirst(rules.option_name(code))}: {rules.choice_name(code, value)}" for code, value in chosen
    ]


def _optional_lines(tournament: Tournament) -> list[str]:
    """Return the lines about what only some tournaments have: decks, date, venue, fee, capacity and so on."""
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
    """Yield entry fee, Pix key, prizes and contact, if given."""
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
    """Return the start in words, with the name of the zone unless it is a date alone; "" for None."""
    if start is None:
        return ""
    local = timezone.localtime(start, ZoneInfo(tournament.zone))
    if day_only:
        return formats.date_format(local, "DATE_FORMAT")
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} ({zone_name(local)})"


def fee_words(cents: int) -> str:
    """Return a fee in cents as reais, written as in the reader's language; “free” for 0."""
    return f"R$ {formats.number_format(Decimal(cents) / 100, 2)}" if cents else gettext("free")
