"""A record that defines its own type: every alteration of the definition is found."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesets.registry import composer
from tests.records.book import Bodies, of_type, rules_found
from tests.simulated import bodies

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
Edit = Callable[[dict[str, Any]], None]


def edited(edit: Edit, *, seal: bool = False) -> Bodies:
    """The record with another first line, with a hash that fits where it is asked for."""
    changed = bodies("three blocks")
    data = of_type(changed, "tournament.created", 0)
    edit(data)
    if seal:
        _, data["definition"] = composer("chama").sealed(data["definition"])
    return changed


def within(**changes: Any) -> Edit:
    """Other values in the definition."""
    return lambda data: data["definition"].update(changes)


def needs(**changes: int) -> Edit:
    """Another win condition."""
    return lambda data: data["definition"].update(needs=changes)


def test_the_record_itself_is_sound(tmp_path: Path) -> None:
    assert rules_found(tmp_path, bodies("three blocks")) == set()


@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        (needs(intact=3, razed_in_battle=1), "type_hash_wrong"),
        (within(at_once=True), "type_hash_wrong"),
        (within(sha256="0" * 64), "type_hash_wrong"),
        (within(texts="0" * 64), "type_hash_wrong"),
        (within(version=2), "type_hash_wrong"),
        (within(title_word="Castelo"), "type_key_wrong"),
        (lambda data: data.update(kind="guerrilha"), "type_key_wrong"),
        (lambda data: data.pop("definition"), "key_missing"),
        (within(needs={"castelos": 1}), "need_unknown"),
        (within(needs={}), "needs_missing"),
        (within(needs={"intact": 13}), "need_out_of_range"),
        (within(needs={"intact": "muitos"}), "wrong_type"),
        (within(team_size=3), "wrong_value"),
        (within(table={"min": 2, "max": 5}), "type_tables"),
        (within(level="impossível"), "type_level_unknown"),
        (lambda data: data["definition"].pop("at_once"), "key_missing"),
        (within(motto="força"), "key_unknown"),
        (lambda data: data.update(definition=None), "kind_unknown"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_altered_definition_is_found(edit: Edit, rule: str, tmp_path: Path) -> None:
    assert rule in rules_found(tmp_path, edited(edit))


def test_sheets_are_judged_by_a_definition_that_was_altered_and_sealed_again(tmp_path: Path) -> None:
    found = rules_found(tmp_path, edited(needs(intact=6, razed_in_battle=9), seal=True))
    assert "condition_not_met" in found
    assert "type_hash_wrong" not in found


def test_a_type_of_the_book_cannot_be_defined_anew(tmp_path: Path) -> None:
    def as_guerrilha(data: dict[str, Any]) -> None:
        data.update(kind="guerrilha", title="Chama: Guerrilha Simulado 2026")
        data["definition"].update(title_word="Guerrilha")

    assert "type_of_the_book" in rules_found(tmp_path, edited(as_guerrilha, seal=True))


def test_another_game_takes_no_definition(tmp_path: Path) -> None:
    found = rules_found(tmp_path, edited(lambda data: data.update(game="castelo", kind="duelo")))
    assert "game_without_types" in found
