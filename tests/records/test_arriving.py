"""Who checks themselves in at the door is behind the line; the checker knows it, and that none else may."""

from collections.abc import Callable
from typing import Any

import pytest

from checker import check_bytes
from records.export import record_lines
from tests.cast import START, bruno, caio, entered, fresh
from tools.endorsement.mutate.records import chain_lines, parse_lines
from tournaments.entries.door import open_door, self_check_in

pytestmark = pytest.mark.django_db
Body = dict[str, Any]


def _day() -> tuple[list[Body], Body]:
    """The bodies of a record in which a player arrived, and the line of that."""
    tournament = entered(8, variants=("calouro-do-chacrinha",))
    code = open_door(tournament, by=bruno(), now=START)
    self_check_in(fresh(tournament), code=code, by=caio(), now=START)
    bodies = parse_lines("".join(record_lines(fresh(tournament))).encode())
    return bodies, next(body for body in bodies if body["type"] == "entry.checked_in")


def _another(bodies: list[Body], line: Body) -> None:
    others = [body["data"] for body in bodies if body["type"] == "entry.added"]
    line["data"]["entry"] = next(one["entry"] for one in others if one["entry"] != line["data"]["entry"])


def _with_a_pineapple(bodies: list[Body], line: Body) -> None:
    line["data"]["pineapples"] = [line["by"].partition(":")[2]]


def _by_the_system(bodies: list[Body], line: Body) -> None:
    line["by"] = "system"


def test_it_is_sound() -> None:
    bodies, line = _day()
    assert line["by"].startswith("player:")
    assert [str(one) for one in check_bytes(chain_lines(bodies))] == []


@pytest.mark.parametrize("alter", [_another, _with_a_pineapple, _by_the_system])
def test_what_a_player_may_not_is_found(alter: Callable[[list[Body], Body], None]) -> None:
    bodies, line = _day()
    alter(bodies, line)
    assert "author" in {one.rule for one in check_bytes(chain_lines(bodies))}
