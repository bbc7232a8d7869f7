"""Product and checker, written independently of each other, draw the same rounds and order stages alike."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from random import Random

import pytest

from checker.stages import hall, order, pairing, played
from core.errors import Refused
from tests.bracket.as_checked import as_checked
from tests.servers.process import ROOT
from tournaments.bracket.lots import CounterLots
from tournaments.stages import stage_order
from tournaments.stages.rounds import RoundEntry
from tournaments.stages.swiss import annealing
from tournaments.stages.swiss.pairing import pair_round

SIZES = ((2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (3, 5))
SHORT_SEARCH = 2_000
Known = Sequence[RoundEntry]


def rounds(seed: int, most: int) -> Iterator[tuple[Known, tuple[int, int], str, bool]]:
    """Entries with any history, again and again: also points, meetings and byes that no event would give."""
    chance = Random(seed)
    while True:
        sizes, number = chance.choice(SIZES), chance.randint(2, most)
        codes = [f"{chance.choice('eéz')}{index}" for index in range(number)]
        met: dict[str, list[str]] = {code: ["gone"] for code in codes}
        for _ in range(chance.randint(0, 3 * number)):
            one, two = chance.sample(codes, 2)
            met[one].append(two)
            met[two].append(one)
        few, part = chance.randint(1, 5), chance.choice([1, 1, 2, 4, 12])
        known = [
            RoundEntry(
                code,
                Fraction(chance.randrange(few), part),
                tuple(met[code]),
                chance.randrange(2),
                chance.randrange(3),
                chance.choice([None, "a", "b"]),
            )
            for code in codes
        ]
        yield known, sizes, chance.randbytes(32).hex(), chance.random() < 0.5


def compared(seed: int, times: int, most: int) -> int:
    """Draw so many rounds twice; return how many were possible."""
    found = rounds(seed, most)
    return sum(is_alike(*next(found)) for _ in range(times))


def is_alike(known: Known, sizes: tuple[int, int], seed: str, apart: bool) -> bool:
    """Draw one round twice; return whether it was possible."""
    checked = pairing.pair_round(seed, as_checked(known), *sizes, apart=apart)
    try:
        drawn = pair_round(known, low=sizes[0], high=sizes[1], lots=CounterLots(seed), apart=apart)
    except Refused:
        assert checked is None
        return False
    assert checked is not None
    assert checked.tables == [*map(list, drawn.tables), *([code] for code in drawn.byes)]
    assert checked.cost == tuple(drawn.cost)
    return True


@pytest.fixture
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search less than a round may; `test_a_search_of_full_length_ends_alike` does not."""
    monkeypatch.setattr(annealing, "STEPS", SHORT_SEARCH)
    monkeypatch.setattr(hall, "STEPS", SHORT_SEARCH)


def test_few_entries_are_paired_alike(short_search: None) -> None:
    assert compared(1, 1_500, 12) > 1_000


def test_many_entries_are_paired_alike(short_search: None) -> None:
    assert compared(2, 300, 40) > 200


def test_a_search_of_full_length_ends_alike() -> None:
    assert compared(3, 4, 24) > 0


def test_no_round_depends_on_the_order_of_sets() -> None:
    assert digest_with("0") == digest_with("1")


def digest_with(hash_seed: str) -> str:
    """What `digest` is in a process with this order of sets."""
    code = "from tests.bracket.test_swiss_rounds_twice import digest; print(digest())"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


def digest() -> str:
    """A hash of some rounds as the checker draws them, with a short search."""
    hall.STEPS = SHORT_SEARCH
    found = rounds(4, 14)
    drawn = [next(found) for _ in range(40)]
    told = [
        pairing.pair_round(seed, as_checked(known), *sizes, apart=apart)
        for known, sizes, seed, apart in drawn
    ]
    return sha256(repr(told).encode()).hexdigest()


# --- the order of a stage -------------------------------------------------------------------------------


def stages(chance: Random) -> tuple[Mapping[str, int], list[stage_order.StageGame], set[str]]:
    """Some rounds with ties, byes and uncounted cards, and the disqualified."""
    codes = [f"e{index}" for index in range(chance.randint(2, 10))]
    games = []
    for round_ in range(1, chance.randint(1, 4) + 1):
        mixed, size = chance.sample(codes, len(codes)), chance.randint(2, 4)
        for number, first in enumerate(range(0, len(mixed), size), 1):
            table = mixed[first : first + size]
            if len(table) > 1:
                places = {code: chance.randint(1, len(table)) for code in table}
                placement = [tuple(c for c in table if places[c] == at) for at in sorted({*places.values()})]
                scores = {code: chance.choice([None, 0, 1, 2, 2, 2]) for code in table}
                games.append(stage_order.StageGame(round_, number, tuple(placement), scores))
    thrown_out = {code for code in codes if chance.random() < 0.1}
    return {code: chance.randint(0, 3) for code in codes}, games, thrown_out


def as_checked_game(game: stage_order.StageGame) -> played.StageGame:
    places = {code: place for place, tied in enumerate(game.placement) for code in tied}
    scores = {code: None if score is None else int(score) for code, score in game.scores.items()}
    return played.StageGame(places, scores)


def test_stages_are_ordered_alike() -> None:
    chance = Random(5)
    for _ in range(2_000):
        points, games, without = stages(chance)
        checked = [as_checked_game(game) for game in games]
        rows = stage_order.order_of_stage(points, games, without)
        assert [tuple(row) for row in order.places(points, checked, without)] == [
            (row.place, list(row.entries), row.why and f"stage_{row.why.code}") for row in rows
        ]
