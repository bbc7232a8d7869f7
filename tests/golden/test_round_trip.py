"""Export, import into an installation that knows nothing of it, export: the same bytes, the same state."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from checker import check
from core.errors import Refused
from matches.models import Match, Seat
from records.export import people_file, record_lines
from records.importing.record import restore_record
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tests.cast import PASSWORD
from tests.inventions import invention
from tournaments.corrections.effects import Overview, overview_of
from tournaments.models import Tournament
from tournaments.regulation.selectors import is_confirmed
from tournaments.standings.finish import finish, reopen

pytestmark = pytest.mark.django_db

SCENARIOS = (
    Scenario(entries=13, seed=1, table_size=2),
    Scenario(entries=23, seed=2, variants=("calouro-do-chacrinha",)),
    Scenario(entries=9, seed=3, kind="duplas", table_size=2),
    Scenario(entries=30, seed=4, kind="conquistadores", table_size=3),
    Scenario(entries=9, seed=4, variants=("calouro-do-chacrinha",), faults=10, extras=30),
    Scenario(entries=14, seed=2, kind="duelo", game="castelo", table_size=2, faults=15, extras=40),
    Scenario(entries=7, seed=5, kind="fortaleza", invented=invention(needs={"intact": 4, "laid": 6})),
)
Copy = tuple[Path, dict[str, str], Overview]


def copied(simulation: Simulation, folder: Path) -> Copy:
    """A tournament that exists in its files only, and how it looked."""
    with transaction.atomic():
        tournament = simulation.run()
        path = folder / f"{tournament.slug}.record.jsonl"
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        names, look = people_file(tournament)["people"], overview_of(tournament)
        transaction.set_rollback(True)
    return path, names, look


def back(copy: Copy) -> Tournament:
    path, names, _ = copy
    slug = path.name.removesuffix(".record.jsonl")
    return restore_record(path, names=names, owner=None, now=timezone.now(), slug=slug)


@pytest.mark.F43
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.kind)
def test_a_finished_tournament_comes_back_whole(scenario: Scenario, tmp_path: Path) -> None:
    copy = copied(Simulation(scenario), tmp_path)
    tournament = back(copy)
    assert "".join(record_lines(tournament)).encode() == copy[0].read_bytes()
    assert overview_of(tournament) == copy[2]
    assert people_file(tournament)["people"] == copy[1]
    assert is_confirmed(tournament)


@pytest.mark.F27
def test_play_goes_on_after_the_laptop_died(tmp_path: Path) -> None:
    scenario = Scenario(entries=12, seed=6, tables=2)
    copy = copied(Simulation(scenario, stop_after=2), tmp_path)
    tournament = back(copy)
    assert overview_of(tournament) == copy[2]
    seats = Seat.objects.filter(match__ledger=tournament.ledger, match__state="playing")
    assert not seats.filter(persona=None).exists()
    assert Match.objects.filter(ledger=tournament.ledger, state="called", table=None).count() == 0


def test_a_finished_one_can_be_reopened_and_closed_again(tmp_path: Path) -> None:
    path, names, look = copied(Simulation(replace(SCENARIOS[0])), tmp_path)
    tournament = restore_record(path, names=names, owner=None, now=timezone.now())
    organizer = tournament.staff.get(role="organizer").persona.player
    reopen(tournament, reason="again", by=organizer, now=timezone.now())
    tournament.refresh_from_db()
    finish(tournament, by=organizer, now=timezone.now())
    tournament.refresh_from_db()
    assert overview_of(tournament).places == look.places


def test_an_account_of_the_command_line_organizes_what_it_imports() -> None:
    root = User.objects.create_superuser("root", password=PASSWORD)
    golden = Path(__file__).parent / "conquistadores-11-duels.record.jsonl"
    call_command("import_record", golden, "--owner", "root")
    organizer = Tournament.objects.get().staff.get(role="organizer").persona.player
    assert (organizer.user, organizer.name) == (root, "root")


def test_it_is_not_taken_twice_nor_unsound(tmp_path: Path) -> None:
    copy = copied(Simulation(SCENARIOS[0]), tmp_path)
    back(copy)
    with pytest.raises(Refused, match="record_known"):
        back(copy)
    bent = tmp_path / "bent.record.jsonl"
    bent.write_text(copy[0].read_text(encoding="utf-8").replace('"multiplier":1', '"multiplier":2'))
    with pytest.raises(Refused, match="record_unsound"):
        restore_record(bent, names={}, owner=None, now=timezone.now())
    assert Tournament.objects.count() == 1


def test_a_record_of_the_first_format_goes_on_in_it(tmp_path: Path) -> None:
    golden = Path(__file__).parent / "conquistadores-11-duels.record.jsonl"
    tournament = restore_record(golden, names={}, owner=None, now=timezone.now())
    organizer = tournament.staff.get(role="organizer").persona.player
    reopen(tournament, reason="again", by=organizer, now=timezone.now())
    finish(tournament, by=organizer, now=timezone.now())
    on = tmp_path / "on.record.jsonl"
    on.write_text("".join(record_lines(tournament)), encoding="utf-8")
    assert [str(found) for found in check(on)] == []
    assert "without_points" not in on.read_text(encoding="utf-8")
