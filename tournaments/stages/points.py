"""What a match of a stage gives to those who sat there. Pure.

By `WIN` the winner has 1. By `PLACEMENT` a table of n gives 3·(n − place)/(n − 1), so that every winner has
3: a table of four gives 3-2-1-0, one of three 3-3/2-0. Entries that share places have their mean.
"""

from collections.abc import Mapping
from typing import Final

from tournaments.stages.stage_order import Number, StageGame, placement_value

WIN: Final = "win"
PLACEMENT: Final = "placement"
POINTS = (WIN, PLACEMENT)
LEAST_TABLE = 3
"""The smallest `table_high` at which `PLACEMENT` gives something to an entry that did not win."""
OF_A_WINNER = 3
"""What a first place gives by `PLACEMENT`, also a bye and a walkover."""


def points_of_match(counting: str, winner: str | None, game: StageGame | None) -> Mapping[str, Number]:
    """Return the points by entry; entries without any may be left out.

    `counting` is one of `POINTS`. `winner`: None gives nothing to anyone. `game` of those present: None for a
    bye or a walkover.
    """
    if winner is None:
        return {}
    if counting == WIN:
        return {winner: 1}
    if game is None:
        return {winner: OF_A_WINNER}
    return {entry: OF_A_WINNER * placement_value(entry, game) for entry in game.entries}
