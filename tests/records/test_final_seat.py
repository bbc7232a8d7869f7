"""A seat in the final for the winner of the second chance: what the checker finds in changed records."""

from typing import Any

import pytest

from tests.records.book import COORDINATOR, Bodies, Book, found, row, rules_found
from tests.records.edits import Edit, match_of, put
from tests.records.scenes.second import THREES, a_seat_in_the_final, begun_second
from tests.records.second_edits import drawn, put_source, seat_of

FINAL_SEAT = {"second_chance": "final_seat"}


def up_to_draw(bodies: Bodies) -> Bodies:
    return bodies[: 1 + next(at for at, body in enumerate(bodies) if body["type"] == "draw.published")]


def last_seat_missing(bodies: Bodies) -> None:
    match_of(bodies, "m4.1")["seats"].pop()


def seat_not_last(bodies: Bodies) -> None:
    one, other = (seat_of(bodies, "m4.1", number) for number in (3, 4))
    one["from"], other["from"] = other["from"], one["from"]


def suits_exchanged(bodies: Bodies) -> None:
    one, other = (seat_of(bodies, "m4.1", number) for number in (3, 4))
    one["suit"], other["suit"] = other["suit"], one["suit"]


def put_final(**values: Any) -> Edit:
    return lambda bodies: match_of(bodies, "m4.1").update(values)


FAULTS: dict[str, tuple[Edit, str]] = {
    "the seat is missing": (last_seat_missing, "bracket"),
    "it is not the last": (seat_not_last, "bracket"),
    "it is for another winner": (put_source("m4.1", 4, match="m2.1"), "bracket"),
    "it is for a loser": (put_source("m4.1", 4, take="loser"), "bracket"),
    "the winner has a title": (
        put("tournament.created", house_rules={"second_chance": "own_title"}),
        "bracket",
    ),
    "there is no second chance": (put("tournament.created", house_rules={}), "bracket"),
    "the final is too early": (put_final(round=3, number=2), "bracket"),
    "the final is too late": (put_final(round=5), "bracket"),
    "the final has another number": (put_final(number=2), "bracket"),
    "suits exchanged": (suits_exchanged, "draw"),
    "no suit": (lambda bodies: seat_of(bodies, "m4.1", 4).update(suit=None), "seat"),
    "its size counts the seat": (put("draw.published", rounds=[[3, 3, 3], [4]]), "bracket"),
    "a ranked tournament": (put("tournament.created", ranked=True), "setup"),
    "tables of three are the largest": (put("tournament.created", table={"min": 3, "max": 3}), "bracket"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_draw_is_found(name: str) -> None:
    bodies = up_to_draw(a_seat_in_the_final().bodies)
    edit, rule = FAULTS[name]
    edit(bodies)
    assert rule in rules_found(bodies)


def test_a_title_that_leads_to_the_final_is_found() -> None:
    """Without the option its winner has no seat."""
    book = begun_second(9, **THREES)
    book.draw()
    assert found(book.bodies) == []
    book.bodies[0]["data"]["house_rules"] = FINAL_SEAT
    assert rules_found(book.bodies) == {"bracket"}


def test_tables_of_two_are_found() -> None:
    book = begun_second(4, FINAL_SEAT)
    assert rules_found(book.bodies) == {"setup"}


def test_its_winner_has_reached_the_final_also_if_it_leaves_before() -> None:
    book = a_seat_in_the_final_that_stays_empty()
    assert found(book.bodies) == []
    rows = book.bodies[-1]["data"]["classification"]
    rows[2]["entries"], rows[3]["entries"] = rows[3]["entries"], rows[2]["entries"]
    assert "classification" in rules_found(book.bodies)


def a_seat_in_the_final_that_stays_empty() -> Book:
    book = begun_second(9, FINAL_SEAT, **THREES)
    book.draw()
    book.play(but=["m4.1"])
    gone = book.at("m4.1")[4]
    book.act(COORDINATOR)
    book.leave(gone)
    book.seat("m4.1", 4, None)
    book.win("m4.1")
    final = book.at("m4.1")
    taken = {*final.values(), gone}
    beaten = {
        book.at(name)[1]: sorted({*book.at(name).values()} - taken) for name in ("m1.1", "m1.2", "m1.3")
    }
    rows = [
        (sorted([final[1]]), "table_place"),
        (sorted([final[2], final[3]]), "absent"),
        ([gone], "round"),
        (beaten[final[1]], "winner_place"),
        (sorted([*beaten[final[2]], *beaten[final[3]]]), None),
    ]
    listed = [
        row(1 + sum(len(before) for before, _ in rows[:at]), entries, "0", why)
        for at, (entries, why) in enumerate(rows)
    ]
    book.act(COORDINATOR)
    book.write("tournament.finished", classification=listed, without_points=None)
    return book


def test_the_final_waits_for_it() -> None:
    book = begun_second(9, FINAL_SEAT, **THREES)
    book.draw()
    for number in (1, 2, 3):
        book.win(f"m1.{number}")
    assert len(book.at("m4.1")) == 3
    book.start("m4.1")
    assert "seat" in rules_found(book.bodies)


def test_its_draw_is_the_one_of_a_title_but_for_the_final() -> None:
    books = [begun_second(9, rules, **THREES) for rules in ({}, FINAL_SEAT)]
    for book in books:
        book.draw()
    one, other = (drawn(book.bodies) for book in books)
    assert [one[key] for key in ("rounds", "second_chance", "order")] == [
        other[key] for key in ("rounds", "second_chance", "order")
    ]
    assert [match["match"] for match in other["matches"]] == [
        "m1.1",
        "m1.2",
        "m1.3",
        "m4.1",
        "m2.1",
        "m2.2",
        "m3.1",
    ]
