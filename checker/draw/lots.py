"""Recompute a draw from its seed as docs/record.md says: numbers, order, tables, suits. Knows no lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import NamedTuple, TypeVar

ALGORITHM = "sha256-counter/1"
WORDS = 2**32
Rows = list[list[int]]
Thing = TypeVar("Thing")


class DrawnSide(NamedTuple):
    """A side of a drawn match: its entry, or the match that feeds it; the other one is None.

    `source`: round and number of the match and what is taken of it, `1.2 winner`. In the second chance
    that is the number of the side whose loser comes, `1.2 3`.
    """

    entry: str | None
    source: str | None


Sides = list[DrawnSide]


@dataclass(frozen=True)
class DrawnEntry:
    """An entry as the draw sees it."""

    code: str
    group: str | None = None
    seed: int | None = None


def promised(secret: str) -> str:
    """Return the SHA-256 that commits to a secret; both hexadecimal."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def derive_seed(secret: str, codes: Sequence[str], word: str) -> str:
    """Return the seed, hexadecimal, that follows from the secret, the codes of the entries and the word."""
    digest = sha256(bytes.fromhex(secret))
    for raw in sorted(code.encode() for code in codes):
        digest.update(raw + b"\n")
    digest.update(word.encode())
    return digest.hexdigest()


def numbers(seed: str, use: str) -> Iterator[int]:
    """Yield without end the random 32-bit numbers that a seed gives for one use, as `order`."""
    for block in count():
        yield int(sha256(f"{seed}/{use}/{block}".encode()).hexdigest()[:8], 16)


def shuffled(seed: str, use: str, things: Sequence[Thing]) -> list[Thing]:
    """Return the things in the random order that the seed gives for one use, as `order`."""
    mixed, source = list(things), numbers(seed, use)
    for place in range(len(mixed), 1, -1):
        usable = WORDS // place * place
        drawn = next(number for number in source if number < usable) % place
        mixed[place - 1], mixed[drawn] = mixed[drawn], mixed[place - 1]
    return mixed


def order(seed: str, entered: Sequence[DrawnEntry], *, by_hand: bool) -> list[str]:
    """Return the codes, strongest first: in random order, or `by_hand` by the seeds that entries have."""
    codes = sorted({entry.code for entry in entered}, key=str.encode)
    return ranked(shuffled(seed, "order", codes), entered, by_hand=by_hand)


def ranked(mixed: list[str], entered: Sequence[DrawnEntry], *, by_hand: bool) -> list[str]:
    """Return the shuffled codes; `by_hand`: entries with a seed first, the lowest seed before all."""
    if not by_hand:
        return mixed
    known = {entry.code: entry for entry in entered}
    seeded = [code for code in mixed if known[code].seed is not None]
    others = [code for code in mixed if known[code].seed is None]
    return sorted(seeded, key=lambda code: known[code].seed or 0) + others


def spread(coming: int, tables: int) -> Rows:
    """Return the ranks, from 0, at each table: dealt row by row, there and back.

    A last row that is short is dealt from the last table on.
    """
    rows: Rows = [[] for _ in range(tables)]
    for rank in range(coming):
        row, step = divmod(rank, tables)
        is_last_and_short = (row + 1) * tables > coming
        back = row % 2 == 1 or is_last_and_short
        rows[tables - 1 - step if back else step].append(rank)
    return rows


# --- clubs kept apart ---------------------------------------------------------------------------------


def kept_apart(
    drawn: Sequence[str], tables: int, groups: Mapping[str, str | None], movable: int | None = None
) -> list[str]:
    """Return the order after exchanges that part entries of one group at the tables of a round.

    Byes keep their place. `movable`: how many of the first may change places; None for all.
    """
    hall = _Hall(list(drawn), spread(len(drawn), tables), groups)
    hall.byes.update(range(len(drawn) if movable is None else movable, len(drawn)))
    while hall.part_mates():
        pass
    return hall.drawn


class _Hall:
    """Round 1 while entries change places: the order, and who of each group is at each table."""

    def __init__(self, drawn: list[str], rows: Rows, groups: Mapping[str, str | None]) -> None:
        self.drawn, self.tables = drawn, len(rows)
        self.table = {rank: number for number, row in enumerate(rows) for rank in row}
        self.byes = {row[0] for row in rows if len(row) == 1}
        self.of = {code: f"group {groups[code]}" if groups.get(code) else f"alone {code}" for code in drawn}
        self.there = Counter((self.table[rank], self.of[code]) for rank, code in enumerate(drawn))
        sizes = Counter(self.of.values())
        self.share = {group: (size + self.tables - 1) // self.tables for group, size in sizes.items()}
        self.given_up: set[str] = set()

    def part_mates(self) -> bool:
        """Exchange ranks to part mates at crowded tables, last rank first; return whether any two changed."""
        moved = False
        for rank in reversed(range(len(self.drawn))):
            group = self.of[self.drawn[rank]]
            crowded = self.there[self.table[rank], group] > self.share[group]
            if rank in self.byes or not crowded or group in self.given_up:
                continue
            partner = self.find_partner(rank)
            if partner is None:
                self.given_up.add(group)
            else:
                self.exchange(rank, partner)
                moved = True
        return moved

    def find_partner(self, rank: int) -> int | None:
        """Return the nearest rank whose exchange gains something, or None; leaders of tables come last."""
        last = len(self.drawn)
        near = [other for step in range(1, last) for other in (rank + step, rank - step) if 0 <= other < last]
        free = [other for other in near if other not in self.byes]
        candidates = [x for x in free if x >= self.tables] + [x for x in free if x < self.tables]
        return next((other for other in candidates if self.gain(rank, other) > 0), None)

    def gain(self, one: int, two: int) -> int:
        """Return how many pairs of mates at one table fewer there are after the exchange; may be negative."""
        here, there = self.table[one], self.table[two]
        mine, theirs = self.of[self.drawn[one]], self.of[self.drawn[two]]
        if here == there or mine == theirs:
            return 0
        leaving = self.there[here, mine] - 1 - self.there[there, mine]
        return leaving + self.there[there, theirs] - 1 - self.there[here, theirs]

    def exchange(self, one: int, two: int) -> None:
        """Exchange the entries of two ranks, in order and counts."""
        for rank, target in ((one, two), (two, one)):
            self.there[self.table[rank], self.of[self.drawn[rank]]] -= 1
            self.there[self.table[target], self.of[self.drawn[rank]]] += 1
        self.drawn[one], self.drawn[two] = self.drawn[two], self.drawn[one]


# --- who is passed over -------------------------------------------------------------------------------


def passing_over(
    drawn: Sequence[str], tables: int, lists: Sequence[Sequence[str]], groups: Mapping[str, str | None]
) -> list[str]:
    """Return the order, with entries of the lists moved from short tables to full ones if possible.

    `lists`: entries that had a bye or a short table, those of the latest tournament first.
    """
    if not lists:
        return list(drawn)
    rows = spread(len(drawn), tables)
    hall, full = _Hall(list(drawn), rows, groups), max(map(len, rows))
    listed = {code: number for number, codes in enumerate(lists, 1) for code in codes}
    number = [listed.get(code, len(lists) + 1) for code in drawn]
    leaving = sorted((number[rank], rank) for row in rows if len(row) < full for rank in row)
    waiting = sorted((-number[rank], rank) for row in rows if len(row) == full for rank in row)
    for mine, rank in leaving:
        for theirs, other in waiting:
            if -theirs > mine and hall.gain(rank, other) >= 0:
                hall.exchange(rank, other)
                waiting.remove((theirs, other))
                break
    return hall.drawn


# --- the bracket --------------------------------------------------------------------------------------


def bracket(drawn: Sequence[str], sizes: Sequence[Sequence[int]]) -> dict[tuple[int, int], Sides]:
    """Return (round, number) → sides for every match; `sizes`: the sides at each table of each round."""
    third = len(sizes[-1]) == 2
    tables = [len(row) for row in sizes[:-1]] + [1]
    rounds = [spread(coming, here) for coming, here in zip([len(drawn), *tables], tables, strict=False)]
    numbered = [[0]]
    for rows in reversed(rounds[1:]):
        numbered.insert(0, [rank for table in numbered[0] for rank in rows[table]])
    found = {
        (1, number): [DrawnSide(drawn[rank], None) for rank in rounds[0][table]]
        for number, table in enumerate(numbered[0], 1)
    }  # type: dict[tuple[int, int], Sides]
    for at in range(1, len(rounds)):
        came = {rank: number for number, rank in enumerate(numbered[at - 1], 1)}
        for number, table in enumerate(numbered[at], 1):
            sources = [f"{at}.{came[rank]} winner" for rank in rounds[at][table]]
            found[at + 1, number] = [DrawnSide(None, source) for source in sources]
    if third:
        sources = [f"{len(rounds) - 1}.{number} loser" for number in (1, 2)]
        found[len(rounds), 2] = [DrawnSide(None, source) for source in sources]
    return found


def suits(seed: str, place: tuple[int, int], known: Sequence[str], seats: int) -> list[str]:
    """Return the suits of a match's seats in order.

    `place`: round and number; `known`: all suits of the game; `seats`: how many seats there are.
    """
    return shuffled(seed, f"suits/{place[0]}/{place[1]}", known)[:seats]
