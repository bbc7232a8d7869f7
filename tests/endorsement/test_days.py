"""What happens in a tournament of the endorsement follows from its seed, and does not repeat itself."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tools.endorsement.generate.plans import plan
from tools.endorsement.play import bulk, mending
from tools.endorsement.play.client import Answer, Refusal
from tools.endorsement.play.day import Day, Staff, stages

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


def test_plans_with_swiss_rounds_are_unranked_and_played_by_either_way(tmp_path: Path) -> None:
    staged = [one for one in map(plan, range(100)) if one.swiss]
    assert staged
    for one in staged:
        assert not one.ranked
        assert "--rounds" in bulk.arguments(one, tmp_path)
        assert "--follows" not in bulk.arguments(one, tmp_path)
        assert [stage["rounds"] for stage in stages(one)] == [one.swiss[0] if one.swiss else 0]


class Boss:
    """Who is refused whatever they ask, with this code."""

    def __init__(self, code: str) -> None:
        self.code = code

    def call(self, *_: object) -> Answer:
        return Answer(422, {"error": self.code}, b"", {})


def test_a_correction_that_needs_a_cut_first_is_no_fault() -> None:
    """Its preview is refused as it is; the correction that is asked for nevertheless says why."""
    boss: Any = Boss("open_tie")
    day, match = Day(plan(1), Staff(boss, (), ())), {"code": "m2"}
    assert mending.chosen(day, match, {}, Random(1)) == {}


def test_a_preview_refused_for_anything_else_is_the_products_fault() -> None:
    boss: Any = Boss("not_found")
    day, match = Day(plan(1), Staff(boss, (), ())), {"code": "m2"}
    with pytest.raises(Refusal):
        mending.chosen(day, match, {}, Random(1))
