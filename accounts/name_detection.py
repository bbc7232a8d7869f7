"""Find names of people in a text that goes into a record, which must not contain any. Pure.

It finds a whole name, ignoring case and accents; a user name of at least four characters; and one word of a
name if it has a capital. A word that more than three people share is ignored, and so are words of two letters
and particles (`de`, `dos`).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.text import name_key

BETWEEN = frozenset({"das", "del", "der", "dos", "the", "van", "von"})
SHORTEST_WORD, SHORTEST_USERNAME, LONG_USERNAME = 3, 4, 8
TELLS_APART = 3  # people
WORD = re.compile(r"[^\W_]+")
USERNAME = re.compile(r"[\w.@+-]+")


@dataclass(frozen=True, slots=True)
class KnownAs:
    """A person's name as shown, and the user name, empty without an account."""

    name: str
    username: str = ""


def find_name(text: str, people: Sequence[KnownAs]) -> str:
    """Return a name as the text has it, of the first of these people whom it names; "" if none."""
    return next(_mentions(text, people), "")


def find_whole_name(text: str, people: Sequence[KnownAs]) -> str:
    """Return the whole name of the first of these people that a text has; "" if it has none.

    Only names of two words or more count.
    """
    words = _words(text)
    return next((found for who in people for found in _whole_names_in(words, who.name)), "")


def _mentions(text: str, people: Sequence[KnownAs]) -> Iterator[str]:
    """Yield the names that the text has, as written there, person after person."""
    words = _words(text)
    typed = {name_key(word): word for word in (found.strip(".@+-") for found in USERNAME.findall(text))}
    capitals = {name_key(word): word for word in words if word[0].isupper()}
    known = Counter(part for who in people for part in _identifying_words(who.name))
    for who in people:
        yield from _whole_names_in(words, who.name)
        if len(who.username) >= SHORTEST_USERNAME and name_key(who.username) in typed:
            yield typed[name_key(who.username)]
        rare = (part for part in _identifying_words(who.name) if known[part] <= TELLS_APART)
        yield from (capitals[part] for part in rare if part in capitals)


def _whole_names_in(words: Sequence[str], name: str) -> Iterator[str]:
    """Yield the name as written, once for each place where all its words follow each other.

    Nothing for a name of one word.
    """
    wanted, here = [name_key(word) for word in _words(name)], [name_key(word) for word in words]
    if len(wanted) < 2:
        return
    for at in range(len(here) - len(wanted) + 1):
        if here[at : at + len(wanted)] == wanted:
            yield " ".join(words[at : at + len(wanted)])


def _identifying_words(name: str) -> set[str]:
    """Return the normalized words of a name that may identify a person; none of `Player 12`."""
    words = {name_key(word) for word in _words(name)}
    if any(not word.isalpha() for word in words):
        return set()
    return {word for word in words if len(word) >= SHORTEST_WORD and word not in BETWEEN}


def _words(text: str) -> list[str]:
    """Return the words of the text in order: runs of letters and digits, in NFC."""
    return WORD.findall(unicodedata.normalize("NFC", text))


def without_names(text: str, people: Sequence[KnownAs], instead: str) -> str:
    """Return the text with `instead` for each unmistakable name of these people.

    That is a name of two words or more, a user name that is long or no word, or a text that is only the name.
    So no one can remove words from other people's texts by choosing one as a name.
    """
    if text in {said for who in people for said in (who.name, who.username) if said}:
        return instead
    for said in sorted((said for who in people for said in _unmistakable_names(who)), key=len, reverse=True):
        blanks = r"\s+".join(re.escape(part) for part in said.split())
        text = re.sub(rf"(?<![\w@+-]){blanks}(?![\w@+-])", lambda _: instead, text, flags=re.IGNORECASE)
    return text


def _unmistakable_names(who: KnownAs) -> Iterator[str]:
    """Yield name and user name of a person, without those that may be ordinary words."""
    if len(_words(who.name)) > 1:
        yield who.name
    if len(who.username) >= LONG_USERNAME or (who.username and not who.username.isalpha()):
        yield who.username
