"""The sentence for every refusal and warning of the rules, in the reader's language.

Names of values come from `rulesets.names`, which is re-exported here for the doors.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext

from core.errors import Violation
from rulesets.kernel.words import Message, Words
from rulesets.names import (
    choice_name,
    count_name,
    ending_name,
    game_name,
    kind_name,
    level_name,
    option_name,
    out_name,
    score_words,
    suit_name,
    variant_name,
)
from rulesets.sentences import SENTENCES
from rulesets.sentences_named import NAMED, NO_NAMES, Names, with_names
from rulesets.translation import all_words, localized_with

__all__ = [
    "NO_NAMES",
    "SENTENCES",
    "Names",
    "choice_name",
    "codes",
    "count_name",
    "ending_name",
    "game_name",
    "kind_name",
    "knows",
    "level_name",
    "option_name",
    "out_name",
    "score_words",
    "suit_name",
    "text_for_violation",
    "variant_name",
    "with_names",
]

Wording = Promise | Message | Callable[[Mapping[str, object]], Promise | str]


def knows(code: str) -> bool:
    """Return whether this app has a sentence for the code."""
    return _words_for(code, SENTENCES, lambda words: words.sentences) is not None


def codes() -> set[str]:
    """Return every code that this app has a sentence for."""
    return SENTENCES.keys() | {code for words in all_words() for code in words.sentences}


def text_for_violation(violation: Violation, names: Names = NO_NAMES) -> str:
    """Return what is wrong, in the language now active. Raise `KeyError` for a code of another app.

    With `names` it speaks of entries instead of sides by number.
    """
    found, facts = _words_for(violation.code, NAMED, lambda words: words.named), violation.facts
    if names and found is not None:
        facts = with_names(facts, names)
    else:
        found = _words_for(violation.code, SENTENCES, lambda words: words.sentences)
    if found is None:
        raise KeyError(violation.code)
    return str(_wording(found, facts) % _facts_in_words(facts))


def _words_for(
    code: str, shared: Mapping[str, Wording], own: Callable[[Words], Mapping[str, Message]]
) -> Wording | None:
    """Return the words for a code: those in `shared`, else those of the first game that has `own` words.

    None for a code of another app.
    """
    if code in shared:
        return shared[code]
    return next((own(words)[code] for words in all_words() if code in own(words)), None)


def _wording(found: Wording, facts: Mapping[str, object]) -> Promise | str:
    """Return the words as a text in which the facts are not yet filled in."""
    if isinstance(found, Promise):
        return found
    return localized_with(found, facts) if isinstance(found, Message) else found(facts)


def _facts_in_words(facts: Mapping[str, Any]) -> dict[str, object]:
    """Return the facts with names of values in the reader's language."""
    shown = {key: _NAMED[key](value) if key in _NAMED else value for key, value in facts.items()}
    if "kind" in facts:
        shown["kind"] = facts.get("title_word") or kind_name(facts["kind"], facts.get("game", ""))
    return shown


def _join_values(values: Iterable[object]) -> str:
    """Return the values as one text, joined by commas and “and” in the reader's language."""
    return get_text_list([str(value) for value in values], gettext("and"))


def _join_variants(keys: Iterable[str]) -> str:
    return _join_values(variant_name(key) for key in keys)


_NAMED: Mapping[str, Callable[[Any], str]] = {
    "game": game_name,
    "variant": variant_name,
    "variants": _join_variants,
    "sides": lambda sides: _join_values(sides) if isinstance(sides, tuple) else str(sides),
    "characters": _join_values,
    "rounds": _join_values,
    "out": out_name,
    "ended_by": ending_name,
    "key": count_name,
    "code": option_name,
}
