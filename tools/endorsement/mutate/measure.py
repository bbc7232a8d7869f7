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
    sheet_faults,
    standing_faults,
    terms_faults,
    uncounted_faults,
)
from tools.endorsement.mutate.records import Change, NoPlace, chained, opened, setup

OF_ANY_GAME: tuple[Change, ...] = (*sheet_faults.KINDS, *bracket_faults.KINDS, *terms_faults.KINDS)
CHANGES: tuple[Change, ...] = (*OF_ANY_GAME, *sheet_faults.OF_CHAMA, *uncounted_faults.KINDS)
"""Of a record of Chama."""
OF_OTHERS: tuple[Change, ...] = (*OF_ANY_GAME, *standing_faults.KINDS)


@dataclass(frozen=True)
class Mutant:
    """A record made wrong: `origin` and `kind` say of which and how."""

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
        """The share found, of 1."""
        return self.found.total() / max(1, self.made.total())


def mutants(origin: str, record: bytes, rounds: int = 1) -> Iterator[Mutant]:
    """Of one sound record, each kind that it has room for, so many times."""
    for number in range(rounds):
        for change in _changes(record):
            bodies = opened(record)
            with suppress(NoPlace):
                change(bodies, Random(f"{origin} {change.__name__} {number}"))
                yield Mutant(origin, change.__name__, chained(bodies))
        last = record.splitlines()[-1]
        head = Head(len(record.splitlines()) - 1, sha256(last))
        for byte_change in chain_faults.KINDS:
            rng = Random(f"{origin} {byte_change.__name__} {number}")
            yield Mutant(origin, byte_change.__name__, byte_change(record, rng), head)


def _changes(record: bytes) -> tuple[Change, ...]:
    return CHANGES if setup(opened(record))["game"] == "chama" else OF_OTHERS


def is_found(mutant: Mutant) -> bool:
    """Whether our checker sees that something is wrong."""
    try:
        return bool(check_bytes(mutant.record, mutant.head))
    except Unreadable:
        return True


def measure(records: Iterable[tuple[str, bytes]], rounds: int = 1) -> MutantCounts:
    """Every mutant of every record."""
    measured = MutantCounts()
    for origin, record in records:
        for mutant in mutants(origin, record, rounds):
            measured.made[mutant.kind] += 1
            if is_found(mutant):
                measured.found[mutant.kind] += 1
            else:
                measured.survivors.append(mutant)
    return measured
