"""What an endorsement did, and what it found: counted as it goes, written as a document."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.endorsement.mutate.measure import MutantCounts
from tools.endorsement.play.bulk import PlayedTournament
from tools.endorsement.section import Section

MIN_RATE = 0.995

CANNOT_SEE = """\
- Games other than Chama: the independent checker answers 3 to them.
- Whether the cards lay on the table as the sheet says: a record holds what the judge wrote.
- An end cut off where nobody kept the head outside the file; with `--head` it is found.
- A record forged as a whole, consistent in itself and with its head: that needs a signature, which the format
  does not have.
- Whether the edition of the rules that a ranked record names was the current one on that day.
- Which entries are put apart by club in round 1, and whether a snake was used: the draw's order is checked
  for byes, halves, shape and seats, not repeated from its seed.
- Physical tables: that two matches are not at one table at the same time is the product's own constraint.
- A disk that lies about what it has written: the kills end processes, not the machine.
- Wrong clocks: the moments in a history come from one clock of one machine.
- Counts that change nothing (an army more on a loser's line, within all limits) and the seconds of `at`: any
  value is as legal as another.
"""


@dataclass
class EndorsementReport:
    """Everything counted so far."""

    seed: int
    played: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)
    measured: MutantCounts = field(default_factory=MutantCounts)
    notes: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    seconds: float = 0

    def add(self, how: str, games: Iterable[PlayedTournament]) -> Iterator[PlayedTournament]:
        """Count tournaments as they come, and yield the sound ones; describe the others as unexplained."""
        for one in games:
            self.played[how] += 1
            if one.unexplained:
                self.unexplained.append(describe(one))
            else:
                yield one

    def include(self, other: "EndorsementReport") -> None:
        """Add what another part of the same endorsement counted and found."""
        self.played.update(other.played)
        self.unexplained += other.unexplained
        self.measured.made.update(other.measured.made)
        self.measured.found.update(other.measured.found)
        self.measured.survivors += other.measured.survivors
        self.notes += other.notes
        self.sections += other.sections
        self.seconds += other.seconds

    @property
    def passes(self) -> bool:
        """Return whether the endorsement passes.

        It does if nothing is unexplained, no section has a fault, and the checker found at least `MIN_RATE`
        of the mutants.
        """
        rate = self.measured.rate if self.measured.made else 1.0
        faults = [fault for section in self.sections for fault in section.faults]
        return not (self.unexplained or faults) and rate >= MIN_RATE

    def lines(self) -> Iterator[str]:
        """Yield the counts and findings, for people at a terminal."""
        yield f"seed {self.seed}"
        if self.played:
            yield from self._tournament_lines()
        for section in self.sections:
            yield from section.lines()

    def _tournament_lines(self) -> Iterator[str]:
        """Yield the lines about played tournaments and mutants."""
        total = self.played.total()
        ways = ", ".join(f"{count} {how}" for how, count in sorted(self.played.items()))
        yield f"{total} tournaments ({ways}), {len(self.unexplained)} unexplained"
        if self.measured.made:
            made, found = self.measured.made.total(), self.measured.found.total()
            kinds = len(self.measured.made)
            yield f"{made} mutants of {kinds} kinds, {found} found ({self.measured.rate:.2%})"
        yield from self.notes
        yield from (f"survivor: {mutant.kind} of {mutant.origin}" for mutant in self.measured.survivors)
        yield from self.unexplained


def describe(one: PlayedTournament) -> str:
    """Return a tournament that needs an explanation in a few lines: its plan, and what was found."""
    plan = one.plan
    head = f"seed {plan.seed}: {plan.kind}, {plan.entries} entries, tables of {plan.table_size}"
    if one.verdict is None:
        return f"{head}: no record: {one.said[-400:]}"
    return f"{head}: {one.record}\n  {'; '.join(one.verdict.words[:5])}"


def write(report: EndorsementReport, file: Path, day: str) -> None:
    """Write the report to `file`, as a Markdown document with this date."""
    kinds = "\n".join(
        f"| {kind} | {report.measured.made[kind]} | {report.measured.found[kind]} |"
        for kind in sorted(report.measured.made)
    )
    text = "\n".join(
        [
            f"# Endorsement of {day}\n",
            f"Repeat it with `python -m tools.endorsement run --seed {report.seed}`.\n",
            f"It took {report.seconds / 60:.0f} minutes.\n",
            *(f"{'  ' if line.startswith('  ') else ''}- {line.strip()}" for line in report.lines()),
            "\n## What it cannot see\n",
            CANNOT_SEE,
            "## Mutants\n",
            "| kind | made | found |\n|---|---|---|",
            kinds,
        ]
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")
