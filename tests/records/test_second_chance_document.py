"""The second chances that docs/record.md works out are what two derivations give (F110)."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from checker.draw import lots, second_lots
from tests.records.book import Bodies
from tests.records.second_draw import second_matches
from tests.records.test_document import SUITS
from tests.servers.process import ROOT

Example = dict[str, Any]
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
SECTION = DOCUMENT.split("\n## The second chance\n")[1].split("\n## ")[0]
EXAMPLES: list[Example] = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)]

IDS = ["duels", "tables", "duels of all losers", "tables of all losers"]

pytestmark = [pytest.mark.F110, pytest.mark.parametrize("example", EXAMPLES, ids=IDS)]


def test_the_independent_checker_draws_it(example: Example) -> None:
    losers, seed = second_lots.slots(_losing(example)), str(example["seed"])
    assert [_names(coming) for coming in losers] == _by_round(example, "losers")
    tables = _tables(example, losers)
    assert tables == example.get("tables", tables)
    winners = [0, *tables]
    found = [
        second_lots.order_of_losers(seed, at, coming, len(coming) + winners[at - 1], tables[at - 1])
        for at, coming in enumerate(losers, 1)
    ]
    assert [_names(order) for order in found] == _by_round(example, "order")
    others = Counter({at: len(row) for at, row in enumerate(example["rounds"], 1)})
    matches = second_lots.matches(seed, losers, tables, others)
    assert [
        {"round": place[0], "number": place[1], "seats": _seats(seed, place, matches[place])}
        for place in sorted(matches)
    ] == example["matches"]


def test_the_lots_give_the_order_before_those_of_one_match_are_kept_apart(example: Example) -> None:
    mixed = _by_round(example, "without" if "without" in example else "order")
    for at, losers in enumerate(_by_round(example, "losers"), 1):
        use = "second_chance" if at == 1 else f"second_chance/{at}"
        assert lots.shuffled(str(example["seed"]), use, losers) == mixed[at - 1]


def test_the_brackets_of_the_product_draw_it(example: Example) -> None:
    matches: Bodies = [
        {
            "match": f"m{at}.{number}",
            "round": at,
            "number": number,
            "seats": [{"side": side} for side in range(1, size + 1)],
        }
        for at, row in enumerate(example["rounds"], 1)
        for number, size in enumerate(row, 1)
    ]
    rules = {key: example[key] for key in ("second_chance_losers",) if key in example}
    facts = {"table": example["table"], "house_rules": rules}
    found = second_matches(facts, str(example["seed"]), matches, "m", SUITS)
    assert [
        {
            "round": match["round"],
            "number": match["number"],
            "seats": [[seat["side"], _told(seat["from"]), seat["suit"]] for seat in match["seats"]],
        }
        for match in found
    ] == example["matches"]


def test_the_sizes_are_those_of_the_matches(example: Example) -> None:
    sizes: dict[int, list[int]] = {}
    for match in example["matches"]:
        sizes.setdefault(match["round"], []).append(len(match["seats"]))
    assert list(sizes.values()) == example["second_chance"]


def _losing(example: Example) -> list[list[int]]:
    """The tables of the rounds whose losers play on."""
    rounds: list[list[int]] = example["rounds"]
    return rounds[:-1] if "second_chance_losers" in example else rounds[:1]


def _by_round(example: Example, key: str) -> list[list[str]]:
    """Names of losers for each round; those of round 1 alone are one list."""
    found = example[key]
    return found if "second_chance_losers" in example else [found]


def _names(slots: list[second_lots.Slot]) -> list[str]:
    return [f"{number}.{side}" for _, number, side in slots]


def _tables(example: Example, losers: list[list[second_lots.Slot]]) -> list[int]:
    """How many tables each round has, byes too."""
    bounds = example["table"]["min"], example["table"]["max"]
    if "second_chance_losers" in example:
        tables = second_lots.fewest_tables([len(coming) for coming in losers], *bounds)
    else:
        tables = second_lots.tables_for_round_1(len(losers[0]), *bounds)
    assert tables is not None
    return tables


def _seats(seed: str, place: tuple[int, int], sides: lots.Sides) -> list[list[Any]]:
    suits = lots.suits(seed, place, SUITS, len(sides))
    return [
        [side, str(source) if "winner" in str(source) else str(source).replace(" ", " loser "), suit]
        for side, ((_, source), suit) in enumerate(zip(sides, suits, strict=True), 1)
    ]


def _told(source: Example) -> str:
    """The source in the words of the document."""
    return " ".join(
        map(str, [source["match"][1:], source["take"], *([source["side"]] if "side" in source else [])])
    )
