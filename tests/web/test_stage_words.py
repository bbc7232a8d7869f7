"""The sentences about a stage: the same for each kind, complete with the plan's own numbers."""

import pytest
from django.utils.translation import override

from tests.swiss import swiss
from tournaments.regulation.stage_clauses import SENTENCES
from tournaments.stage_words import GROUPS, SWISS, WORDS, stage_sentence
from tournaments.stages.kinds import KINDS

PLANS = {
    "swiss": swiss(3, 4)[0],
    "groups": {"kind": "groups", "groups": 4, "rounds": 3, "advance": 2, "apart": False},
}


def test_every_kind_has_every_sentence_and_its_clauses() -> None:
    assert SWISS.keys() == GROUPS.keys()
    assert KINDS.keys() <= WORDS.keys() == SENTENCES.keys()


@pytest.mark.parametrize("language", ["en", "pt-br", "es"])
@pytest.mark.parametrize("kind", PLANS)
def test_a_plan_and_a_round_fill_every_sentence(kind: str, language: str) -> None:
    with override(language):
        said = [stage_sentence([PLANS[kind]], key, number=2, planned=8, places=4) for key in WORDS[kind]]
    assert all(said)
    assert not any("%(" in one for one in said)


@pytest.mark.parametrize(
    ("advance", "said"),
    [
        (1, "o primeiro de cada grupo passa para a chave"),
        (2, "os 2 melhores de cada grupo passam para a chave"),
    ],
)
def test_one_of_each_group_is_the_first(advance: int, said: str) -> None:
    with override("pt-br"):
        assert stage_sentence([{**PLANS["groups"], "advance": advance}], "announced_best") == said


def test_a_bracket_alone_has_words_too() -> None:
    with override("en"):
        assert stage_sentence([], "name") == "Swiss rounds"
