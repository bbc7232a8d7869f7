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
    """The revolt chance of one vassal, in percent. `frozen`: the next increase is skipped.

    `settled`: this cycle brings no increase any more, since the vassal fell, tried, or was taken over.
    """

    chance: int = FIRST
    frozen: bool = False
    settled: bool = True


def after_failure(revolt: Revolt) -> Revolt:
    """Return the chance after a failed revolt: 15 less from 45 on, and the next increase is skipped."""
    lost = STEP if revolt.chance >= COSTLY_FROM else 0
    return Revolt(revolt.chance - lost, frozen=True, settled=True)


def after_defeat_of_suzerain(revolt: Revolt) -> Revolt:
    """Return the chance of a vassal that goes to the winner: 15 more, up to 75.

    That takes the place of this cycle's increase, and ends the skipping of one.
    """
    return Revolt(min(revolt.chance + STEP, MAX_CHANCE), frozen=False, settled=True)


def after_cycle(revolt: Revolt) -> Revolt:
    """Return the chance once every kingdom had its turn: 15 more, up to 75, which falls to 45 if unused.

    Unchanged if this cycle brings no increase, or if the increase is skipped.
    """
    if revolt.settled:
        return replace(revolt, settled=False)
    if revolt.frozen:
        return replace(revolt, frozen=False)
    if revolt.chance >= MAX_CHANCE:
        return replace(revolt, chance=CHANCE_AFTER_MAX)
    return replace(revolt, chance=min(revolt.chance + STEP, MAX_CHANCE))
