"""Days on which much goes wrong: whatever people do, the record is sound and the day can be finished.

Each seed plays a tournament in which entries leave, are disqualified, come back, come late and exchange a
member, sheets are corrected with every remedy, corrections are undone, walkovers turn out to be games.
"""

from collections import Counter
from pathlib import Path

import pytest

from core.record import after_commit
from records.checker.checker import check_record
from records.export import record_lines
from simulation.faults import KINDS, REMEDIES
from simulation.simulation import Scenario, Simulation
from tournaments.models import State

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


def played(seed: int, folder: Path) -> Simulation:
    """The day, whose record the checker finds sound."""
    simulation = Simulation(scenario(seed))
    tournament = simulation.run()
    assert tournament.state == State.FINISHED
    path = folder / f"{seed}.record.jsonl"
    path.write_text("".join(record_lines(tournament)), "utf-8")
    assert [str(found) for found in check_record(path)] == []
    return simulation


@pytest.mark.F10
@pytest.mark.F12
@pytest.mark.F15
@pytest.mark.F16
@pytest.mark.F20
@pytest.mark.F25
@pytest.mark.parametrize("seed", SEEDS)
def test_a_day_full_of_faults_leaves_a_sound_record(seed: int, tmp_path: Path) -> None:
    assert played(seed, tmp_path).mischief


@pytest.mark.parametrize("seed", [3])
def test_the_same_seed_goes_wrong_in_the_same_way(seed: int, tmp_path: Path) -> None:
    first, second = (Simulation(scenario(seed)).run().ledger for _ in range(2))
    assert (first.head_seq, first.head_hash) == (second.head_seq, second.head_hash)


def test_every_fault_and_every_remedy_happens(tmp_path: Path) -> None:
    done: Counter[str] = Counter()
    missing = {kind for kind, _ in KINDS} | set(REMEDIES)
    for seed in (3, 12, 24, *range(100, 140)):
        mischief = played(seed, tmp_path).mischief
        done.update(mischief.done if mischief else {})
        if not missing - set(done):
            break
    assert missing <= set(done)
