"""Who checks themselves in at the door is behind the line; both checkers know it, and that none else may."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import check_bytes
from endorsement.mutate.records import chained, opened
from records.export import record_lines
from tests.cast import START, bruno, caio, entered, fresh
from tests.records.book import found
from tournaments.entries.door import arrive, open_door

pytestmark = pytest.mark.django_db
Body = dict[str, Any]


def _day() -> tuple[list[Body], Body]:
    """The bodies of a record in which a player arrived, and the line of that."""
    tournament = entered(8, variants=("calouro-do-chacrinha",))
    code = open_door(tournament, by=bruno(), now=START)
    arrive(fresh(tournament), code=code, by=caio(), now=START)
    bodies = opened("".join(record_lines(fresh(tournament))).encode())
    return bodies, next(body for body in bodies if body["type"] == "entry.checked_in")


def _another(bodies: list[Body], line: Body) -> None:
    others = [body["data"] for body in bodies if body["type"] == "entry.added"]
    line["data"]["entry"] = next(one["entry"] for one in others if one["entry"] != line["data"]["entry"])


def _with_a_pineapple(bodies: list[Body], line: Body) -> None:
    line["data"]["pineapples"] = [line["by"].partition(":")[2]]


def _by_the_system(bodies: list[Body], line: Body) -> None:
    line["by"] = "system"


def test_both_checkers_find_it_sound(tmp_path: Path) -> None:
    bodies, line = _day()
    assert line["by"].startswith("player:")
    assert [str(one) for one in found(tmp_path, chained(bodies))] == []
    assert list(check_bytes(chained(bodies))) == []


@pytest.mark.parametrize("alter", [_another, _with_a_pineapple, _by_the_system])
def test_both_checkers_find_what_a_player_may_not(
    alter: Callable[[list[Body], Body], None], tmp_path: Path
) -> None:
    bodies, line = _day()
    alter(bodies, line)
    assert "author_wrong" in {one.rule for one in found(tmp_path, chained(bodies))}
    assert "author" in {one.rule for one in check_bytes(chained(bodies))}
