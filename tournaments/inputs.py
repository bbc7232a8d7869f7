"""Input about a tournament and its entries, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from rulesets.kernel.house_rules import Value
from rulesets.registry import FIRST_GAME


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """Everything that an organizer chooses.

    `time_limit` is in minutes, sizes count entries. `kind_version` is the version of a composed type: None
    for the one in force. `starts_on` is a date without a time, `starts_at` a date with one; at most one of
    them is given. `stages`: what is played before the bracket (`tournaments.stages.kinds`). `entry_fee` is in
    cents, None if not stated.
    """

    kind: str
    name: str
    year: int
    game: str = FIRST_GAME
    variants: tuple[str, ...] = ()
    ranked: bool = False
    multiplier: int = 1
    stages: tuple[Mapping[str, Any], ...] = ()
    table_low: int = 2
    table_high: int = 4
    time_limit: int | None = None
    house_rules: Mapping[str, Value] = field(default_factory=dict)
    venue: str = ""
    zone: str = "America/Sao_Paulo"
    starts_at: datetime | None = None
    starts_on: date | None = None
    capacity: int | None = None
    special_rules: str = ""
    self_entry: bool = True
    kind_version: int | None = None
    entry_fee: int | None = None
    prizes: str = ""
    contact: str = ""
    pix_kind: str = ""
    pix_key: str = ""
    pix_name: str = ""
    pix_city: str = ""


ANNOUNCED = ("entry_fee", "prizes", "contact", "pix_kind", "pix_key", "pix_name", "pix_city")
"""What belongs to the announcement."""

NEW_PERSON = "new"
"""Stands for a player's code: this name is no known player."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One entry to add.

    `players` identifies names by position: a player's code, `NEW_PERSON`, or "" if unknown. `namesake` means
    `NEW_PERSON` for every name without such an answer. `insists`: a name or club may look like an e-mail
    address or telephone number, which becomes public.
    """

    names: tuple[str, ...]
    club: str = ""
    seed: int | None = None
    players: tuple[str, ...] = ()
    namesake: bool = False
    insists: bool = False

    def answer(self, position: int) -> str:
        """Return the answer for the name at this position: a player's code, `NEW_PERSON`, or ""."""
        said = self.players[position] if position < len(self.players) else ""
        return said or (NEW_PERSON if self.namesake else "")
