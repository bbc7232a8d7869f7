"""docs/rules-coverage.md says what is so: everything that it names exists, and nothing is left out."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import pytest

from rulesets.guide import chapter
from rulesets.house_rules import house_rules
from tests.rules.books import BOOKS, HEADINGS
from tests.rules.case_files import all_cases

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules-coverage.md"
TABLE = "the table's matter"
CASES = {f"{case['file']}: {case['name']}" for case in all_cases()}


@dataclass(frozen=True)
class Row:
    """One row of the page."""

    game: str
    section: str
    where: str
    cases: str
    house: str


def rows() -> Iterator[Row]:
    game = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            game = HEADINGS[line.removeprefix("## ")]
        elif line.startswith("| ") and not line.startswith("| section"):
            section, _what, where, cases, house = [cell.strip() for cell in line.strip("|").split("|")]
            yield Row(game, section, where, cases, house)


ROWS = list(rows())


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_place_in_the_code_exists() -> None:
    for row in ROWS:
        for name in quoted(row.where):
            if re.fullmatch(r"\w+(\.\w+)+:\w+(\.\w+)*", name):
                module, _, path = name.partition(":")
                reduce(getattr, path.split("."), importlib.import_module(module))
            elif name.startswith("guide:"):
                game, _, key = name.removeprefix("guide:").partition("/")
                assert chapter(game, key, "en"), name
            else:
                assert name == "razed_in_battle", name


def test_every_case_exists() -> None:
    for row in ROWS:
        for name in quoted(row.cases):
            path, _, test = name.partition("::")
            assert name in CASES or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), name


def test_whatever_is_implemented_has_a_case_and_the_rest_is_told_by_the_guide() -> None:
    for row in ROWS:
        assert quoted(row.where), row
        assert quoted(row.cases) or (row.where.startswith(TABLE) and "guide:" in row.where), row


@pytest.mark.parametrize("game", BOOKS)
def test_every_section_of_the_book_has_its_row_and_every_row_a_section(game: str) -> None:
    assert {row.section for row in ROWS if row.game == game} == set(BOOKS[game].split())


def test_every_rule_number_that_a_case_cites_has_its_row() -> None:
    covered = {(row.game, row.section) for row in ROWS}
    cited = {(case["game"], case["rule"]) for case in all_cases() if case["rule"] and ":" not in case["rule"]}
    assert cited <= covered


def test_every_case_file_is_shown_by_some_row() -> None:
    shown = {name.partition(":")[0] for row in ROWS for name in quoted(row.cases)}
    assert {case["file"] for case in all_cases()} == shown & {case["file"] for case in all_cases()}


def test_every_house_interpretation_of_a_game_is_named_and_every_named_one_exists() -> None:
    for row in ROWS:
        for name in quoted(row.house):
            rule = house_rules()[name.removeprefix("house:")]
            assert rule.applies in ("any", row.game), name
    for game in BOOKS:
        named = {
            name.removeprefix("house:") for row in ROWS if row.game == game for name in quoted(row.house)
        }
        assert {code for code, rule in house_rules().items() if rule.applies == game} <= named


def test_there_are_more_than_three_hundred_cases() -> None:
    assert len(CASES) >= 300
