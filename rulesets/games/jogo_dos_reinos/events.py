"""What people do (events) and what comes of it (outcomes), as values that can be written down."""

from dataclasses import dataclass
from typing import Annotated

from rulesets.games.jogo_dos_reinos.chances import Roll
from rulesets.kernel.sheet import Out


@dataclass(frozen=True, slots=True)
class Attack:
    """The kingdom whose turn it is attacks a suzerain or free kingdom (1.1)."""

    target: Annotated[int, "The number of the side that is attacked.", 3]


@dataclass(frozen=True, slots=True)
class Pass:
    """The kingdom whose turn it is leaves it unused (1, 3)."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A vassal of one of the two sides of a battle revolts, or stays loyal (1.1.3, 2.2)."""

    vassal: Annotated[int, "The number of the vassal's side.", 2]
    revolts: Annotated[bool, "Whether it revolts.", True]


@dataclass(frozen=True, slots=True)
class Pick:
    """A kingdom of the picking side picks as many cards, from 1, as it has armies there (1.1.4)."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    cards: Annotated[tuple[int, ...], "Numbers of cards, from 1.", [1, 4, 5, 8, 9]]


@dataclass(frozen=True, slots=True)
class Leave:
    """A kingdom concedes or is disqualified, between two battles; its vassals are free again."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    way: Annotated[Out, "How it leaves.", "conceded"]


Event = Attack | Pass | Decide | Pick | Leave


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The order of the turns, drawn before the first."""

    order: Annotated[tuple[int, ...], "Numbers of the sides in the order of their turns.", [2, 4, 1, 3]]


@dataclass(frozen=True, slots=True)
class TurnOf:
    """Whose turn it is now, in which cycle."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    cycle: Annotated[int, "Which cycle it is, from 1.", 3]


@dataclass(frozen=True, slots=True)
class CycleEnded:
    """Every kingdom had its turn; revolt chances may change now."""

    cycle: Annotated[int, "Which cycle it is, from 1.", 3]


@dataclass(frozen=True, slots=True)
class Passed:
    """A kingdom passed its turn, for the time `in_a_row`."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    in_a_row: Annotated[int, "How many turns in a row, this one included.", 1]


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """A kingdom attacked another."""

    attacker: Annotated[int, "The number of the attacker's side.", 1]
    defender: Annotated[int, "The number of the attacked side.", 3]


@dataclass(frozen=True, slots=True)
class StayedLoyal:
    """A vassal did not try to revolt in this battle."""

    vassal: Annotated[int, "The number of the vassal's side.", 2]


@dataclass(frozen=True, slots=True)
class Freed:
    """A vassal is a free kingdom again: by a revolt, or since its suzerain left the game."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    holder: Annotated[int, "The number of the side of the suzerain that it had.", 1]


@dataclass(frozen=True, slots=True)
class ChanceChanged:
    """A vassal's revolt chance, in percent, before and after; equal if an increase was skipped."""

    vassal: Annotated[int, "The number of the vassal's side.", 2]
    before: Annotated[int, "The chance before, in percent.", 30]
    after: Annotated[int, "The chance after, in percent.", 45]
    frozen: Annotated[bool, "Whether the chance may not grow now.", False]


@dataclass(frozen=True, slots=True)
class Dealt:
    """So many cards lie face down, one of them the joker; `picker` has fewer armies, or attacks.

    The picker wins with chance `armies` in `cards`. `joker` stays secret until the battle is over.
    """

    cards: Annotated[int, "How many cards lie face down, one of them the joker.", 11]
    joker: Annotated[int, "The number of the joker; left out while it lies face down.", 4]
    picker: Annotated[int, "The number of the side that picks.", 1]
    armies: Annotated[int, "How many armies the picker has.", 5]


@dataclass(frozen=True, slots=True)
class Picked:
    """Cards that a kingdom turned up; `found`: the joker is among them."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    cards: Annotated[tuple[int, ...], "Numbers of cards, from 1.", [1, 4, 5, 8, 9]]
    found: Annotated[bool, "Whether the joker is among them.", True]


@dataclass(frozen=True, slots=True)
class BattleWon:
    """A battle is over; all native armies are five again."""

    winner: Annotated[int, "The number of the side that won the battle.", 1]
    loser: Annotated[int, "The number of the side that lost it.", 3]


@dataclass(frozen=True, slots=True)
class Fell:
    """A kingdom became a vassal."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    holder: Annotated[int, "The number of the side of the suzerain.", 1]


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A vassal of the loser is the winner's now."""

    vassal: Annotated[int, "The number of the vassal's side.", 2]
    before: Annotated[int, "The number of the side of the suzerain before.", 3]
    holder: Annotated[int, "The number of the side of the suzerain now.", 1]


@dataclass(frozen=True, slots=True)
class Left:
    """A kingdom is out of the game."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    way: Annotated[Out, "How it leaves.", "conceded"]


@dataclass(frozen=True, slots=True)
class Won:
    """One kingdom holds all the others: the game is over."""

    kingdom: Annotated[int, "The number of the kingdom's side.", 1]


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
