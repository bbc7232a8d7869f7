"""A kind of stage is one folder, one line and its words: every table has every kind (docs/how-to)."""

from collections.abc import Collection, Mapping
from dataclasses import fields

import pytest

from api.v1.setup.stage_plans import StagePlanSerializer
from checker.reading.shapes import MOST_ADVANCE
from checker.stages.rounds import ALGORITHMS
from rulesets.kernel.rules import STAGES
from tests.servers.process import ROOT
from tournaments.regulation.stage_clauses import SENTENCES
from tournaments.regulation.text import TITLES
from tournaments.stage_words import WORDS
from tournaments.stages.kinds import KINDS
from tournaments.stages.plan import StagePlan
from tournaments.standings.sentences import SHARED_IN
from web.tabs import STAGE_TABS
from web.templatetags.day import OF_STAGES

HOW_TO = ROOT / "docs/how-to/add-a-kind-of-stage.md"
TABLES: Mapping[str, Collection[str]] = {
    "`KINDS` in `tournaments/stages/kinds.py`": KINDS,
    "`STAGES` in `rulesets/kernel/rules.py`": STAGES,
    "`WORDS` in `tournaments/stage_words.py`": WORDS,
    "`SENTENCES` in `tournaments/regulation/stage_clauses.py`": SENTENCES,
    "`TITLES` in `tournaments/regulation/text.py`": TITLES,
    "`SHARED_IN` in `tournaments/standings/sentences.py`": SHARED_IN,
    "`OF_STAGES` in `web/templatetags/day.py`": {name for name, _words in OF_STAGES},
    "`STAGE_TABS` in `web/tabs.py`": STAGE_TABS,
    "`ALGORITHMS` in `checker/stages/rounds.py`": ALGORITHMS,
    "`MOST_ADVANCE` in `checker/reading/shapes.py`": MOST_ADVANCE,
}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_the_how_to_has_every_kind(table: str) -> None:
    assert set(KINDS) <= set(TABLES[table])
    assert table in HOW_TO.read_text()


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_one_folder(kind: str) -> None:
    assert KINDS[kind].__module__ == f"tournaments.stages.{kind}.plan"


@pytest.mark.parametrize("kind", KINDS)
def test_the_settings_of_a_kind_are_fields_of_the_api(kind: str) -> None:
    assert {field.name for field in fields(KINDS[kind])} <= set(StagePlanSerializer().fields)


def test_every_kind_has_the_same_sentences() -> None:
    for kind, words in WORDS.items():
        assert words.keys() == WORDS["swiss"].keys(), kind


def test_checker_and_product_name_the_same_algorithms() -> None:
    assert {kind: plan.algorithm for kind, plan in KINDS.items()} == dict(ALGORITHMS)


def test_a_type_can_be_accepted_with_these_kinds_and_no_others() -> None:
    assert set(STAGES) == set(KINDS)


def test_the_how_to_names_every_promise_of_a_plan() -> None:
    promised = [*StagePlan.__abstractmethods__, "algorithm", "takes_late_entries"]
    assert [name for name in promised if f"`{name}`" not in HOW_TO.read_text()] == []
