"""The parameters of a simulation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from catalogue.facts import TypeFacts, definition
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import Kind
from rulesets.registry import FIRST_GAME, GAMES, composer
from tournaments.setup.type_choice import words_of

FIRST_KIND = GAMES[FIRST_GAME].kinds[0].key


@dataclass(frozen=True, slots=True)
class Scenario:
    """The parameters of a simulation. Sizes count entries; `tables` 0 lets the simulation choose; times are
    minutes.

    `faults` is the probability, in percent, of a fault after a match; `extras` that of each side event.
    `invented` is a type that the organizer drafts first and plays unranked; `kind` is then its key.
    `follows`: the same people played a tournament of the season the day before.
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

    @property
    def chosen(self) -> Kind:
        """Return the type that is played."""
        if self.invented is not None:
            return composer(self.game).kind_from(*definition(self.invented, 1))
        return words_of(self.game).kind(self.kind)
