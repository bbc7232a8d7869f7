"""What each field of the API means, once for every place where it stands: `api.describing` puts it there.

A field is looked up as `Component.field`, then as `field`: one name means one thing, and where it does not,
the component says so. Each has a sentence (with its unit, and what null means) and an example; None as an
example where it is an object, or a list of objects, that has examples of its own.
"""

from collections.abc import Mapping

from api.words import (
    accounts,
    catalogue,
    corrections,
    day,
    draws,
    entries,
    everywhere,
    kingdoms,
    matches,
    tournaments,
)
from rulesets.saying import all_words

Word = tuple[str, object]
AREAS = (everywhere, accounts, catalogue, tournaments, draws, entries, matches, corrections, day, kingdoms)
PATCHED = "Patched"
LINES = ("LineIn", "LineShown")
"""Components with the numbers of sheets; their words are in the folder of each game."""


def _together() -> Mapping[str, Word]:
    """All of them; a name that two areas claim is a bug."""
    words: dict[str, Word] = {}
    for area in AREAS:
        twice = words.keys() & area.WORDS.keys()
        if twice:
            raise RuntimeError(f"described twice: {sorted(twice)}")
        words |= area.WORDS
    return words


WORDS = _together()


def word_for(component: str, field: str) -> Word | None:
    """What is said of the field there; None where nobody said anything."""
    component = component.removeprefix(PATCHED)
    own = WORDS.get(f"{component}.{field}") or (_count(field) if component in LINES else None)
    return own or WORDS.get(field)


def _count(key: str) -> Word | None:
    """What a game says of a number of its sheets."""
    found = (words.counts[key] for words in all_words() if key in words.counts)
    return next(((count.told, count.example) for count in found), None)
