"""What if: the end of the day, waves and waiting with other tables, sizes, limits and shapes."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random

from core.errors import Refused, Violation
from matches.models import EntryState
from rulesets.registry import kind_under
from scheduling.day_problem import problem_of_shape
from scheduling.forecasting import EndBand, rounded_ends
from scheduling.planning.lengths import SeenLength
from scheduling.planning.outlook import simulate_ends, waves
from scheduling.recorded_lengths import seen_matches
from tournaments.bracket.shapes import Shape, shapes
from tournaments.draw.readiness import Offer, allows_short_final, offered_shapes
from tournaments.models import Tournament
from tournaments.rules_of import rules_of

PLACED = 3000
"""Matches of all random days of one answer, of which a page shows a dozen. A larger hall has three days."""
LIMITS = (None, 30, 40, 50, 60)
MAX_SHAPES = 4
MAX_ENTRIES, MAX_TABLES = 4096, 500
DEFAULT_ENTRIES, DEFAULT_TABLES = 8, 4


@dataclass(frozen=True, slots=True)
class DayAnswer:
    """The day of a shape on so many tables, from `begins` on.

    `waves`: of its widest round; `waiting`: average minutes for a table before a match.
    """

    shape: Shape
    tables: int
    size: int
    limit: int | None
    begins: datetime
    ends: EndBand
    waves: int
    waiting: int
    is_asked: bool = False

    def minutes(self, until: datetime) -> int:
        """Return the minutes from the first call to that moment."""
        return round((until - self.begins).total_seconds() / 60)

    @property
    def smallest(self) -> int:
        """Return the smallest table size in use."""
        return min(size for sizes in self.shape.rounds for size in sizes if size > 1)


@dataclass(frozen=True, slots=True)
class TimedOffer:
    """A shape to choose, with its needs and its length on the open tables.

    `minutes`: from the first call to the end of the last match; half of such days take less, one in ten less
    than `minutes_low`, nine in ten less than `minutes_high`.
    """

    shape: Shape
    matches: int
    rounds: int
    tables_needed: int
    minutes: int
    minutes_low: int
    minutes_high: int
    waves: int
    is_default: bool
    warnings: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Answers side by side; each row varies one thing."""

    shapes: tuple[DayAnswer, ...]
    tables: tuple[DayAnswer, ...]
    sizes: tuple[DayAnswer, ...]
    limits: tuple[DayAnswer, ...]


def plan_shape(
    tournament: Tournament, shape: Shape, *, tables: int, moment: datetime, seen: Sequence[SeenLength]
) -> DayAnswer:
    """Return the day of a shape on so many tables, from the planned start, or from
    `moment` if that is later.
    """
    begins = max(tournament.planned_start or moment, moment)
    day = problem_of_shape(tournament, shape, tables=tables, begins=begins, seen=seen)
    found = simulate_ends(day.problem, day.lengths, rng=Random("what if"), placed=PLACED)
    size, widest = tournament.table_high, shape.widest
    facts = begins, rounded_ends(found), waves(tables, widest), round(found.waiting / 60)
    return DayAnswer(shape, tables, size, tournament.time_limit, *facts)


def plan_shapes(
    tournament: Tournament, offered: Sequence[Shape], *, tables: int, moment: datetime
) -> tuple[DayAnswer, ...]:
    """Return the answer for each of these shapes; without open tables, on as many as it can use."""
    seen = seen_matches(tournament.game)
    return tuple(
        plan_shape(tournament, shape, tables=tables or shape.widest, moment=moment, seen=seen)
        for shape in offered
    )


def timed_offers(tournament: Tournament, entries: int | None, moment: datetime) -> tuple[TimedOffer, ...]:
    """Return every sensible shape for the entries checked in, or for `entries`. Raise as `offered_shapes`."""
    offers = offered_shapes(tournament, entries)
    tables = tournament.ledger.tables.filter(is_open=True).count()
    found = plan_shapes(tournament, [offer.shape for offer in offers], tables=tables, moment=moment)
    return tuple(_timed(offer, one) for offer, one in zip(offers, found, strict=True))


def _timed(offer: Offer, one: DayAnswer) -> TimedOffer:
    low, middle, high = (one.minutes(at) for at in (one.ends.low, one.ends.middle, one.ends.high))
    return TimedOffer(
        offer.shape,
        offer.matches,
        offer.rounds,
        offer.tables_needed,
        middle,
        low,
        high,
        one.waves,
        offer.is_default,
        offer.warnings,
    )


def present_size(tournament: Tournament) -> tuple[int, int]:
    """Return how many entries and open tables there are; if none, the capacity or the defaults."""
    entered = tournament.ledger.entries.filter(state__in=[EntryState.ENTERED, EntryState.CHECKED_IN]).count()
    tables = tournament.ledger.tables.filter(is_open=True).count()
    entries = entered if entered > 1 else tournament.capacity or DEFAULT_ENTRIES
    return entries, tables or DEFAULT_TABLES


def what_if(tournament: Tournament, *, entries: int, tables: int, moment: datetime) -> WhatIf:
    """Return all answers for so many entries on so many tables.

    Raise `Refused` with `no_shape` or `too_few_entries` if the settings allow no bracket, `bracket_only` if
    Swiss rounds come before it.
    """
    if tournament.stages:
        raise Refused([Violation("bracket_only")])
    look = _WhatIfQuestion(tournament, entries, moment, seen_matches(tournament.game))
    own = (tournament.table_low, tournament.table_high)
    kind = kind_under(rules_of(tournament)).tables
    sizes = [(own[0], high) for high in range(max(2, own[0]), min(kind.high, 8) + 1)]
    limits = dict.fromkeys((*LIMITS, tournament.time_limit))
    return WhatIf(
        shapes=tuple(look.with_shapes(tables)),
        tables=tuple(look.one(count, own, tournament.time_limit, tables) for count in _around(tables)),
        sizes=tuple(look.some(tables, sizes)),
        limits=tuple(
            look.one(tables, own, limit, tables) for limit in sorted(limits, key=lambda x: x or 999)
        ),
    )


def strengths(found: Sequence[DayAnswer]) -> tuple[tuple[str, ...], ...]:
    """Return the advantages of each: `earliest`, `least_waiting`, `fullest_final`, `no_short_tables`."""
    if len(found) < 2:
        return tuple(() for _ in found)
    merits: dict[str, list[float]] = {
        "earliest": [-one.ends.middle.timestamp() for one in found],
        "least_waiting": [-one.waiting for one in found],
        "fullest_final": [one.shape.rounds[-1][0] for one in found],
        "no_short_tables": [one.smallest for one in found],
    }
    return tuple(
        tuple(code for code, worth in merits.items() if worth[index] == max(worth) > min(worth))
        for index in range(len(found))
    )


@dataclass(frozen=True, slots=True)
class _WhatIfQuestion:
    tournament: Tournament
    entries: int
    moment: datetime
    seen: Sequence[SeenLength]
    computed: dict[tuple[Shape, int, int | None], DayAnswer] = field(default_factory=dict)

    def with_shapes(self, tables: int) -> Iterator[DayAnswer]:
        for index, shape in enumerate(self._shapes(self.tournament, MAX_SHAPES)):
            yield self._answer(self.tournament, shape, tables, index == 0)

    def some(self, tables: int, sizes: Sequence[tuple[int, int]]) -> Iterator[DayAnswer]:
        """Yield the answers for those sizes that have a bracket."""
        for size in sizes:
            try:
                yield self.one(tables, size, self.tournament.time_limit, tables)
            except Refused:
                continue

    def one(self, tables: int, size: tuple[int, int], limit: int | None, asked: int) -> DayAnswer:
        other = copy(self.tournament)
        own = size == (other.table_low, other.table_high) and limit == other.time_limit and tables == asked
        other.table_low, other.table_high = size
        other.time_limit = limit
        return self._answer(other, self._shapes(other, 1)[0], tables, own)

    def _shapes(self, tournament: Tournament, most: int) -> tuple[Shape, ...]:
        short = allows_short_final(tournament)
        sizes = tournament.table_low, tournament.table_high
        return shapes(self.entries, *sizes, limit=most, short_final=short)

    def _answer(self, tournament: Tournament, shape: Shape, tables: int, is_asked: bool) -> DayAnswer:
        """Return the answer, computed once for all rows with the same shape, tables and limit."""
        key = shape, tables, tournament.time_limit
        if key not in self.computed:
            self.computed[key] = plan_shape(
                tournament, shape, tables=tables, moment=self.moment, seen=self.seen
            )
        return replace(self.computed[key], size=tournament.table_high, is_asked=is_asked)


def _around(tables: int) -> list[int]:
    """Return some fewer tables, as many, and some more."""
    step = max(1, tables // 4)
    return sorted({count for count in (tables - step, tables, tables + step, tables + 2 * step) if count > 0})
