"""Vaza in records: simulated with faults, checked, altered, brought in again."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from core.db.transactions import rehearsal
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import EndedBy
from simulation.management.commands.simulate_all import simulate_and_check
from simulation.scenarios import Scenario, scenarios
from tests.cast import finished
from tests.records.book import found, of_type, rules_found
from tests.simulated import bodies_of
from tools.endorsement.mutate.measure import OF_ANY_GAME, OF_OTHERS, measure

pytestmark = pytest.mark.django_db

VAZA: dict[str, Any] = {"game": "vaza", "kind": "rodada", "table_high": 4}


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_simulated_tournament_with_faults_is_sound(seed: int) -> None:
    variants = ("sem-trunfo",) if seed % 2 else ()
    scenario = Scenario(
        14, seed, "rodada", "vaza", table_size=2 + seed % 3, variants=variants, time_limit=20, faults=10,
        house_rules={"vaza_timed_tie": "replay"} if seed % 3 else {},
    )  # fmt: skip
    discrepancies, endings = simulate_and_check(scenario)
    assert [str(discrepancy) for discrepancy in discrepancies] == []
    assert endings.keys() & set(EndedBy)


def test_it_is_among_all_that_is_simulated() -> None:
    mine = [scenario for scenario in scenarios() if scenario.game == "vaza"]
    assert {scenario.variants for scenario in mine} == {(), ("sem-trunfo",)}
    assert {"vaza_timed_tie": "replay"} in [scenario.house_rules for scenario in mine]


def test_an_altered_line_is_found() -> None:
    tournament = finished(6, **VAZA)
    bodies = bodies_of("".join(record_lines(tournament)))
    assert found(bodies) == []
    sheets = (body["data"] for body in bodies if body["type"] == "sheet.recorded")
    line = next(line for sheet in sheets for line in sheet["lines"] if line["out"] is None)
    line["tricks"] = 14
    assert "shape" in rules_found(bodies)
    line["tricks"], line["castle"] = 3, 2
    assert rules_found(bodies)


def test_its_records_are_altered_as_those_of_any_game_and_every_mutant_is_found() -> None:
    record = "".join(record_lines(finished(6, **VAZA))).encode()
    measured = measure([("vaza", record)])
    assert [(mutant.kind, mutant.origin) for mutant in measured.survivors] == []
    of_any_game = {change.__name__ for change in OF_ANY_GAME}
    assert measured.made.keys() & of_any_game
    assert not measured.made.keys() & ({change.__name__ for change in OF_OTHERS} - of_any_game)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"kind": "duelo"}, "shape"),
        ({"variants": ["xisum"]}, "setup"),
        ({"house_rules": {"castle_start": 15}}, "setup"),
        ({"house_rules": {"vaza_timed_tie": "ruling"}}, "setup"),
    ],
)
def test_choices_that_are_not_its_own_are_found(change: dict[str, object], rule: str) -> None:
    bodies = bodies_of("".join(record_lines(finished(4, **VAZA))))
    of_type(bodies, "tournament.created").update(change)
    assert rule in rules_found(bodies)


def test_a_record_is_brought_in_again(tmp_path: Path) -> None:
    with rehearsal():
        tournament = finished(6, **VAZA)
        record, names = "".join(record_lines(tournament)), people_file(tournament)["people"]
    (tmp_path / "r.jsonl").write_text(record, encoding="utf-8")
    kept = restore_record(tmp_path / "r.jsonl", names=names, owner=None, now=timezone.now(), slug="again")
    assert "".join(record_lines(kept)).startswith(record)
