"""A composed type may say what its ranked tournaments may play before the bracket."""

from typing import Any

import pytest
from django.utils import translation

from catalogue.facts import TypeFacts, check, key_and_definition
from rulesets.games.chama.game import CHAMA
from rulesets.messages import text_for_violation
from rulesets.registry import GAMES
from tests.inventions import invention

PLAIN = "0c36f42eae3d77396a75d73709c4a07715ce82c38173e14b062205e22588438f"
"""The hash of Fortaleza, made before definitions could name stages."""


def defined(**changes: Any) -> dict[str, Any]:
    """The definition of Fortaleza."""
    return dict(key_and_definition(invention(**changes), 1)[1])


def codes(facts: TypeFacts) -> list[tuple[str, str]]:
    """Code and field of everything that is wrong."""
    return [(violation.code, violation.field) for violation in check(facts)]


def test_a_type_without_stages_has_the_definition_and_hash_that_it_always_had() -> None:
    data = defined()
    assert "stages" not in data
    assert data["sha256"] == PLAIN
    assert defined(stages=()) == data


def test_stages_are_part_of_the_definition_and_of_its_hash() -> None:
    data = defined(stages=("swiss",))
    assert data["stages"] == ["swiss"]
    assert data["sha256"] != PLAIN
    assert CHAMA.kind_from("fortaleza", data).stages == ("swiss",)


def test_the_same_stages_in_another_order_are_the_same_type() -> None:
    assert defined(stages=("groups", "swiss", "groups")) == defined(stages=("swiss", "groups"))
    assert codes(invention(stages=("groups", "swiss"))) == []


@pytest.mark.parametrize(
    ("stages", "is_wrong"),
    [(["swiss", "groups"], False), (["groups", "swiss"], True), (["swiss", "swiss"], True), ([], True)],
)
def test_a_definition_names_each_stage_once_and_in_order(stages: list[str], is_wrong: bool) -> None:
    data = {**defined(), "stages": stages}
    _, sealed = CHAMA.seal({key: value for key, value in data.items() if key != "sha256"})
    found = CHAMA.check_definition("fortaleza", sealed)
    assert [violation.code for violation in found] == (["type_stages_unknown"] if is_wrong else [])


def test_an_unknown_stage_is_refused_at_its_field() -> None:
    assert codes(invention(stages=("league",))) == [("type_stages_unknown", "stages")]
    with translation.override("en"):
        sentence = str(text_for_violation(check(invention(stages=("league",)))[0]))
    assert "Swiss rounds and groups" in sentence


def test_a_type_that_the_judge_decides_is_never_ranked_and_names_no_stage() -> None:
    by_word = invention(needs={}, counted=(), stages=("swiss",))
    assert codes(by_word) == [("stages_beside_word", "stages")]


def test_types_of_the_rulebooks_name_no_stage() -> None:
    assert {kind.stages for game in GAMES.values() for kind in game.kinds} == {()}
