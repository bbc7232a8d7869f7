"""The words of every refusal and warning of the rules, by code; facts stand as `%(fact)s`.

`rulesets.messages.sentence` fills in the facts by their names.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from rulesets import sentences_composed, sentences_kingdoms, sentences_standing

_CHOICES: Mapping[str, Promise] = {
    "unknown_game": _("There is no game called “%(game)s” here."),
    "game_without_types": _("Nobody can compose types of %(game)s here."),
    "kind_unknown": _("There is no tournament type “%(kind)s”."),
    "variant_unknown": _("There is no variant “%(variant)s”."),
    "variant_twice": _("The variant %(variant)s is named twice."),
    "table_upside_down": _("The fewest at a table (%(low)d) are more than the most (%(high)d)."),
    "table_size_out_of_range": _("%(kind)s is played at tables of %(low)d to %(high)d entries."),
    "time_limit_out_of_range": _("A match time limit lies between %(low)d and %(high)d minutes."),
    "multiplier_out_of_range": _("The multiplier is a whole number from %(low)d to %(high)d."),
    "house_rule_unknown": _("There is no option “%(code)s”."),
    "house_rule_value": _("“%(value)s” is no choice for the option “%(code)s”."),
    "house_rule_of_other_game": _("The option “%(code)s” belongs to another game."),
}
_TITLES: Mapping[str, Promise] = {
    "title_without_colon": _("A title begins with the game and a colon: “Chama: Campeonato …”."),
    "title_game_unknown": _("“%(game)s” is no game known here."),
    "title_kind_unknown": _("After the colon comes a tournament type of %(game)s."),
    "title_year_missing": _("A title ends with a year of four digits."),
    "title_variant_unknown": _("“%(variant)s” stands among variants but is none."),
    "title_variant_twice": _("The variant %(variant)s stands twice in the title."),
    "title_of_other_game": _("These parts belong to another game, %(game)s."),
    "name_missing": _("The tournament has no name yet."),
    "name_too_long": ngettext_lazy(
        "A name has at most %(most)d character; this one has %(length)d.",
        "A name has at most %(most)d characters; this one has %(length)d.",
        "most",
    ),
    "name_not_tidy": _("A name is kept without needless blanks, as “%(tidy)s”."),
    "name_has_invisible": _("The name holds characters that nobody sees: %(characters)s."),
    "name_ends_like_a_year": _(
        "A name cannot end in a year: somebody who leaves out the year would be read as saying %(ending)s."
    ),
    "name_ends_like_variants": _(
        "The parentheses at the end of the name would read as variants (%(variants)s). "
        "Choose the variants by themselves instead."
    ),
    "name_starts_like_a_kind": _(
        "Type and name together would read as the type “%(read_as)s”. Let the name begin with another word."
    ),
    "year_out_of_range": _("A year lies between %(low)d and %(high)d."),
    "variants_out_of_order": _("Variants are kept in the order of the catalogue."),
    "nobody_to_ally_with": _(
        "At tables of two nobody stands outside a battle, so Aliados changes nothing there. Rounds with such "
        "tables: %(rounds)s."
    ),
    "variant_near_miss": _("“%(written)s” is read as part of the name. Was the variant %(variant)s meant?"),
}
_LINES: Mapping[str, Promise] = {
    "player_not_seated": _("The sheet names somebody who does not sit at this table."),
    "player_twice": _("The sheet names the same player twice."),
    "line_missing": _("The sheet lacks a player who sits at this table (side %(side)d)."),
    "count_unknown": _("This game does not count “%(key)s”."),
    "count_not_a_number": _("“%(key)s” needs a whole number."),
    "count_out_of_range": _("“%(key)s” lies between %(low)d and %(high)d; the sheet says %(value)d."),
    "formation_too_large": _(
        "A formation has %(most)d places: %(intact)d intact and %(razed)d razed realms do not fit."
    ),
    "more_armies_than_commanders": _(
        "Each commander holds at most one army: the sheet says %(armies)d armies, %(commanders)d commanders."
    ),
    "absent_with_cards": _("Who did not come has no cards on the table."),
    "counted_in_part": _("The cards of a pair are counted of both members, or of neither (side %(side)d)."),
    "uncounted_cards_decide": _("Where time decides, the cards say who won: count those of side %(side)d."),
    "uncounted_cards_prove": _("The cards of the winner prove the win: count those of side %(side)d."),
    "uncounted_not_in_game": _("In this game the numbers say who lost: they have to be counted."),
    "pool_without_realms": ngettext_lazy(
        "Without a realm, razed ones included, the pool is discarded; %(commanders)d commander lies there.",
        "Without a realm, razed ones included, the pool is discarded; %(commanders)d commanders lie there.",
        "commanders",
    ),
    "razed_in_battle_not_counted": _("This type does not count realms razed in battle."),
    "razed_exceeds_battles": ngettext_lazy(
        "%(razed)d razed realm here, yet the others razed only %(by_others)d in battle.",
        "%(razed)d razed realms here, yet the others razed only %(by_others)d in battle.",
        "razed",
    ),
    "razed_total_exceeds_battles": _(
        "All formations together show %(razed)d razed realms, yet only %(razed_in_battle)d were razed "
        "in battle. Count again."
    ),
}
_TABLE: Mapping[str, Promise] = {
    "spot_unknown": _("A formation has no position “%(spot)s”."),
    "spot_state_unknown": _("Position %(spot)s can be empty, intact or razed, not “%(state)s”."),
    "leaving_unknown": _("In this game nobody leaves this way: “%(way)s”."),
}
_LEAVING: Mapping[str, Promise] = {
    "leaving_order_missing": _("Who ran out of cards or conceded needs the order of leaving."),
    "leaving_order_out_of_place": _("Only who ran out of cards or conceded has an order of leaving."),
    "leaving_order_gap": _("The order of leaving counts 1, 2, 3 … without a gap."),
    "left_together": _(
        "Several have the number %(order)s of leaving, and one of them ran out of cards. Only people who "
        "concede leave at the same moment: number the others one after another."
    ),
    "pair_ran_out_twice": _(
        "Both members of side %(side)s are marked as out of cards. A pair falls with the first: mark only "
        "that one."
    ),
    "everybody_ran_out": _("Not everybody can have run out of cards: the first to do so ended the game."),
    "ran_out_before_start": _("Nobody runs out of cards in a match that has not started."),
    "redraw_limit": _("A player may have at most %(most)d redraws in a match."),
}
_ENDINGS: Mapping[str, Promise] = {
    "match_not_started": _("The match has not started, so it cannot have ended by “%(ended_by)s”."),
    "winner_missing": _("The sheet does not say who won."),
    "winner_not_seated": _("Side %(side)d does not play at this table."),
    "winner_not_allowed": _("Where nobody came, nobody wins."),
    "winner_is_out": _("Side %(side)d cannot have won: %(out)s."),
    "winner_differs": _("The sheet names side %(declared)d, but the cards make the winner: %(sides)s."),
    "win_without_opponents": _(
        "Nobody else was in the game any more: it had already ended with the last departure."
    ),
    "condition_already_met": _(
        "This win condition is met at once, and these already show it: side %(sides)s. They had won."
    ),
    "others_hold_condition": _(
        "The cards of others satisfy the condition too (side %(sides)s). Who drew first?"
    ),
    "nobody_left_that_way": _("Nobody on the sheet left this way: %(out)s."),
    "not_the_last_departure": _("The ending bears the name of the last departure, which was not: %(out)s."),
    "one_side_must_remain": _("Exactly one side must still be in the game."),
    "nobody_can_win": _("Nobody is left who came and was not disqualified."),
    "somebody_came": _("“Nobody” means that all are absent or disqualified."),
    "time_without_limit": _("This tournament has no match time limit."),
    "time_not_called": _("Time has not been called in this match."),
    "time_needs_two_sides": _("Time decides only between two or more sides still in the game."),
    "reason_missing": _("A reason is needed."),
    "ruled_side_cannot_win": _("The ruling cannot name side %(side)d: %(out)s."),
    "bye_needs_one_side": _("A bye is a match with one side."),
    "bye_has_no_lines": _("A bye has no cards to count."),
}
_CUTS: Mapping[str, Promise] = {
    "cut_card_unknown": _("“%(card)s” is no card: A K Q J 10 9 8 7 6 5 4 3 2."),
    "cut_cards_missing": _("Every side that cuts shows exactly one card."),
    "cut_not_needed": _("The first place was already decided: no card is cut."),
    "cut_wrong_sides": _("Those tied for the first place cut: side %(sides)s, nobody else."),
    "cut_not_allowed": _("No card is cut where a match ended by “%(ended_by)s”."),
    "cut_not_in_use": _("In this tournament ties are not cut for; the coordinator rules."),
    "tie_needs_ruling": _("Equal for the first place: side %(sides)s. The coordinator must rule."),
}


def _condition(facts: Mapping[str, Any]) -> Promise | str:
    if "title_word" in facts:
        return sentences_composed.not_met(facts)
    if facts["razed_in_battle_needed"]:
        return _(
            "%(kind)s is won with %(razed_in_battle_needed)d realms razed in battle and %(intact_needed)d "
            "intact; side %(side)d shows %(razed_in_battle)d and %(intact)d."
        )
    return _("%(kind)s is won with %(intact_needed)d intact realms; side %(side)d shows %(intact)d.")


SENTENCES: Mapping[str, Promise | Callable[[Mapping[str, Any]], Promise | str]] = {
    **_CHOICES,
    **_TITLES,
    **_LINES,
    **_TABLE,
    **_LEAVING,
    **_ENDINGS,
    **_CUTS,
    **sentences_standing.SENTENCES,
    **sentences_kingdoms.SENTENCES,
    **sentences_composed.SENTENCES,
    "condition_not_met": _condition,
}
