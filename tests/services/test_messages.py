"""Every refusal that services and the pure parts raise has a sentence that its facts fill."""

import ast
from pathlib import Path

import pytest

from accounts import messages as people
from catalogue import messages as types
from core.errors import Violation
from rulesets import messages as rules
from tournaments.bracket.shapes import Shape, check_shape, shapes
from tournaments.messages import SENTENCES, text_for_violation
from tournaments.standings import terms
from tournaments.standings.sentences import WHY

FLOORS = ("accounts", "catalogue", "matches", "tournaments", "records", "scheduling", "notices", "simulation")
RAISERS = {"Violation", "Stale", "Forbidden"}


def raised() -> set[str]:
    """Codes given literally to a refusal in the source."""
    found = set()
    for floor in FLOORS:
        for path in Path(floor).rglob("*.py"):
            if "checker" not in path.parts:
                found |= {code for node in ast.walk(ast.parse(path.read_text())) for code in _code(node)}
    return found


def _code(node: ast.AST) -> list[str]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS):
        return []
    first = node.args[0] if node.args else None
    return [str(first.value)] if isinstance(first, ast.Constant) else []


def test_every_code_has_a_sentence() -> None:
    known = set(SENTENCES) | set(people.SENTENCES) | set(types.SENTENCES) | rules.codes()
    assert raised() - known == set()


def test_every_reason_of_a_place_has_a_sentence() -> None:
    documented = {word for word in (terms.PlaceReason.__doc__ or "").split("`")[1::2] if word.islower()}
    assert documented <= set(WHY)


@pytest.mark.parametrize(
    "rounds", [(), ((4, 4), (3,)), ((5, 3), (2,)), ((1, 4, 3), (3,)), ((4, 4), (1, 1)), ((9,),)]
)
def test_facts_fill_the_sentences_of_shapes(rounds: tuple[tuple[int, ...], ...]) -> None:
    found = check_shape(Shape(rounds), 8, 2, 4)
    assert all(text_for_violation(violation) for violation in found)
    assert found


def test_an_impossible_number_names_the_nearest_that_work() -> None:
    with pytest.raises(Exception, match="no_shape") as caught:
        shapes(5, 3, 4)
    violation: Violation = caught.value.violations[0]  # type: ignore[attr-defined]
    assert str(violation.facts["nearest"][0]) in text_for_violation(violation)
