"""Second chances for losers of every round before the final: what the checker finds in changed records."""

from typing import Any

import pytest

from tests.records.book import COORDINATOR, Bodies, Body, found, rules_found
from tests.records.edits import Edit, put
from tests.records.scenes import Scene, promising, second
from tests.records.scenes.all_losers import (
    BEFORE_FINAL,
    a_seat_in_the_final_for_any_loser,
    a_second_chance_of_all_losers,
    eight_after_semifinals,
    second_match,
)
from tests.records.scenes.second import begun_second, effect, refill
from tests.records.second_edits import drawn, put_source, seat_of, swap_sources

NINE, EIGHTEEN = a_second_chance_of_all_losers, a_seat_in_the_final_for_any_loser
RULES = {"second_chance": "own_title", **BEFORE_FINAL}


def rules(**values: Any) -> Edit:
    return put("tournament.created", house_rules={**RULES, **values})


def round_1_alone(bodies: Bodies) -> None:
    bodies[0]["data"]["house_rules"] = {"second_chance": "own_title"}


def row_for_the_bye(bodies: Bodies) -> None:
    drawn(bodies)["second_chance"].insert(0, [1])


def loser_for_winner(bodies: Bodies) -> None:
    """Who has a bye in a round changes places with a winner of the round after it."""
    swap_sources(("m5.1", 1), ("m5.1", 2))(bodies)


FAULTS: dict[str, tuple[Scene, Edit, str]] = {
    "losers of round 1 alone are chosen": (NINE, round_1_alone, "bracket"),
    "another value": (NINE, rules(second_chance_losers="all"), "setup"),
    "the default value": (second.a_second_chance_in_duels, rules(second_chance_losers="round_1"), "setup"),
    "a match for the third place is chosen": (NINE, rules(third_place_match=True), "setup"),
    "a row for a round of byes": (NINE, row_for_the_bye, "shape"),
    "a loser of the final": (NINE, put_source("m3.3", 1, match="m4.1"), "bracket"),
    "a loser of another round": (NINE, swap_sources(("m3.3", 1), ("m4.3", 1)), "draw"),
    "two losers of a round change places": (NINE, swap_sources(("m3.3", 1), ("m3.4", 1)), "draw"),
    "a loser twice": (NINE, put_source("m3.3", 1, match="m2.1"), "bracket"),
    "the winner of a bye sits elsewhere": (NINE, loser_for_winner, "bracket"),
    "winners change places": (EIGHTEEN, swap_sources(("m3.1", 3), ("m3.2", 3)), "bracket"),
    "those of one match sit together": (EIGHTEEN, swap_sources(("m3.1", 2), ("m3.2", 2)), "draw"),
    "the last seat of the final is for a loser of a semifinal": (
        EIGHTEEN,
        lambda bodies: seat_of(bodies, "m5.1", 3).update({"from": {"match": "m2.1", "take": "loser"}}),
        "bracket",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_draw_is_found(name: str) -> None:
    scene, edit, rule = FAULTS[name]
    bodies = up_to_draw(scene().bodies)
    assert rule not in rules_found(bodies)
    edit(bodies)
    assert rule in rules_found(bodies)


def up_to_draw(bodies: Bodies) -> Bodies:
    """The record as it is once the draw is published."""
    return bodies[: 1 + next(at for at, body in enumerate(bodies) if body["type"] == "draw.published")]


@pytest.mark.parametrize(
    ("entries", "facts"),
    [(3, {}), (4, {"table": {"min": 2, "max": 4}, "time_limit": None}), (7, second.THREES)],
    ids=["one loser", "one round", "no tables for five"],
)
def test_a_draw_without_one_is_found_where_none_is_possible(entries: int, facts: Body) -> None:
    book = promising.begun(house_rules={"short_final": True}, **facts)
    book.enter(entries)
    book.draw()
    assert found(book.bodies) == []
    book.bodies[0]["data"]["house_rules"].update(RULES)
    assert rules_found(book.bodies) == {"bracket"}


def test_without_a_second_chance_the_rule_means_nothing() -> None:
    book = promising.begun(house_rules={**BEFORE_FINAL, "third_place_match": True})
    book.enter(4)
    book.draw()
    book.play()
    assert found(book.bodies) == []


def test_of_two_rounds_both_values_draw_the_same() -> None:
    draws = []
    for rules_of_day in ({}, BEFORE_FINAL):
        book = begun_second(9, rules_of_day, **second.THREES)
        book.draw()
        book.play()
        assert found(book.bodies) == []
        draws.append(drawn(book.bodies))
    assert draws[0]["matches"] == draws[1]["matches"]


def test_a_correction_of_a_semifinal_without_its_loser_is_found() -> None:
    book = eight_after_semifinals()
    book.act(COORDINATOR)
    book.won("m2.1", 2, reason="lado trocado")
    book.correct("m2.1", effect("m3.1", "reseat"))
    refill(book, "m2.1")
    assert "correction" in rules_found(book.bodies)


def test_a_final_that_keeps_its_players_keeps_the_losers() -> None:
    """The final has begun, and the loser of the semifinal has not."""
    book = eight_after_semifinals()
    book.start("m3.1")
    book.act(COORDINATOR)
    book.won("m2.1", 2, reason="lado trocado")
    book.correct("m2.1", effect("m3.1", "keep"), effect(second_match(book), "keep"))
    book.play()
    assert found(book.bodies) == []


def test_a_loser_in_place_of_another_is_found() -> None:
    book = eight_after_semifinals()
    name = second_match(book)
    line = next(body["data"] for body in book.bodies if body["data"].get("match") == name)
    line["entry"] = book.at("m2.1")[1]
    assert "seat" in rules_found(book.bodies)
