"""Composed types in words: how one wins, and what is wrong with a definition."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rulesets.games.chama.conditions import COUNTS, Condition
from rulesets.games.chama.types import Type
from rulesets.kernel.rules import Kind

SENTENCES: Mapping[str, Promise] = {
    "type_word_missing": _("The type has no name yet."),
    "type_word_signs": _(
        "The name of a type may contain only letters, digits, spaces, hyphens and apostrophes."
    ),
    "type_word_letters": _("The name of a type needs at least one letter from A to Z."),
    "type_of_the_book": _("“%(written)s” is a type from the rulebook. Give yours another name."),
    "type_level_unknown": _("There is no level “%(written)s”."),
    "type_team_size": _("An entry is one player or a pair."),
    "type_tables": _("There are four suits: a table has from %(low)d to %(high)d entries of this type."),
    "needs_missing": _("The win condition needs at least one number."),
    "needs_beside_word": _("If the judge names the winner, leave the numbers out."),
    "type_stages_unknown": _("Before the bracket there can be Swiss rounds and groups, each named once."),
    "stages_beside_word": _(
        "If the judge names the winner, the type is played unranked: choose nothing for ranked tournaments."
    ),
    "need_unknown": _("A win condition cannot be made of “%(written)s”."),
    "need_out_of_range": _("“%(key)s” can be required from %(low)d to %(high)d."),
    "need_in_vain": _(
        "%(intact)d intact realms are required anyway: %(laid)d intact and razed together add nothing."
    ),
    "type_key_wrong": _("The key of this type should be “%(key_due)s”."),
    "type_hash_wrong": _("The definition of the type was altered: its hash does not match."),
}


def amount(count: str, number: int) -> str:
    """Return a number with what it counts, `6 intact realms`; `count` is one of `COUNTS`."""
    words = {
        "intact": ngettext("%(number)d intact realm", "%(number)d intact realms", number),
        "razed_in_battle": ngettext(
            "%(number)d realm razed in battle", "%(number)d realms razed in battle", number
        ),
        "laid": ngettext(
            "%(number)d realm laid, intact or razed", "%(number)d realms laid, intact or razed", number
        ),
    }
    return words[count] % {"number": number}


def amounts(condition: Condition) -> str:
    """Return everything that a condition asks for, in one phrase."""
    return get_text_list([amount(block.count, block.least) for block in condition.blocks], gettext("and"))


def how_one_wins(kind: Kind) -> str:
    """Return the win condition as a sentence; empty for a type that is not made of blocks."""
    if not isinstance(kind, Type):
        return ""
    if kind.by_word:
        return gettext("The rules of the type define who has won; the judge decides.")
    facts = {"needs": amounts(kind.condition)}
    if kind.team_size > 1:
        return (_PAIR_AT_ONCE if kind.condition.at_once else _PAIR_AT_DRAW) % facts
    return (_ALONE_AT_ONCE if kind.condition.at_once else _ALONE_AT_DRAW) % facts


_ALONE_AT_ONCE = _("The first player with at least %(needs)s wins, immediately and in anyone’s turn.")
_ALONE_AT_DRAW = _("A player with at least %(needs)s at the end of step 1 of their own turn wins.")
_PAIR_AT_ONCE = _(
    "The first pair with at least %(needs)s between its members wins, immediately and in anyone’s turn."
)
_PAIR_AT_DRAW = _(
    "A pair with at least %(needs)s between its members at the end of step 1 of a turn of one of them wins."
)


_NOT_MET = _("%(title_word)s is won with at least %(needs)s; side %(side)d shows %(shows)s.")
_NOT_MET_NAMED = _("%(title_word)s is won with at least %(needs)s; the cards of %(side)s show: %(shows)s.")


def unmet_condition_sentence(facts: Mapping[str, Any], *, is_named: bool = False) -> str:
    """Return the sentence for a declared win whose cards do not show what the type asks for.

    Its `%` are doubled, as the caller fills in facts once more. `is_named`: `side` is a name, not a number.
    """
    asked = [count for count in COUNTS if facts[f"{count}_needed"]]
    words = {
        "title_word": facts["title_word"],
        "side": facts["side"],
        "needs": get_text_list([amount(count, facts[f"{count}_needed"]) for count in asked], gettext("and")),
        "shows": get_text_list([amount(count, facts[count]) for count in asked], gettext("and")),
    }
    said = _NOT_MET_NAMED if is_named else _NOT_MET
    return str(said % words).replace("%", "%%")
