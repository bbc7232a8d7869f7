"""Days on which much goes wrong: whatever people do, the record is sound and the day can be finished.

Each seed plays a tournament in which entries leave, are disqualified, come back, come late and exchange a
member, sheets are corrected with every remedy, corrections are undone, walkovers turn out to be games.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from checker import check
from core.record import after_commit
from simulation.faults import KINDS, REMEDIES
from simulation.scenarios import Scenario
from tests.simulated import Simulated, simulated

pytestmark = pytest.mark.django_db

TYPES = (("campeonato", 4), ("campeonato", 2), ("duplas", 2), ("guerrilha", 3), ("conquistadores", 4))
SEEDS = range(1, 13)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw's rows are counted at once: nothing is committed within a test, old plans stay."""
    monkeypatch.setattr(after_commit, "on_commit", lambda call: call())


def scenario(seed: int) -> Scenario:
    """A mix of types, sizes and house rules."""
    kind, size = TYPES[seed % len(TYPES)]
    return Scenario(
        entries=4 + seed % 17,
        seed=seed,
        kind=kind,
        table_size=size,
        time_limit=40 if seed % 3 else None,
        house_rules={
            "empty_seat": "lucky_loser" if seed % 2 else "stays_empty",
            "third_place_match": size == 2 and seed % 3 == 0,
            "never_played_place": seed % 4 == 0,
        },
        faults=80,
    )


@cache
def day(seed: int) -> Simulated:
    """It is played once, whoever looks at it."""
    return simulated(scenario(seed))


def sound(seed: int, folder: Path) -> Simulated:
    """The day, whose record the checker finds sound."""
    path = folder / f"{seed}.record.jsonl"
    path.write_text(day(seed).record, "utf-8")
    assert [str(found) for found in check(path)] == []
    return day(seed)


@pytest.mark.F10
@pytest.mark.F12
@pytest.mark.F15
@pytest.mark.F16
@pytest.mark.F20
@pytest.mark.F25
@pytest.mark.parametrize("seed", SEEDS)
def test_a_day_full_of_faults_leaves_a_sound_record(seed: int, tmp_path: Path) -> None:
    assert sound(seed, tmp_path).mischief


def test_the_same_seed_goes_wrong_in_the_same_way() -> None:
    assert simulated(scenario(3)).record == day(3).record


def test_every_fault_and_every_remedy_happens(tmp_path: Path) -> None:
    done: Counter[str] = Counter()
    missing = {kind for kind, _ in KINDS} | set(REMEDIES)
    for seed in (3, 12, 24, *range(100, 140)):
        done.update(sound(seed, tmp_path).mischief)
        if not missing - set(done):
            break
    assert missing <= set(done)
