"""Refusals for a page that knows the seats: entries by their names instead of sides by number.

`with_names` puts the names into the facts; sentences that are not here name no side, or an empty one.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulesets import sentences_composed

Names = Mapping[int, str]
"""Whose a side is, by its number: a pair with both names."""

NO_NAMES: Names = {}
_ONE, _SEVERAL = ("side", "declared", "holder"), ("sides",)


def with_names(facts: Mapping[str, Any], names: Names) -> dict[str, object]:
    """Return the facts with names in place of the numbers of sides; an unknown side keeps its number."""
    one = {key: names.get(facts[key], facts[key]) for key in _ONE if key in facts}
    several = {key: facts[key] for key in _SEVERAL if isinstance(facts.get(key), list | tuple)}
    listed = {key: tuple(names.get(side, side) for side in sides) for key, sides in several.items()}
    return {**facts, **one, **listed}


def _condition(facts: Mapping[str, object]) -> Promise | str:
    """Return the sentence for an unmet win condition, with the side's names."""
    if "title_word" in facts:
        return sentences_composed.unmet_condition_sentence(facts, is_named=True)
    if facts["razed_in_battle_needed"]:
        return _(
            "%(kind)s is won with %(razed_in_battle_needed)d realms razed in battle and %(intact_needed)d "
            "intact; the cards of %(side)s show %(razed_in_battle)d and %(intact)d."
        )
    return _("%(kind)s is won with %(intact_needed)d intact realms; the cards of %(side)s show %(intact)d.")


_CARDS: Mapping[str, Promise] = {
    "line_missing": _("The sheet leaves out someone who sits at this table (%(side)s)."),
    "winner_is_out": _("%(side)s cannot have won: %(out)s."),
    "ruled_side_cannot_win": _("The ruling cannot name %(side)s: %(out)s."),
    "tie_needs_ruling": _("Tied for first place: %(sides)s. The coordinator must rule."),
}
_STANDING: Mapping[str, Promise] = {
    "game_drawn": _("No one won this game (%(sides)s): record the draw and play the match again."),
    "winner_fell": _("%(side)s cannot have won: that side was beaten too."),
    "others_still_stand": _("The last one standing wins, and these are still in the game: %(sides)s."),
    "last_fell_alone": _("The last one left was %(side)s: that side had won before it fell."),
    "winner_contradicts_sheet": _(
        "The sheet names %(declared)s, but its numbers make the winner: %(sides)s."
    ),
}
NAMED: Mapping[str, Promise | Callable[[Mapping[str, object]], Promise | str]] = {
    **_CARDS,
    **_STANDING,
    "condition_not_met": _condition,
}
