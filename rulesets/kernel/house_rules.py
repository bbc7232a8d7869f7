"""House interpretations: our decisions where a rulebook is silent, under stable codes.

Here are those of every game; a game's own are in its folder, and `rulesets.house_rules` has them together.
A rule with `choices` is an option that a coordinator may set for one tournament; one without is fixed and
listed so that the product can label it as ours. `docs/house-rules.md` says each in words, and a test keeps
the two lists equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One interpretation; `applies` is a game's key, or `any` for every game.

    `at_start`: it says how a game begins, so that players must know it. `section`: where a regulation tells
    the option: `bracket`, `table`, `time`, `points` or `absences`.
    """

    code: str
    default: Value
    choices: Sequence[Value] = ()
    applies: str = "any"
    at_start: bool = False
    section: str = "table"

    @property
    def is_option(self) -> bool:
        """Return whether a coordinator may choose another value than the default."""
        return len(self.choices) > 0

    def allows(self, value: object) -> bool:
        """Return whether `value` is one of the choices, of the default's own type (True is not 1)."""
        return type(value) is type(self.default) and value in self.choices


OPTIONS: tuple[HouseRule, ...] = (
    HouseRule("grace_minutes", 10, range(121), section="absences"),
    HouseRule("tables_per_judge", 8, range(1, 101), section="bracket"),
    HouseRule("shared_points", "average", ("average", "higher", "lower"), section="points"),
    HouseRule("third_place_match", False, (False, True), section="bracket"),
    HouseRule("second_chance", "none", ("none", "own_title", "final_seat"), section="bracket"),
    HouseRule("second_chance_losers", "round_1", ("round_1", "before_final"), section="bracket"),
    HouseRule("never_played_place", False, (False, True), section="points"),
    HouseRule("shape", "default", ("default", "chosen"), section="bracket"),
    HouseRule("short_final", False, (False, True), section="bracket"),
    HouseRule("empty_seat", "stays_empty", ("stays_empty", "lucky_loser"), section="absences"),
    HouseRule("pair_substitute", True, (True, False), section="absences"),
    HouseRule("player_reports", True, (True, False)),
    HouseRule("report_quorum", "all", ("all", "all_but_one")),
)

FIXED: tuple[HouseRule, ...] = (
    HouseRule("match_endings", "concession_disqualification_ruling"),
    HouseRule("uncounted_cards", "shares_the_place"),
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
)

COMMON: Mapping[str, HouseRule] = MappingProxyType({rule.code: rule for rule in (*OPTIONS, *FIXED)})
"""The rules of every game, by code."""
