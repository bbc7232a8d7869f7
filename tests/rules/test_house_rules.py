"""The catalogue of interpretations, its page, and the options a tournament may choose."""

import re
from pathlib import Path

from rulesets.house_rules import check_options, house_rules, non_default_options, options
from rulesets.kernel.house_rules import COMMON, HouseRule, Value
from rulesets.kernel.rules import Rules, TableSize
from rulesets.names import choice_name, option_name
from rulesets.registry import GAMES
from tournaments.regulation.text import WRITERS

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its two head lines."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def written(value: Value) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def choices(rule: HouseRule) -> str:
    if isinstance(rule.choices, range):
        return f"`{rule.choices.start}`–`{rule.choices.stop - 1}`"
    return ", ".join(written(choice) for choice in rule.choices)


def test_the_page_lists_every_option_with_default_and_choices() -> None:
    found = [row[:4] for row in rows("Options")]
    assert found == [[f"`{o.code}`", written(o.default), choices(o), o.applies] for o in options()]


def test_the_page_lists_every_fixed_interpretation() -> None:
    assert [row[:3] for row in rows("Fixed")] == [
        [f"`{f.code}`", written(f.default), f.applies] for f in house_rules().values() if not f.is_option
    ]


def test_every_row_has_a_source_and_says_what_was_decided() -> None:
    for row in [*rows("Options"), *rows("Fixed")]:
        source, words = row[-2:]
        assert re.match(r"silent|\d", source)
        assert words.endswith(".")


def test_codes_are_unique_and_every_option_allows_its_default() -> None:
    listed = [*COMMON.values(), *(rule for game in GAMES.values() for rule in game.house_rules)]
    assert sorted(rule.code for rule in listed) == sorted(house_rules())
    assert all(option.allows(option.default) for option in options())


def test_a_games_own_rules_are_its_own() -> None:
    assert all(rule.applies == game.key for game in GAMES.values() for rule in game.house_rules)
    assert {rule.applies for rule in COMMON.values()} == {"any"}
    assert all(rule.section in WRITERS for rule in house_rules().values())


def test_options_are_checked_by_code_value_and_type() -> None:
    chosen: dict[str, Value] = {"grace_minutes": 5, "tie_cut": False, "shared_points": "higher"}
    assert check_options("chama", chosen) == ()
    wrong: dict[str, Value] = {"grace_minutes": True, "tie_cut": 1, "shape": "oval", "byes": "none", "x": 1}
    assert [violation.code for violation in check_options("chama", wrong)] == [
        "house_rule_value",
        "house_rule_value",
        "house_rule_value",
        "house_rule_unknown",
        "house_rule_unknown",
    ]


def test_only_what_differs_is_kept() -> None:
    chosen: dict[str, Value] = {"tie_cut": True, "grace_minutes": 5, "shape": "default"}
    assert non_default_options(chosen) == {"grace_minutes": 5}


def test_rules_give_the_value_in_force() -> None:
    rules = Rules("chama", "campeonato", (), TableSize(2, 4), None, {"grace_minutes": 5})
    assert (rules.option("grace_minutes"), rules.option("tables_per_judge")) == (5, 8)


def test_every_option_and_choice_has_a_name() -> None:
    for option in options():
        assert option_name(option.code) != option.code
        if isinstance(option.default, str):
            assert all(choice_name(option.code, choice) != choice for choice in option.choices)
        assert choice_name(option.code, option.default)
