"""Finding tournaments by what somebody types of their titles: leniently, word by word."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from core.errors import Refused, Violation
from rulesets.kernel.title_text import unaccented
from rulesets.kernel.titles import parse_title
from rulesets.names import variant_name
from tournaments.models import Tournament
from tournaments.setup.type_choice import words_of_all

_SIGNS = str.maketrans(dict.fromkeys(":(),", " "))


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, and what may have been meant otherwise."""

    tournaments: QuerySet[Tournament]
    warnings: tuple[Violation, ...] = ()


def search(among: QuerySet[Tournament], text: str) -> SearchResult:
    """Tournaments whose titles have every word typed, whatever the case, accents and order.

    A near miss of a variant (`Xizum`) in a title is told, and where nothing is called so, looked for.
    """
    titles = list(among.values_list("pk", "title"))
    warnings = _near_misses(text)
    keys = _matching(titles, text)
    if not keys and warnings:
        keys = _matching(titles, _as_meant(text, warnings))
    return SearchResult(among.filter(pk__in=keys), warnings)


def _matching(titles: Sequence[tuple[int, str]], text: str) -> list[int]:
    words = _words(text)
    return [key for key, title in titles if all(word in _plain(title) for word in words)]


def _words(text: str) -> list[str]:
    return _plain(text).split()


def _plain(text: str) -> str:
    return unaccented(text).translate(_SIGNS)


def _near_misses(text: str) -> tuple[Violation, ...]:
    """Of a whole title; part of one says nothing for certain."""
    try:
        return parse_title(text, words_of_all()).warnings
    except Refused:
        return ()


def _as_meant(text: str, warnings: Sequence[Violation]) -> str:
    for warning in warnings:
        text = text.replace(str(warning.facts["written"]), variant_name(str(warning.facts["variant"])))
    return text
