"""Add to the rest of a day the rounds and the bracket that are not drawn yet, for its forecast."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from core.errors import Refused
from rulesets.registry import kind_under
from scheduling.day_problem import DayProblem, TimedActivity, activities_of_bracket, lengths_by_size
from scheduling.planning.lengths import Lengths, SeenLength, mean_seconds
from scheduling.planning.problem import Activity
from scheduling.recorded_lengths import recorded_lengths
from tournaments.bracket.shapes import Shape, Sizes, shapes
from tournaments.draw.readiness import allows_short_final
from tournaments.draw.second_chance import fitting_shapes, undrawn_bracket
from tournaments.draw.stage_progress import coming_round, stage_progress
from tournaments.models import Tournament
from tournaments.rules_of import rules_of

MAX_LINKS = 20_000
"""Pairs of a match and one that it waits for, of a whole day: more take too long for a forecast."""


def with_rounds_to_come(tournament: Tournament, day: DayProblem) -> DayProblem | None:
    """Return the day with the rounds and the bracket that are still to be drawn; None if unforeseeable.

    Each match waits for all of the round before. Without an open stage the day is returned unchanged.
    """
    progress = stage_progress(tournament)
    if progress is None or not progress.is_open:
        return day
    coming = coming_round(tournament, progress)
    before = [match.key for match in day.problem.matches]
    try:
        rounds = {
            number: progress.plan.next_tables(replace(coming, number=number))
            for number in range(coming.number, progress.planned + 1)
        }
        going_on = min(progress.plan.going_on, len(coming.entries))
        seen = recorded_lengths(tournament.game)
        added = list(matches_to_come(tournament, rounds, going_on, seen, before))
    except Refused:
        return None
    if has_too_many_links(added):
        return None
    matches = (*day.problem.matches, *(match for match, _ in added))
    lengths = {**day.lengths, **{match.key: values for match, values in added}}
    return DayProblem(replace(day.problem, matches=matches), lengths)


def has_too_many_links(found: Sequence[TimedActivity]) -> bool:
    """Return whether these matches wait for so many others that a forecast would take too long."""
    return sum(len(match.after) for match, _ in found) > MAX_LINKS


def matches_to_come(
    tournament: Tournament,
    rounds: Mapping[int, Sizes],
    going_on: int,
    seen: Sequence[SeenLength],
    before: Sequence[str] = (),
) -> Iterator[TimedActivity]:
    """Yield the matches of these rounds, then those of a bracket for so many entries; 0 for no bracket.

    `rounds`: the sizes of the tables by the number of the round. Each match waits for all of the round
    before, the first ones for the matches (keys) `before`. Keys are `round.number`, in the bracket after
    `bracket `. The tournament may be unsaved. Raise `Refused` `no_shape` if so many entries have no bracket.
    """
    team = kind_under(rules_of(tournament)).team_size
    lengths = _lengths_to_come(tournament, {size * team for size in _possible_sizes(tournament)}, seen)
    for number, tables in rounds.items():
        sizes = [size for size in tables if size > 1]
        round_ = [_activity(f"{number}.{at}", size * team, before, lengths) for at, size in enumerate(sizes)]
        yield from round_
        before = [match.key for match, _ in round_] or before
    if going_on:
        yield from _bracket_matches(tournament, going_on, before, lengths, after_stage=bool(rounds))


def _possible_sizes(tournament: Tournament) -> range:
    """Return the sizes that a table may have, in entries: smaller ones than `table_low` occur too."""
    return range(2, tournament.table_high + 1)


def _lengths_to_come(
    tournament: Tournament, sizes: Collection[int], seen: Sequence[SeenLength]
) -> dict[int, Lengths]:
    """Return how long a match to come may last, by the number of people at its table."""
    found = lengths_by_size(tournament, set(sizes), seen)
    return {size: one.to_come for size, one in found.items()}


def _activity(key: str, seats: int, before: Sequence[str], lengths: dict[int, Lengths]) -> TimedActivity:
    """Return a match of so many people (`seats`), which waits for the matches (keys) `before`.

    `lengths`: how long a match may last, by the number of people at its table.
    """
    match = Activity(key, mean_seconds(lengths[seats]), tuple(before), seats=seats)
    return TimedActivity(match, lengths[seats])


def _bracket_matches(
    tournament: Tournament,
    entries: int,
    before: Sequence[str],
    lengths: dict[int, Lengths],
    *,
    after_stage: bool,
) -> Iterator[TimedActivity]:
    """Yield the matches of the proposed bracket; those without a source wait for the matches `before`.

    `after_stage`: the bracket follows a stage, and so has no second chance.
    """
    low, high, short = tournament.table_low, tournament.table_high, allows_short_final(tournament)
    found: Sequence[Shape] = shapes(entries, low, high, short_final=short)
    shape = (found if after_stage else fitting_shapes(tournament, found))[0]
    bracket = undrawn_bracket(tournament, shape, second_chance=not after_stage)
    team, usual = kind_under(rules_of(tournament)).team_size, {n: mean_seconds(s) for n, s in lengths.items()}
    for match in activities_of_bracket(bracket, usual, team):
        waits = replace(match, key=f"bracket {match.key}", after=_keys_to_wait_for(match, before))
        yield TimedActivity(waits, lengths[match.seats])


def _keys_to_wait_for(match: Activity, before: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of its sources in the bracket; without sources, `before`."""
    return tuple(f"bracket {key}" for key in match.after) or tuple(before)
