"""What happens in a tournament of the endorsement follows from its seed, and does not repeat itself."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from checker.games import GAMES
from core.errors import Refused
from tools.endorsement.generate.plans import any_game_plan, plan, second_chances, second_chances_of_all
from tools.endorsement.play import bulk, mending
from tools.endorsement.play.client import Answer, Refusal
from tools.endorsement.play.day import Day, Staff, stages_in_api
from tournaments.bracket.second_chance import second_chance_beside
from tournaments.bracket.shapes import default_shape

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


def test_plans_with_a_stage_are_unranked_and_played_by_either_way(tmp_path: Path) -> None:
    staged = [one for one in map(plan, range(100)) if one.stage]
    assert {bool(one.stage and one.stage.groups) for one in staged} == {False, True}
    for one in staged:
        assert not one.ranked
        assert "--rounds" in bulk.arguments(one, tmp_path)
        assert "--follows" not in bulk.arguments(one, tmp_path)
        assert [stage["rounds"] for stage in stages_in_api(one)] == [one.stage.rounds if one.stage else 0]
        assert [stage.get("groups") for stage in stages_in_api(one)] == [one.stage.groups if one.stage else 0]
        assert ("--groups" in bulk.arguments(one, tmp_path)) == ("groups" in stages_in_api(one)[0])


def test_plans_of_every_game_with_a_stage_are_unranked() -> None:
    staged = [one for one in map(any_game_plan, range(400)) if one.stage]
    assert {one.game for one in staged} == set(GAMES)
    assert not any(one.ranked for one in staged)


def test_plans_with_a_second_chance_are_played_by_either_way(tmp_path: Path) -> None:
    chosen = [one for one in map(plan, range(400)) if "second_chance" in one.house_rules]
    assert {one.house_rules["second_chance"] for one in chosen} == {"own_title", "final_seat"}
    for one in chosen:
        assert one.stage is None
        assert not (one.ranked and one.house_rules["second_chance"] == "final_seat")
        chosen_rules = ["--second-chance", one.house_rules["second_chance"]]
        if "second_chance_losers" in one.house_rules:
            chosen_rules += ["--losers", "before_final"]
            assert "third_place_match" not in one.house_rules
        assert bulk.arguments(one, tmp_path)[-len(chosen_rules) :] == chosen_rules
    without = next(one for one in map(plan, range(400)) if "second_chance" not in one.house_rules)
    assert "--second-chance" not in bulk.arguments(without, tmp_path)


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize(("low", "high"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 8), (4, 8)])
def test_a_plan_knows_which_second_chances_there_can_be(low: int, high: int, third_place: bool) -> None:
    for entries in range(2, 65):
        found = second_chances(entries, low, high, third_place=third_place)
        assert found == possible(entries, low, high, third_place), entries


@pytest.mark.parametrize(("low", "high"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 8), (4, 8)])
def test_a_plan_knows_where_all_losers_can_have_one(low: int, high: int) -> None:
    for entries in range(2, 257):
        found = second_chances_of_all(entries, low, high)
        assert found == possible(entries, low, high, False, losers="before_final"), entries


def possible(entries: int, low: int, high: int, third_place: bool, losers: str = "round_1") -> list[str]:
    """What the product would draw beside its proposed shape."""
    try:
        shape = default_shape(entries, low, high)
    except Refused:
        return []
    seats = {"own_title": False, "final_seat": True}
    return [
        chosen
        for chosen, final_seat in seats.items()
        if second_chance_beside(
            shape, low, high, losers=losers, third_place=third_place, final_seat=final_seat
        )
    ]


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
    assert mending.choose_remedies(day, match, {}, Random(1)) == {}


def test_a_preview_refused_for_anything_else_is_the_products_fault() -> None:
    boss: Any = Boss("not_found")
    day, match = Day(plan(1), Staff(boss, (), ())), {"code": "m2"}
    with pytest.raises(Refusal):
        mending.choose_remedies(day, match, {}, Random(1))
