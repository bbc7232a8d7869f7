"""`manage.py simulate`: play a whole tournament by chance and write its record."""

import json
import time
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction

from catalogue.facts import TypeFacts, check, definition
from core.commands import DatabaseCommand
from core.errors import Refused, refuse_all
from scheduling.simulation import Scenario, Simulation, summary
from tournaments import messages
from tournaments.models import Tournament
from tournaments.selectors.record import people, record_lines

MOST_AT_A_TABLE = 4


class Command(DatabaseCommand):
    """Same arguments, same record, byte for byte, on every database."""

    help = "Play a tournament by chance through the product's services and write its record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default="chama")
        parser.add_argument(
            "--type", default="campeonato", dest="kind", help="a type, or a .json file of one"
        )
        parser.add_argument("--variant", action="append", default=[], dest="variants")
        parser.add_argument("--entries", type=int, default=64, help="players, or pairs in Duplas")
        parser.add_argument("--table-size", type=int, help="most entries at a table, 4 where allowed")
        parser.add_argument("--time-limit", type=int, default=40, help="minutes, 0 for none")
        parser.add_argument("--tables", type=int, default=0, help="physical tables, 0: chosen")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--year", type=int, default=2026)
        parser.add_argument("--name", default="Simulado")
        parser.add_argument("--faults", type=int, default=0, help="percent: how often something goes wrong")
        parser.add_argument("--out", type=Path, help="folder for the record")
        parser.add_argument("--keep", action="store_true", help="leave it in the database")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        try:
            simulation = Simulation(_scenario(options), report=self.stdout.write)
            with transaction.atomic():
                tournament = simulation.run()
                self._write(tournament, options["out"])
                transaction.set_rollback(not options["keep"])
        except Refused as refused:
            raise CommandError("\n".join(map(messages.sentence, refused.violations))) from None
        for line in summary(simulation):
            self.stdout.write(line)
        head = tournament.ledger
        self.stdout.write(f"head {head.head_seq}:{head.head_hash}")
        self.stdout.write(f"{simulation.scenario.entries} entries in {time.monotonic() - began:.1f} s")

    def _write(self, tournament: Tournament, folder: Path | None) -> None:
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        record = folder / f"{tournament.slug}.record.jsonl"
        with record.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(record_lines(tournament))
        names = folder / f"{tournament.slug}.people.json"
        names.write_text(json.dumps(people(tournament), ensure_ascii=False, indent=1) + "\n", "utf-8")
        self.stdout.write(f"wrote {record}")


def _scenario(options: dict[str, Any]) -> Scenario:
    invented = _invented(Path(options["kind"])) if options["kind"].endswith(".json") else None
    kind = definition(invented, 1)[0] if invented else options["kind"]
    scenario = Scenario(entries=options["entries"], seed=options["seed"], game=options["game"], kind=kind)
    scenario = replace(scenario, invented=invented)
    return replace(
        scenario,
        variants=tuple(options["variants"]),
        table_size=options["table_size"] or min(MOST_AT_A_TABLE, scenario.chosen.tables.high),
        time_limit=options["time_limit"] or None,
        tables=options["tables"],
        year=options["year"],
        name=options["name"],
        faults=options["faults"],
    )


def _invented(path: Path) -> TypeFacts:
    """The type of a file: the keys of `TypeFacts` as JSON; `Refused` where it is not sound."""
    try:
        facts = TypeFacts(**json.loads(path.read_text(encoding="utf-8")))
        refuse_all(check(facts))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CommandError(f"{path}: no definition of a type ({error})") from None
    return facts
