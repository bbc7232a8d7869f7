"""The rounds that docs/record.md works out are what product and checker draw."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from checker.draw import lots
from checker.stages import hall, pairing
from tests.servers.process import ROOT
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.lots import CounterLots
from tournaments.stages.rounds import RoundEntry
from tournaments.stages.swiss.pairing import ALGORITHM, pair_round, rank

Example = dict[str, Any]
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8").split("## From seed to round")[1]
SECTION = DOCUMENT.split("\n## ")[0]
EXAMPLES: list[Example] = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)]
pytestmark = pytest.mark.parametrize("example", EXAMPLES, ids=["duels", "tables", "places"])


def product_entries(example: Example) -> list[RoundEntry]:
    return [
        RoundEntry(
            entry["entry"],
            Fraction(entry["points"]),
            tuple(code for code, times in entry["met"].items() for _ in range(times)),
            entry["byes"],
            entry["short"],
            entry["group"],
        )
        for entry in example["entries"]
    ]


def checker_entries(example: Example) -> list[hall.StageEntry]:
    return [
        hall.StageEntry(
            entry["entry"],
            Fraction(entry["points"]),
            entry["met"],
            entry["byes"],
            entry["byes"] + entry["short"],
            entry["group"],
        )
        for entry in example["entries"]
    ]


def test_the_document_names_the_algorithm(example: Example) -> None:
    assert ALGORITHM == pairing.ALGORITHM
    assert f"`{ALGORITHM}`" in SECTION


def test_the_seed_follows_from_secret_entries_points_and_word(example: Example) -> None:
    points = {entry["entry"]: entry["points"] for entry in example["entries"]}
    assert hash_of(example["secret"]) == lots.promised(example["secret"]) == example["hash"]
    hashed = [f"{code} {amount}" for code, amount in points.items()]
    assert seed_of(example["secret"], hashed, example["word"]) == example["seed"]
    assert pairing.derive_seed(example["secret"], points, example["word"]) == example["seed"]


def test_the_product_draws_it(example: Example) -> None:
    entries, chance = product_entries(example), CounterLots(example["seed"])
    sizes = example["table"]
    paired = pair_round(entries, low=sizes["min"], high=sizes["max"], lots=chance, apart=example["apart"])
    assert [entry.entry for entry in rank(entries, chance)] == example["order"]
    assert [*map(list, paired.tables), *([code] for code in paired.byes)] == example["tables"]
    assert list(paired.cost) == list(map(Fraction, example["cost"]))


def test_the_checker_draws_it(example: Example) -> None:
    entries, sizes = checker_entries(example), example["table"]
    found = pairing.pair_round(example["seed"], entries, sizes["min"], sizes["max"], apart=example["apart"])
    assert [entry.code for entry in pairing.rank_entries(example["seed"], entries)] == example["order"]
    assert found is not None
    assert found.tables == example["tables"]
    assert list(found.cost) == list(map(Fraction, example["cost"]))


def test_what_is_told_on_the_way_is_so(example: Example) -> None:
    if "cut" not in example:
        return
    order = pairing.rank_entries(example["seed"], checker_entries(example))
    sizes = sorted(map(len, example["tables"]), reverse=True)
    here = hall.Hall(order, sizes, apart=example["apart"])
    cut = here.cut(here.cost)
    assert [[order[place].code for place in table] for table in cut] == example["cut"]
    assert here.floor == (0, example["floor"], 0, 0)
    assert here.total(cut) == (5, 2, 6, 4)
    assert lots.shuffled(example["seed"], "order", range(4096))[:5] == example["numbers"]
