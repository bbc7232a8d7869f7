"""The pyramid of six realms: which of them can be attacked (2.2, 4.1 Guerrilha).

    A          A protects B and C
   B C         B protects D and E
  D E F        C protects E and F

A razed or missing realm protects nothing. House rule `realm_protection`: `direct` looks only at
the positions directly in front, `chain` also at those in front of them.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

POSITIONS = ("A", "B", "C", "D", "E", "F")
IN_FRONT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"A": (), "B": ("A",), "C": ("A",), "D": ("B",), "E": ("B", "C"), "F": ("C",)}
)


class Realm(StrEnum):
    """What lies at a position."""

    INTACT = "intact"
    RAZED = "razed"
    MISSING = "missing"


Formation = Mapping[str, Realm]


def exposed_positions(
    formation: Formation, *, guerrilha: bool = False, protection: str = "direct"
) -> tuple[str, ...]:
    """Return the positions of an opponent's formation that a commander may attack, from A to F.

    Positions left out of `formation` are missing. In Guerrilha every intact realm is exposed.
    """
    intact = [position for position in POSITIONS if formation.get(position) is Realm.INTACT]
    if guerrilha:
        return tuple(intact)
    return tuple(here for here in intact if not _shields(here, protection).intersection(intact))


def _shields(position: str, protection: str) -> set[str]:
    """Return the positions that shield this one, also indirectly with a chain."""
    front = set(IN_FRONT[position])
    if protection == "chain":
        for before in IN_FRONT[position]:
            front |= _shields(before, protection)
    return front
