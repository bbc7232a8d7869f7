"""Search tournaments by words of their titles."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from core.db.folded import containing_words
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
    found = containing_words(among, _words(text))
    if warnings and not found.exists():
        found = containing_words(among, _words(_correct_variants(text, warnings)))
    return SearchResult(found, warnings)


def _words(text: str) -> list[str]:
    """Return the words as titles are searched: normalized, without accents and case."""
    return searchable(text).split()


def _near_misses(text: str) -> tuple[Violation, ...]:
    """Return a warning for each misspelt variant if the text is a whole title; () for a part of one."""
    try:
        return parse_title(text, words_of_all()).warnings
    except Refused:
        return ()


def _correct_variants(text: str, warnings: Sequence[Violation]) -> str:
    """Return the text with misspelt variants replaced by their names."""
    for warning in warnings:
        text = text.replace(str(warning.facts["written"]), variant_name(str(warning.facts["variant"])))
    return text
