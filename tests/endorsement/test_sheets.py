"""What the independent checker says of one sheet, where the rulebook leaves room."""

from typing import Any

import pytest

from tools.endorsement.generate.outcomes import Table
from tools.endorsement.play.differing import our_verdict

PAIRS = Table("duplas", {1: ["a", "c"], 2: ["b", "d"]})


def line(player: str, out: str | None = None) -> dict[str, Any]:
    """A player's line with few cards."""
    order = 1 if out in ("decked_out", "conceded") else None
    held = {"intact": 0 if out == "absent" else 2}
    return {"player": player, **held, "out": out, "out_order": order}


@pytest.mark.parametrize(
    ("outs", "endings"),
    [
        (("decked_out", None), {"decked_out"}),
        (("decked_out", "disqualified"), {"decked_out", "disqualification"}),
        (("conceded", "absent"), {"concession", "walkover"}),
        (("disqualified", "absent"), {"disqualification", "walkover"}),
    ],
)
def test_a_pair_that_left_in_two_ways_names_the_ending_by_either(
    outs: tuple[str | None, str | None], endings: set[str]
) -> None:
    lines = [line("a", outs[0]), line("b"), line("c", outs[1]), line("d")]
    named = ("decked_out", "concession", "disqualification", "walkover")
    taken = {how for how in named if our_verdict({"ended_by": how, "lines": lines}, PAIRS).verdict.stands}
    assert taken == endings


def test_an_order_without_a_departure_is_a_fault_and_upsets_nothing() -> None:
    lines = [line("a", "disqualified"), line("b"), {**line("c"), "out_order": 1}, line("d")]
    verdict, faults = our_verdict({"ended_by": "decked_out", "lines": lines}, PAIRS)
    assert not verdict.stands
    assert [rule for rule, _ in faults] == ["sheet", "ending"]


@pytest.mark.parametrize(
    ("outs", "stands"),
    [
        ({"a": ("conceded", 1), "c": ("conceded", 1)}, True),
        ({"a": ("conceded", 1), "c": ("decked_out", 2)}, True),
        ({"a": ("conceded", 1), "c": ("decked_out", 1)}, False),
        ({"a": ("decked_out", 1), "c": ("decked_out", 2)}, False),
        ({"a": ("decked_out", 1), "c": ("decked_out", 1)}, False),
    ],
)
def test_only_who_concedes_leaves_together_and_a_pair_runs_out_once(
    outs: dict[str, tuple[str, int]], stands: bool
) -> None:
    lines = [{**line(who), "out": outs.get(who, (None, None))[0]} for who in "abcd"]
    lines = [{**one, "out_order": outs.get(one["player"], (None, None))[1]} for one in lines]
    last = max(outs.values(), key=lambda left: (left[1], left[0] == "decked_out"))[0]
    how = {"conceded": "concession"}.get(last, last)
    assert our_verdict({"ended_by": how, "lines": lines}, PAIRS).verdict.stands is stands
