"""`manage.py simulate`: play a whole tournament at random and write its record."""

import json
import time
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from catalogue.facts import TypeFacts, check, key_and_definition
from core.commands import DatabaseCommand, whole_number
from core.db.transactions import rehearsal
from core.errors import Refused, refuse_all
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.house_rules import Value
from rulesets.registry import FIRST_GAME, GAMES
from simulation.scenarios import FIRST_KIND, OWN_TITLE, Scenario
from simulation.simulation import Simulation, summary
from tournaments import messages
from tournaments.bracket.second_chance import BEFORE_FINAL, FINAL_SEAT, ROUND_1
from tournaments.models import Tournament
from tournaments.stages.groups.plan import MAX_GROUPS, GroupsPlan
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS, StagePlan
from tournaments.stages.points import PLACEMENT, WIN
from tournaments.stages.swiss.plan import SwissPlan

MAX_AT_A_TABLE = 4
MAX_ENTRIES = 4096
MAX_MINUTES = 24 * 60


class Command(DatabaseCommand):
    """Writes the same record, byte for byte, for the same arguments, on every database.

    It plays in a dry run (`rehearsal`); a stored tournament is rebuilt from its record, in one short
    transaction.
    """

    help = "Play a random tournament through the product's services and write its record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=FIRST_GAME, choices=sorted(GAMES))
        parser.add_argument("--type", default=FIRST_KIND, dest="kind", help="a type, or a .json file of one")
        about_accepted = "editors accept the type of the file first, and it is played ranked"
        parser.add_argument("--accepted", action="store_true", help=about_accepted)
        parser.add_argument("--variant", action="append", default=[], dest="variants")
        parser.add_argument(
            "--entries", type=whole_number(2, MAX_ENTRIES), default=64, help="players, or pairs"
        )
        parser.add_argument(
            "--table-size", type=whole_number(2, 8), help="most entries at a table, 4 where allowed"
        )
        minutes = whole_number(0, MAX_MINUTES)
        parser.add_argument("--time-limit", type=minutes, default=40, help="minutes, 0 for none")
        parser.add_argument(
            "--tables", type=whole_number(0, 1000), default=0, help="physical tables, 0 to have them chosen"
        )
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=1)
        parser.add_argument("--year", type=whole_number(1900, 2999), default=2026)
        parser.add_argument("--name", default="Simulado")
        percent = whole_number(0, 100)
        parser.add_argument(
            "--faults", type=percent, default=0, help="percent: how often something goes wrong"
        )
        about_extras = "percent: how often other things happen: breaks, penalties, reports, a cancellation …"
        parser.add_argument("--extras", type=percent, default=0, help=about_extras)
        parser.add_argument(
            "--follows", action="store_true", help="the same people played in the season the day before"
        )
        parser.add_argument(
            "--rounds",
            type=whole_number(0, MAX_ROUNDS),
            default=0,
            help="rounds before the bracket, 0 for none",
        )
        parser.add_argument(
            "--groups",
            type=whole_number(0, MAX_GROUPS),
            default=0,
            help="groups in these, 0 for Swiss rounds",
        )
        about_advance = "who goes on from them, of each group if there are groups; 0 for no bracket"
        parser.add_argument("--advance", type=whole_number(0, MAX_ADVANCE), help=about_advance)
        about_placement = "places at the tables of these give points, not a win alone"
        parser.add_argument("--placement", action="store_true", help=about_placement)
        about_chance = "what losers play for beside the bracket"
        parser.add_argument("--second-chance", choices=(OWN_TITLE, FINAL_SEAT), help=about_chance)
        about_losers = "which losers play on beside the bracket: of the first round, or of every round before"
        parser.add_argument("--losers", choices=(ROUND_1, BEFORE_FINAL), help=f"{about_losers} the final")
        parser.add_argument("--out", type=Path, help="folder for the record")
        parser.add_argument("--keep", action="store_true", help="leave it in the database")

    def handle(self, *args: object, **options: Any) -> None:
        began = time.monotonic()
        try:
            with TemporaryDirectory() as folder:
                self._play(options, options["out"] or Path(folder))
        except Refused as refused:
            raise CommandError("\n".join(map(messages.text_for_violation, refused.violations))) from None
        except OSError as error:
            raise CommandError(f"{options['out']}: nothing can be written there ({error})") from None
        self.stdout.write(f"{options['entries']} entries in {time.monotonic() - began:.1f} s")

    def _play(self, options: dict[str, object], folder: Path) -> None:
        """Play the tournament, write its record, and rebuild it if it is to be stored."""
        with rehearsal():
            simulation = Simulation(_scenario_from(options), report=self.stdout.write)
            tournament = simulation.run()
            record, names = write_record(tournament, folder)
            head = tournament.ledger
        if options["out"]:
            self.stdout.write(f"wrote {record}")
        if options["keep"]:
            slug, now = tournament.slug, timezone.now()
            kept = restore_record(record, names=names, owner=None, now=now, slug=slug, simulated=True)
            self.stdout.write(f"kept as {kept.slug}")
        for line in summary(simulation):
            self.stdout.write(line)
        self.stdout.write(f"head {head.head_seq}:{head.head_hash}")


def write_record(tournament: Tournament, folder: Path) -> tuple[Path, dict[str, str]]:
    """Write the record and the names into the folder; return the record's path, and the names."""
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / f"{tournament.slug}.record.jsonl"
    with record.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(record_lines(tournament))
    known = people_file(tournament)
    names = folder / f"{tournament.slug}.people.json"
    names.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return record, known["people"]


def _scenario_from(options: dict[str, Any]) -> Scenario:
    """Return the scenario of a command line.

    Raise `CommandError` for options that exclude each other, and as `_read_type` does, `Refused` too.
    """
    invented = _read_type(Path(options["kind"])) if options["kind"].endswith(".json") else None
    if options["accepted"] and invented is None:
        raise CommandError("--accepted needs --type with a file")
    kind = key_and_definition(invented, 1)[0] if invented else options["kind"]
    scenario = Scenario(entries=options["entries"], seed=options["seed"], game=options["game"], kind=kind)
    scenario = replace(scenario, invented=invented, accepted=options["accepted"])
    return replace(
        scenario,
        variants=tuple(options["variants"]),
        table_size=options["table_size"] or min(MAX_AT_A_TABLE, scenario.chosen.tables.high),
        time_limit=options["time_limit"] or None,
        tables=options["tables"],
        year=options["year"],
        name=options["name"],
        faults=options["faults"],
        extras=options["extras"],
        follows=options["follows"],
        house_rules=_house_rules(options["second_chance"], options["losers"]),
        stage=_stage_plan(options["rounds"], options["groups"], options["advance"], options["placement"]),
    )


def _house_rules(second_chance: str | None, losers: str | None) -> dict[str, Value]:
    """Return the house rules of the second chance; none without one.

    Raise `CommandError` for `losers` without a second chance.
    """
    if losers and not second_chance:
        raise CommandError("--losers needs --second-chance")
    chosen = {"second_chance": second_chance, "second_chance_losers": losers}
    return {code: value for code, value in chosen.items() if value}


def _stage_plan(rounds: int, groups: int, advance: int | None, placement: bool) -> StagePlan | None:
    """Return the stage before the bracket, None without rounds; by default four advance, or two a group.

    With `placement` each place at a table gives points, else a win alone. Raise `CommandError` for groups or
    `placement` without rounds.
    """
    points = PLACEMENT if placement else WIN
    if placement and not rounds:
        raise CommandError("--placement needs --rounds")
    if groups and not rounds:
        raise CommandError("--groups needs --rounds")
    if not rounds:
        return None
    if groups:
        return GroupsPlan(rounds, 2 if advance is None else advance, groups=groups, points=points)
    return SwissPlan(rounds, 4 if advance is None else advance, points=points)


def _read_type(path: Path) -> TypeFacts:
    """Return the type in a JSON file with the keys of `TypeFacts`.

    Raise `Refused` if the type is invalid, `CommandError` if the file is.
    """
    try:
        facts = TypeFacts(**json.loads(path.read_text(encoding="utf-8")))
        refuse_all(check(facts))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CommandError(f"{path}: no definition of a type ({error})") from None
    return facts
