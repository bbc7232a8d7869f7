"""Rounds before the bracket: what the checker finds in records whose lines are changed by hand."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests import simulated
from tests.records.book import Bodies, Body, found, rules_found

pytestmark = pytest.mark.django_db


def day() -> Bodies:
    """Nine in duels, rounds, and a bracket of four."""
    return simulated.bodies("rounds of duels")


def at(bodies: Bodies, kind: str, which: int = 0) -> int:
    """The number of a line of this kind."""
    return [number for number, body in enumerate(bodies) if body["type"] == kind][which]


def line(bodies: Bodies, kind: str, which: int = 0) -> Body:
    """The data of a line of this kind."""
    data: Body = bodies[at(bodies, kind, which)]["data"]
    return data


def newcomer(bodies: Bodies, before: int) -> Bodies:
    """The same, with an entry that comes and is checked in before a line."""
    moment, by = bodies[before - 1]["at"], bodies[at(bodies, "round.drawn")]["by"]
    moment = moment[:-1] + ("001Z" if "." not in moment else "1Z")
    lines = [
        ("entry.added", {"entry": "late", "players": ["newcomer"], "seed": None, "group": None}),
        ("entry.checked_in", {"entry": "late", "pineapples": []}),
    ]
    more = [{"at": moment, "by": by, "type": kind, "data": data} for kind, data in lines]
    return [*bodies[:before], *more, *bodies[before:]]


@pytest.mark.parametrize(("planned", "rules"), [(3, set()), (2, {"entry"})])
def test_an_entry_needs_no_seat_while_a_round_is_to_come(planned: int, rules: set[str]) -> None:
    bodies = simulated.bodies("rounds alone")
    _plan(bodies, planned)
    assert rules_found(newcomer(bodies, at(bodies, "stage.closed"))) - {"promise"} == rules


def _plan(bodies: Bodies, rounds: int) -> None:
    """Plan so many rounds."""
    bodies[0]["data"]["stages"][0]["rounds"] = rounds


def test_an_entry_that_came_between_rounds_is_in_the_next() -> None:
    bodies = day()
    changed = newcomer(bodies, at(bodies, "round.drawn", 1))
    said = [finding.what for finding in found(changed) if finding.rule == "draw"]
    assert "late is here and not drawn" in said
    assert "entry" not in rules_found(changed)


def test_an_entry_that_comes_after_the_stage_needs_a_seat() -> None:
    bodies = day()
    assert "entry" in rules_found(newcomer(bodies, at(bodies, "tournament.finished")))


def test_no_round_is_drawn_while_matches_are_open() -> None:
    bodies = day()
    second = at(bodies, "round.drawn", -1)
    played = [body["data"] for body in bodies[:second] if body["type"] == "sheet.recorded"]
    code = [sheet["match"] for sheet in played if sheet["lines"]][-1]
    changed = [body for body in bodies[: second + 1] if body["data"].get("match") != code]
    assert f"{code} has no sheet yet" in {finding.what for finding in found(changed)}


def test_a_bracket_waits_for_the_end_of_the_stage() -> None:
    bodies = day()
    published = bodies.pop(at(bodies, "draw.published"))
    bodies.insert(at(bodies, "stage.closed"), published)
    assert "draw" in rules_found(bodies)


def test_the_bracket_follows_in_the_act_that_closes_the_stage() -> None:
    bodies = day()
    assert "stage" in rules_found(bodies[: at(bodies, "stage.closed") + 1])


def test_every_round_but_the_last_draw_promises_the_next() -> None:
    bodies = day()
    for which in range(1, 4):
        changed = deepcopy(bodies)
        changed.pop(at(changed, "draw.committed", which))
        assert "promise" in rules_found(changed[: at(changed, "round.drawn", which - 1) + 2])


def test_nothing_is_promised_where_no_draw_can_follow() -> None:
    bodies = simulated.bodies("rounds alone")
    more = deepcopy(bodies[at(bodies, "draw.committed")])
    more["data"]["hash"], more["at"] = "7" * 64, bodies[-1]["at"]
    assert "promise" in rules_found([*bodies[:-1], more, bodies[-1]])


def test_no_tournament_ends_before_its_stage_is_closed() -> None:
    bodies = simulated.bodies("rounds alone")
    bodies.pop(at(bodies, "stage.closed"))
    assert "finish" in rules_found(bodies)


def test_no_stage_is_closed_twice_and_no_round_is_drawn_after_it() -> None:
    bodies = simulated.bodies("rounds alone")
    closed, again = at(bodies, "stage.closed"), deepcopy(bodies[at(bodies, "round.drawn", -1)])
    assert "stage" in rules_found([*bodies[: closed + 1], bodies[closed]])
    again["at"] = bodies[closed]["at"]
    assert "stage" in rules_found([*bodies[: closed + 1], again])


def _without_plan(bodies: Bodies) -> None:
    bodies[0]["data"].pop("stages")


def _ranked(bodies: Bodies) -> None:
    bodies[0]["data"]["ranked"] = True


def _twice(bodies: Bodies) -> None:
    bodies[0]["data"]["stages"] *= 2


def _one_goes_on(bodies: Bodies) -> None:
    bodies[0]["data"]["stages"][0]["advance"] = 1


@pytest.mark.parametrize(
    ("change", "rule"),
    [(_without_plan, "stage"), (_ranked, "setup"), (_twice, "setup"), (_one_goes_on, "setup")],
)
def test_a_plan_that_does_not_fit_is_found(change: Callable[[Bodies], None], rule: str) -> None:
    bodies = day()
    change(bodies)
    assert rule in rules_found(bodies)


def test_a_plan_does_not_change_after_a_draw() -> None:
    bodies = day()
    drawn = at(bodies, "round.drawn")
    reason = {"stages": [{**bodies[0]["data"]["stages"][0], "rounds": 9}], "reason": "mais uma"}
    changed = {"at": bodies[-1]["at"], "by": bodies[0]["by"], "type": "tournament.changed", "data": reason}
    assert "setup" not in rules_found([*bodies[:3], {**changed, "at": bodies[2]["at"]}])
    assert "setup" in rules_found([*bodies[: drawn + 1], changed])


def test_a_cut_that_was_not_needed_is_found() -> None:
    bodies = day()
    closed = line(bodies, "stage.closed")
    closed["cut"] = {"tied": sorted(closed["advance"])[:2], "won": sorted(closed["advance"])[:1]}
    assert "stage" in rules_found(bodies)


def test_a_bracket_never_has_a_typed_seed_after_a_stage() -> None:
    bodies = day()
    line(bodies, "draw.published").update(secret=None, algorithm=None, word=None, seed=7)
    assert "draw" in rules_found(bodies)
