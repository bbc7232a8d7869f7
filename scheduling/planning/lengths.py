"""How long matches take: recorded lengths pulled towards a first guess, as equally likely values.

There is always a positive length: without any recorded match it is the guess.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist, fmean, median

LEVELS, TOLD = 20, 5  # lengths of a played match, and the copies of each beside the no-shows
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
    """How long a match takes that has begun, and one that has not, whose players may not come."""

    begun: Lengths
    to_come: Lengths


@dataclass(frozen=True, slots=True)
class LengthClass:
    """What a match's length depends on; `limit` in minutes, None without one."""

    kind: str
    variants: frozenset[str]
    people: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class SeenLength:
    """A recorded match of the same game: minutes of play without breaks, and from its call to its start.

    If not `was_played`, fewer than two sides came, and the minutes are those from its call to its end.
    """

    sort: LengthClass
    minutes: float
    change: float | None = None
    was_played: bool = True


def lengths_of(sort: LengthClass, seen: Collection[SeenLength]) -> Lengths:
    """Return the lengths of such a match if it is played, with the counting of cards."""
    middle, spread = _fitted(sort, seen)
    levels = (NormalDist(middle, spread).inv_cdf((level + 0.5) / LEVELS) for level in range(LEVELS))
    return tuple(round(60 * _limited(exp(level), sort.limit)) for level in levels)


def duration_of(sort: LengthClass, seen: Collection[SeenLength]) -> Duration:
    """Return the lengths of such a match, with and without no-shows."""
    begun = lengths_of(sort, seen)
    return Duration(begun, _with_no_shows(begun, seen))


def _with_no_shows(lengths: Lengths, seen: Collection[SeenLength]) -> Lengths:
    """Return each length several times with no-shows added, so that their share is exact to a hundredth."""
    rare = [one.minutes for one in seen if not one.was_played]
    share = (GUESS_NO_SHOWS * NO_SHOWS_COUNT + len(rare)) / (NO_SHOWS_COUNT + len(seen))
    number = round(share / (1 - share) * len(lengths) * TOLD)
    return tuple(sorted(lengths * TOLD + (_freed(rare),) * number))


def _freed(rare: Sequence[float]) -> int:
    """Return the seconds from a no-show's call until its table is free; at least a minute."""
    low, high = LIKELY_CHANGE
    waited = [minutes for minutes in rare if low <= minutes <= high]
    usual = median(waited) if waited else GUESS_GRACE
    return max(1, round(_pulled(usual, GUESS_GRACE, len(waited)))) * 60


def mean_seconds(lengths: Sequence[int]) -> int:
    """Return the mean in whole minutes, as seconds; at least one minute."""
    return max(1, round(fmean(lengths) / 60)) * 60


def change_over(seen: Collection[SeenLength]) -> int:
    """Return the seconds from a call to the start of the match, in whole minutes."""
    low, high = LIKELY_CHANGE
    found = [one.change for one in seen if one.change is not None and low <= one.change <= high]
    usual = median(found) if found else GUESS_CHANGE
    return max(1, round(_pulled(usual, GUESS_CHANGE, len(found)))) * 60


def _pulled(seen: float, guess: float, number: int) -> float:
    """Return the observed value of so many observations, pulled towards the guess."""
    return (number * seen + GUESS_COUNTS * guess) / (number + GUESS_COUNTS)


def remaining_lengths(lengths: Sequence[int], elapsed: int) -> Lengths:
    """Return how much longer such a match takes after so many seconds; five minutes if it outlasts all."""
    rest = tuple(length - elapsed for length in lengths if length > elapsed)
    return rest or (300,)


def _fitted(sort: LengthClass, seen: Collection[SeenLength]) -> tuple[float, float]:
    """Return mean and standard deviation of the logarithm of minutes."""
    low, high = LIKELY
    counted = [
        (_likeness(sort, one.sort), log(one.minutes))
        for one in seen
        if one.was_played and low <= one.minutes <= high
    ]
    total = GUESS_COUNTS + sum(weight for weight, _ in counted)
    guess = log(GUESS_BASE + GUESS_A_PERSON * sort.people)
    middle = (GUESS_COUNTS * guess + sum(weight * value for weight, value in counted)) / total
    spread = GUESS_COUNTS * GUESS_SPREAD**2 + sum(w * (value - middle) ** 2 for w, value in counted)
    return middle, (spread / total) ** 0.5


def _likeness(one: LengthClass, other: LengthClass) -> float:
    """Return how much a recorded match tells about another kind, from 0 to 1."""
    weight: float = 0.4 ** abs(one.people - other.people)
    weight *= 1.0 if one.kind == other.kind else 0.5
    weight *= 1.0 if one.variants == other.variants else 0.7
    return weight * (1.0 if one.limit == other.limit else 0.4)


def _limited(minutes: float, limit: int | None) -> float:
    """Return the minutes; if they exceed the limit, the limit with the usual overtime."""
    return minutes if limit is None or minutes <= limit else limit + OVERTIME
