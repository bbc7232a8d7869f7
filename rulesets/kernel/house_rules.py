"""House interpretations: what we decide where a rulebook is silent, under stable codes.

A rule with `choices` is an option that a coordinator may set for one tournament; one without is
fixed and listed so that the product can label it as ours. `docs/house-rules.md` says each in words,
and a test keeps the two lists equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.errors import Violation

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One interpretation; `applies` is a game's key, or `any` for every game.

    `at_start`: it says how a game begins, so that players must know it.
    """

    code: str
    default: Value
    choices: Sequence[Value] = ()
    applies: str = "any"
    at_start: bool = False

    @property
    def is_option(self) -> bool:
        """Whether a coordinator may choose another value than the default."""
        return len(self.choices) > 0

    def allows(self, value: object) -> bool:
        """Whether `value` is one of the choices, of the default's own type (True is not 1)."""
        return type(value) is type(self.default) and value in self.choices


OPTIONS: tuple[HouseRule, ...] = (
    HouseRule("tie_cut", True, (True, False), "chama"),
    HouseRule("realm_protection", "direct", ("direct", "chain"), "chama"),
    HouseRule("grace_minutes", 10, range(121)),
    HouseRule("tables_per_judge", 8, range(1, 101)),
    HouseRule("shared_points", "average", ("average", "higher", "lower")),
    HouseRule("third_place_match", False, (False, True)),
    HouseRule("never_played_place", False, (False, True)),
    HouseRule("shape", "default", ("default", "chosen")),
    HouseRule("short_final", False, (False, True)),
    HouseRule("empty_seat", "stays_empty", ("stays_empty", "lucky_loser")),
    HouseRule("pair_substitute", True, (True, False)),
    HouseRule("player_reports", True, (True, False)),
    HouseRule("report_quorum", "all", ("all", "all_but_one")),
    HouseRule("castle_start", 20, range(1, 1000), "castelo", at_start=True),
    HouseRule("wall_start", 10, range(1000), "castelo", at_start=True),
    HouseRule("castle_timed_tie", "replay", ("replay", "ruling"), "castelo"),
    HouseRule("castle_deck_check", False, (False, True), "castelo"),
    HouseRule("potencial_timed_tie", "replay", ("replay", "ruling"), "hermetica"),
    HouseRule("hermetica_deck_check", False, (False, True), "hermetica"),
    HouseRule(
        "kingdom_difficulty", "medium", ("easy", "medium", "hard", "brutal"), "jogo-dos-reinos", at_start=True
    ),
    HouseRule("kingdom_timed_tie", "ruling", ("ruling", "replay"), "jogo-dos-reinos"),
)

FIXED: tuple[HouseRule, ...] = (
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
    HouseRule("match_endings", "concession_disqualification_ruling"),
    HouseRule("table_placement", "score_then_leaving", applies="chama"),
    HouseRule("uncounted_cards", "shares_the_place"),
    HouseRule("partner_not_attackable", "never", applies="chama"),
    HouseRule("composed_types", "known_blocks", applies="chama"),
    HouseRule("pair_counts_two", 2),
    HouseRule("people_counted", "checked_in"),
    HouseRule("people_played", 8),
    HouseRule("multiplier_range", "1-5"),
    HouseRule("pair_points", "both_members"),
    HouseRule("title_grammar", "canonical"),
    HouseRule("final_classification", "round_table_score"),
    HouseRule("walkover_confirmed", "by_a_person"),
    HouseRule("draw_withdrawal", "before_first_match"),
    HouseRule("pair_member_leaves", "pair_is_out"),
    HouseRule("late_entry", "until_the_draw"),
    HouseRule("disqualified_winner", "next_in_placement"),
    HouseRule("one_live_entry", 1),
    HouseRule("season_ranking", "sum_then_places"),
    HouseRule("bracket_minimum", 2),
    HouseRule("byes", "best_seeds_round_1"),
    HouseRule("even_tables", "differ_by_one"),
    HouseRule("seeding", "snake"),
    HouseRule("promised_draw", "secret_entries_word"),
    HouseRule("fixed_bracket", "no_redraw"),
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
    HouseRule("potencial_draw", "replayed", applies="hermetica"),
    HouseRule("potencial_timed", "higher_potencial", applies="hermetica"),
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

HOUSE_RULES: Mapping[str, HouseRule] = MappingProxyType({rule.code: rule for rule in (*OPTIONS, *FIXED)})


def check_house_rules(chosen: Mapping[str, Value]) -> tuple[Violation, ...]:
    """Codes that are no options, and values that an option does not know."""
    return tuple(found for code, value in chosen.items() if (found := _check_one(code, value)))


def differing(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The choices that differ from their default: what a tournament keeps and its record lists."""
    return {code: value for code, value in sorted(chosen.items()) if value != HOUSE_RULES[code].default}


def _check_one(code: str, value: Value) -> Violation | None:
    rule = HOUSE_RULES.get(code)
    path = f"house_rules.{code}"
    if rule is None or not rule.is_option:
        return Violation("house_rule_unknown", {"code": code}, path)
    if not rule.allows(value):
        return Violation("house_rule_value", {"code": code, "value": value}, path)
    return None
