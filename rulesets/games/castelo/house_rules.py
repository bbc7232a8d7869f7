"""Our decisions on questions that the rulebook of Castelo does not answer (`docs/house-rules.md`)."""

from rulesets.kernel.house_rules import HouseRule

CASTLE_START = HouseRule("castle_start", 20, range(1, 1000), "castelo", at_start=True)
WALL_START = HouseRule("wall_start", 10, range(1000), "castelo", at_start=True)
CASTLE_TIMED_TIE = HouseRule("castle_timed_tie", "replay", ("replay", "ruling"), "castelo", section="time")
CASTLE_DECK_CHECK = HouseRule("castle_deck_check", False, (False, True), "castelo")

FIXED = (
    HouseRule("castle_draw", "replayed", applies="castelo"),
    HouseRule("castle_order", "falls_and_concessions", applies="castelo"),
    HouseRule("castle_placement", "standing_then_falling", applies="castelo"),
    HouseRule("castle_timed", "castle_then_wall", applies="castelo"),
    HouseRule("castle_pair_leaves", "first_member", applies="castelo"),
    HouseRule("castle_empty_pile", "no_loss", applies="castelo"),
    HouseRule("castle_opening_hand", "as_often_as_needed", applies="castelo"),
    HouseRule("troop_damage", "the_table_agrees", applies="castelo"),
    HouseRule("imortal_tables", "3-8", applies="castelo"),
    HouseRule("deck_names", "as_written", applies="castelo"),
)
HOUSE_RULES = (CASTLE_START, WALL_START, CASTLE_TIMED_TIE, CASTLE_DECK_CHECK, *FIXED)
