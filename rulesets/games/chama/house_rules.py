"""Our decisions on questions that the rulebook of Chama does not answer (`docs/house-rules.md`)."""

from rulesets.kernel.house_rules import HouseRule

TIE_CUT = HouseRule("tie_cut", True, (True, False), "chama", section="time")
REALM_PROTECTION = HouseRule("realm_protection", "direct", ("direct", "chain"), "chama")
NEXT_INCURSION = HouseRule("next_incursion", "same_realm", ("same_realm", "any_realm"), "chama")

FIXED = (
    HouseRule("condition_at_draw", "end_of_step_1", applies="chama"),
    HouseRule("conquest_at_once", "any_turn", applies="chama"),
    HouseRule("pair_falls_together", "first_member", applies="chama"),
    HouseRule("pineapples_per_person", "once", applies="chama"),
    HouseRule("pineapple_stays", "for_the_match", applies="chama"),
    HouseRule("allies_outside", "three_people", applies="chama"),
    HouseRule("xisum_is_no_condition", "own_section", applies="chama"),
    HouseRule("one_army_each", 1, applies="chama"),
    HouseRule("only_intact_realms_score", "intact", applies="chama"),
    HouseRule("six_realms_score", 34, applies="chama"),
    HouseRule("pair_score", "sum", applies="chama"),
    HouseRule("scored_cards", "in_game_only", applies="chama"),
    HouseRule("table_placement", "score_then_leaving", applies="chama"),
    HouseRule("partner_not_attackable", "never", applies="chama"),
    HouseRule("suits_drawn", "never_twice", applies="chama", at_start=True),
    HouseRule("suits_chosen", "until_the_start", applies="chama", at_start=True),
    HouseRule("redraws_counted", 2, applies="chama"),
    HouseRule("composed_types", "known_blocks", applies="chama"),
)
HOUSE_RULES = (TIE_CUT, REALM_PROTECTION, NEXT_INCURSION, *FIXED)
