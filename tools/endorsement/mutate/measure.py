"""How many mutants the checker finds, kind by kind, and which survive."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from checker import Head, Unreadable, check_bytes
from checker.reading.lines import sha256
from tools.endorsement.mutate import (
    bracket_faults,
    chain_faults,
    second_chance_faults,
    sheet_faults,
    stage_faults,
    stage_points_faults,
    standing_faults,
    terms_faults,
    uncounted_faults,
)
from tools.endorsement.mutate.records import Change, NoPlace, chain_lines, parse_lines, setup

OF_ANY_GAME: tuple[Change, ...] = (
    *sheet_faults.KINDS, *bracket_faults.KINDS, *terms_faults.KINDS, *stage_faults.KINDS,
    *stage_points_faults.KINDS, *second_chance_faults.KINDS,
)  # fmt: skip
CHANGES: tuple[Change, ...] = (*OF_ANY_GAME, *sheet_faults.OF_CHAMA, *uncounted_faults.KINDS)
"""Of a record of Chama."""
OF_OTHERS: tuple[Change, ...] = (*OF_ANY_GAME, *standing_faults.KINDS)


@dataclass(frozen=True)
class Mutant:
    """A record made wrong: `origin` names the sound record, `kind` the fault.

    `head`: number and hash of the sound record's last line, for faults that only it can show.
    """

    origin: str
    kind: str
    record: bytes
    head: Head | None = None


@dataclass
class MutantCounts:
    """Mutants made and found, by kind, and those that survived."""

    made: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    survivors: list[Mutant] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Return the share that was found, from 0 to 1; 0 if none was made."""
        return self.found.total() / max(1, self.made.total())


def mutants(origin: str, record: bytes, rounds: int = 1) -> Iterator[Mutant]:
    """Yield `rounds` mutants of each kind that a sound record has a place for."""
    for number in range(rounds):
        for change in _changes_for(record):
            bodies = parse_lines(record)
            with suppress(NoPlace):
                change(bodies, Random(f"{origin} {change.__name__} {number}"))
                yield Mutant(origin, change.__name__, chain_lines(bodies))
        last = record.splitlines()[-1]
        head = Head(len(record.splitlines()) - 1, sha256(last))
        for byte_change in chain_faults.KINDS:
            rng = Random(f"{origin} {byte_change.__name__} {number}")
            yield Mutant(origin, byte_change.__name__, byte_change(record, rng), head)


def _changes_for(record: bytes) -> tuple[Change, ...]:
    """Return the kinds of faults of the record's game; those of any game if it has no others."""
    game = setup(parse_lines(record))["game"]
    if game == "chama":
        return CHANGES
    return OF_OTHERS if game in standing_faults.POINTS else OF_ANY_GAME


def is_found(mutant: Mutant) -> bool:
    """Return whether the checker finds something wrong, or cannot read the mutant."""
    try:
        return bool(check_bytes(mutant.record, mutant.head))
    except Unreadable:
        return True


def measure(records: Iterable[tuple[str, bytes]], rounds: int = 1) -> MutantCounts:
    """Make and check every mutant of these records (name, bytes); return the counts."""
    measured = MutantCounts()
    for origin, record in records:
        for mutant in mutants(origin, record, rounds):
            measured.made[mutant.kind] += 1
            if is_found(mutant):
                measured.found[mutant.kind] += 1
            else:
                measured.survivors.append(mutant)
    return measured
