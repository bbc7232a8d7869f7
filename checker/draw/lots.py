"""Recompute a draw from its seed as docs/record.md says: numbers, order, tables, suits. Knows no lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import TypeVar

ALGORITHM = "sha256-counter/1"
WORDS = 2**32
Rows = list[list[int]]
Thing = TypeVar("Thing")
Sides = list[tuple[str | None, str | None]]
"""Of each side of a match: the entry, or the place of the match and what is taken of it (`1.2 winner`).

In the second chance a number is taken, the side whose loser comes (`1.2 3`).
"""


@dataclass(frozen=True)
class DrawnEntry:
    """An entry as the draw sees it."""

    code: str
    group: str | None = None
    seed: int | None = None


def promised(secret: str) -> str:
    """Return the hash that commits to a secret."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def derive_seed(secret: str, codes: Sequence[str], word: str) -> str:
    """Return the seed that follows from secret, entries and word."""
    digest = sha256(bytes.fromhex(secret))
    for raw in sorted(code.encode() for code in codes):
        digest.update(raw + b"\n")
    digest.update(word.encode())
    return digest.hexdigest()


def numbers(seed: str, use: str) -> Iterator[int]:
    """Yield all numbers of one use, also those that a shuffle rejects."""
    for block in count():
        yield int(sha256(f"{seed}/{use}/{block}".encode()).hexdigest()[:8], 16)


def shuffled(seed: str, use: str, things: Sequence[Thing]) -> list[Thing]:
    """A list in the random order of one use."""
    mixed, source = list(things), numbers(seed, use)
    for place in range(len(mixed), 1, -1):
        usable = WORDS // place * place
        drawn = next(number for number in source if number < usable) % place
        mixed[place - 1], mixed[drawn] = mixed[drawn], mixed[place - 1]
    return mixed


def order(seed: str, entered: Sequence[DrawnEntry], *, by_hand: bool) -> list[str]:
    """Strongest first: drawn, or by the seeds of the entries, those without one last."""
    codes = sorted({entry.code for entry in entered}, key=str.encode)
    return ranked(shuffled(seed, "order", codes), entered, by_hand=by_hand)


def ranked(mixed: list[str], entered: Sequence[DrawnEntry], *, by_hand: bool) -> list[str]:
    """The shuffled codes; by hand, those of entries with a seed come first, the lowest seed before all."""
    if not by_hand:
        return mixed
    known = {entry.code: entry for entry in entered}
    seeded = [code for code in mixed if known[code].seed is not None]
    others = [code for code in mixed if known[code].seed is None]
    return sorted(seeded, key=lambda code: known[code].seed or 0) + others


def spread(coming: int, tables: int) -> Rows:
    """Return each table's ranks, from 0: row by row, there and back; a last short row from the weak end."""
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
    """The order with as few of one group as possible at one table of the round.

    `movable`: how many of the first may change places; None for all.
    """
    hall = _Hall(list(drawn), spread(len(drawn), tables), groups)
    hall.byes.update(range(len(drawn) if movable is None else movable, len(drawn)))
    while hall.passed():
        pass
    return hall.drawn


class _Hall:
    """Round 1 while people change places."""

    def __init__(self, drawn: list[str], rows: Rows, groups: Mapping[str, str | None]) -> None:
        self.drawn, self.tables = drawn, len(rows)
        self.table = {rank: number for number, row in enumerate(rows) for rank in row}
        self.byes = {row[0] for row in rows if len(row) == 1}
        self.of = {code: f"group {groups[code]}" if groups.get(code) else f"alone {code}" for code in drawn}
        self.there = Counter((self.table[rank], self.of[code]) for rank, code in enumerate(drawn))
        sizes = Counter(self.of.values())
        self.share = {group: (size + self.tables - 1) // self.tables for group, size in sizes.items()}
        self.given_up: set[str] = set()

    def passed(self) -> bool:
        """Go from the last rank to the first; return whether any two changed places."""
        moved = False
        for rank in reversed(range(len(self.drawn))):
            group = self.of[self.drawn[rank]]
            crowded = self.there[self.table[rank], group] > self.share[group]
            if rank in self.byes or not crowded or group in self.given_up:
                continue
            partner = self.partner(rank)
            if partner is None:
                self.given_up.add(group)
            else:
                self.exchange(rank, partner)
                moved = True
        return moved

    def partner(self, rank: int) -> int | None:
        """Return the nearest rank with which an exchange gains something; leaders of tables come last."""
        last = len(self.drawn)
        near = [other for step in range(1, last) for other in (rank + step, rank - step) if 0 <= other < last]
        free = [other for other in near if other not in self.byes]
        candidates = [x for x in free if x >= self.tables] + [x for x in free if x < self.tables]
        return next((other for other in candidates if self.gain(rank, other) > 0), None)

    def gain(self, one: int, two: int) -> int:
        """How many pairs of mates at one table fewer there are after the exchange."""
        here, there = self.table[one], self.table[two]
        mine, theirs = self.of[self.drawn[one]], self.of[self.drawn[two]]
        if here == there or mine == theirs:
            return 0
        leaving = self.there[here, mine] - 1 - self.there[there, mine]
        return leaving + self.there[there, theirs] - 1 - self.there[here, theirs]

    def exchange(self, one: int, two: int) -> None:
        """Exchange two ranks and count their tables again."""
        for rank, target in ((one, two), (two, one)):
            self.there[self.table[rank], self.of[self.drawn[rank]]] -= 1
            self.there[self.table[target], self.of[self.drawn[rank]]] += 1
        self.drawn[one], self.drawn[two] = self.drawn[two], self.drawn[one]


# --- who is passed over -------------------------------------------------------------------------------


def passing_over(
    drawn: Sequence[str], tables: int, lists: Sequence[Sequence[str]], groups: Mapping[str, str | None]
) -> list[str]:
    """The order in which short tables of round 1 go to those in no list, then to those in the last."""
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
    """Every match by round and number, with its sides; `sizes` says how many tables each round has."""
    third = len(sizes[-1]) == 2
    tables = [len(row) for row in sizes[:-1]] + [1]
    rounds = [spread(coming, here) for coming, here in zip([len(drawn), *tables], tables, strict=False)]
    numbered = [[0]]
    for rows in reversed(rounds[1:]):
        numbered.insert(0, [rank for table in numbered[0] for rank in rows[table]])
    found = {
        (1, number): [(drawn[rank], None) for rank in rounds[0][table]]
        for number, table in enumerate(numbered[0], 1)
    }  # type: dict[tuple[int, int], Sides]
    for at in range(1, len(rounds)):
        came = {rank: number for number, rank in enumerate(numbered[at - 1], 1)}
        for number, table in enumerate(numbered[at], 1):
            found[at + 1, number] = [(None, f"{at}.{came[rank]} winner") for rank in rounds[at][table]]
    if third:
        found[len(rounds), 2] = [(None, f"{len(rounds) - 1}.{number} loser") for number in (1, 2)]
    return found


def suits(seed: str, place: tuple[int, int], known: Sequence[str], seats: int) -> list[str]:
    """The suits of a match's seats."""
    return shuffled(seed, f"suits/{place[0]}/{place[1]}", known)[:seats]
