"""What the services write is what the format says: simulated tournaments are sound."""

import json
from pathlib import Path

import pytest

from records.checker.checker import check_record
from records.checker.format.people import read_people
from records.export import people, record_lines
from simulation.simulation import Scenario, Simulation

pytestmark = pytest.mark.django_db

SCENARIOS = [
    Scenario(entries=13, seed=21, kind="campeonato", table_size=4),
    Scenario(entries=7, seed=22, kind="campeonato", table_size=2, time_limit=None, multiplier=3),
    Scenario(entries=10, seed=23, kind="guerrilha", table_size=3, variants=("calouro-do-chacrinha", "xisum")),
    Scenario(entries=5, seed=24, kind="duplas", table_size=2, variants=("aliados",)),
    Scenario(entries=9, seed=25, kind="conquistadores", table_size=4),
    Scenario(entries=11, seed=26, game="castelo", kind="duelo", table_size=2),
    Scenario(entries=6, seed=27, game="castelo", kind="duplas", table_size=2),
    Scenario(entries=5, seed=28, game="castelo", kind="duplas-cooperativo", table_size=2, time_limit=None),
    Scenario(entries=27, seed=29, game="castelo", kind="imortal", table_size=8),
    Scenario(entries=11, seed=30, game="hermetica", kind="duelo", table_size=2),
    Scenario(entries=16, seed=31, game="jogo-dos-reinos", kind="reinos", table_size=4),
    Scenario(entries=35, seed=32, game="jogo-dos-reinos", kind="reinos", table_size=8),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: f"{one.game}-{one.kind}-{one.entries}")
def test_a_simulated_tournament_is_sound(scenario: Scenario, tmp_path: Path) -> None:
    tournament = Simulation(scenario, report=lambda _: None).run()
    record, names = tmp_path / "some.record.jsonl", tmp_path / "some.people.json"
    record.write_text("".join(record_lines(tournament)), "utf-8")
    names.write_text(json.dumps(people(tournament)), "utf-8")
    assert [str(found) for found in check_record(record, people=read_people(names))] == []
