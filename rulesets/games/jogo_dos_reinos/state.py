"""A game under way: the kingdoms, whose turn it is, and the battle that is being fought.

Kingdoms bear the numbers of their sides at the table. A vassal's `holder` is its suzerain's number, 0 for
a free kingdom. Only free kingdoms hold vassals, so there is never a vassal of a vassal.
"""

from dataclasses import dataclass, field, replace

from rulesets.games.jogo_dos_reinos.revolts import Revolt
from rulesets.kernel.sheet import Out

NATIVE_ARMIES = 5
ARMIES_AFTER_FAILURE = 1
FREE = 0


@dataclass(frozen=True, slots=True)
class Kingdom:
    """One kingdom. `passes`: own turns passed in a row; `revolt` only of a vassal.

    `gone_at`: the moment of its last fall, or of a concession as a free kingdom; 0 while it is free.
    Moments only order these; they may have gaps.
    """

    number: int
    holder: int = FREE
    passes: int = 0
    revolt: Revolt | None = None
    gone_at: int = 0
    out: Out | None = None

    @property
    def is_free(self) -> bool:
        """Return whether it is in the game and no vassal."""
        return self.out is None and self.holder == FREE


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle. Until `cards` are dealt, the vassals in `undecided` still say whether they revolt.

    `native` and `captured` are the armies of the attacker after its test, and those of them that the
    defender took. `joker` is a card from 1 to `cards`, secret until a kingdom turns it up.
    `picking` are the kingdoms that still pick, in their order; `picked` the cards turned up so far.
    """

    attacker: int
    defender: int
    undecided: tuple[int, ...] = ()
    native: int = NATIVE_ARMIES
    captured: int = 0
    cards: int = 0
    joker: int = 0
    picking: tuple[int, ...] = ()
    picked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything that the rules read. `turn` is an index into `order`; `cycle` counts from 1.

    `winner` is 0 until one kingdom holds all the others; nothing can be played after that.
    """

    difficulty: str
    order: tuple[int, ...]
    kingdoms: tuple[Kingdom, ...]
    turn: int = 0
    cycle: int = 1
    moment: int = 0
    battle: Battle | None = None
    winner: int = field(default=0)

    @property
    def current(self) -> int:
        """Return the kingdom whose turn it is."""
        return self.order[self.turn]

    @property
    def free(self) -> tuple[Kingdom, ...]:
        """Return the kingdoms in the game that are no vassals."""
        return tuple(kingdom for kingdom in self.kingdoms if kingdom.is_free)

    def find(self, number: int) -> Kingdom | None:
        """Return the kingdom with that number, or None."""
        return next((kingdom for kingdom in self.kingdoms if kingdom.number == number), None)

    def kingdom(self, number: int) -> Kingdom:
        """Return the kingdom with that number. Raise `KeyError` if there is none."""
        found = self.find(number)
        if found is None:
            raise KeyError(number)
        return found

    def vassals(self, holder: int) -> tuple[int, ...]:
        """Return the vassals that a kingdom holds, in the order of the turns."""
        held = {kingdom.number for kingdom in self.kingdoms if kingdom.holder == holder}
        return tuple(number for number in self.order if holder != FREE and number in held)

    def with_kingdoms(self, *kingdoms: Kingdom) -> "GameState":
        """Return a copy of the game in which these kingdoms replace those of the same numbers."""
        new = {kingdom.number: kingdom for kingdom in kingdoms}
        return replace(self, kingdoms=tuple(new.get(old.number, old) for old in self.kingdoms))
