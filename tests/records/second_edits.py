"""Edits that change who comes to a second chance, in the draw of a sound record."""

from typing import Any

from tests.records.book import Bodies, Body, of_type
from tests.records.edits import Edit, match_of


def drawn(bodies: Bodies) -> Body:
    return of_type(bodies, "draw.published")


def seat_of(bodies: Bodies, name: str, number: int) -> Body:
    seat: Body = match_of(bodies, name)["seats"][number - 1]
    return seat


def put_source(name: str, number: int, **values: Any) -> Edit:
    """Another source of one seat of the draw."""
    return lambda bodies: seat_of(bodies, name, number)["from"].update(values)


def swap_sources(one: tuple[str, int], other: tuple[str, int]) -> Edit:
    def edit(bodies: Bodies) -> None:
        here, there = seat_of(bodies, *one), seat_of(bodies, *other)
        here["from"], there["from"] = there["from"], here["from"]

    return edit
