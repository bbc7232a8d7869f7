"""`manage.py simulate`: it is in nobody's way, says one sentence where it cannot, and comes to an end."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.servers.process import ROOT
from tournaments.models import Placing, State, Tournament
from tournaments.standings.selectors import season_points, seasons

SMALL = ("simulate", "--entries", "8", "--table-size", "2")


def command(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    """One of our commands, on a laptop's database that may not be there yet."""
    environ = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        env={**environ, "DATA_DIR": str(folder)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_at_once_on_a_new_database_keep_both(tmp_path: Path) -> None:
    running = [command(tmp_path, *SMALL, "--seed", seed, "--keep") for seed in ("1", "2")]
    told = [process.communicate(timeout=300) for process in running]
    assert [process.returncode for process in running] == [0, 0], told
    with closing(sqlite3.connect(tmp_path / "chama.sqlite3")) as database:
        kept = database.execute("SELECT simulated, state FROM tournaments_tournament").fetchall()
    assert kept == [(1, "finished"), (1, "finished")]
    assert not list(tmp_path.glob("rehearsal-*"))


def test_it_plays_while_somebody_else_writes(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    with closing(sqlite3.connect(tmp_path / "chama.sqlite3", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        process = command(tmp_path, *SMALL, "--out", str(tmp_path))
        _, said = process.communicate(timeout=300)
        database.execute("ROLLBACK")
    assert (process.returncode, said) == (0, "")
    assert list(tmp_path.glob("*.record.jsonl"))


@pytest.mark.parametrize(
    "wrong",
    [
        ("--entries", "1"), ("--entries", "x"), ("--table-size", "9"), ("--time-limit", "-5"),
        ("--tables", "-1"), ("--year", "1850"), ("--faults", "101"), ("--seed", "-1"), ("--game", "xadrez"),
        ("--type", "suíço"), ("--type", "none.json"), ("--variant", "nenhuma"), ("--name", "Copa 2030"),
        ("--accepted",),
        ("--entries", "5", "--table-size", "2", "--second-chance", "own_title"),
        ("--rounds", "2", "--second-chance", "own_title"), ("--second-chance", "final"),
        ("--table-size", "2", "--second-chance", "final_seat"), ("--losers", "before_final"),
        ("--entries", "5", "--game", "jogo-dos-reinos", "--type", "reinos"), ("--out", f"{__file__}/here"),
    ],
    ids=lambda wrong: " ".join(wrong[-2:]),
)  # fmt: skip
@pytest.mark.django_db
def test_what_cannot_be_is_one_sentence(wrong: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *wrong, stdout=StringIO())
    assert str(refused.value).strip()
    assert Tournament.objects.count() == 0


@pytest.mark.django_db
def test_however_much_goes_wrong_it_ends() -> None:
    scenario = Scenario(entries=4, kind="guerrilha", table_size=2, seed=1, faults=100)
    assert Simulation(scenario).run().state == State.FINISHED


@pytest.mark.django_db
def test_what_is_kept_is_marked_in_lists_and_counts_in_no_season(client: Client) -> None:
    call_command("simulate", "--entries", "8", "--table-size", "2", "--keep", stdout=StringIO())
    tournament = Tournament.objects.get()
    assert (tournament.simulated, tournament.ranked, tournament.state) == (True, True, State.FINISHED)
    assert Placing.objects.filter(tournament=tournament, points_numerator__gt=0).exists()
    assert seasons() == []
    assert not any(season_points(tournament).values())
    assert ">Simulation<" in client.get(reverse("home"), headers={"accept-language": "en"}).content.decode()
    shown = client.get("/api/v1/tournaments/").json()["results"]
    assert [found["simulated"] for found in shown] == [True]
    with pytest.raises(CommandError):
        call_command("simulate", "--entries", "8", "--table-size", "2", "--keep", stdout=StringIO())


@pytest.mark.parametrize("chosen", ["own_title", "final_seat"])
@pytest.mark.django_db
def test_losers_of_the_first_round_play_on_if_that_is_chosen(chosen: str, tmp_path: Path) -> None:
    """Sixteen at tables of four have a final of four: for one more seat another shape is drawn."""
    arguments = ("--entries", "16", "--second-chance", chosen, "--out", str(tmp_path))
    call_command("simulate", *arguments, stdout=StringIO())
    (record,) = tmp_path.glob("*.record.jsonl")
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    (drawn,) = [line["data"] for line in lines if line["type"] == "draw.published"]
    assert lines[0]["data"]["house_rules"]["second_chance"] == chosen
    assert lines[0]["data"]["ranked"] == (chosen == "own_title")
    assert sum(drawn["second_chance"][0]) == (12 if chosen == "own_title" else 10)
    assert drawn["rounds"][1:] == ([[4]] if chosen == "own_title" else [[2, 2, 2], [3]])
    assert lines[-1]["type"] == "tournament.finished"


@pytest.mark.django_db
def test_losers_of_every_round_play_on_if_that_is_chosen(tmp_path: Path) -> None:
    """Of nine in duels one loses round 1, which is too few for round 1 alone."""
    arguments = (
        "--entries",
        "9",
        "--table-size",
        "2",
        "--second-chance",
        "own_title",
        "--out",
        str(tmp_path),
    )
    with pytest.raises(CommandError):
        call_command("simulate", *arguments, stdout=StringIO())
    call_command("simulate", *arguments, "--losers", "before_final", stdout=StringIO())
    (record,) = tmp_path.glob("*.record.jsonl")
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    (drawn,) = [line["data"] for line in lines if line["type"] == "draw.published"]
    assert lines[0]["data"]["house_rules"]["second_chance_losers"] == "before_final"
    assert drawn["second_chance"] == [[2, 2], [2, 2], [2], [2]]
