"""What people do (events) and what comes of it (outcomes), as values that can be written down."""

from dataclasses import dataclass

from rulesets.games.jogo_dos_reinos.chances import Roll
from rulesets.kernel.sheet import Out


@dataclass(frozen=True, slots=True)
class Attack:
    """The kingdom whose turn it is attacks a suzerain or free kingdom (1.1)."""

    target: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The kingdom whose turn it is leaves it unused (1, 3)."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A vassal of one of the two sides of a battle revolts, or stays loyal (1.1.3, 2.2)."""

    vassal: int
    revolts: bool


@dataclass(frozen=True, slots=True)
class Pick:
    """A kingdom of the picking side picks as many cards, from 1, as it has armies there (1.1.4)."""

    kingdom: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """A kingdom concedes or is disqualified, between two battles; its vassals are free again."""

    kingdom: int
    way: Out


Event = Attack | Pass | Decide | Pick | Leave


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The order of the turns, drawn before the first."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnOf:
    """Whose turn it is now, in which cycle."""

    kingdom: int
    cycle: int


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """Every kingdom had its turn; revolt chances may change now."""

    cycle: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A kingdom passed its turn, for the time `in_a_row`."""

    kingdom: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """A kingdom attacked another."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class StayedLoyal:
    """A vassal did not try to revolt in this battle."""

    vassal: int


@dataclass(frozen=True, slots=True)
class Freed:
    """A vassal is a free kingdom again: by a revolt, or since its suzerain left the game."""

    kingdom: int
    holder: int


@dataclass(frozen=True, slots=True)
class ChanceChanged:
    """A vassal's revolt chance, in percent, before and after; equal if an increase was skipped."""

    vassal: int
    before: int
    after: int
    frozen: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """So many cards lie face down, one of them the joker; `picker` has fewer armies, or attacks.

    The picker wins with chance `armies` in `cards`. `joker` stays secret until the battle is over.
    """

    cards: int
    joker: int
    picker: int
    armies: int


@dataclass(frozen=True, slots=True)
class Picked:
    """Cards that a kingdom turned up; `found`: the joker is among them."""

    kingdom: int
    cards: tuple[int, ...]
    found: bool


@dataclass(frozen=True, slots=True)
class BattleWon:
    """A battle is over; all native armies are five again."""

    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Fell:
    """A kingdom became a vassal."""

    kingdom: int
    holder: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A vassal of the loser is the winner's now."""

    vassal: int
    before: int
    holder: int


@dataclass(frozen=True, slots=True)
class Left:
    """A kingdom is out of the game."""

    kingdom: int
    way: Out


@dataclass(frozen=True, slots=True)
class Won:
    """One kingdom holds all the others: the game is over."""

    kingdom: int


Outcome = (
    OrderDrawn
    | TurnOf
    | CycleEnded
    | Passed
    | BattleBegan
    | StayedLoyal
    | Freed
    | ChanceChanged
    | Roll
    | Dealt
    | Picked
    | BattleWon
    | Fell
    | TakenOver
    | Left
    | Won
)
