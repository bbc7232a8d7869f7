"""Our decisions on questions that the rulebook of Jogo dos Reinos does not answer (`docs/house-rules.md`)."""

from rulesets.kernel.house_rules import HouseRule

KINGDOM_DIFFICULTY = HouseRule(
    "kingdom_difficulty", "medium", ("easy", "medium", "hard", "brutal"), "jogo-dos-reinos", at_start=True
)
KINGDOM_TIMED_TIE = HouseRule(
    "kingdom_timed_tie", "ruling", ("ruling", "replay"), "jogo-dos-reinos", section="time"
)

FIXED = (
    HouseRule("kingdom_order", "falls_and_concessions", applies="jogo-dos-reinos"),
    HouseRule("kingdom_placement", "free_then_latest_fallen", applies="jogo-dos-reinos"),
    HouseRule("kingdom_timed", "most_vassals", applies="jogo-dos-reinos"),
    HouseRule("kingdom_leaves", "vassals_go_free", applies="jogo-dos-reinos"),
    HouseRule("kingdom_small_tables", "2-8", applies="jogo-dos-reinos"),
    HouseRule("freedom_passes", 0, applies="jogo-dos-reinos"),
    HouseRule("revolt_growth", "whole_cycle_without_trying", applies="jogo-dos-reinos"),
    HouseRule("revolt_takeover", "once_and_unfrozen", applies="jogo-dos-reinos"),
    HouseRule("revolt_new_fall", 15, applies="jogo-dos-reinos"),
    HouseRule("card_picks", "joker_ends_it", applies="jogo-dos-reinos"),
)
HOUSE_RULES = (KINGDOM_DIFFICULTY, KINGDOM_TIMED_TIE, *FIXED)
