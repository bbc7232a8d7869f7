"""The numbers that a draw is made of: named, repeatable anywhere, and not tilted."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.bracket.commitment import check_word, clean_word, hash_of, new_secret, seed_of
from tournaments.bracket.lots import ALGORITHM, CounterLots, Numbers, PythonLots

SEEDS = st.integers(0, 2**53).map(str) | st.binary(min_size=32, max_size=32).map(bytes.hex)
SUITS = ("hearts", "diamonds", "clubs", "spades")
MANY = 24_000
LIMITS = {6: 20.52, 7: 22.46, 16: 37.70, 24: 49.73, 30: 58.30}
"""Chi-square by number of kinds that chance exceeds once in a thousand times; our seeds are fixed."""


def tilt(found: Iterable[object], cells: int) -> float:
    """Chi-square of things that ought to be equally often there, each of so many kinds."""
    counts = Counter(found)
    due = counts.total() / cells
    return (sum((count - due) ** 2 for count in counts.values()) + (cells - len(counts)) * due**2) / due


def test_a_number_is_the_first_four_bytes_of_the_hash_of_seed_use_and_count() -> None:
    numbers = Numbers("7", "order")
    blocks = (sha256(f"7/order/{count}".encode()).hexdigest() for count in range(5))
    assert [numbers.below(2**32) for _ in range(5)] == [int(block[:8], 16) for block in blocks]


def test_what_would_favour_the_low_numbers_is_thrown_away() -> None:
    bound = 3 * 2**30  # a quarter of all numbers is above it
    numbers, raw = Numbers("7", "order"), Numbers("7", "order")
    kept = [number for number in (raw.below(2**32) for _ in range(400)) if number < bound]
    assert len(kept) < 350
    assert [numbers.below(bound) for _ in kept] == kept


@pytest.mark.fault("F110")
@pytest.mark.parametrize("bound", [6, 7, 24, 30])
def test_no_number_is_favoured(bound: int) -> None:
    numbers = Numbers("uniform", str(bound))
    assert tilt((numbers.below(bound) for _ in range(MANY)), bound) < LIMITS[bound]


@pytest.mark.fault("F110")
def test_no_order_of_four_is_favoured() -> None:
    orders = [tuple(CounterLots(str(seed)).shuffled("abcd")) for seed in range(MANY)]
    assert set(orders) == set(permutations("abcd"))
    assert tilt(orders, 24) < LIMITS[24]


@pytest.mark.fault("F110")
def test_no_entry_is_favoured_with_a_place() -> None:
    places = (CounterLots(str(seed)).shuffled(range(30)).index(0) for seed in range(MANY // 4))
    assert tilt(places, 30) < LIMITS[30]


@pytest.mark.fault("F110")
def test_no_suit_is_favoured_at_a_seat_and_matches_do_not_depend_on_each_other() -> None:
    drawn = [CounterLots(str(seed)) for seed in range(MANY // 4)]
    first = [lots.marks(SUITS, 2, round_=1, number=1)[0] for lots in drawn]
    second = [lots.marks(SUITS, 2, round_=2, number=1)[1] for lots in drawn]
    assert tilt(zip(first, second, strict=True), 16) < LIMITS[16]


@given(SEEDS, st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_everything_and_repeats(seed: str, things: list[int]) -> None:
    mixed = CounterLots(seed).shuffled(things)
    assert sorted(mixed) == sorted(things)
    assert CounterLots(seed).shuffled(things) == mixed


@given(SEEDS, st.integers(1, 4), st.integers(1, 9), st.integers(1, 99))
def test_each_match_has_numbers_of_its_own(seed: str, seats: int, round_: int, number: int) -> None:
    asked = CounterLots(seed)
    before = asked.marks(SUITS, 4, round_=1, number=1)
    dealt = asked.marks(SUITS, seats, round_=round_, number=number)
    assert dealt == CounterLots(seed).marks(SUITS, 4, round_=round_, number=number)[:seats]
    assert sorted(before) == sorted(SUITS)


def test_the_numbers_are_the_same_on_every_machine() -> None:
    drawn = CounterLots("2026")
    assert "".join(drawn.shuffled("abcdefgh")) == "badfgche"
    assert drawn.marks(SUITS, 4, round_=1, number=1) == ["clubs", "diamonds", "hearts", "spades"]


def test_only_the_generator_of_format_1_can_be_blank() -> None:
    assert PythonLots(None).is_blank
    assert PythonLots(None).shuffled("abc") == ["a", "b", "c"]
    assert not PythonLots(0).is_blank
    assert not CounterLots("0").is_blank


def test_the_algorithm_has_a_name() -> None:
    assert ALGORITHM == "sha256-counter/1"


@given(
    st.randoms(use_true_random=False), st.lists(st.text("abc019", min_size=1), unique=True), st.text("aé ")
)
def test_secret_entries_and_word_are_hashed_as_they_stand(
    chance: Random, codes: list[str], word: str
) -> None:
    secret = new_secret(chance)
    assert hash_of(secret) == sha256(bytes.fromhex(secret)).hexdigest()
    content = bytes.fromhex(secret) + "".join(f"{code}\n" for code in sorted(codes)).encode() + word.encode()
    mixed = chance.sample(codes, len(codes))
    assert seed_of(secret, mixed, word) == sha256(content).hexdigest()


@pytest.mark.fault("F110")
def test_another_secret_word_or_entry_is_another_seed() -> None:
    secret = "00" * 32
    seeds = {
        seed_of(secret, ["a", "b"], ""),
        seed_of("01" + secret[2:], ["a", "b"], ""),
        seed_of(secret, ["a"], ""),
        seed_of(secret, ["ab"], ""),
        seed_of(secret, ["a"], "b"),
        seed_of(secret, ["a", "b"], "capivara"),
        seed_of(secret, ["a", "b"], "Capivara"),
    }
    assert len(seeds) == 7


def test_a_word_is_kept_as_it_is_heard() -> None:
    assert clean_word("  cafe\u0301 \n com  leite ") == "café com leite"
    assert clean_word("") == ""
    assert [found.code for found in check_word("a" * 61)] == ["word_too_long"]
    assert [found.code for found in check_word("a\u200bb")] == ["word_unseen_signs"]
    assert check_word("a" * 60) == []
