"""What a record holds the hash of is published beside it, and the checker makes the hashes again."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker import Finding, Unreadable, check
from checker.beside import read_texts
from records.export import record_lines
from rulesets import editions
from rulesets.editions import Edition
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.cast import START, ana, announced, confirmed, fresh
from tests.inventions import invention
from tournaments.models import Confirmation, RuleTexts, Tournament
from tournaments.regulation.text import hashed_texts
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db
Texts = dict[str, Any]


def with_special_rules() -> Tournament:
    """Confirmed, changed in its special rules and its time, and confirmed again."""
    tournament = announced(ranked=True)
    facts = replace(facts_of(tournament), special_rules="Final de pé.", time_limit=55)
    change_tournament(tournament, facts=facts, by=ana(), now=START)
    return confirmed(fresh(tournament))


def composed() -> Tournament:
    """Of a type that somebody invented here."""
    invented = invention(needs={"intact": 3, "laid": 5})
    scenario = Scenario(entries=4, seed=4, kind="fortaleza", invented=invented)
    return Simulation(scenario, report=lambda _: None).run()


def faults(tournament: Tournament, texts: Texts, folder: Path) -> list[Finding]:
    """What the checker says of a record with this file of texts."""
    record, file = folder / "some.record.jsonl", folder / "some.texts.json"
    record.write_text("".join(record_lines(tournament)), encoding="utf-8", newline="")
    file.write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")
    return check(record, texts=read_texts(file))


@pytest.mark.parametrize("made", [with_special_rules, composed])
def test_the_published_texts_have_the_hashes_of_the_record(
    made: Callable[[], Tournament], tmp_path: Path
) -> None:
    tournament = made()
    texts = hashed_texts(tournament)
    assert len(texts["regulations"]) == tournament.confirmations.count() > 0
    assert None not in [*texts["editions"].values(), *texts["regulations"].values()]
    assert faults(tournament, texts, tmp_path) == []


def _edition(texts: Texts) -> None:
    chapters = next(iter(texts["editions"].values()))
    chapters["en/chama/winning.md"] += " "


def _special(texts: Texts) -> None:
    texts["regulations"] = dict.fromkeys(texts["regulations"], "Vale tudo.")


CHANGES: dict[str, Callable[[Texts], object]] = {
    "a chapter": _edition,
    "special rules": _special,
    "no edition": lambda texts: texts["editions"].clear(),
    "no regulation": lambda texts: texts["regulations"].clear(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_text_is_found(change: Callable[[Texts], object], tmp_path: Path) -> None:
    tournament = with_special_rules()
    texts = deepcopy(hashed_texts(tournament))
    change(texts)
    assert {found.rule for found in faults(tournament, texts, tmp_path)} == {"texts"}


def test_another_text_of_a_type_is_found(tmp_path: Path) -> None:
    tournament = composed()
    texts = hashed_texts(tournament)
    named = {key: ["Outro.", ""] for key in texts["types"]}
    assert [found.seq for found in faults(tournament, {**texts, "types": named}, tmp_path)] == [0]


def test_what_nobody_kept_is_null_and_no_discrepancy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = with_special_rules()
    monkeypatch.setattr(editions, "current", lambda game: Edition(f"{game}@other", "0" * 64))
    RuleTexts.objects.all().delete()
    Confirmation.objects.update(special_rules=None)
    texts = hashed_texts(tournament)
    assert list(texts["editions"].values()) == [None]
    assert list(texts["regulations"].values()) == [None, "Final de pé."]
    assert faults(tournament, texts, tmp_path) == []


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"tournament":"x","editions":[]}', "\xff"])
def test_no_file_of_texts_is_unreadable(content: str, tmp_path: Path) -> None:
    path = tmp_path / "some.texts.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(Unreadable):
        read_texts(path)
