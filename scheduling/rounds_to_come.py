"""Add to the rest of a day the Swiss rounds and the bracket that are not drawn yet, for its forecast."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from django.db.models import Max

from core.errors import Refused
from matches.models import Match
from rulesets.registry import kind_under
from scheduling.day_problem import DayProblem, activities_of_bracket, lengths_by_size
from scheduling.planning.lengths import Lengths, mean_seconds
from scheduling.planning.problem import Activity
from scheduling.recorded_lengths import seen_matches
from tournaments.bracket.shapes import shapes
from tournaments.bracket.tree import plan
from tournaments.draw.readiness import allows_short_final, checked_in
from tournaments.draw.selectors import is_stage_open
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.stages.plan import SwissPlan, swiss_plan
from tournaments.stages.swiss_pairing import table_sizes

MAX_LINKS = 20_000
"""Pairs of a match and one that it waits for, of a whole day: more take too long for a forecast."""


def with_rounds_to_come(tournament: Tournament, day: DayProblem) -> DayProblem | None:
    """Return the day with all that its plan still has; None if that cannot be foreseen.

    Each match waits for all of the round before. A bracket alone is returned unchanged.
    """
    swiss = swiss_plan(tournament.stages)
    if swiss is None or not is_stage_open(tournament):
        return day
    try:
        added = list(_to_come(tournament, swiss, [match.key for match in day.problem.matches]))
    except Refused:
        return None
    if sum(len(match.after) for match, _ in added) > MAX_LINKS:
        return None
    matches = (*day.problem.matches, *(match for match, _ in added))
    lengths = {**day.lengths, **{match.key: values for match, values in added}}
    return DayProblem(replace(day.problem, matches=matches), lengths)


def _to_come(
    tournament: Tournament, swiss: SwissPlan, before: Sequence[str]
) -> Iterator[tuple[Activity, Lengths]]:
    """Yield the matches of rounds to come, then those of the bracket. Raise `Refused` if no tables fit."""
    entries = checked_in(tournament).count()
    found = Match.objects.filter(ledger=tournament.ledger_id).aggregate(last=Max("round"))
    drawn, team = found["last"] or 0, kind_under(rules_of(tournament)).team_size
    sizes = table_sizes(entries, tournament.table_low, tournament.table_high)
    lengths = _lengths(tournament, {size * team for size in (*sizes, *_possible(tournament))})
    for number in range(drawn + 1, swiss.rounds + 1):
        round_ = [_activity(f"{number}.{at}", size * team, before, lengths) for at, size in enumerate(sizes)]
        yield from round_
        before = [match.key for match, _ in round_]
    if swiss.advance:
        yield from _bracket(tournament, min(swiss.advance, entries), before, lengths)


def _possible(tournament: Tournament) -> range:
    return range(2, tournament.table_high + 1)


def _lengths(tournament: Tournament, sizes: Collection[int]) -> dict[int, Lengths]:
    """Return how long a match may last by the number of people at its table."""
    found = lengths_by_size(tournament, set(sizes), seen_matches(tournament.game))
    return {size: one.to_come for size, one in found.items()}


def _activity(
    key: str, seats: int, before: Sequence[str], lengths: dict[int, Lengths]
) -> tuple[Activity, Lengths]:
    return Activity(key, mean_seconds(lengths[seats]), tuple(before), seats=seats), lengths[seats]


def _bracket(
    tournament: Tournament, entries: int, before: Sequence[str], lengths: dict[int, Lengths]
) -> Iterator[tuple[Activity, Lengths]]:
    """Yield the matches of the proposed bracket; those that no other feeds wait for the last round."""
    low, high, short = tournament.table_low, tournament.table_high, allows_short_final(tournament)
    shape = shapes(entries, low, high, short_final=short)[0]
    bracket = plan([str(number) for number in range(shape.entries)], shape, shape.third_place)
    team, usual = kind_under(rules_of(tournament)).team_size, {n: mean_seconds(s) for n, s in lengths.items()}
    for match in activities_of_bracket(bracket, usual, team):
        waits = replace(match, key=f"bracket {match.key}", after=_after(match, before))
        yield waits, lengths[match.seats]


def _after(match: Activity, before: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"bracket {key}" for key in match.after) or tuple(before)
