"""The draws that docs/record.md works out are what both implementations give (F110)."""

import json
import re
from typing import Any

import pytest

from checker.draw import lots as independent
from tests.servers.process import ROOT
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.draw import draw
from tournaments.bracket.lots import CounterLots, Numbers
from tournaments.bracket.passing_over import list_index_by_entry
from tournaments.bracket.seeding import Seedable
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import SidePlan

Example = dict[str, Any]
Seats = list[list[Any]]
SUITS = ("hearts", "diamonds", "clubs", "spades")
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8").split("## From seed to draw")[1]
SECTION = DOCUMENT.split("\n## ")[0]
EXAMPLES: list[Example] = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)]

pytestmark = [
    pytest.mark.F110,
    pytest.mark.parametrize("example", EXAMPLES, ids=["duels", "tables", "pairs", "passed over"]),
]


def seed_text(example: Example) -> str:
    return str(example["seed"])


def groups(example: Example) -> dict[str, str | None]:
    return {entry["entry"]: entry.get("group") for entry in example["entries"]}


def players(example: Example) -> dict[str, list[str]]:
    return {entry["entry"]: entry["players"] for entry in example["entries"] if "players" in entry}


def test_the_seed_follows_from_secret_entries_and_word(example: Example) -> None:
    if "secret" in example:
        codes = [entry["entry"] for entry in example["entries"]]
        assert hash_of(example["secret"]) == independent.promised(example["secret"]) == example["hash"]
        derived = independent.derive_seed(example["secret"], codes, example["word"])
        assert seed_of(example["secret"], codes, example["word"]) == derived == example["seed"]
    else:
        assert isinstance(example["seed"], int)


def test_the_first_numbers_are_those_of_the_shuffle(example: Example) -> None:
    numbers, count = Numbers(seed_text(example), "order"), len(example["order"])
    assert [numbers.below(bound) for bound in range(count, count - 3, -1)] == example["numbers"]


def test_the_product_draws_it(example: Example) -> None:
    shape, pairs = Shape(tuple(map(tuple, example["rounds"]))), players(example)
    had = list_index_by_entry(example.get("passed_over", ()))
    drawn = draw(
        [
            Seedable(e["entry"], e.get("group"), e.get("seed"), lately=had.get(e["entry"]))
            for e in example["entries"]
        ],
        shape,
        method=example["method"],
        lots=CounterLots(seed_text(example)),
        third_place=shape.third_place,
        apart="without" in example,
        team_size=2 if pairs else 1,
        marks=SUITS,
        members=pairs,
    )
    assert list(drawn.plan.order) == example["order"]
    assert [
        {
            "round": match.round,
            "number": match.number,
            "seats": [
                [seat.side, _who(match.sides[seat.side - 1]), seat.mark, *([seat.player] if pairs else [])]
                for seat in seats
            ],
        }
        for match, seats in zip(drawn.plan.matches, drawn.seats, strict=True)
    ] == example["matches"]


def test_the_independent_checker_draws_it(example: Example) -> None:
    entered = [independent.DrawnEntry(e["entry"], e.get("group"), e.get("seed")) for e in example["entries"]]
    order = independent.order(seed_text(example), entered, by_hand=example["method"] == "manual")
    assert order == example.get("without", example.get("lots", example["order"]))
    if "without" in example:
        assert order != example["order"]
        order = independent.kept_apart(order, len(example["rounds"][0]), groups(example))
    if "passed_over" in example:
        assert order != example["order"]
        order = independent.passing_over(order, len(example["rounds"][0]), example["passed_over"], {})
    assert order == example["order"]
    found = independent.bracket(order, example["rounds"])
    assert sorted(found) == [(match["round"], match["number"]) for match in example["matches"]]
    for match in example["matches"]:
        assert _seats(example, (match["round"], match["number"]), found) == match["seats"]


def _who(side: SidePlan) -> str | None:
    return f"{side.feed.round}.{side.feed.number} {side.feed.take}" if side.feed else side.entry


def _seats(
    example: Example, place: tuple[int, int], found: dict[tuple[int, int], independent.Sides]
) -> Seats:
    sides, pairs = found[place], players(example)
    rows: Seats = [
        [number, entry or source, *([(pairs[entry] if entry else [None] * 2)[turn]] if pairs else [])]
        for turn in range(2 if pairs else 1)
        for number, (entry, source) in enumerate(sides, 1)
    ]
    dealt = independent.suits(seed_text(example), place, SUITS, len(rows)) if len(sides) > 1 else [None]
    return [[*row[:2], suit, *row[2:]] for row, suit in zip(rows, dealt, strict=True)]
