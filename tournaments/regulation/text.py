"""The regulation as sentences: the tournament's choices, with house interpretations marked."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalogue.selectors import texts_of_type
from rulesets import editions, names
from rulesets.house_rules import options_of
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.points import POINTS
from rulesets.registry import game_of, kind_under
from tournaments.bracket.second_chance import BEFORE_FINAL, FINAL_SEAT, NONE
from tournaments.models import RuleTexts, Tournament
from tournaments.regulation.selectors import version_of
from tournaments.regulation.stage_clauses import (
    SENTENCES,
    has_bracket,
    ranked_sentences,
    stage_sentences,
)
from tournaments.rules_of import rules_of


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence.

    `house` is the code of its house interpretation, "" for a rule of the rulebook. `is_chosen`: an option
    that differs from its default.
    """

    text: str
    house: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Clauses about one subject; `code` is stable, `title` in the reader's language."""

    code: str
    title: str
    clauses: tuple[Clause, ...]


def sections(tournament: Tournament) -> tuple[Section, ...]:
    """Return the whole regulation without the rule texts, in the reader's language; no empty sections."""
    found = (
        Section(code, _section_title(tournament, code), (*write(tournament), *_options(tournament, code)))
        for code, write in WRITERS.items()
    )
    return tuple(section for section in found if section.clauses)


def _section_title(tournament: Tournament, section: str) -> str:
    """Return the title of a section (code)."""
    if section == "bracket" and not has_bracket(tournament):
        return gettext("Tables")
    return str(TITLES[section])


def _options(tournament: Tournament, section: str) -> Iterator[Clause]:
    """Yield the options of one section with the value in force."""
    for rule in _options_of(tournament):
        if rule.section == section:
            yield _option(tournament, rule)


OF_BRACKET = frozenset({"shape", "short_final", "third_place_match"})
"""Options that only a bracket has."""
BESIDE_BRACKET, LOSERS = "second_chance", "second_chance_losers"
"""The options of a bracket without a stage before it: if losers play on, and which of them."""


def _options_of(tournament: Tournament) -> Iterable[HouseRule]:
    """Yield the options that concern a tournament of this type."""
    kind = kind_under(rules_of(tournament))
    without = set() if has_bracket(tournament) else OF_BRACKET
    without = {*without, BESIDE_BRACKET} if tournament.stages else without
    chosen = rules_of(tournament).option(BESIDE_BRACKET)
    without = {*without, LOSERS} if chosen == NONE or tournament.stages else without
    for rule in options_of(tournament.game):
        if rule.code not in without and (rule.code != "pair_substitute" or kind.team_size > 1):
            yield rule


def _option(tournament: Tournament, rule: HouseRule) -> Clause:
    """Return an option and its value in force as a sentence."""
    value = rules_of(tournament).value_of(rule)
    said = gettext("%(what)s: %(value)s.") % {
        "what": _capital(names.option_name(rule.code)),
        "value": names.choice_name(rule.code, value),
    }
    return Clause(said, rule.code, value != rule.default)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _game(tournament: Tournament) -> Iterator[Clause]:
    """Yield the game, its type, what an entry is, and the variants."""
    kind = kind_under(rules_of(tournament))
    facts = {
        "game": names.game_name(tournament.game),
        "kind": tournament.kind_word,
        "level": names.level_name(kind.level),
    }
    yield Clause(gettext("%(game)s, type %(kind)s (level: %(level)s).") % facts)
    yield Clause(gettext("An entry is a pair.") if kind.team_size > 1 else gettext("One entry = one player."))
    for key in tournament.variants:
        yield Clause(gettext("Variant %(variant)s.") % {"variant": names.variant_name(key)})
    if not tournament.variants:
        yield Clause(gettext("No variant."))


def _stage(tournament: Tournament, *, kind: str) -> Iterator[Clause]:
    """Yield the rules of the stage before the bracket; nothing if it is not of this kind."""
    return map(Clause, stage_sentences(tournament, kind))


def _bracket(tournament: Tournament) -> Iterator[Clause]:
    """Yield the sizes of the tables, who goes on, and how a draw comes about."""
    facts = {"low": tournament.table_low, "high": tournament.table_high}
    if tournament.table_low == tournament.table_high:
        yield Clause(gettext("Tables of %(low)s entries.") % facts)
    else:
        yield Clause(gettext("Tables of %(low)s to %(high)s entries.") % facts)
    if not tournament.stages:
        yield from _who_goes_on(tournament)
    elif has_bracket(tournament):
        yield Clause(
            gettext("In the bracket the winner of the match goes on, everyone else at the table is out.")
        )
    yield Clause(
        gettext("Who meets whom is fixed by the draw, which is public and can be repeated."), "seeding"
    )
    if tournament.promises_draws:
        yield Clause(
            gettext(
                "The draw follows from a secret that is promised before anyone is checked in, from "
                "the entries, and from a word called in the hall."
            ),
            "promised_draw",
        )


def _who_goes_on(tournament: Tournament) -> Iterator[Clause]:
    """Yield who goes on in a bracket alone, and what the second chance is for."""
    chosen = rules_of(tournament).option(BESIDE_BRACKET)
    if chosen == NONE:
        yield Clause(
            gettext("All or nothing: the winner of the match goes on, everyone else at the table is out.")
        )
        return
    yield Clause(_second_chance_words(str(rules_of(tournament).option(LOSERS))))
    if chosen == FINAL_SEAT:
        yield Clause(gettext("The winner of the second chance takes one more seat in the final."))
    else:
        yield Clause(
            gettext("The winner of the second chance has its title. It changes no place and gives no points.")
        )


def _second_chance_words(losers: str) -> str:
    """Return who has a second chance, by the value of the house rule, and who is out."""
    if losers == BEFORE_FINAL:
        return gettext(
            "The winner of the match goes on. Those who lose before the final have a second chance: a "
            "bracket of their own, drawn together with the bracket, which they enter as they lose. Those who "
            "lose in the final, or there, are out."
        )
    return gettext(
        "The winner of the match goes on. Those who lose in round 1 have a second chance: a bracket of "
        "their own, drawn together with the bracket. Those who lose later, or there, are out."
    )


def _time(tournament: Tournament) -> Iterator[Clause]:
    """Yield the time limit of a match, or that there is none."""
    if tournament.time_limit is None:
        yield Clause(gettext("Matches have no time limit."))
        return
    limit = tournament.time_limit
    yield Clause(
        ngettext(
            "A match lasts %(minutes)s minute. Then the cycle in progress is finished, and the count "
            "decides.",
            "A match lasts %(minutes)s minutes. Then the cycle in progress is finished, and the "
            "count decides.",
            limit,
        )
        % {"minutes": limit}
    )


def _points(tournament: Tournament) -> Iterator[Clause]:
    """Yield the points for the season, or that there are none."""
    if not tournament.ranked:
        yield Clause(gettext("Unranked: no points for the season."))
        return
    amounts = ", ".join(str(amount * tournament.multiplier) for amount in POINTS)
    yield Clause(gettext("Ranked. Points from the 1st to the 10th place: %(points)s.") % {"points": amounts})
    yield from map(Clause, ranked_sentences(tournament))
    if tournament.multiplier > 1:
        said = gettext("Multiplier: %(times)s times the points of the rulebook.")
        yield Clause(said % {"times": tournament.multiplier}, "multiplier_range", is_chosen=True)


def _absences(tournament: Tournament) -> Iterator[Clause]:
    """Yield what holds for people who do not come, and without a stage for late entries."""
    yield Clause(
        gettext("No one loses by the clock alone: a member of the staff confirms every walkover."),
        "walkover_confirmed",
    )
    if not tournament.stages:
        yield Clause(
            gettext("Entries are open until the draw; then only at tables of round 1 that have not started."),
            "late_entry",
        )


def _redraws(tournament: Tournament) -> Iterator[Clause]:
    """Yield how often a person may deal again in a match, if the game knows that."""
    most = _most_redraws(tournament.game)
    if most:
        said = gettext("At most %(most)s redraws per person in a match; any more are refused.")
        yield Clause(said % {"most": most})


def _most_redraws(game: str) -> int:
    """Return how many redraws a person may have in a match; 0 if the game has none."""
    check = game_of(game).check_redraw
    return next((number for number in range(10) if check(number)), 0)


def _special(tournament: Tournament) -> Iterator[Clause]:
    """Yield a clause for each line of the special rules."""
    for line in tournament.special_rules.splitlines():
        if line.strip():
            yield Clause(line.strip())


TITLES: Mapping[str, Promise] = {
    "game": _("What is played"),
    "swiss": _("Swiss rounds"),
    "groups": _("Groups"),
    "bracket": _("Tables and bracket"),
    "table": _("At the table"),
    "redraws": _("Redraws in a match"),
    "time": _("Time of a match"),
    "points": _("Points for the season"),
    "absences": _("Absences and changes"),
    "special": _("Special rules of this tournament"),
}
WRITERS: Mapping[str, Callable[[Tournament], Iterable[Clause]]] = MappingProxyType(
    {
        "game": _game,
        **{kind: partial(_stage, kind=kind) for kind in SENTENCES},
        "bracket": _bracket,
        "table": lambda tournament: (),
        "redraws": _redraws,
        "time": _time,
        "points": _points,
        "absences": _absences,
        "special": _special,
    }
)


NAMING = ("tournament.created", "tournament.changed", "regulation.confirmed")
Named = Iterable[Mapping[str, Any]]


def hashed_texts(tournament: Tournament) -> dict[str, Any]:
    """Return as JSON values all texts that the record names by a hash: rule texts, special rules, types.

    A text that is not stored is None. Special rules are by the version of the regulation that has them.
    """
    lines = tournament.ledger.lines.filter(type__in=NAMING).values_list("text", flat=True)
    data = [json.loads(line)["data"] for line in lines]
    return {
        "tournament": tournament.slug,
        "editions": {sha256: _edition(tournament.game, sha256) for sha256 in _editions(data)},
        "regulations": _regulations(tournament),
        "types": {said["texts"]: texts_of_type(said["sha256"]) for said in _definitions(data)},
    }


def _editions(lines: Named) -> Iterable[str]:
    """Return the hashes of the editions that these lines name, each once."""
    return dict.fromkeys(data["rules"]["sha256"] for data in lines if "rules" in data)


def _definitions(lines: Named) -> Iterable[Mapping[str, str]]:
    """Return the definitions of composed types in these lines."""
    return [data["definition"] for data in lines if data.get("definition")]


def _edition(game: str, sha256: str) -> dict[str, str] | None:
    """Return the rule texts with this hash by path; None if they are not stored."""
    if editions.current(game).sha256 == sha256:
        return editions.texts_of(game)
    kept = RuleTexts.objects.filter(sha256=sha256).first()
    return kept.texts if kept else None


def _regulations(tournament: Tournament) -> dict[str, str | None]:
    """Return the special rules of each confirmed version; None if neither stored nor in force now."""
    found = tournament.confirmations.order_by("seq").values_list("version", "special_rules")
    now = {version_of(tournament): tournament.special_rules}
    return {version: now.get(version) if kept is None else kept for version, kept in found}
