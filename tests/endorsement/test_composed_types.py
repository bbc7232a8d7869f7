"""The independent checker judges types that a record defines itself, by its own code."""

from collections.abc import Callable
from typing import Any

import pytest

from checker import check_bytes
from rulesets.registry import composer
from tests.records.book import Bodies, chained, of_type
from tests.simulated import bodies

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def said(changed: Bodies) -> str:
    """Everything that the checker finds, in one text."""
    return "\n".join(str(finding) for finding in check_bytes(chained(changed)))


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
    changed = bodies("alone")
    change(of_type(changed, "tournament.created", 0))
    assert words in said(changed)


def test_sheets_are_judged_by_the_definition() -> None:
    changed = bodies("alone")
    data = of_type(changed, "tournament.created", 0)
    data["definition"]["needs"] = {"intact": 6, "razed_in_battle": 9}
    _, data["definition"] = composer("chama").sealed(data["definition"])
    assert "does not satisfy the win condition" in said(changed)
