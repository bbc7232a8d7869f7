"""Scenarios of every game, type and set of variants, small and larger."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Game, Kind
from rulesets.registry import GAMES
from simulation.scenario import Scenario

LARGER, UNEVEN = 23, 9
EXTRAS = 8  # percent
REPLAY = "replay"


def scenarios(seed: int = 1) -> Iterator[Scenario]:
    """Yield all scenarios: the smallest with two rounds, and larger ones with faults.

    The last one follows another tournament of its season, so that its draw passes entries over.
    """
    for game in GAMES.values():
        for kind in game.kinds:
            for variants in _sets([variant.key for variant in game.variants]):
                yield from _sized(game, kind, variants, seed)
    yield Scenario(UNEVEN, seed, table_size=2, follows=True)


def _sized(game: Game, kind: Kind, variants: tuple[str, ...], seed: int) -> Iterator[Scenario]:
    low, high = kind.tables.low, kind.tables.high
    small = Scenario(low * low, seed, kind.key, game.key, table_size=low, variants=variants)
    small = replace(small, extras=EXTRAS)
    yield small
    rules = {rule.code: REPLAY for rule in game.house_rules if _may_be_replayed(rule)}
    yield replace(small, entries=LARGER, table_size=high, time_limit=20, house_rules=rules, faults=10)


def _may_be_replayed(rule: HouseRule) -> bool:
    """Return whether equal sides play again only if it is chosen."""
    return rule.default != REPLAY and rule.allows(REPLAY)


def _sets(keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(keys) + 1):
        yield from combinations(keys, size)
