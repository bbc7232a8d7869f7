"""What is to be planned: tables with their hours, matches with what they come after, rest and change-over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """From `begins` until just before `ends`, in seconds."""

    begins: int
    ends: int

    def meets(self, other: "Span") -> bool:
        """Whether the two have a moment in common."""
        return self.begins < other.ends and other.begins < self.ends


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of the hall, what it has (`accessible`, `stage`), and when it cannot be used."""

    key: str
    attributes: frozenset[str] = NOWHERE
    closed: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Pin:
    """Where a match is held fast: at a table, at a time, or both.

    One that has begun stays where and when it is. Another that comes late starts as soon as it can.
    """

    table: str | None = None
    begins: int | None = None
    has_begun: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """A match that needs a table for `seconds`, counting of cards included, after those that feed it.

    `earliest`: the fixed start of its wave. `needs`: attributes of its table. `people`: who may play it and
    may also play elsewhere, along the bracket; no two such matches are on at once. `seats` weighs waiting.
    `away`: when some of its people are to play by another plan, which holds; it is played before or after.
    """

    key: str
    seconds: int
    after: tuple[str, ...] = ()
    needs: frozenset[str] = NOWHERE
    earliest: int = 0
    pin: Pin | None = None
    people: frozenset[str] = NOWHERE
    seats: int = 2
    away: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A hall and its matches, from `begins` on.

    `breaks`: nothing is played, over all tables. `change_over`: a table stands empty so long between two
    matches. `rest`: so long after a match none of its people plays again, 0 or more.
    Raises `ValueError` where it has no table, a match of no length, or a match that comes after itself.
    """

    tables: tuple[PlanTable, ...]
    matches: tuple[Activity, ...]
    begins: int = 0
    breaks: tuple[Span, ...] = ()
    change_over: int = 0
    rest: int = 0

    def __post_init__(self) -> None:
        wrong = next(_wrong(self), None)
        if wrong is not None:
            raise ValueError(wrong)


@dataclass(frozen=True, slots=True)
class Slot:
    """A match at a table, from `begins` until just before `ends`."""

    match: str
    table: str
    begins: int
    ends: int


def in_order(matches: Sequence[Activity]) -> list[Activity]:
    """Each after those that feed it, else as given; fewer than there are where some come after themselves."""
    waits = {match.key: set(match.after) for match in matches}
    found: list[Activity] = []
    rest = list(matches)
    while rest:
        free = [match for match in rest if not waits[match.key]]
        if not free:
            return found
        found += free
        gone = {match.key for match in free}
        rest = [match for match in rest if match.key not in gone]
        for match in rest:
            waits[match.key] -= gone
    return found


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same time in as few spans as it takes, in order."""
    found: list[Span] = []
    for span in sorted(span for span in spans if span.begins < span.ends):
        if found and span.begins <= found[-1].ends:
            found[-1] = Span(found[-1].begins, max(found[-1].ends, span.ends))
        else:
            found.append(span)
    return tuple(found)


def _wrong(problem: PlanProblem) -> Iterator[str]:
    keys = {match.key for match in problem.matches}
    tables = {table.key for table in problem.tables}
    if not tables or len(tables) != len(problem.tables):
        yield "a plan needs tables, each once"
    if len(keys) != len(problem.matches):
        yield "a match stands twice"
    if problem.change_over < 0 or problem.rest < 0 or any(m.seconds <= 0 for m in problem.matches):
        yield "times are of some length"
    if any(set(match.after) - keys for match in problem.matches):
        yield "a match comes after one that is not there"
    if any(m.pin and m.pin.table is not None and m.pin.table not in tables for m in problem.matches):
        yield "a match is pinned to a table that is not there"
    if len(in_order(problem.matches)) != len(problem.matches):
        yield "a match comes after itself"
