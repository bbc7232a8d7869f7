"""Formats of a day side by side: the bracket alone, or with a stage before it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from core.errors import Refused, Violation
from rulesets.registry import kind_under
from scheduling.day_problem import problem_of_matches
from scheduling.forecasting import EndBand, round_ends
from scheduling.planning.lengths import SeenLength
from scheduling.planning.outlook import simulate_ends, waves
from scheduling.rounds_to_come import has_too_many_links, matches_to_come
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.shapes import Sizes
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.stages.kinds import KINDS, stage_plan
from tournaments.stages.plan import StagePlan
from tournaments.stages.rounds import NextRound, RoundEntry

PLACED = 3000
"""Matches of all random days of one answer, of which a page shows a dozen. A larger hall has three days."""


class TimedDay:
    """Base of answers: a day with calls from `begins` on, and when it ends."""

    __slots__ = ()
    begins: datetime
    ends: EndBand

    def minutes(self, until: datetime) -> int:
        """Return the minutes from `begins` to that moment."""
        return round((until - self.begins).total_seconds() / 60)


@dataclass(frozen=True, slots=True)
class FormatAnswer(TimedDay):
    """The day of a format on so many tables.

    `stage`: what is played before the bracket; None for the bracket alone. `rounds_for_all`: how many rounds
    everyone plays, win or lose. `matches`: without byes. `waves`: how often its widest round fills the
    tables. `waiting`: average minutes for a table before a match. `size`: most entries at a table; `limit`:
    minutes of a match, None without one. `is_asked`: the tournament has this format, and is as it is set.
    """

    stage: StagePlan | None
    rounds_for_all: int
    matches: int
    tables: int
    size: int
    limit: int | None
    begins: datetime
    ends: EndBand
    waves: int
    waiting: int
    is_asked: bool

    @property
    def shape(self) -> None:
        """Return None: a format always has the proposed shape. Callers read it as that of a `DayAnswer`."""
        return


@dataclass(frozen=True, slots=True)
class _FormatQuestion:
    """What all formats that are compared have in common; `seen`: recorded lengths of the game's matches."""

    tournament: Tournament
    entries: int
    tables: int
    moment: datetime
    seen: Sequence[SeenLength]

    def answer(self, stage: StagePlan | None, *, is_asked: bool = False) -> FormatAnswer | None:
        """Return the day of a format; None if it has no rounds or bracket, or too many matches to foresee."""
        try:
            rounds = self.round_sizes(stage) if stage else ()
            sizes, going_on = dict(enumerate(rounds, 1)), self.bracket_entries(stage)
            found = list(matches_to_come(self.tournament, sizes, going_on, self.seen))
        except Refused:
            return None
        if has_too_many_links(found):
            return None
        begins = max(self.tournament.planned_start or self.moment, self.moment)
        day = problem_of_matches(self.tournament, found, tables=self.tables, begins=begins, seen=self.seen)
        ends = simulate_ends(day.problem, day.lengths, rng=Random("what if"), placed=PLACED)
        return FormatAnswer(
            stage=stage,
            rounds_for_all=len(rounds) or 1,
            matches=len(found),
            tables=self.tables,
            size=self.tournament.table_high,
            limit=self.tournament.time_limit,
            begins=begins,
            ends=round_ends(ends),
            waves=waves(self.tables, self.largest_round([match.key for match, _ in found])),
            waiting=round(ends.waiting / 60),
            is_asked=is_asked,
        )

    def bracket_entries(self, stage: StagePlan | None) -> int:
        """Return how many entries the bracket has, after this stage or without one."""
        return min(stage.going_on, self.entries) if stage else self.entries

    def round_sizes(self, stage: StagePlan) -> list[Sizes]:
        """Return the table sizes of each round of a stage. Raise `Refused` if it is impossible."""
        high = self.tournament.table_high
        codes = [RoundEntry(f"{number:04}") for number in range(self.entries)]
        least = kind_under(rules_of(self.tournament)).tables.low
        first = NextRound(1, codes, self.tournament.table_low, high, least=least)
        groups = stage.draw_round(first, CounterLots("0")).groups
        return [
            stage.next_tables(replace(first, number=number, groups=groups))
            for number in range(1, stage.rounds_to_play(groups, high) + 1)
        ]

    def largest_round(self, keys: list[str]) -> int:
        """Return how many matches the largest round has; a key is `round.number`."""
        rounds = [key.rpartition(".")[0] for key in keys]
        return max(rounds.count(one) for one in set(rounds))


def compare_formats(
    tournament: Tournament, *, entries: int, tables: int, moment: datetime, seen: Sequence[SeenLength]
) -> tuple[FormatAnswer, ...]:
    """Return the day of the bracket alone, of the stage as it is set, and of one stage of each other kind.

    A ranked tournament has only those that its type was accepted with. Formats without tables or bracket for
    so many entries, or with too many matches to foresee, are left out.
    """
    question = _FormatQuestion(tournament, entries, tables, moment, seen)
    own = stage_plan(tournament.stages)
    alone = question.answer(None, is_asked=own is None)
    allowed = kind_under(rules_of(tournament)).stages if tournament.ranked else KINDS
    kinds = [kind for name, kind in KINDS.items() if name in allowed and not isinstance(own, kind)]
    others = (_first_possible_format(question, kind) for kind in kinds)
    found = (alone, question.answer(own, is_asked=True) if own else None, *others)
    return tuple(answer for answer in found if answer)


def stage_day(
    tournament: Tournament, *, entries: int, tables: int, moment: datetime, seen: Sequence[SeenLength]
) -> FormatAnswer:
    """Return the day of a tournament with its stage. Raise `Refused`: `no_forecast` if unforeseeable."""
    question = _FormatQuestion(tournament, entries, tables, moment, seen)
    answer = question.answer(stage_plan(tournament.stages))
    if answer is None:
        raise Refused([Violation("no_forecast")])
    return answer


def _first_possible_format(question: _FormatQuestion, kind: type[StagePlan]) -> FormatAnswer | None:
    """Return the day of the first possible stage that the kind proposes; None if none is possible."""
    proposals = kind.proposals(question.entries, question.tournament.table_high)
    answers: Iterator[FormatAnswer | None] = map(question.answer, proposals)
    return next((answer for answer in answers if answer), None)
