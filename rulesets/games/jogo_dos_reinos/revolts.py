"""The revolt chance of a vassal (2.2): a number in percent that grows while the vassal keeps still.

It begins at 15, also for a kingdom that falls again. Each whole cycle in which the vassal does not try
adds 15, battle or not, up to 75; 75 left unused for a cycle falls to 45. A failed revolt costs 15 from 45 on,
and the next increase is skipped. A defeated suzerain adds 15 once, instead of that cycle's increase, and
ends the skipping. The cycle of the fall itself is not a whole one (house rules `revolt_*`).
"""

from dataclasses import dataclass, replace

FIRST = 15
STEP = 15
MAX_CHANCE = 75
CHANCE_AFTER_MAX = 45
COSTLY_FROM = 45


@dataclass(frozen=True, slots=True)
class Revolt:
    """The revolt chance of one vassal. `chance` in percent; `frozen`: the next increase is skipped;
    `settled`: this cycle brings no increase any more, since the vassal fell, tried, or was taken over.
    """

    chance: int = FIRST
    frozen: bool = False
    settled: bool = True


def after_failure(revolt: Revolt) -> Revolt:
    """The vassal tried and failed."""
    lost = STEP if revolt.chance >= COSTLY_FROM else 0
    return Revolt(revolt.chance - lost, frozen=True, settled=True)


def after_defeat_of_suzerain(revolt: Revolt) -> Revolt:
    """The vassal goes to the winner, and keeps what it had under the old suzerain."""
    return Revolt(min(revolt.chance + STEP, MAX_CHANCE), frozen=False, settled=True)


def after_cycle(revolt: Revolt) -> Revolt:
    """Every kingdom had its turn."""
    if revolt.settled:
        return replace(revolt, settled=False)
    if revolt.frozen:
        return replace(revolt, frozen=False)
    if revolt.chance >= MAX_CHANCE:
        return replace(revolt, chance=CHANCE_AFTER_MAX)
    return replace(revolt, chance=min(revolt.chance + STEP, MAX_CHANCE))
