"""Second chances: what the checker finds in draws that are changed by hand."""

from typing import Any

import pytest

from checker.draw.second_chance import find_matches
from tests.records.book import COORDINATOR, Bodies, Body, found, rules_found
from tests.records.edits import Edit, match_of, put
from tests.records.scenes import Scene, promising, second
from tests.records.scenes.second import begun_second
from tests.records.second_edits import drawn, put_source, seat_of, swap_sources
from tests.records.stage_book import begun

DUELS, LONG, CAME = (
    second.a_second_chance_in_duels,
    second.a_second_chance_longer_than_the_bracket,
    second.a_second_chance_of_those_who_came,
)


def put_match(name: str, **values: Any) -> Edit:
    return lambda bodies: match_of(bodies, name).update(values)


def without_side(bodies: Bodies) -> None:
    del seat_of(bodies, "m2.3", 1)["from"]["side"]


def without_key(bodies: Bodies) -> None:
    del drawn(bodies)["second_chance"]


def without_matches(bodies: Bodies) -> None:
    drawn(bodies)["matches"] = [x for x in drawn(bodies)["matches"] if x["match"] not in ("m2.3", "m3.3")]


def without_any(bodies: Bodies) -> None:
    without_key(bodies)
    without_matches(bodies)


def unchosen(bodies: Bodies) -> None:
    """Nothing says that there is one, but its matches are there."""
    without_key(bodies)
    bodies[0]["data"]["house_rules"] = {"third_place_match": True}


def listed_first(bodies: Bodies) -> None:
    drawn(bodies)["matches"].insert(0, drawn(bodies)["matches"].pop())


def third_place_last(bodies: Bodies) -> None:
    drawn(bodies)["matches"].append(drawn(bodies)["matches"].pop(-3))


def its_final_first(bodies: Bodies) -> None:
    drawn(bodies)["matches"].insert(-1, drawn(bodies)["matches"].pop())


def numbered_first(bodies: Bodies) -> None:
    """The match of the second chance has number 1 of its round, and the others come after it."""
    match_of(bodies, "m2.3")["number"] = 1
    for name in ("m2.1", "m2.2"):
        match_of(bodies, name)["number"] += 1


def suits_exchanged(bodies: Bodies) -> None:
    one, two = match_of(bodies, "m2.3")["seats"]
    one["suit"], two["suit"] = two["suit"], one["suit"]


def suit_twice(bodies: Bodies) -> None:
    one, two = match_of(bodies, "m2.3")["seats"]
    one["suit"] = two["suit"]


def bye_as_a_match(bodies: Bodies) -> None:
    """The loser who has a bye is given a match of one side."""
    slot = seat_of(bodies, "m3.3", 1)
    bye = {"seat": 1, "side": 1, "suit": None, "entry": None, "player": None, "from": dict(slot["from"])}
    drawn(bodies)["matches"].insert(-1, {"match": "m2.4", "round": 2, "number": 4, "seats": [bye]})
    slot["from"] = {"match": "m2.4", "take": "winner"}


def first_format(bodies: Bodies) -> None:
    bodies[0]["data"]["format"] = "tournament-record/1"


DRAWS: dict[str, tuple[Scene, Edit, str]] = {
    "the key is missing": (DUELS, without_key, "bracket"),
    "the matches are missing": (DUELS, without_matches, "bracket"),
    "nothing is left of it": (DUELS, without_any, "bracket"),
    "nobody chose it": (DUELS, put("tournament.created", house_rules={"third_place_match": True}), "bracket"),
    "nobody chose it, and there are matches": (DUELS, unchosen, "bracket"),
    "other sizes": (DUELS, put("draw.published", second_chance=[[2], [3]]), "bracket"),
    "a round too many": (DUELS, put("draw.published", second_chance=[[2], [2], [2]]), "bracket"),
    "sizes with a bye": (DUELS, put("draw.published", second_chance=[[2, 1], [2]]), "shape"),
    "a loser without a side": (DUELS, without_side, "bracket"),
    "side 1, which may have won": (DUELS, put_source("m2.3", 1, side=1), "bracket"),
    "a side that is not there": (DUELS, put_source("m2.3", 1, side=3), "bracket"),
    "a side above the largest table": (DUELS, put_source("m2.3", 1, side=9), "shape"),
    "no side": (DUELS, put_source("m2.3", 1, side=None), "shape"),
    "the side of a winner": (DUELS, put_source("m2.3", 1, take="winner"), "shape"),
    "a winner's side": (DUELS, put_source("m3.3", 2, side=2), "shape"),
    "a loser of another match": (DUELS, swap_sources(("m2.3", 1), ("m3.3", 1)), "draw"),
    "two losers change seats": (DUELS, swap_sources(("m2.3", 1), ("m2.3", 2)), "draw"),
    "a loser twice": (DUELS, put_source("m2.3", 1, match="m1.2"), "bracket"),
    "a loser of round 2": (DUELS, put_source("m2.3", 1, match="m2.1"), "bracket"),
    "the loser of a bye": (DUELS, put_source("m2.3", 1, match="m1.1"), "bracket"),
    "a winner of the bracket": (DUELS, put_source("m3.3", 2, match="m2.1"), "bracket"),
    "winners change sides": (LONG, swap_sources(("m3.1", 1), ("m3.1", 2)), "bracket"),
    "a loser in the bracket": (
        DUELS,
        lambda b: seat_of(b, "m3.1", 1).update({"from": {"match": "m2.1", "take": "loser", "side": 2}}),
        "bracket",
    ),
    "numbered before the bracket": (DUELS, numbered_first, "bracket"),
    "a number left out": (DUELS, put_match("m2.3", number=4), "bracket"),
    "numbers of a round of its own": (LONG, put_match("m3.1", number=2), "bracket"),
    "a round too late": (DUELS, put_match("m3.3", round=4, number=1), "bracket"),
    "listed before the bracket": (DUELS, listed_first, "bracket"),
    "a match of the bracket listed last": (DUELS, third_place_last, "bracket"),
    "its final listed first": (DUELS, its_final_first, "bracket"),
    "a bye as a match": (DUELS, bye_as_a_match, "bracket"),
    "an entry drawn": (DUELS, lambda b: seat_of(b, "m2.3", 1).update(entry="e001"), "bracket"),
    "suits exchanged": (DUELS, suits_exchanged, "draw"),
    "a suit twice": (DUELS, suit_twice, "seat"),
    "no suit": (DUELS, lambda b: seat_of(b, "m2.3", 1).update(suit=None), "seat"),
    "in a record of the first format": (DUELS, first_format, "shape"),
    "another value": (DUELS, put("tournament.created", house_rules={"second_chance": "title"}), "setup"),
    "the default value": (CAME, put("tournament.created", house_rules={"second_chance": "none"}), "setup"),
}


@pytest.mark.parametrize("name", DRAWS)
def test_a_fault_of_the_draw_is_found(name: str) -> None:
    scene, edit, rule = DRAWS[name]
    bodies = up_to_draw(scene().bodies)
    edit(bodies)
    assert rule in rules_found(bodies)


def test_partners_of_a_side_come_from_one_slot() -> None:
    bodies = second.a_second_chance_of_pairs().bodies
    match = next(match for match in drawn(bodies)["matches"] if "side" in (match["seats"][0]["from"] or {}))
    match["seats"][0]["from"], match["seats"][1]["from"] = (
        match["seats"][1]["from"],
        match["seats"][0]["from"],
    )
    assert "bracket" in rules_found(bodies)


@pytest.mark.parametrize(
    ("entries", "rules", "facts"),
    [
        (3, {}, {}),
        (4, {"third_place_match": True}, {}),
        (4, {}, {"table": {"min": 2, "max": 4}, "time_limit": None}),
        (7, {"short_final": True}, second.THREES),
    ],
    ids=["one loser", "losers meet for the third place", "one round", "no shape for five"],
)
def test_a_draw_without_one_is_found_where_none_is_possible(entries: int, rules: Body, facts: Body) -> None:
    book = promising.begun(house_rules=rules, **facts)
    book.enter(entries)
    book.draw()
    assert found(book.bodies) == []
    book.bodies[0]["data"]["house_rules"]["second_chance"] = "own_title"
    assert rules_found(book.bodies) == {"bracket"}


@pytest.mark.parametrize(
    ("rules", "facts"),
    [({"third_place_match": True}, {}), ({}, {"table": {"min": 2, "max": 4}, "time_limit": None})],
    ids=["losers meet for the third place", "one round"],
)
def test_one_that_is_not_possible_is_found(rules: Body, facts: Body) -> None:
    book = begun_second(4, rules, **facts)
    book.draw()
    assert "second_chance" in drawn(book.bodies)
    assert rules_found(book.bodies) == {"bracket"}


def test_it_is_drawn_again_with_the_bracket() -> None:
    book = begun_second(4)
    book.draw()
    book.act(COORDINATOR)
    book.write("draw.withdrawn", reason="chegou mais gente")
    book.promise()
    book.enter(2)
    book.draw(prefix="n")
    book.play()
    assert found(book.bodies) == []


def up_to_draw(bodies: Bodies) -> Bodies:
    """The record as it is once the draw is published."""
    return bodies[: 1 + next(at for at, body in enumerate(bodies) if body["type"] == "draw.published")]


def _by_points(bodies: Bodies) -> None:
    """The draw is by points of a season that no record has, and tells no seed."""
    drawn(bodies).update(method="season", seed=None, secret=None, word=None, algorithm=None)


def test_without_a_seed_the_order_of_losers_is_free_and_nothing_else() -> None:
    bodies = up_to_draw(second.a_second_chance_given_back().bodies)
    _by_points(bodies)
    assert found(bodies) == []
    swap_sources(("m2.2", 1), ("m2.2", 2))(bodies)
    assert found(bodies) == []
    seat_of(bodies, "m2.2", 1)["from"] = dict(seat_of(bodies, "m2.2", 2)["from"])
    assert rules_found(bodies) == {"bracket"}


def test_a_stage_before_it_is_found() -> None:
    bodies = begun(8, number=2, advance=2).bodies
    assert found(bodies) == []
    bodies[0]["data"]["house_rules"] = {"second_chance": "own_title"}
    assert rules_found(bodies) == {"setup"}


def test_a_round_is_not_drawn_again_beside_it() -> None:
    """Not even one that is of the bracket alone: the final of eleven is of round 4."""
    book = begun_second(11)
    book.draw()
    final = book.matches["m4.1"]
    for key in ("from", "suit"):
        one, two = final["seats"]
        one[key], two[key] = two[key], one[key]
    book.act(COORDINATOR)
    book.write("round.redrawn", round=4, seed=None, matches=[final])
    assert rules_found(book.bodies) == {"draw"}


def test_the_rule_may_change_after_the_draw() -> None:
    book = begun_second(4)
    book.draw()
    book.act("organizer:po")
    book.write("tournament.changed", house_rules={}, reason="fica para a próxima")
    book.play()
    assert found(book.bodies) == []


@pytest.mark.parametrize(
    ("entries", "before", "now", "rules"),
    [(16, (2, 4), (3, 4), set()), (16, (2, 4), (4, 4), {"bracket"}), (9, (3, 4), (3, 3), set())],
    ids=["tables of three", "tables of three where four are least", "a final of two"],
)
def test_its_tables_fit_changed_bounds(
    entries: int, before: tuple[int, int], now: tuple[int, int], rules: set[str]
) -> None:
    """Sixteen at four tables of four, or nine at three of three; the losers at [3, 3, 3, 3] or at [3, 3]."""
    book = begun_second(entries, table={"min": before[0], "max": before[1]}, time_limit=None)
    book.draw()
    assert {*map(tuple, drawn(book.bodies)["second_chance"])} == {
        (3,) * (entries // 4),
        (4 if entries > 9 else 2,),
    }
    book.act("organizer:po")
    book.write("tournament.changed", table={"min": now[0], "max": now[1]}, reason="outras mesas")
    assert rules_found(book.bodies) == rules


def test_a_long_chain_of_matches_is_all_of_the_second_chance() -> None:
    loser = {"match": "m0", "take": "loser", "side": 2}
    chain = [
        {"match": f"m{n}", "seats": [{"from": {"match": f"m{n - 1}", "take": "winner"}}]}
        for n in range(2, 1000)
    ]
    chain += [{"match": "m1", "seats": [{"from": loser}]}, {"match": "m0", "seats": [{"from": None}]}]
    assert find_matches(chain) == {f"m{number}" for number in range(1, 1000)}
