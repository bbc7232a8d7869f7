"""What if: the end of the day, waves and waiting with other tables, sizes, limits and shapes."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random

from core.errors import Refused, Violation, refuse_all
from matches.models import EntryState
from rulesets.registry import kind_under
from scheduling.day_problem import problem_of_bracket
from scheduling.forecasting import EndBand, round_ends
from scheduling.formats import PLACED, FormatAnswer, TimedDay, compare_formats, stage_day
from scheduling.planning.lengths import SeenLength
from scheduling.planning.outlook import simulate_ends, waves
from scheduling.recorded_lengths import recorded_lengths
from tournaments.bracket.second_chance import SecondChance
from tournaments.bracket.shapes import Shape, shapes
from tournaments.draw.readiness import Offer, allows_short_final, offered_shapes
from tournaments.draw.second_chance import (
    fitting_shapes,
    has_second_chance,
    possible_second_chance,
    undrawn_bracket,
)
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.stages.kinds import check_stages

LIMITS = (None, 30, 40, 50, 60)
MAX_SHAPES, MAX_TRIED = 4, 6
MAX_ENTRIES, MAX_TABLES = 4096, 500
DEFAULT_ENTRIES, DEFAULT_TABLES = 8, 4
_AnswerKey = tuple[Shape, SecondChance | None, int, int | None]
"""Shape and second chance, tables, and time limit."""


@dataclass(frozen=True, slots=True)
class DayAnswer(TimedDay):
    """The day of a shape on so many tables, from `begins` on.

    `size`: most entries at a table; `limit`: minutes of a match, None without one. `matches`: without byes,
    those of the second chance too. `waves`: how often its widest round fills the tables; `waiting`: average
    minutes for a table before a match. `is_asked`: it is the tournament as it is set.
    """

    shape: Shape
    tables: int
    size: int
    limit: int | None
    begins: datetime
    ends: EndBand
    matches: int
    waves: int
    waiting: int
    is_asked: bool = False

    @property
    def smallest(self) -> int:
        """Return the smallest table size in use."""
        return min(size for sizes in self.shape.rounds for size in sizes if size > 1)


@dataclass(frozen=True, slots=True)
class TimedOffer:
    """A shape to choose before the draw, with its needs and its length on the open tables.

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
    """Answers side by side; each row varies one thing. With a stage before the bracket, without shapes."""

    formats: tuple[FormatAnswer, ...]
    shapes: tuple[DayAnswer, ...]
    tables: tuple[DayAnswer | FormatAnswer, ...]
    sizes: tuple[DayAnswer | FormatAnswer, ...]
    limits: tuple[DayAnswer | FormatAnswer, ...]

    @property
    def as_set(self) -> DayAnswer | FormatAnswer:
        """Return the answer for the tournament as it is set: with the proposed shape, or with its stage."""
        return self.shapes[0] if self.shapes else next(one for one in self.formats if one.is_asked)


def plan_shape(
    tournament: Tournament, shape: Shape, *, tables: int, moment: datetime, seen: Sequence[SeenLength]
) -> DayAnswer:
    """Return the day of a shape on so many tables, from the planned start, or from `moment` if that is later.

    With 0 `tables` it has as many as it can use.
    """
    begins = max(tournament.planned_start or moment, moment)
    bracket = undrawn_bracket(tournament, shape)
    tables = tables or bracket.widest
    day = problem_of_bracket(tournament, bracket, tables=tables, begins=begins, seen=seen)
    found = simulate_ends(day.problem, day.lengths, rng=Random("what if"), placed=PLACED)
    return DayAnswer(
        shape,
        tables,
        tournament.table_high,
        tournament.time_limit,
        begins,
        round_ends(found),
        matches=len(bracket.played),
        waves=waves(tables, bracket.widest),
        waiting=round(found.waiting / 60),
    )


def plan_shapes(
    tournament: Tournament, offered: Sequence[Shape], *, tables: int, moment: datetime
) -> tuple[DayAnswer, ...]:
    """Return the answer for each of these shapes in order; with 0 `tables`, on as many as each can use."""
    seen = recorded_lengths(tournament.game)
    return tuple(plan_shape(tournament, shape, tables=tables, moment=moment, seen=seen) for shape in offered)


def timed_offers(tournament: Tournament, entries: int | None, moment: datetime) -> tuple[TimedOffer, ...]:
    """Return every sensible shape for the entries checked in, or for `entries`; the proposed one first.

    Raises `Refused` `no_shape` or `too_few_entries`.
    """
    offers = offered_shapes(tournament, entries)
    tables = tournament.ledger.tables.filter(is_open=True).count()
    found = plan_shapes(tournament, [offer.shape for offer in offers], tables=tables, moment=moment)
    return tuple(_with_times(offer, one) for offer, one in zip(offers, found, strict=True))


def _with_times(offer: Offer, one: DayAnswer) -> TimedOffer:
    """Return the offer with its times in minutes from the first call."""
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
    """Return the number of entries, then of open tables, to ask about if no other is given.

    With fewer than two entries it is the capacity, or 8 without one; without open tables, 4 tables.
    """
    entered = tournament.ledger.entries.filter(state__in=[EntryState.ENTERED, EntryState.CHECKED_IN]).count()
    tables = tournament.ledger.tables.filter(is_open=True).count()
    entries = entered if entered > 1 else tournament.capacity or DEFAULT_ENTRIES
    return entries, tables or DEFAULT_TABLES


def what_if(tournament: Tournament, *, entries: int, tables: int, moment: datetime) -> WhatIf:
    """Return all answers for so many entries on so many tables.

    Raise `Refused` with `no_shape` or `too_few_entries` if the settings allow no bracket, `no_forecast` if a
    day with the stage before it cannot be foreseen.
    """
    seen = recorded_lengths(tournament.game)
    formats = compare_formats(tournament, entries=entries, tables=tables, moment=moment, seen=seen)
    if tournament.stages and not any(one.is_asked for one in formats):
        raise Refused([Violation("no_forecast")])
    question = _WhatIfQuestion(tournament, entries, moment, seen)
    own = (tournament.table_low, tournament.table_high)
    kind = kind_under(rules_of(tournament)).tables
    sizes = [(own[0], high) for high in range(max(2, own[0]), min(kind.high, 8) + 1)]
    limits = dict.fromkeys((*LIMITS, tournament.time_limit))
    return WhatIf(
        formats,
        shapes=() if tournament.stages else tuple(question.answers_by_shape(tables)),
        tables=tuple(
            question.answer_for_settings(count, own, tournament.time_limit, tables)
            for count in _table_counts_around(tables)
        ),
        sizes=tuple(question.answers_by_size(tables, sizes)),
        limits=tuple(
            question.answer_for_settings(tables, own, limit, tables)
            for limit in sorted(limits, key=lambda x: x or 999)
        ),
    )


def strengths(found: Sequence[DayAnswer]) -> tuple[tuple[str, ...], ...]:
    """Return the advantages of each answer: `earliest`, `least_waiting`, `fullest_final`, `no_short_tables`.

    Empty for one answer alone.
    """
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
    """What all answers have in common; `computed` has the answers so far, so that none is computed twice."""

    tournament: Tournament
    entries: int
    moment: datetime
    seen: Sequence[SeenLength]
    computed: dict[_AnswerKey, DayAnswer] = field(default_factory=dict)

    def answers_by_shape(self, tables: int) -> Iterator[DayAnswer]:
        """Yield the answer for each shape of the entries, the proposed one first."""
        for index, shape in enumerate(self._best_shapes(self.tournament, MAX_SHAPES)):
            yield self._answer_for(self.tournament, shape, tables, index == 0)

    def answers_by_size(
        self, tables: int, sizes: Sequence[tuple[int, int]]
    ) -> Iterator[DayAnswer | FormatAnswer]:
        """Yield the answers for those of the table sizes (least, most) with which the day is possible."""
        for size in sizes:
            try:
                yield self.answer_for_settings(tables, size, self.tournament.time_limit, tables)
            except Refused:
                continue

    def answer_for_settings(
        self, tables: int, size: tuple[int, int], limit: int | None, asked: int
    ) -> DayAnswer | FormatAnswer:
        """Return the answer for these tables, sizes (least, most) and limit (minutes), in the best shape.

        `asked`: the number of tables that was asked about, to mark the present choice. Raise `Refused` if
        such a day has no bracket, or cannot be foreseen.
        """
        other = copy(self.tournament)
        own = size == (other.table_low, other.table_high) and limit == other.time_limit and tables == asked
        other.table_low, other.table_high = size
        other.time_limit = limit
        if other.stages:
            refuse_all(check_stages(other.stages, ranked=False, high=other.table_high))
            facts = {"entries": self.entries, "tables": tables}
            found = stage_day(other, moment=self.moment, seen=self.seen, **facts)
            return replace(found, is_asked=own)
        return self._answer_for(other, self._best_shapes(other, 1)[0], tables, own)

    def _best_shapes(self, tournament: Tournament, most: int) -> Sequence[Shape]:
        """Return at most so many shapes for the entries, the best first.

        If the tournament has a second chance, only those that allow one.
        """
        short = allows_short_final(tournament)
        sizes = tournament.table_low, tournament.table_high
        limit = MAX_TRIED if has_second_chance(tournament) else most
        found = shapes(self.entries, *sizes, limit=limit, short_final=short)
        return fitting_shapes(tournament, found)[:most]

    def _answer_for(self, tournament: Tournament, shape: Shape, tables: int, is_asked: bool) -> DayAnswer:
        """Return the answer, computed once for the same shape, second chance, tables and limit."""
        key = shape, possible_second_chance(tournament, shape), tables, tournament.time_limit
        if key not in self.computed:
            self.computed[key] = plan_shape(
                tournament, shape, tables=tables, moment=self.moment, seen=self.seen
            )
        return replace(self.computed[key], size=tournament.table_high, is_asked=is_asked)


def _table_counts_around(tables: int) -> list[int]:
    """Return numbers of tables to compare, in order: a quarter fewer, as many, a quarter and a half more."""
    step = max(1, tables // 4)
    return sorted({count for count in (tables - step, tables, tables + step, tables + 2 * step) if count > 0})
