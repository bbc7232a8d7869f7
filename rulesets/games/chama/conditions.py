"""Win conditions as values (4.1, 5.4): what a side's cards must show, put together from blocks.

A block is a count and the least of it that a side (a pair: both members together) needs; all blocks
of a condition must hold. `at_once` conditions are met in any player's turn, so that a player who fulfils one
has won. The others are checked when the draw step of the player's own turn ends, so that cards
that would win may lie on the table until that draw.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulesets.games.chama.cards import FORMATION_SIZE

MAX_BATTLES = 12

COUNTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"intact": ("intact",), "razed_in_battle": ("razed_in_battle",), "laid": ("intact", "razed")}
)
"""The blocks, and the fields of a line that each adds up; `laid` is intact and razed together."""

MAX_COUNTS: Mapping[str, int] = MappingProxyType(
    {"intact": FORMATION_SIZE, "razed_in_battle": MAX_BATTLES, "laid": FORMATION_SIZE}
)
"""The most that a block may ask of one player; of a pair twice that."""


@dataclass(frozen=True, slots=True)
class Block:
    """At least `least` of one of `COUNTS`."""

    count: str
    least: int


@dataclass(frozen=True, slots=True)
class Condition:
    """All of `blocks`, each count once; without any the judge's word says who has won.

    `counted`: counts that sheets hold though no block asks for them.
    """

    blocks: tuple[Block, ...]
    at_once: bool = False
    counted: tuple[str, ...] = ()

    @property
    def by_word(self) -> bool:
        """Return whether no cards show who has won."""
        return not self.blocks

    @property
    def counts_battles(self) -> bool:
        """Return whether sheets hold the realms razed in battle."""
        return self.least("razed_in_battle") > 0 or "razed_in_battle" in self.counted

    def least(self, count: str) -> int:
        """Return what the block of a count asks for; 0 without such a block."""
        return next((block.least for block in self.blocks if block.count == count), 0)

    def met_by(self, counts: Mapping[str, int]) -> bool:
        """Return whether a side with these totals (by field) satisfies all blocks; True without any."""
        return all(win_shown(block.count, counts) >= block.least for block in self.blocks)

    def least_per_member(self, members: int) -> Mapping[str, int]:
        """Return the least counts of a member's line, by field: the condition divided, rounded up.

        A least number of laid realms counts as intact ones; counts of 0 are left out.
        """
        intact = max(self.least("intact"), self.least("laid"))
        least = {"intact": intact, "razed_in_battle": self.least("razed_in_battle")}
        return {key: -(-count // members) for key, count in least.items() if count}


def win_shown(count: str, counts: Mapping[str, int]) -> int:
    """Return how much of a block's count the totals of a side show; `counts` by field of the lines."""
    return sum(counts.get(key, 0) for key in COUNTS[count])


def needs(*, at_once: bool = False, **least: int) -> Condition:
    """Return the condition with these blocks: `needs(intact=3, razed_in_battle=4, at_once=True)`.

    Counts of 0, and names that are none of `COUNTS`, make no block.
    """
    return Condition(tuple(Block(count, least[count]) for count in COUNTS if least.get(count)), at_once)
