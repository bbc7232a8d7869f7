"""All random choices: the order of the kingdoms, tests in percent, the position of the joker.

The only source is `Random.randrange(n)`, once for each decision and in the order of the outcomes, so that
anybody with Python, the seed and the events gets the same numbers:

* the order: the kingdoms by number; from the last place down to the second, the kingdom there changes
  places with the one at `randrange(place + 1)`, places counted from 0;
* a test: `randrange(100) + 1`, which succeeds when it is not above the chance;
* the joker: card `randrange(cards) + 1`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType
from typing import Annotated

DIFFICULTIES: Mapping[str, int] = MappingProxyType({"easy": 10, "medium": 20, "hard": 30, "brutal": 50})
"""The base failure probability (PBF, 2.1) of each difficulty, in percent."""

COST_OF_A_VASSAL = 5
CAPTURE_CHANCE = 30


class Trial(StrEnum):
    """What a roll is about: a vassal's revolt (2.2), native armies (2.1), rebel armies (2.3)."""

    REVOLT = "revolt"
    NATIVE_ARMIES = "native_armies"
    REBEL_ARMIES = "rebel_armies"


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll for a kingdom: `value` 1–100 against `chance` in percent."""

    trial: Annotated[Trial, "What the roll is about: a revolt, native armies, or armies of rebels.", "revolt"]
    kingdom: Annotated[int, "The number of the kingdom's side.", 1]
    chance: Annotated[int, "How likely it is, in percent.", 30]
    value: Annotated[int, "What was rolled, 1 to 100.", 42]

    @property
    def success(self) -> bool:
        """Return whether the test succeeded."""
        return self.value <= self.chance


def roll(trial: Trial, kingdom: int, chance: int, rng: Random) -> Roll:
    """Roll 1–100 for a kingdom; draws one number from `rng`."""
    return Roll(trial, kingdom, chance, rng.randrange(100) + 1)


def native_chance(difficulty: str, vassals: int) -> int:
    """Return how likely an attacker who holds so many vassals keeps all native armies, in percent (2.1)."""
    return max(0, 100 - DIFFICULTIES[difficulty] - COST_OF_A_VASSAL * vassals)


def shuffle_kingdoms(kingdoms: Sequence[int], rng: Random) -> tuple[int, ...]:
    """Return the kingdoms in the random order of their turns (1)."""
    order = sorted(kingdoms)
    for place in range(len(order) - 1, 0, -1):
        other = rng.randrange(place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def choose_joker(cards: int, rng: Random) -> int:
    """Return which of so many cards, from 1, is the joker, at random."""
    return rng.randrange(cards) + 1
