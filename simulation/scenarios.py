"""Scenarios of every game, type and set of variants, small and larger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from catalogue.facts import TypeFacts, key_and_definition
from rulesets.kernel.house_rules import HouseRule, Value
from rulesets.kernel.rules import STAGES, Game, Kind
from rulesets.registry import FIRST_GAME, GAMES, composer
from tournaments.bracket.second_chance import BEFORE_FINAL, FINAL_SEAT
from tournaments.setup.type_choice import words_of
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.plan import StagePlan
from tournaments.stages.points import LEAST_TABLE, PLACEMENT, WIN
from tournaments.stages.swiss.plan import SwissPlan

FIRST_KIND = GAMES[FIRST_GAME].kinds[0].key


@dataclass(frozen=True, slots=True)
class Scenario:
    """The parameters of a simulation. Sizes count entries; `tables` 0 lets the simulation choose; times are
    minutes.

    `faults` is the probability, in percent, of a fault after a match; `extras` that of each side event.
    `invented` is a type that the organizer drafts first and plays unranked; `kind` is then its key.
    `accepted`: the editors accept it, and it is played ranked.
    `follows`: the same people played a tournament of the season the day before. `stage`: what is
    played before the bracket, unranked if the type does not name it.
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
    accepted: bool = False
    extras: int = 0
    follows: bool = False
    stage: StagePlan | None = None

    @property
    def chosen(self) -> Kind:
        """Return the type that is played."""
        if self.invented is not None:
            return composer(self.game).kind_from(*key_and_definition(self.invented, 1))
        return words_of(self.game).kind(self.kind)

    @property
    def is_ranked(self) -> bool:
        """Return whether it is played ranked, as every tournament is that may be."""
        kind = self.chosen
        allowed = self.invented is None or self.accepted
        return allowed and self.entries * kind.team_size >= 8 and self._may_be_ranked(kind)

    def _may_be_ranked(self, kind: Kind) -> bool:
        """Return whether the type names its stage, and its second chance leads to no seat in the final."""
        begins = self.stage is None or self.stage.kind in kind.stages
        return begins and self.house_rules.get("second_chance") != FINAL_SEAT


LARGER, UNEVEN, STAGED, BESIDE, ALL_LOSERS = 23, 9, 11, 12, 24
ADVANCING, GROUPS = 4, 2
EXTRAS = 8  # percent
REPLAY, OWN_TITLE = "replay", "own_title"


def every_scenario(seed: int = 1) -> Iterator[Scenario]:
    """Yield every scenario: brackets alone, after a stage, and with a second chance."""
    yield from scenarios(seed)
    yield from staged_scenarios(seed)
    yield from second_chance_scenarios(seed)


def scenarios(seed: int = 1) -> Iterator[Scenario]:
    """Yield scenarios of a bracket alone: the smallest with two rounds, and larger ones with faults.

    The last one follows another tournament of its season, so that its draw passes entries over.
    """
    for game in GAMES.values():
        for kind in game.kinds:
            for variants in _subsets([variant.key for variant in game.variants]):
                yield from _small_and_large(game, kind, variants, seed)
    yield Scenario(UNEVEN, seed, table_size=2, follows=True)


def staged_scenarios(seed: int = 1) -> Iterator[Scenario]:
    """Yield days with Swiss rounds and with groups of every game and type, with faults.

    Every other one has a bracket; in the others places at the tables count, if there are any.
    """
    for game in GAMES.values():
        for number, kind in enumerate(game.kinds):
            high = min(kind.tables.high, 2 * kind.tables.low - 1)
            day = Scenario(STAGED, seed, kind.key, game.key, table_size=max(high, kind.tables.low))
            day = replace(day, extras=EXTRAS, faults=10)
            points = PLACEMENT if number % 2 and day.table_size >= LEAST_TABLE else WIN
            swiss = SwissPlan(3, 0 if number % 2 else ADVANCING, apart=True, points=points)
            yield replace(day, stage=swiss)
            groups = GroupsPlan(3, ADVANCING // GROUPS if number % 2 else 0, apart=True, groups=GROUPS)
            yield replace(day, stage=replace(groups, points=points))
    yield from _ranked_with_stages(seed)


def _ranked_with_stages(seed: int) -> Iterator[Scenario]:
    """Yield ranked days with Swiss rounds and with groups, of a type that was accepted with both."""
    facts = TypeFacts("Etapas", "Vence quem tiver cinco intactos.", needs={"intact": 5}, stages=STAGES)
    day = Scenario(STAGED, seed, key_and_definition(facts, 1)[0], invented=facts, accepted=True)
    day = replace(day, table_size=3, extras=EXTRAS, faults=10)
    yield replace(day, stage=SwissPlan(3, ADVANCING))
    yield replace(day, stage=GroupsPlan(3, ADVANCING // GROUPS, groups=GROUPS))


def second_chance_scenarios(seed: int = 1) -> Iterator[Scenario]:
    """Yield days with a second chance of every game and type, with faults: for a title, for a seat in the
    final, and for losers of every round before the final.

    A final of two has no such seat. Types of small tables alone have three rounds or more.
    """
    for game in GAMES.values():
        for kind in game.kinds:
            low, high = kind.tables.low, min(kind.tables.high, 2 * kind.tables.low)
            day = Scenario(max(BESIDE, low * low), seed, kind.key, game.key, table_size=high)
            day = replace(day, extras=EXTRAS, faults=10)
            for chosen in (OWN_TITLE, FINAL_SEAT) if high > 2 else (OWN_TITLE,):
                yield replace(day, house_rules={"second_chance": chosen})
            if low == 2:
                rules: dict[str, Value] = {"second_chance": OWN_TITLE, "second_chance_losers": BEFORE_FINAL}
                yield replace(day, entries=ALL_LOSERS, house_rules=rules)


def _small_and_large(game: Game, kind: Kind, variants: tuple[str, ...], seed: int) -> Iterator[Scenario]:
    """Yield the smallest bracket with two rounds, and a larger one with a time limit and faults."""
    low, high = kind.tables.low, kind.tables.high
    small = Scenario(low * low, seed, kind.key, game.key, table_size=low, variants=variants)
    small = replace(small, extras=EXTRAS)
    yield small
    rules = {rule.code: REPLAY for rule in game.house_rules if _may_be_replayed(rule)}
    yield replace(small, entries=LARGER, table_size=high, time_limit=20, house_rules=rules, faults=10)


def _may_be_replayed(rule: HouseRule) -> bool:
    """Return whether equal sides play again only if it is chosen."""
    return rule.default != REPLAY and rule.allows(REPLAY)


def _subsets(keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every subset of the keys, smaller ones first."""
    for size in range(len(keys) + 1):
        yield from combinations(keys, size)
