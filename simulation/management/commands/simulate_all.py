"""`manage.py simulate_all`: simulate every game, type and set of variants, and check each record."""

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError

from checker import Finding, check_bytes
from core.commands import DatabaseCommand, whole_number
from core.db.transactions import rehearsal
from records.export import record_lines
from simulation.scenarios import Scenario, every_scenario
from simulation.simulation import Simulation


class Command(DatabaseCommand):
    """Stores nothing; prints a count, and fails if a record is unsound."""

    help = "Simulate every game × type × set of variants and check every record."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seeds", type=whole_number(1, 10_000), default=1, help="how many of each")
        parser.add_argument("--first", type=whole_number(0, 2**31), default=1, help="the first seed")

    def handle(self, *args: object, **options: Any) -> None:
        counts: Counter[bool] = Counter()
        ended: Counter[str] = Counter()
        for seed in range(options["first"], options["first"] + options["seeds"]):
            for scenario in every_scenario(seed):
                self._play(scenario, counts, ended)
        endings = ", ".join(f"{count} {ending}" for ending, count in ended.most_common())
        self.stdout.write(f"{counts[True]} sound, {counts[False]} unsound ({endings})")
        if counts[False]:
            raise CommandError("not every record is sound")

    def _play(self, scenario: Scenario, counts: Counter[bool], ended: Counter[str]) -> None:
        """Simulate one scenario, print its line and the findings, and add to both counters."""
        found, endings = simulate_and_check(scenario)
        ended.update(endings)
        counts[not found] += 1
        word = "unsound" if found else "sound"
        variants = f" ({', '.join(scenario.variants)})" if scenario.variants else ""
        what = f"{scenario.game} {scenario.kind}{variants}, {scenario.entries} entries, seed {scenario.seed}"
        self.stdout.write(f"{word}  {what}")
        for discrepancy in found:
            self.stdout.write(f"  {discrepancy}")


def simulate_and_check(scenario: Scenario) -> tuple[list[Finding], Counter[str]]:
    """Simulate a scenario and roll it back; return the checker's findings and the matches by ending."""
    simulation = Simulation(scenario)
    with rehearsal():
        record = "".join(record_lines(simulation.run())).encode()
    return check_bytes(record), simulation.endings
