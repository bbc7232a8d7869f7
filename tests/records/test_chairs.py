"""A table that grows for a late entry: sound as it is, and each field of it is judged."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.records.book import found, rules_found
from tests.records.scenes.promising import a_late_entry_on_a_fourth_chair
from tools.endorsement.mutate import bracket_faults
from tools.endorsement.mutate.records import Bodies, Body

Edit = Callable[[Bodies], object]


def line(bodies: Bodies, type_: str, seat: int = 4) -> Body:
    """The line of the late entry's act: its note or its seat, or what says who entered last."""
    lines = [body for body in bodies if body["type"] == type_]
    return next(body for body in reversed(lines) if body["data"].get("seat", seat) == seat)


def put(type_: str, **changed: Any) -> Edit:
    return lambda bodies: line(bodies, type_)["data"].update(changed)


def drop(type_: str) -> Edit:
    return lambda bodies: bodies.remove(line(bodies, type_))


def both(**changed: Any) -> Edit:
    """The note and the seat alike."""

    def edit(bodies: Bodies) -> None:
        note, seat = line(bodies, "integrity.noted"), line(bodies, "seat.filled")
        note["data"].update(changed)
        seat["data"].update(changed)

    return edit


def late(bodies: Bodies) -> None:
    """The table starts before the chair is put there."""
    at = next(i for i, body in enumerate(bodies) if body["type"] == "entry.added" and i > 10)
    start = next(body for body in bodies if body["type"] == "match.started")
    bodies.remove(start)
    bodies.insert(at, start | {"at": bodies[at - 1]["at"].replace(".000Z", ".500Z")})


def smaller(bodies: Bodies) -> None:
    bodies[0]["data"]["table"]["max"] = 3


def to_pairs(bodies: Bodies) -> None:
    """Somebody of the same table takes the chair."""
    seated = next(body for body in bodies if body["type"] == "draw.published")["data"]["matches"][0]["seats"]
    line(bodies, "seat.filled")["data"]["entry"] = seated[0]["entry"]


def taken_suit(bodies: Bodies) -> None:
    seated = next(body for body in bodies if body["type"] == "draw.published")["data"]["matches"][0]["seats"]
    line(bodies, "seat.filled")["data"]["suit"] = seated[0]["suit"]


FAULTS: dict[str, tuple[Edit, str]] = {
    "another reason for the note": (put("integrity.noted", what="seating"), "seat"),
    "no note": (drop("integrity.noted"), "seat"),
    "nobody on the chair": (put("seat.filled", entry=None), "seat"),
    "somebody else on the chair": (to_pairs, "seat"),
    "the chair stays unfilled": (drop("seat.filled"), "advance"),
    "a chair is left out": (both(seat=5), "seat"),
    "a note about another chair": (put("integrity.noted", seat=5), "seat"),
    "a table of the final": (both(match="m2.1", seat=3), "seat"),
    "a note about another table": (put("integrity.noted", match="m1.2"), "advance"),
    "a suit that is taken": (taken_suit, "seat"),
    "no suit": (put("seat.filled", suit=None), "seat"),
    "a player outside pairs": (put("seat.filled", player="p9a"), "advance"),
    "above the largest table": (smaller, "seat"),
    "at a table that has started": (late, "seat"),
    "an entry that is not here": (drop("entry.checked_in"), "seat"),
    "without an entry": (drop("entry.added"), "seat"),
}


def test_it_is_sound() -> None:
    bodies = a_late_entry_on_a_fourth_chair().bodies
    assert found(bodies) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(name: str) -> None:
    bodies = a_late_entry_on_a_fourth_chair().bodies
    edit, rule = FAULTS[name]
    edit(bodies)
    assert rule in rules_found(bodies)


@pytest.mark.parametrize("kind", bracket_faults.KINDS[:4], ids=lambda kind: kind.__name__)
def test_the_mutants_of_the_endorsement_make_something_wrong(kind: Any) -> None:
    bodies = a_late_entry_on_a_fourth_chair().bodies
    kind(bodies, Random(1))
    assert found(bodies) != []
