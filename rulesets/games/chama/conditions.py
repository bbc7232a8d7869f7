"""Win conditions as values (4.1, 5.4): what a side's cards must show.

`at_once` conditions are met in anybody's turn, so that nobody can hold one without having won;
the others are looked at when the draw step of one's own turn ends, so that cards that would win
may lie on the table while the draw has not come.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulesets.games.chama.table import Side


@dataclass(frozen=True, slots=True)
class Condition:
    """Counts that a side (a pair: both members together) must reach."""

    intact: int
    razed_in_battle: int = 0
    at_once: bool = False

    def met_by(self, side: Side) -> bool:
        """Whether the cards of `side` satisfy the condition."""
        return side.total("intact") >= self.intact and side.total("razed_in_battle") >= self.razed_in_battle


CONDITIONS: Mapping[str, Condition] = MappingProxyType(
    {
        "campeonato": Condition(intact=6),
        "guerrilha": Condition(intact=6),
        "duplas": Condition(intact=10),
        "conquistadores": Condition(intact=3, razed_in_battle=4, at_once=True),
    }
)


def least_counts(kind: str, members: int) -> Mapping[str, int]:
    """The least counts on each line of a side of `members` people that meets the condition, rounded up."""
    condition = CONDITIONS[kind]
    least = {"intact": condition.intact, "razed_in_battle": condition.razed_in_battle}
    return {key: -(-count // members) for key, count in least.items() if count}
