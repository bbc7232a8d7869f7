"""Simulations: same arguments, same record, byte for byte, whatever the database."""

import os
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from checker import check_bytes
from core.errors import Refused
from core.models import RecordLine
from matches.models import Match, MatchState
from records.export import record_lines
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.acts import assert_sound
from tests.simulated import simulated
from tournaments.models import Role, State, Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db
ARGUMENTS = ("--type", "guerrilha", "--entries", "21", "--table-size", "3", "--seed", "5")


def manage(folder: Path, *arguments: str) -> str:
    """Run a command of ours on a laptop's database of its own."""
    environ = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={**environ, "DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_record_is_the_same_on_a_laptop_and_on_this_database(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    told = manage(tmp_path, "simulate", *ARGUMENTS, "--out", str(tmp_path))
    (record,) = tmp_path.glob("*.record.jsonl")
    here = simulated(Scenario(kind="guerrilha", entries=21, table_size=3, seed=5)).record
    assert record.read_text(encoding="utf-8") == here
    assert f"head {here.count(chr(10)) - 1}:" in told


def test_another_seed_is_another_tournament() -> None:
    assert simulated(Scenario(entries=6, seed=1)).record != simulated(Scenario(entries=6, seed=2)).record


def test_it_leaves_nothing_behind() -> None:
    simulated(Scenario(entries=6, seed=1))
    assert (Tournament.objects.count(), RecordLine.objects.count()) == (0, 0)


def test_one_entry_is_no_tournament() -> None:
    with pytest.raises(Refused, match="too_few_entries"):
        simulated(Scenario(entries=1, seed=1))


@pytest.mark.parametrize(("late", "minutes"), [(0, 5), (235, 240), (236, 0)])
def test_a_match_that_is_over_its_time_by_far_gets_no_more(
    late: int, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulation.simulation.EXTENDED_PERCENT", 100)
    simulation = Simulation(Scenario(entries=4, table_size=2, seed=1, faults=30), stop_after=0)
    tournament = simulation.run()
    judge = tournament.staff.get(role=Role.JUDGE).persona.player
    match = start_match(Match.objects.filter(state=MatchState.CALLED)[0], by=judge, now=simulation.now)
    assert match.time_due_at is not None
    simulation.now = match.time_due_at + timedelta(minutes=late)
    assert simulation._extend_at_random(match, [], judge) is bool(minutes)
    match.refresh_from_db()
    assert match.extra_minutes == minutes


def test_a_match_that_an_undo_brings_back_after_the_finish_is_played() -> None:
    scenario = Scenario(entries=10, kind="duplas", table_size=2, time_limit=25, seed=81000588, faults=30)
    tournament = Simulation(scenario).run()
    assert tournament.state == State.FINISHED


@pytest.mark.F22
@pytest.mark.parametrize(
    "scenario",
    [
        Scenario(entries=53, kind="conquistadores", seed=266007300, faults=30),
        Scenario(entries=9, table_size=3, seed=8, faults=45, house_rules={"tie_cut": False}),
    ],
    ids=["cut", "ruling"],
)
def test_equals_behind_a_winner_who_was_disqualified_since_cut_or_are_ruled_on(scenario: Scenario) -> None:
    tournament = Simulation(scenario).run()
    assert tournament.state == State.FINISHED
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []
