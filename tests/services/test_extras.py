"""Simulated days hold everything that a record can, and the checker accepts it."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from checker import check_bytes
from checker.reading.shapes import SECOND
from simulation.scenarios import EXTRAS, scenarios
from tests.simulated import DAYS, EXTRA, STAGED, of, simulated
from tournaments.lines.integrity import SideReported

pytestmark = pytest.mark.django_db

Line = dict[str, Any]
NEVER = {"round.redrawn"}  # no act writes it

WHAT = (
    "decks", "deck waived", "lucky loser", "staff removed", "terms changed", "entry changed", "checked out",
    "clubs kept apart", "seeds by hand", "seed typed", "shape chosen", "draw withdrawn", "cancelled", "break",
    "break cancelled", "break moved", "break ended", "penalty", "penalty withdrawn", "ruling", "pineapples",
    "suits exchanged", "starter noted", "starter by cuts", "starter unknown again",
    "half a pair", "redraw", "redraw taken back", "game seeded", "drawn game taken back", "reports",
    "rounds left out", "came between rounds", "round withdrawn",
)  # fmt: skip


def lines(name: str) -> list[Line]:
    return [json.loads(line) for line in of(name).record.splitlines()]


def facets(found: list[Line]) -> Iterator[str]:
    """What a record shows beside the kinds of its lines."""
    for line in found:
        data = line["data"]
        if line["type"] == "draw.published":
            yield f"drawn by {data['method']}"
            yield "a shape chosen" if data["shape"] == "chosen" else "the shape proposed"
            yield "a seed typed" if data["secret"] is None else "a secret"
            yield "passed over" if "passed_over" in data else "nobody passed over"
        if line["type"] == "stage.closed":
            yield "cards cut" if data["cut"] else "no cards cut"
            yield "a bracket" if data["advance"] else "rounds alone"
        if line["type"] == "sheet.recorded" and line["by"].startswith("player:"):
            yield "a sheet by players"
        if line["type"] == "integrity.noted" and data["what"] == SideReported.what:
            yield "a report"


def test_every_kind_of_line_and_everything_that_may_happen_is_among_them() -> None:
    kinds: set[str] = set()
    seen: set[str] = set()
    done: Counter[str] = Counter()
    for name in (*EXTRA, *STAGED):
        found = lines(name)
        kinds |= {line["type"] for line in found}
        seen |= set(facets(found))
        done += of(name).extras
    assert SECOND.keys() - kinds == NEVER
    assert seen >= {
        "drawn by manual", "drawn by random", "drawn by stage", "a shape chosen", "a seed typed",
        "passed over", "a report", "a sheet by players", "cards cut", "no cards cut", "a bracket",
        "rounds alone",
    }  # fmt: skip
    assert {what for what in WHAT if not done[what]} == set()


@pytest.mark.parametrize("name", ["cancelled", "second of a season", "rounds gone wrong"])
def test_the_same_scenario_writes_the_same_record(name: str) -> None:
    assert simulated(DAYS[name]).record == of(name).record


def test_sheets_of_earlier_rounds_are_corrected_between_rounds() -> None:
    corrected = [count for name in STAGED for count in [_corrected_late(lines(name))] if count]
    assert corrected


def _corrected_late(found: list[Line]) -> int:
    """How many sheets of a round are corrected after a later one is drawn."""
    rounds: dict[str, int] = {}
    late = latest = 0
    for line in found:
        if line["type"] == "round.drawn":
            latest = line["data"]["round"]
            rounds |= {match["match"]: latest for match in line["data"]["matches"]}
        if line["type"] == "correction.applied":
            late += rounds.get(line["data"]["match"], latest) < latest
    return late


def test_simulate_all_plays_with_all_of_it() -> None:
    every = list(scenarios())
    assert all(one.extras == EXTRAS for one in every if not one.follows)
    assert sum(one.follows for one in every) == 1


def test_clubs_that_are_kept_apart_are_found_by_the_stranger() -> None:
    names = [name for name in EXTRA if of(name).extras["clubs kept apart"]]
    assert names
    assert [check_bytes(of(name).record.encode()) for name in names] == [[] for _ in names]
