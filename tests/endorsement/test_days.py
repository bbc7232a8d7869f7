"""What happens in a tournament of the endorsement follows from its seed, and does not repeat itself."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from endorsement.generate.plans import plan
from endorsement.play import mending
from endorsement.play.day import Day, Staff

ACTS = ("withdraw", "late_entry", "disqualify", "substitute", "reinstate", "correct")


def test_no_two_pauses_of_a_day_have_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the second asks for the same substitute again, who is refused as entered already."""
    seen: Counter[float] = Counter()

    def act(_: Day, rng: Random) -> None:
        seen[rng.random()] += 1

    for name in ACTS:
        monkeypatch.setattr(mending, name, act)
    nobody: Any = None
    for seed in range(20):
        day = Day(plan(seed), Staff(nobody, (), ()))
        for _ in range(20):
            mending.between_rounds(day)
    assert set(seen.values()) == {1}
