"""How long matches take: recorded lengths pulled towards a first guess, as equally likely values.

There is always a positive length: without any recorded match it is the guess.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist, fmean, median

LEVELS, COPIES = 20, 5  # lengths of a played match, and the copies of each beside the no-shows
GUESS_BASE, GUESS_A_PERSON = 20.0, 7.0  # minutes: 34 for two at a table, 48 for four
GUESS_SPREAD = 0.35  # standard deviation of the logarithm
GUESS_COUNTS = 6.0  # weight of the guess, as a number of recorded matches
OVERTIME = 6.0  # minutes from the call of time to the sheet: finishing the cycle and counting cards
GUESS_CHANGE = 5.0  # minutes from the call to a table until the match begins
LIKELY = (3.0, 360.0)  # minutes; shorter or longer sheets say nothing about the game
LIKELY_CHANGE = (0.0, 30.0)
GUESS_NO_SHOWS, NO_SHOWS_COUNT = 0.03, 30.0  # of all matches, and its weight as a number of recorded ones
GUESS_GRACE = 10.0  # minutes from a no-show's call until its table is free

Lengths = tuple[int, ...]
"""Seconds, sorted, all equally likely."""


@dataclass(frozen=True, slots=True)
class Duration:
    """How long a match takes if it has begun (`begun`), and if its players may still not come (`to_come`)."""

    begun: Lengths
    to_come: Lengths


@dataclass(frozen=True, slots=True)
class LengthClass:
    """What a match's length depends on: tournament type, variants, people at the table, time limit.

    `limit` is in minutes, None without one.
    """

    kind: str
    variants: frozenset[str]
    people: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class SeenLength:
    """A recorded match of the same game: minutes of play without breaks; `change`: from call to start.

    `change` is None if unknown. If not `was_played`, fewer than two sides came, and `minutes` are those from
    its call to its end.
    """

    length_class: LengthClass
    minutes: float
    change: float | None = None
    was_played: bool = True


def lengths_of(length_class: LengthClass, seen: Collection[SeenLength]) -> Lengths:
    """Return 20 equally likely lengths of such a match if it is played, with the counting of cards."""
    middle, spread = _fit_log_minutes(length_class, seen)
    levels = (NormalDist(middle, spread).inv_cdf((level + 0.5) / LEVELS) for level in range(LEVELS))
    return tuple(round(60 * _end_at_limit(exp(level), length_class.limit)) for level in levels)


def duration_of(length_class: LengthClass, seen: Collection[SeenLength]) -> Duration:
    """Return the lengths of such a match once it has begun, and before, when players may not come."""
    begun = lengths_of(length_class, seen)
    return Duration(begun, _with_no_shows(begun, seen))


def _with_no_shows(lengths: Lengths, seen: Collection[SeenLength]) -> Lengths:
    """Return the lengths five times over, with as many no-shows added as they are likely, all sorted."""
    rare = [one.minutes for one in seen if not one.was_played]
    share = (GUESS_NO_SHOWS * NO_SHOWS_COUNT + len(rare)) / (NO_SHOWS_COUNT + len(seen))
    number = round(share / (1 - share) * len(lengths) * COPIES)
    return tuple(sorted(lengths * COPIES + (_seconds_until_free(rare),) * number))


def _seconds_until_free(rare: Sequence[float]) -> int:
    """Return the seconds from a no-show's call until its table is free, in whole minutes, at least one.

    `rare`: the minutes of recorded no-shows.
    """
    low, high = LIKELY_CHANGE
    waited = [minutes for minutes in rare if low <= minutes <= high]
    usual = median(waited) if waited else GUESS_GRACE
    return max(1, round(_pull_towards_guess(usual, GUESS_GRACE, len(waited)))) * 60


def mean_seconds(lengths: Sequence[int]) -> int:
    """Return the mean in whole minutes, as seconds; at least one minute."""
    return max(1, round(fmean(lengths) / 60)) * 60


def change_over_seconds(seen: Collection[SeenLength]) -> int:
    """Return the usual seconds from a call to the start of the match, in whole minutes, at least one."""
    low, high = LIKELY_CHANGE
    found = [one.change for one in seen if one.change is not None and low <= one.change <= high]
    usual = median(found) if found else GUESS_CHANGE
    return max(1, round(_pull_towards_guess(usual, GUESS_CHANGE, len(found)))) * 60


def _pull_towards_guess(seen: float, guess: float, number: int) -> float:
    """Return the mean of the guess and of a value that was seen `number` times, weighted by their counts."""
    return (number * seen + GUESS_COUNTS * guess) / (number + GUESS_COUNTS)


def remaining_lengths(lengths: Sequence[int], elapsed: int) -> Lengths:
    """Return how many seconds more such a match takes after `elapsed` ones; (300,) if it outlasts all."""
    rest = tuple(length - elapsed for length in lengths if length > elapsed)
    return rest or (300,)


def _fit_log_minutes(length_class: LengthClass, seen: Collection[SeenLength]) -> tuple[float, float]:
    """Return mean and standard deviation of the natural logarithm of minutes of play of such a match."""
    low, high = LIKELY
    counted = [
        (_likeness(length_class, one.length_class), log(one.minutes))
        for one in seen
        if one.was_played and low <= one.minutes <= high
    ]
    total = GUESS_COUNTS + sum(weight for weight, _ in counted)
    guess = log(GUESS_BASE + GUESS_A_PERSON * length_class.people)
    middle = (GUESS_COUNTS * guess + sum(weight * value for weight, value in counted)) / total
    spread = GUESS_COUNTS * GUESS_SPREAD**2 + sum(w * (value - middle) ** 2 for w, value in counted)
    return middle, (spread / total) ** 0.5


def _likeness(one: LengthClass, other: LengthClass) -> float:
    """Return the weight, up to 1, of a recorded match of one class for the length of another."""
    weight: float = 0.4 ** abs(one.people - other.people)
    weight *= 1.0 if one.kind == other.kind else 0.5
    weight *= 1.0 if one.variants == other.variants else 0.7
    return weight * (1.0 if one.limit == other.limit else 0.4)


def _end_at_limit(minutes: float, limit: int | None) -> float:
    """Return the minutes; if they exceed the limit, the limit with the usual overtime."""
    return minutes if limit is None or minutes <= limit else limit + OVERTIME
