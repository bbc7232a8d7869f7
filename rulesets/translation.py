"""The words of games in the reader's language: `rulesets.kernel.words` translated by the catalogs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from rulesets.kernel.words import ContextMessage, Message, PluralMessage, Words
from rulesets.registry import GAMES

PLAIN = Words()
"""The words of a game without words of its own, and of an unknown one."""


def words_of(game: str) -> Words:
    """Return the words of a game (its key); those common to all games (`PLAIN`) for an unknown one."""
    return GAMES[game].words if game in GAMES else PLAIN


def all_words() -> Iterator[Words]:
    """Return the words of every game, in catalogue order."""
    return (game.words for game in GAMES.values())


def localized(message: Message, number: int = 1) -> str:
    """Return the message in the active language; `number` chooses between one and many. "" stays ""."""
    if isinstance(message, PluralMessage):
        return ngettext(message.one, message.many, number)
    if isinstance(message, ContextMessage):
        return pgettext(message.where, message.text)
    return gettext(message) if message else ""


def localized_with(message: Message, facts: Mapping[str, Any]) -> str:
    """Return the sentence in the active language; its facts are still to be filled in by the caller.

    A `PluralMessage` is chosen by the fact that it counts.
    """
    return localized(message, int(facts[message.by]) if isinstance(message, PluralMessage) else 1)


def first_localized(key: str, table: Callable[[Words], Mapping[str, Message]]) -> str:
    """Return the text of the first game that has the key in that table of its words; empty if none has it."""
    found = (table(words).get(key) for words in all_words())
    return next((localized(message) for message in found if message), "")
