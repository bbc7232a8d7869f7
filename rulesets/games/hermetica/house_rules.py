"""Our decisions on questions that the rulebook of Hermética does not answer (`docs/house-rules.md`)."""

from rulesets.kernel.house_rules import HouseRule

POTENCIAL_TIMED_TIE = HouseRule(
    "potencial_timed_tie", "replay", ("replay", "ruling"), "hermetica", section="time"
)
HERMETICA_DECK_CHECK = HouseRule("hermetica_deck_check", False, (False, True), "hermetica")

FIXED = (
    HouseRule("potencial_draw", "replayed", applies="hermetica"),
    HouseRule("potencial_timed", "higher_potencial", applies="hermetica"),
    HouseRule("opening_hand_kept", "no_redraw", applies="hermetica", at_start=True),
)
HOUSE_RULES = (POTENCIAL_TIMED_TIE, HERMETICA_DECK_CHECK, *FIXED)
