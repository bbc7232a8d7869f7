"""The independent checker judges types that a record defines itself, by its own code."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from endorsement.check import check_bytes
from records.export import record_lines
from rulesets.registry import composer
from simulation.simulation import Scenario, Simulation
from tests.inventions import invention
from tests.records.book import Bodies, chained, of_type

pytestmark = pytest.mark.django_db
SCENARIOS = {
    "alone": Scenario(
        entries=7, seed=4, kind="fortaleza", invented=invention(needs={"intact": 3, "laid": 5})
    ),
    "battles": Scenario(
        entries=9, seed=5, kind="fortaleza", faults=20,
        invented=invention(needs={"razed_in_battle": 3}, at_once=True),
    ),
    "pairs": Scenario(
        entries=6, seed=6, kind="fortaleza", table_size=2,
        invented=invention(team_size=2, needs={"intact": 7, "razed_in_battle": 2}, at_once=True),
    ),
}  # fmt: skip


@cache
def bodies(name: str) -> Bodies:
    """The record of a simulated tournament, as bodies."""
    lines = record_lines(Simulation(SCENARIOS[name], report=lambda _: None).run())
    return [{key: json.loads(line)[key] for key in ("at", "by", "type", "data")} for line in lines]


def said(changed: Bodies) -> str:
    """Everything that the checker finds, in one text."""
    return "\n".join(str(finding) for finding in check_bytes(chained(changed)))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_record_that_defines_its_type_is_sound(name: str) -> None:
    assert said(deepcopy(bodies(name))) == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data["definition"].update(at_once=True), "hash of the definition"),
        (lambda data: data["definition"].update(texts="0" * 64), "hash of the definition"),
        (lambda data: data["definition"].update(needs={"intact": 1}), "hash of the definition"),
        (lambda data: data["definition"].update(needs={"intact": 13}), "nobody can show 13"),
        (lambda data: data["definition"].update(needs={"torres": 1}), "definition is"),
        (lambda data: data["definition"].update(title_word="Castelo"), "another key"),
        (lambda data: data["definition"].update(table={"min": 3, "max": 2}), "tables of 3 to 2"),
        (lambda data: data["definition"].pop("version"), "definition is"),
        (lambda data: data.pop("definition"), "no type of the book"),
        (lambda data: data.update(kind="guerrilha"), "type of the book"),
    ],
)
def test_an_altered_definition_is_found(change: Callable[[dict[str, Any]], Any], words: str) -> None:
    changed = deepcopy(bodies("alone"))
    change(of_type(changed, "tournament.created", 0))
    assert words in said(changed)


def test_sheets_are_judged_by_the_definition() -> None:
    changed = deepcopy(bodies("alone"))
    data = of_type(changed, "tournament.created", 0)
    data["definition"]["needs"] = {"intact": 6, "razed_in_battle": 9}
    _, data["definition"] = composer("chama").sealed(data["definition"])
    assert "does not satisfy the win condition" in said(changed)
