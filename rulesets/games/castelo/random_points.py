"""Random castle and wall points for simulated sheets; they may end above the start (10)."""

from random import Random

from rulesets.games.castelo.house_rules import CASTLE_START, WALL_START
from rulesets.kernel.random_standing import Deal, Fate
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Line, Out

MAX_ABOVE_START = 5


def deal(rules: Rules) -> Deal:
    """Return a dealer of random lines under these rules: castles that stand have a point or more."""
    castle_most = int(rules.value_of(CASTLE_START)) + MAX_ABOVE_START
    wall_most = int(rules.value_of(WALL_START)) + MAX_ABOVE_START

    def line(fate: Fate, played: bool, rng: Random) -> Line:
        """Return a line: castle and wall points for who came to a played game, all 0 for others."""
        present = played and fate.out is not Out.ABSENT
        castle = rng.randint(1, castle_most) if present and not fate.fell else 0
        wall = rng.randint(0, wall_most) if present else 0
        counts = {"castle": castle, "wall": wall, "fell": fate.fell}
        return Line(fate.player, counts, fate.out, fate.out_order)

    return line
