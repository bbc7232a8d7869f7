"""The order within a stage, as docs/record.md says it."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from checker.stages.played import StageGame

REASONS = ("stage_points", "stage_opponents", "stage_placement", "stage_score")


class Standing(NamedTuple):
    """What an entry is compared by, best highest; `score` is 0 if it is left out."""

    points: Fraction
    opponents: Fraction
    placement: Fraction
    score: Fraction


class StagePlace(NamedTuple):
    """One place: who shares it, and what separates it from the next."""

    place: int
    entries: list[str]
    why: str | None


def places(
    points: Mapping[str, Fraction | int], games: Sequence[StageGame], without: Collection[str]
) -> list[StagePlace]:
    """Return the places of all entries with points, best first; entries in `without` get none."""
    found = {code: _standing(code, points, games) for code in points if code not in without}
    for equals in _group_equals(found, 3):
        if len(equals) > 1 and any(_is_uncounted(code, games) for code in equals):
            found.update({code: found[code]._replace(score=Fraction(0)) for code in equals})
    groups = _group_equals(found, 4)
    keys = [found[group[0]] for group in groups]
    reasons = [_first_difference(one, two) for one, two in pairwise(keys)]
    starts = [1 + sum(map(len, groups[:number])) for number in range(len(groups))]
    return [StagePlace(*row) for row in zip(starts, groups, [*reasons, None], strict=False)]


def _group_equals(found: Mapping[str, Standing], parts: int) -> list[list[str]]:
    """Group entries whose first `parts` of their standing are equal, best group first."""
    best_first = sorted(sorted(found), key=lambda code: found[code][:parts], reverse=True)
    return [sorted(group) for _, group in groupby(best_first, key=lambda code: found[code][:parts])]


def _standing(code: str, points: Mapping[str, Fraction | int], games: Sequence[StageGame]) -> Standing:
    """Return what an entry is compared by; all but the points are averages over its games."""
    own = [game for game in games if code in game.places]
    scores = [score for game in own if (score := game.scores[code]) is not None]
    return Standing(
        Fraction(points[code]),
        _mean([_mean([points[other] for other in game.places if other != code]) for game in own]),
        _mean([game.behind(code) for game in own]),
        _mean(scores),
    )


def _is_uncounted(code: str, games: Sequence[StageGame]) -> bool:
    """Whether the cards of an entry were not counted in one of its games."""
    return any(code in game.scores and game.scores[code] is None for game in games)


def _mean(values: Sequence[Fraction | int]) -> Fraction:
    """Return the average; 0 of nothing."""
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def _first_difference(one: Standing, two: Standing) -> str:
    """Return the reason in `REASONS` that separates two standings, which must differ."""
    return next(why for why, mine, other in zip(REASONS, one, two, strict=True) if mine != other)
