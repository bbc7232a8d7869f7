"""The words of refusals and warnings that several games share, by code; facts stand as `%(fact)s`.

Those of one game are in its folder (`Words.sentences`). `rulesets.messages.text_for_violation` fills in the
facts by their names.
"""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from rulesets import sentences_composed, sentences_standing

_CHOICES: Mapping[str, Promise] = {
    "unknown_game": _("There is no game called “%(game)s” here."),
    "game_without_types": _("Types of %(game)s can’t be composed here."),
    "kind_unknown": _("There is no tournament type “%(kind)s”."),
    "variant_unknown": _("There is no variant “%(variant)s”."),
    "variant_twice": _("The variant %(variant)s is named twice."),
    "table_upside_down": _("The fewest at a table (%(low)d) are more than the most (%(high)d)."),
    "table_size_out_of_range": _("%(kind)s is played at tables of %(low)d to %(high)d entries."),
    "time_limit_out_of_range": _("A match time limit must be between %(low)d and %(high)d minutes."),
    "pineapples_off": _("Pineapples only count with Calouro do Chacrinha."),
    "house_rule_unknown": _("There is no option “%(code)s”."),
    "house_rule_value": _("“%(value)s” is not a choice for the option “%(code)s”."),
    "house_rule_of_other_game": _("The option “%(code)s” belongs to another game."),
}
_TITLES: Mapping[str, Promise] = {
    "title_without_colon": _("A title begins with the game and a colon: “Chama: Campeonato …”."),
    "title_game_unknown": _("“%(game)s” is not a game known here."),
    "title_kind_unknown": _("After the colon comes a tournament type of %(game)s."),
    "title_year_missing": _("A title ends with a year of four digits."),
    "title_variant_unknown": _("“%(variant)s” is listed among the variants but is not one."),
    "title_variant_twice": _("The variant %(variant)s appears twice in the title."),
    "title_of_other_game": _("These parts belong to another game, %(game)s."),
    "name_missing": _("The tournament has no name yet."),
    "name_too_long": ngettext_lazy(
        "A name has at most %(most)d character; this one has %(length)d.",
        "A name has at most %(most)d characters; this one has %(length)d.",
        "most",
    ),
    "name_not_tidy": _("A name has no extra spaces: write “%(tidy)s”."),
    "name_has_invisible": _("The name contains invisible characters: %(characters)s."),
    "name_ends_like_a_year": _(
        "A name cannot end in a year: a title without its year would read as %(ending)s."
    ),
    "name_ends_like_variants": _(
        "The parentheses at the end of the name would read as variants (%(variants)s). Choose the "
        "variants separately instead."
    ),
    "name_starts_like_a_kind": _(
        "Type and name together would read as the type “%(read_as)s”. Let the name begin with another word."
    ),
    "year_out_of_range": _("A year must be between %(low)d and %(high)d."),
    "variants_out_of_order": _("List the variants in the order of the catalogue."),
    "variant_near_miss": _(
        "“%(written)s” is read as part of the name. Did you mean the variant %(variant)s?"
    ),
}
_LINES: Mapping[str, Promise] = {
    "player_not_seated": _("The sheet names a player who does not sit at this table."),
    "player_twice": _("The sheet names the same player twice."),
    "line_missing": _("The sheet leaves out a player who sits at this table (side %(side)d)."),
    "count_unknown": _("This game does not count “%(key)s”."),
    "count_not_a_number": _("“%(key)s” needs a whole number."),
    "count_out_of_range": _("“%(key)s” must be between %(low)d and %(high)d; the sheet says %(value)d."),
    "uncounted_not_in_game": _("In this game the numbers say who lost: they have to be counted."),
}
_TABLE: Mapping[str, Promise] = {
    "spot_unknown": _("A formation has no position “%(spot)s”."),
    "spot_state_unknown": _("Position %(spot)s can be empty, intact or razed, not “%(state)s”."),
    "leaving_unknown": _("In this game no player can leave this way: “%(way)s”."),
}
_LEAVING: Mapping[str, Promise] = {
    "leaving_order_missing": _("Players who ran out of cards or conceded need their order of leaving."),
    "leaving_order_out_of_place": _(
        "Only players who ran out of cards or conceded have an order of leaving."
    ),
    "leaving_order_gap": _("The order of leaving must be 1, 2, 3 … without a gap."),
}
_ENDINGS: Mapping[str, Promise] = {
    "match_not_started": _("The match has not started, so it cannot have ended by “%(ended_by)s”."),
    "winner_missing": _("The sheet does not say who won."),
    "winner_not_seated": _("Side %(side)d does not play at this table."),
    "winner_not_allowed": _("If no one advances, there is no winner."),
    "winner_is_out": _("Side %(side)d cannot have won: %(out)s."),
    "nobody_left_that_way": _("No player on the sheet left this way: %(out)s."),
    "not_the_last_departure": _("A match ends in the way the last player left, and that was not: %(out)s."),
    "one_side_must_remain": _("Exactly one side must still be in the game."),
    "nobody_can_win": _("No player is left who came and was not disqualified."),
    "somebody_came": _(
        "“No one advances” needs every player, or one member of each pair, to be absent or disqualified."
    ),
    "time_without_limit": _("This tournament has no match time limit."),
    "time_not_called": _("Time has not been called in this match."),
    "time_needs_two_sides": _("Time decides only between two or more sides still in the game."),
    "reason_missing": _("Please give a reason."),
    "ruled_side_cannot_win": _("The ruling cannot name side %(side)d: %(out)s."),
    "tie_needs_ruling": _("Tied for first place: side %(sides)s. The coordinator must rule."),
    "bye_needs_one_side": _("A bye is a match with one side."),
    "bye_has_no_lines": _("A bye has no cards to count."),
}


def _condition(facts: Mapping[str, object]) -> Promise | str:
    """Return the sentence for an unmet win condition, by what the type asks for."""
    if "title_word" in facts:
        return sentences_composed.unmet_condition_sentence(facts)
    if facts["razed_in_battle_needed"]:
        return _(
            "%(kind)s is won with %(razed_in_battle_needed)d realms razed in battle and %(intact_needed)d "
            "intact; side %(side)d shows %(razed_in_battle)d and %(intact)d."
        )
    return _("%(kind)s is won with %(intact_needed)d intact realms; side %(side)d shows %(intact)d.")


SENTENCES: Mapping[str, Promise | Callable[[Mapping[str, object]], Promise | str]] = {
    **_CHOICES,
    **_TITLES,
    **_LINES,
    **_TABLE,
    **_LEAVING,
    **_ENDINGS,
    **sentences_standing.SENTENCES,
    **sentences_composed.SENTENCES,
    "condition_not_met": _condition,
}
