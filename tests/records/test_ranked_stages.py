"""Ranked days with groups or Swiss rounds, written by hand: who may have them, and whose points they are."""

from collections.abc import Callable
from typing import Any

import pytest

from rulesets.registry import composer
from tests.records.book import Bodies, found, of_type, rules_found
from tests.records.scenes import staged
from tests.records.stage_book import begun_ranked, group_stage

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> Bodies:
    """The ranked day of groups with another definition, sealed again."""
    bodies = staged.a_ranked_day_of_groups().bodies
    definition = of_type(bodies, "tournament.created")["definition"]
    change(definition)
    _, definition["sha256"] = "", composer("chama").seal(definition)[1]["sha256"]
    return bodies


def whats(bodies: Bodies) -> list[str]:
    return [finding.what for finding in found(bodies)]


@pytest.mark.parametrize("scene", [staged.a_ranked_day_of_groups, staged.a_ranked_day_of_swiss_rounds])
def test_a_ranked_day_is_sound(scene: Callable[[], Any]) -> None:
    assert found(scene().bodies) == []


@pytest.mark.parametrize(
    "change", [lambda said: said.pop("stages"), lambda said: said.update(stages=["swiss"])]
)
def test_a_type_that_does_not_name_the_stage_is_a_fault(change: Change) -> None:
    said = "a ranked tournament with groups before the bracket, which its type does not name"
    assert whats(changed(change)) == [said]


def test_a_type_of_the_book_has_no_ranked_stages() -> None:
    bodies = staged.a_ranked_day_of_groups().bodies
    setup = of_type(bodies, "tournament.created")
    setup.update(definition=None, kind="campeonato", title="Chama: Campeonato Teste 2026")
    assert [finding.rule for finding in found(bodies)] == ["setup"]


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        (["groups", "swiss"], "each once and in order"),
        (["groups", "groups"], "each once and in order"),
        ([], "definition is"),
        (["groups", "league"], "definition is"),
        ("groups", "definition is"),
    ],
)
def test_a_definition_names_each_stage_once_and_in_order(stages: object, words: str) -> None:
    assert any(words in what for what in whats(changed(lambda said: said.update(stages=stages))))


def test_a_type_that_the_judge_decides_names_no_stage() -> None:
    bodies = changed(lambda said: said.update(needs={}, counted=[]))
    assert "stages of ranked tournaments, and a type that is never ranked" in whats(bodies)


@pytest.mark.parametrize(("which", "points"), [(2, "0"), (2, "30"), (3, "20"), (4, "0"), (0, "25")])
def test_other_points_are_a_fault(which: int, points: str) -> None:
    bodies = staged.a_ranked_day_of_groups().bodies
    of_type(bodies, "tournament.finished")["classification"][which]["points"] = points
    assert rules_found(bodies) == {"points"}


def test_no_one_behind_the_bracket_gets_points_where_too_few_played() -> None:
    bodies = staged.a_ranked_day_of_groups().bodies
    of_type(bodies, "tournament.finished")["without_points"] = "fewer_than_8_played"
    assert rules_found(bodies) == {"points"}


def test_the_gate_of_ranked_tournaments_stands_before_the_first_round() -> None:
    book = begun_ranked(7, group_stage(), named=["groups"])
    book.draw_round()
    assert "gate" in rules_found(book.bodies)


def test_a_round_of_pairs_with_entries_of_one_person_is_a_fault_and_no_crash() -> None:
    bodies = changed(lambda said: said.update(team_size=2, table={"min": 2, "max": 2}))
    assert {"entry", "draw"} <= rules_found(bodies)
