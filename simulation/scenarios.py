"""Scenarios of every game, type and set of variants, small and larger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from catalogue.facts import TypeFacts, definition
from rulesets.kernel.house_rules import HouseRule, Value
from rulesets.kernel.rules import Game, Kind
from rulesets.registry import FIRST_GAME, GAMES, composer
from tournaments.setup.type_choice import words_of
from tournaments.stages.plan import SwissPlan

FIRST_KIND = GAMES[FIRST_GAME].kinds[0].key


@dataclass(frozen=True, slots=True)
class Scenario:
    """The parameters of a simulation. Sizes count entries; `tables` 0 lets the simulation choose; times are
    minutes.

    `faults` is the probability, in percent, of a fault after a match; `extras` that of each side event.
    `invented` is a type that the organizer drafts first and plays unranked; `kind` is then its key.
    `follows`: the same people played a tournament of the season the day before. `swiss`: rounds before the
    bracket, unranked.
    """

    entries: int
    seed: int
    kind: str = FIRST_KIND
    game: str = FIRST_GAME
    table_size: int = 4
    variants: tuple[str, ...] = ()
    time_limit: int | None = 40
    tables: int = 0
    multiplier: int = 1
    year: int = 2026
    name: str = "Simulado"
    house_rules: Mapping[str, Value] = field(default_factory=dict)
    faults: int = 0
    invented: TypeFacts | None = None
    extras: int = 0
    follows: bool = False
    swiss: SwissPlan | None = None

    @property
    def chosen(self) -> Kind:
        """Return the type that is played."""
        if self.invented is not None:
            return composer(self.game).kind_from(*definition(self.invented, 1))
        return words_of(self.game).kind(self.kind)


LARGER, UNEVEN, STAGED = 23, 9, 11
ADVANCING = 4
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


def staged_scenarios(seed: int = 1) -> Iterator[Scenario]:
    """Yield a day with Swiss rounds of every game and type, with faults; every other one has a bracket."""
    for game in GAMES.values():
        for number, kind in enumerate(game.kinds):
            high = min(kind.tables.high, 2 * kind.tables.low - 1)
            plan = SwissPlan(rounds=3, advance=0 if number % 2 else ADVANCING, apart=True)
            day = Scenario(STAGED, seed, kind.key, game.key, table_size=max(high, kind.tables.low))
            yield replace(day, extras=EXTRAS, faults=10, swiss=plan)


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
    """Yield every subset of the keys, smaller ones first."""
    for size in range(len(keys) + 1):
        yield from combinations(keys, size)
