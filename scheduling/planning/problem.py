"""A planning problem: tables with their hours, matches with their dependencies, rest and change-over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

NO_ATTRIBUTES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open span in seconds, from `begins` until just before `ends`."""

    begins: int
    ends: int

    def meets(self, other: "Span") -> bool:
        """Return whether the two overlap."""
        return self.begins < other.ends and other.begins < self.ends


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of the hall, its attributes (`accessible`, `stage`), and when it is closed."""

    key: str
    attributes: frozenset[str] = NO_ATTRIBUTES
    closed: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Pin:
    """Where a match is pinned: at a table (key), at a time, or both.

    A match that has begun is pinned to its table and does not move. Another that is late starts as soon as
    possible.
    """

    table: str | None = None
    begins: int | None = None
    has_begun: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """A match that needs a table for `seconds`, with the counting of cards; `after`: keys of its sources.

    `earliest`: the fixed start of its wave. `needs`: attributes of its table. `people`: those who may play it
    and may also play elsewhere, along the bracket; two such matches are never on at once. `seats` weighs
    waiting. `away`: when another plan, which holds, has some of its people.
    """

    key: str
    seconds: int
    after: tuple[str, ...] = ()
    needs: frozenset[str] = NO_ATTRIBUTES
    earliest: int = 0
    pin: Pin | None = None
    people: frozenset[str] = frozenset()
    seats: int = 2
    away: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A hall and its matches, from `begins` on.

    `breaks`: no match is played at any table. `change_over`: seconds that a table is empty between two
    matches. `rest`: seconds between two matches of a person, 0 or more. Raise `ValueError` without a table,
    for a match without length or that depends on itself, or for anything else that `_inconsistencies` finds.
    """

    tables: tuple[PlanTable, ...]
    matches: tuple[Activity, ...]
    begins: int = 0
    breaks: tuple[Span, ...] = ()
    change_over: int = 0
    rest: int = 0

    def __post_init__(self) -> None:
        wrong = next(_inconsistencies(self), None)
        if wrong is not None:
            raise ValueError(wrong)


@dataclass(frozen=True, slots=True)
class Slot:
    """A match (key) at a table (key), from `begins` until just before `ends`."""

    match: str
    table: str
    begins: int
    ends: int


def sort_by_dependencies(matches: Sequence[Activity]) -> list[Activity]:
    """Return the matches that depend on none, then those that depend only on these, and so on.

    Within such a level they are as given. Left out are those that depend, directly or not, on themselves, on
    another such match, or on one that is not there.
    """
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


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the union of the spans as few ones that do not touch, in order; empty spans are left out."""
    found: list[Span] = []
    for span in sorted(span for span in spans if span.begins < span.ends):
        if found and span.begins <= found[-1].ends:
            found[-1] = Span(found[-1].begins, max(found[-1].ends, span.ends))
        else:
            found.append(span)
    return tuple(found)


def _inconsistencies(problem: PlanProblem) -> Iterator[str]:
    """Yield a sentence for each fault that makes the problem inconsistent."""
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
    if len(sort_by_dependencies(problem.matches)) != len(problem.matches):
        yield "a match comes after itself"
