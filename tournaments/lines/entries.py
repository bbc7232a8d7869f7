"""Lines about entries, before and after the draw, and about their decks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.record.line import UNSAID, WHERE_SAID, NewLine, Unsaid
from tournaments.lines.values import Hash, Id


@dataclass(frozen=True, slots=True)
class EntryAdded(NewLine):
    """A player or a pair is entered.

    `seed` is a rank given by hand; `group` an id of their club, to keep mates apart.
    """

    type = "entry.added"
    entry: Id
    players: Sequence[Id]
    seed: int | None
    group: Id | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged(NewLine):
    """Changed values of an entry: `players` with a substitute, `seed`, `group`.

    Without any of these keys, a name changed.
    """

    type = "entry.changed"
    entry: Id
    reason: str | None
    players: Sequence[Id] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    seed: int | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)
    group: Id | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)


@dataclass(frozen=True, slots=True)
class EntryCheckedIn(NewLine):
    """The entry is present; `pineapples` are its people who brought one (4.3, Calouro do Chacrinha)."""

    type = "entry.checked_in"
    entry: Id
    pineapples: Sequence[Id] = ()


@dataclass(frozen=True, slots=True)
class EntryCheckedOut(NewLine):
    """A check-in is taken back, with its pineapples."""

    type = "entry.checked_out"
    entry: Id
    pineapples: Sequence[Id] = ()


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(NewLine):
    """The entry leaves; its results stand."""

    type = "entry.withdrawn"
    entry: Id
    reason: str


@dataclass(frozen=True, slots=True)
class EntryReinstated(NewLine):
    """The entry takes part again."""

    type = "entry.reinstated"
    entry: Id
    reason: str


@dataclass(frozen=True, slots=True)
class EntryDisqualified(NewLine):
    """The entry is disqualified from the tournament."""

    type = "entry.disqualified"
    entry: Id
    reason: str


@dataclass(frozen=True, slots=True)
class DeckAccepted(NewLine):
    """A deck list was handed in: SHA-256 of a secret of that entry, LF, and the list."""

    type = "deck.accepted"
    entry: Id
    player: Id
    sha256: Hash


@dataclass(frozen=True, slots=True)
class DeckWaived(NewLine):
    """The entry plays without deck lists."""

    type = "deck.waived"
    entry: Id
    reason: str
