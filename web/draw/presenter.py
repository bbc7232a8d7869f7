"""Unmet requirements of a draw, each with the page where it is fixed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.core.exceptions import BadRequest

from core.errors import Violation
from rulesets.registry import kind_under
from tournaments.bracket.gaps import other_sizes
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import rules_of

SHORT_FINAL = "short_final"
WAY = re.compile(rf"{SHORT_FINAL}|[0-9]{{1,2}}-[0-9]{{1,2}}")

MENDED_AT = {
    "too_few_entries": "check_in",
    "too_few_people": "check_in",
    "not_announced": "announcement",
    "no_coordinator": "staff",
    "rules_not_current": "regulation",
    "regulation_not_confirmed": "regulation",
    "regulation_changed": "regulation",
    "no_shape": "tournament_edit",
    "no_second_chance": "tournament_edit",
    "no_tables": "tournament_edit",
    "bad_table_sizes": "tournament_edit",
}


@dataclass(frozen=True, slots=True)
class UnmetRequirement:
    """An unmet requirement, and the URL name of the page where it is fixed.

    `ways`: settings that would fix it at once, for `apply_setting`.
    """

    violation: Violation
    page: str
    ways: tuple[str, ...] = ()


def unmet_requirements(violations: Iterable[Violation], tournament: Tournament) -> list[UnmetRequirement]:
    """Return each violation with its page; the check-in for unknown ones."""
    return [
        UnmetRequirement(
            found, MENDED_AT.get(found.code, "check_in"), tuple(_possible_settings(found, tournament))
        )
        for found in violations
    ]


def apply_setting(way: str, facts: TournamentFacts) -> TournamentFacts:
    """Return the facts with one setting changed, not stored: a short final, or table sizes such as `2-4`.

    Raise `BadRequest` for any other `way`.
    """
    if not WAY.fullmatch(way):
        raise BadRequest("no such way out")
    if way == SHORT_FINAL:
        return replace(facts, house_rules={**facts.house_rules, SHORT_FINAL: True})
    low, _, high = way.partition("-")
    return replace(facts, table_low=int(low), table_high=int(high))


def _possible_settings(violation: Violation, tournament: Tournament) -> Iterator[str]:
    """Yield the settings, as in `UnmetRequirement.ways`, under which this number of entries has a bracket."""
    if violation.code != "no_shape":
        return
    facts, tables = violation.facts, kind_under(rules_of(tournament)).tables
    if facts["short_final"]:
        yield SHORT_FINAL
    sizes = other_sizes(facts["entries"], facts["low"], facts["high"], (tables.low, tables.high))
    if sizes:
        yield f"{sizes[0]}-{sizes[1]}"
