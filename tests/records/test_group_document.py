"""The rounds of groups that docs/record.md works out are what product and checker draw."""

import json
import re
from typing import Any

import pytest

from checker.draw import lots
from checker.stages import groups, hall, pairing
from tests.servers.process import ROOT
from tournaments.bracket.lots import CounterLots
from tournaments.stages.groups.pairing import ALGORITHM
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.rounds import NextRound, RoundEntry

Example = dict[str, Any]
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8").split("## From seed to groups")[1]
SECTION = DOCUMENT.split("\n## ")[0]
EXAMPLES: list[Example] = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)]
DEALING, _, TABLES = EXAMPLES
each_example = pytest.mark.parametrize("example", EXAMPLES, ids=["dealing", "leaving", "tables"])


def checker_entries(example: Example) -> list[hall.StageEntry]:
    return [
        hall.StageEntry(
            entry["entry"],
            int(entry.get("points", 0)),
            entry.get("met", {}),
            entry.get("byes", 0),
            entry.get("byes", 0) + entry.get("short", 0),
            entry.get("group"),
        )
        for entry in example["entries"]
    ]


def product_round(example: Example) -> NextRound:
    entries = [
        RoundEntry(
            entry["entry"],
            int(entry.get("points", 0)),
            tuple(code for code, times in entry.get("met", {}).items() for _ in range(times)),
            entry.get("byes", 0),
            entry.get("short", 0),
            entry.get("group"),
        )
        for entry in example["entries"]
    ]
    dealt = None if example["round"] == 1 else example["groups"]
    return NextRound(example["round"], entries, example["table"]["min"], example["table"]["max"], dealt)


@each_example
def test_the_product_draws_it(example: Example) -> None:
    plan = GroupsPlan(5, 1, apart=example.get("stage", {}).get("apart", False), groups=len(example["groups"]))
    found = plan.draw_round(product_round(example), CounterLots(example["seed"]))
    assert [entry.entry for entry in found.order] == example["order"]
    assert [*map(list, found.tables), *([code] for code in found.byes)] == example["tables"]
    dealt = None if example["round"] > 1 else example["groups"]
    assert (found.groups and [*map(list, found.groups)]) == dealt


@each_example
def test_the_seed_follows_from_secret_entries_points_and_word(example: Example) -> None:
    points = {entry["entry"]: entry.get("points", "0") for entry in example["entries"]}
    assert lots.promised(example["secret"]) == example["hash"]
    assert pairing.derive_seed(example["secret"], points, example["word"]) == example["seed"]


@each_example
def test_the_checker_draws_it(example: Example) -> None:
    entries = checker_entries(example)
    order = [entry.code for entry in pairing.rank_entries(example["seed"], entries)]
    most, turn = example["table"]["max"], example["round"]
    assert order == example["order"]
    assert groups.pair_round(example["seed"], entries, example["groups"], turn, most) == example["tables"]


def test_the_document_names_the_algorithm() -> None:
    assert f"`{groups.ALGORITHM}`" in SECTION
    assert groups.ALGORITHM == ALGORITHM


def test_the_checker_deals_the_groups() -> None:
    clubs = {entry["entry"]: entry["group"] for entry in DEALING["entries"]}
    number = DEALING["stage"]["groups"]
    assert DEALING["order"] != DEALING["apart"]
    assert lots.kept_apart(DEALING["order"], number, clubs) == DEALING["apart"]
    assert groups.deal_groups(DEALING["order"], number, clubs) == DEALING["groups"]
    assert groups.deal_groups(DEALING["apart"], number) == DEALING["groups"]


def test_the_circles_are_those_of_the_document() -> None:
    for turn, pairs in enumerate(DEALING["circle"], 1):
        found = [groups.circle(group, turn) for group in DEALING["groups"]]
        assert [[list(pair) for pair in circle] for circle in found] == pairs


def test_the_costs_are_those_of_the_document() -> None:
    order = pairing.rank_entries(TABLES["seed"], checker_entries(TABLES))
    costs = []
    for group in TABLES["groups"]:
        here = [entry for entry in order if entry.code in group]
        found = pairing.seat_round(TABLES["seed"], here, 2, TABLES["table"]["max"], apart=False)
        assert found is not None
        costs.append(list(found.cost))
    assert costs == TABLES["cost"]
