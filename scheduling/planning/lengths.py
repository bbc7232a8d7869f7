"""How long matches take: what was recorded here, pulled towards a first guess, as equally likely values.

A length is never unknown and never nothing: without a single recorded match it is the guess.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist, fmean, median

LEVELS = 20
GUESS_BASE, GUESS_A_PERSON = 20.0, 7.0  # minutes: 34 for two at a table, 48 for four
GUESS_SPREAD = 0.35  # standard deviation of the logarithm
GUESS_COUNTS = 6.0  # as many recorded matches as the guess is worth
OVERTIME = 6.0  # minutes from the call of time to the sheet: the cycle is finished, the cards are counted
GUESS_CHANGE = 5.0  # minutes from the call to a table until the match begins
LIKELY = (3.0, 360.0)  # minutes; a sheet that came sooner or later says nothing of the game
LIKELY_CHANGE = (0.0, 30.0)

Lengths = tuple[int, ...]
"""Seconds, sorted, each as likely as the other."""


@dataclass(frozen=True, slots=True)
class Sort:
    """What a match's length depends on. `limit` in minutes, None for none."""

    kind: str
    variants: frozenset[str]
    people: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class SeenLength:
    """A recorded match of the same game: minutes of play, breaks left out, and from its call to its start."""

    sort: Sort
    minutes: float
    change: float | None = None


def lengths_of(sort: Sort, seen: Collection[SeenLength]) -> Lengths:
    """The lengths of such a match, counting included."""
    middle, spread = _fitted(sort, seen)
    levels = (NormalDist(middle, spread).inv_cdf((level + 0.5) / LEVELS) for level in range(LEVELS))
    return tuple(round(60 * _limited(exp(level), sort.limit)) for level in levels)


def expected(lengths: Sequence[int]) -> int:
    """Their mean in whole minutes, as seconds; at least one minute."""
    return max(1, round(fmean(lengths) / 60)) * 60


def change_over(seen: Collection[SeenLength]) -> int:
    """Seconds from a call to the start of the match, whole minutes."""
    low, high = LIKELY_CHANGE
    found = [one.change for one in seen if one.change is not None and low <= one.change <= high]
    usual = median(found) if found else GUESS_CHANGE
    weight = len(found) / (len(found) + GUESS_COUNTS)
    return max(1, round(weight * usual + (1 - weight) * GUESS_CHANGE)) * 60


def left_of(lengths: Sequence[int], elapsed: int) -> Lengths:
    """How long such a match still takes after so many seconds; one that outlasts all takes 5 minutes more."""
    rest = tuple(length - elapsed for length in lengths if length > elapsed)
    return rest or (300,)


def _fitted(sort: Sort, seen: Collection[SeenLength]) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm of minutes."""
    low, high = LIKELY
    counted = [(_likeness(sort, one.sort), log(one.minutes)) for one in seen if low <= one.minutes <= high]
    total = GUESS_COUNTS + sum(weight for weight, _ in counted)
    guess = log(GUESS_BASE + GUESS_A_PERSON * sort.people)
    middle = (GUESS_COUNTS * guess + sum(weight * value for weight, value in counted)) / total
    spread = GUESS_COUNTS * GUESS_SPREAD**2 + sum(w * (value - middle) ** 2 for w, value in counted)
    return middle, (spread / total) ** 0.5


def _likeness(one: Sort, other: Sort) -> float:
    """How much a recorded match says of another one, 0 to 1."""
    weight: float = 0.4 ** abs(one.people - other.people)
    weight *= 1.0 if one.kind == other.kind else 0.5
    weight *= 1.0 if one.variants == other.variants else 0.7
    return weight * (1.0 if one.limit == other.limit else 0.4)


def _limited(minutes: float, limit: int | None) -> float:
    return minutes if limit is None or minutes <= limit else limit + OVERTIME
