"""Search tournaments by words of their titles."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from core.db.folded import bearing
from core.errors import Refused, Violation
from rulesets.kernel.title_words import searchable
from rulesets.kernel.titles import parse_title
from rulesets.names import variant_name
from tournaments.models import Tournament
from tournaments.setup.type_choice import words_of_all


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The tournaments found, and warnings about words that may be misspelt."""

    tournaments: QuerySet[Tournament]
    warnings: tuple[Violation, ...] = ()


def search(among: QuerySet[Tournament], text: str) -> SearchResult:
    """Return tournaments whose titles contain every typed word, in any case, accents and order.

    A near miss of a variant (`Xizum`) in a title gives a warning; if no title matches, the right spelling is
    searched.
    """
    warnings = _near_misses(text)
    found = bearing(among, _words(text))
    if warnings and not found.exists():
        found = bearing(among, _words(_as_meant(text, warnings)))
    return SearchResult(found, warnings)


def _words(text: str) -> list[str]:
    return searchable(text).split()


def _near_misses(text: str) -> tuple[Violation, ...]:
    """Return warnings for a whole title; for a part of one, nothing is certain."""
    try:
        return parse_title(text, words_of_all()).warnings
    except Refused:
        return ()


def _as_meant(text: str, warnings: Sequence[Violation]) -> str:
    """Return the text with misspelt variants replaced by their names."""
    for warning in warnings:
        text = text.replace(str(warning.facts["written"]), variant_name(str(warning.facts["variant"])))
    return text
