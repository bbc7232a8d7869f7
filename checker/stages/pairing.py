"""Compute a Swiss round again from its seed as docs/record.md says (`swiss/1`). Knows no lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from checker.draw.lots import shuffled
from checker.stages.hall import Hall, StageEntry

ALGORITHM = "swiss/1"
BYES_TRIED = 12


@dataclass(frozen=True)
class RoundTables:
    """The tables of a round by rank, a bye last, and their cost, with the difference in points unscaled."""

    tables: list[list[str]]
    cost: tuple[int, Fraction, int, int]


def derive_seed(secret: str, points: Mapping[str, str], word: str) -> str:
    """Return the seed of a round that follows from secret, entries with their points, and word."""
    digest = sha256(bytes.fromhex(secret))
    for code in sorted(points, key=str.encode):
        digest.update(f"{code} {points[code]}\n".encode())
    digest.update(word.encode())
    return digest.hexdigest()


def rank_entries(seed: str, entries: Sequence[StageEntry]) -> list[StageEntry]:
    """Return the entries, most points first, equal ones by lots."""
    by_code = sorted(entries, key=lambda entry: entry.code.encode())
    return sorted(shuffled(seed, "order", by_code), key=lambda entry: -entry.points)


def pair_round(
    seed: str, entries: Sequence[StageEntry], least: int, most: int, *, apart: bool = False
) -> RoundTables | None:
    """Return the round at tables of `least` to `most` entries; None if so many entries do not fit.

    At tables of two with an odd number one of those with the fewest byes has a bye.
    """
    order = rank_entries(seed, entries)
    if most > 2 or len(order) % 2 == 0:
        return seat_round(seed, order, least, most, apart=apart)
    fewest = min(entry.byes for entry in order)
    best: RoundTables | None = None
    for free in [entry for entry in reversed(order) if entry.byes == fewest][:BYES_TRIED]:
        found = seat_round(seed, [entry for entry in order if entry is not free], least, most, apart=apart)
        if found and (best is None or found.cost[0] < best.cost[0]):
            best = RoundTables([*found.tables, [free.code]], found.cost)
        if best and not best.cost[0]:
            break
    return best


def seat_round(
    seed: str, order: Sequence[StageEntry], least: int, most: int, *, apart: bool
) -> RoundTables | None:
    """Seat all entries of `order`, which is by rank, at as few tables as possible.

    None if a table would have fewer than `least`; `apart`: mates of one club are kept apart.
    """
    number = -(-len(order) // most)
    size, larger = divmod(len(order), number) if number else (0, 0)
    if size < least:
        return None
    hall = Hall(order, [size + 1] * larger + [size] * (number - larger), apart=apart)
    tables = hall.tables(seed)
    met, difference, short, mates = hall.total(tables)
    cost = met, Fraction(difference, hall.scale), short, mates
    return RoundTables([[order[place].code for place in table] for table in tables], cost)
