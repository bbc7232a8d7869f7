"""The draw done anew from the document, and the product's, over thousands of cases (F110)."""

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from checker.draw import lots as independent
from checker.reading.shapes import word as called
from core.errors import Refused
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.draw import DrawResult, draw
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.passing_over import list_index_by_entry
from tournaments.bracket.seeding import Seedable, keep_apart
from tournaments.bracket.shapes import Shape, shapes
from tournaments.bracket.tree import MatchPlan

pytestmark = pytest.mark.F110
CASES, SLICES = 4_000, 8
SUITS = ("hearts", "diamonds", "clubs", "spades")
TABLES = ((2, 2, 1), (2, 2, 2), (2, 3, 1), (2, 4, 1), (3, 8, 1), (4, 8, 1))
"""Smallest and largest table, and players in an entry: those of all four games."""


def entered(count: int, rng: Random) -> list[Seedable]:
    numbers = rng.sample(range(10**6), count)
    clubs, seeds = [None, *"abcd"[: rng.randint(1, 4)]], [None, 1, 2, 3]
    return [Seedable(f"e{number}", rng.choice(clubs), rng.choice(seeds)) for number in numbers]


def some_shape(rng: Random) -> tuple[Shape, int]:
    """A shape that an organizer could choose, and how many play in an entry."""
    while True:
        least, most, team = rng.choice(TABLES)
        with suppress(Refused):  # no shape for so many
            return rng.choice(shapes(rng.choice([rng.randint(2, 16), rng.randint(2, 70)]), least, most)), team


def some_lately(codes: list[str], rng: Random) -> list[list[str]]:
    """Who of them had a short table, in so many tournaments; often nobody."""
    lists: list[list[str]] = [[] for _ in range(rng.choice([0, 1, 3]))]
    for code in sorted(codes):
        if lists and rng.random() < 0.5:
            rng.choice(lists).append(code)
    return [listed for listed in lists if listed]


def sides_of(match: MatchPlan) -> independent.Sides:
    return [
        independent.DrawnSide(
            side.entry, f"{side.feed.round}.{side.feed.number} {side.feed.take}" if side.feed else None
        )
        for side in match.sides
    ]


@pytest.mark.parametrize("part", range(SLICES))
def test_both_draw_the_same(part: int) -> None:
    rng = Random(f"both {part}")
    for _ in range(CASES // SLICES):
        shape, team = some_shape(rng)
        entries, is_manual, apart = entered(shape.entries, rng), rng.random() < 0.3, rng.random() < 0.5
        codes, secret, word = (
            [entry.entry for entry in entries],
            rng.randbytes(32).hex(),
            rng.choice(["", "é"]),
        )
        seed = independent.derive_seed(secret, codes, word)
        assert (seed_of(secret, codes, word), hash_of(secret)) == (seed, independent.promised(secret))
        lately = some_lately(codes, rng)
        had = list_index_by_entry(lately)
        drawn = draw(
            [replace(entry, lately=had.get(entry.entry)) for entry in entries],
            shape,
            method="manual" if is_manual else "random",
            lots=CounterLots(seed),
            third_place=rng.random() < 0.3,
            apart=apart,
            team_size=team,
            marks=SUITS if shape.rounds and max(map(max, shape.rounds)) * team <= len(SUITS) else (),
            members={code: (f"{code}x", f"{code}y") for code in codes},
        )
        check_same(drawn, entries, seed, is_manual, apart, lately)


def check_same(
    drawn: DrawResult,
    entries: list[Seedable],
    seed: str,
    is_manual: bool,
    apart: bool,
    lately: list[list[str]],
) -> None:
    known = [independent.DrawnEntry(entry.entry, entry.group, entry.seed) for entry in entries]
    order = independent.order(seed, known, by_hand=is_manual)
    groups = {entry.entry: entry.group for entry in entries} if apart else {}
    if apart:
        order = independent.kept_apart(order, len(drawn.plan.shape.rounds[0]), groups)
    order = independent.passing_over(order, len(drawn.plan.shape.rounds[0]), lately, groups)
    assert list(drawn.plan.order) == order
    due = independent.bracket(order, drawn.plan.shape.rounds)
    assert due == {(match.round, match.number): sides_of(match) for match in drawn.plan.matches}
    for match, seats in zip(drawn.plan.matches, drawn.seats, strict=True):
        if seats[0].mark is not None:
            dealt = independent.suits(seed, (match.round, match.number), SUITS, len(seats))
            assert [seat.mark for seat in seats] == dealt


CLUBS = {"e1": "sul", "e2": "mare", "e3": "rio", "e4": "sul", "e5": "rio", "e6": "sul", "e7": "rio"}


def test_the_pass_over_clubs_goes_on_after_an_exchange() -> None:
    """A pass that began again at the last rank would give e1 e6 e3 e4 e5 e7 e2."""
    drawn = list(CLUBS)
    shape = Shape(((3, 2, 2), (3,)))
    assert independent.kept_apart(drawn, 3, CLUBS) == ["e1", "e4", "e3", "e2", "e5", "e7", "e6"]
    assert list(keep_apart(drawn, shape, CLUBS)) == ["e1", "e4", "e3", "e2", "e5", "e7", "e6"]


def test_the_text_of_a_negative_seed_has_a_hyphen() -> None:
    codes = ["a", "b", "c", "d", "e"]
    drawn = [entry.entry for entry in CounterLots("-7").shuffled([Seedable(code) for code in codes])]
    assert (
        independent.order(str(-7), [independent.DrawnEntry(code) for code in codes], by_hand=False) == drawn
    )
    assert next(independent.numbers("-7", "order")) == int(sha256(b"-7/order/0").hexdigest()[:8], 16)


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        ("", True), ("a" * 60, True), ("a" * 61, False), ("e\u0301" * 30, True), ("e\u0301" * 31, False),
        ("👨‍👩‍👧" * 12, True), ("👨‍👩‍👧" * 13, False),
        ("a\tb", False), ("a\nb", False), ("a\x7f", False), ("a\ud800", False),
        (" ", True), ("a\x85b", True), ("a\u2028b", True),
    ],
)  # fmt: skip
def test_a_sign_of_the_word_is_a_code_point(word: str, is_one: bool) -> None:
    assert called(word) == is_one
