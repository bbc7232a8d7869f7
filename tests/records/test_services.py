"""What the services write is what the format says: simulated tournaments are sound."""

import json
from pathlib import Path

import pytest

from scheduling.simulation import Scenario, Simulation
from tournaments.checking.checker import check_record
from tournaments.checking.people import read_people
from tournaments.selectors.record import people, record_lines

pytestmark = pytest.mark.django_db

SCENARIOS = [
    Scenario(entries=13, seed=21, kind="campeonato", table_size=4),
    Scenario(entries=7, seed=22, kind="campeonato", table_size=2, time_limit=None, multiplier=3),
    Scenario(entries=10, seed=23, kind="guerrilha", table_size=3, variants=("calouro-do-chacrinha", "xisum")),
    Scenario(entries=5, seed=24, kind="duplas", table_size=2, variants=("aliados",)),
    Scenario(entries=9, seed=25, kind="conquistadores", table_size=4),
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: f"{scenario.kind}-{scenario.entries}")
def test_a_simulated_tournament_is_sound(scenario: Scenario, tmp_path: Path) -> None:
    tournament = Simulation(scenario, report=lambda _: None).run()
    record, names = tmp_path / "some.record.jsonl", tmp_path / "some.people.json"
    record.write_text("".join(record_lines(tournament)), "utf-8")
    names.write_text(json.dumps(people(tournament)), "utf-8")
    assert [str(found) for found in check_record(record, people=read_people(names))] == []
