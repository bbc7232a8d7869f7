"""The checker judges types that a record defines itself: every alteration of the definition is found."""

from collections.abc import Callable
from typing import Any

import pytest

from checker import check_bytes
from rulesets.registry import composer
from tests.records.book import Bodies, chained, of_type
from tests.simulated import bodies

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
Edit = Callable[[dict[str, Any]], Any]


def edited(edit: Edit, *, seal: bool = False) -> Bodies:
    """The record with another first line, with a hash that fits where it is asked for."""
    changed = bodies("three blocks")
    data = of_type(changed, "tournament.created", 0)
    edit(data)
    if seal:
        _, data["definition"] = composer("chama").seal(data["definition"])
    return changed


def said(changed: Bodies) -> str:
    """Everything that the checker finds, in one text."""
    return "\n".join(str(finding) for finding in check_bytes(chained(changed)))


def within(**changes: Any) -> Edit:
    """Other values in the definition."""
    return lambda data: data["definition"].update(changes)


def needs(**changes: Any) -> Edit:
    """Another win condition."""
    return lambda data: data["definition"].update(needs=changes)


def test_the_record_itself_is_sound() -> None:
    assert said(bodies("three blocks")) == ""


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (needs(intact=3, razed_in_battle=1), "hash of the definition"),
        (within(at_once=True), "hash of the definition"),
        (within(sha256="0" * 64), "hash of the definition"),
        (within(texts="0" * 64), "hash of the definition"),
        (within(version=2), "hash of the definition"),
        (within(title_word="Castelo"), "another key"),
        (lambda data: data.update(kind="guerrilha"), "type of the book"),
        (lambda data: data.pop("definition"), "definition is missing"),
        (needs(castelos=1), "definition is"),
        (needs(), "without a win condition"),
        (needs(intact=13), "no player can show 13"),
        (needs(intact="muitos"), "definition is"),
        (within(team_size=3), "definition is"),
        (within(table={"min": 2, "max": 5}), "definition is"),
        (within(table={"min": 3, "max": 2}), "tables of 3 to 2"),
        (within(level="impossível"), "definition is"),
        (lambda data: data["definition"].pop("at_once"), "definition is"),
        (lambda data: data["definition"].pop("version"), "definition is"),
        (within(motto="força"), "definition is"),
        (lambda data: data.update(definition=None), "no type of the book"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_altered_definition_is_found(edit: Edit, words: str) -> None:
    assert words in said(edited(edit))


def test_sheets_are_judged_by_a_definition_that_was_altered_and_sealed_again() -> None:
    found = said(edited(needs(intact=6, razed_in_battle=9), seal=True))
    assert "does not satisfy the win condition" in found
    assert "hash of the definition" not in found


def test_a_type_of_the_book_cannot_be_defined_anew() -> None:
    def as_guerrilha(data: dict[str, Any]) -> None:
        data.update(kind="guerrilha", title="Chama: Guerrilha Simulado 2026")
        data["definition"].update(title_word="Guerrilha")

    assert "a type of the book" in said(edited(as_guerrilha, seal=True))


def test_another_game_takes_no_definition() -> None:
    assert "Castelo has no composed types" in said(
        edited(lambda data: data.update(game="castelo", kind="duelo"))
    )
