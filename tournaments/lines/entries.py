"""Lines about who takes part, before the draw and after it, and about their decks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.record.line import UNSAID, WHERE_SAID, NewLine, Unsaid
from tournaments.lines.values import Hash, Id


@dataclass(frozen=True, slots=True)
class EntryAdded(NewLine):
    """A player or a pair. `seed` is a rank given by hand; `group` an id of their club keeps mates apart."""

    type = "entry.added"
    entry: Id
    players: Sequence[Id]
    seed: int | None
    group: Id | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanged(NewLine):
    """The keys that change: `players` with a substitute, `seed`, `group`. Without any, a name changed."""

    type = "entry.changed"
    entry: Id
    reason: str | None
    players: Sequence[Id] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    seed: int | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)
    group: Id | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)


@dataclass(frozen=True, slots=True)
class EntryCheckedIn(NewLine):
    """They are here; `pineapples` are those of them who brought one (4.3, Calouro do Chacrinha)."""

    type = "entry.checked_in"
    entry: Id
    pineapples: Sequence[Id] = ()


@dataclass(frozen=True, slots=True)
class EntryCheckedOut(NewLine):
    """A check-in is taken back; no pineapple of it counts any more."""

    type = "entry.checked_out"
    entry: Id
    pineapples: Sequence[Id] = ()


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(NewLine):
    """They go; what they played stands."""

    type = "entry.withdrawn"
    entry: Id
    reason: str


@dataclass(frozen=True, slots=True)
class EntryReinstated(NewLine):
    """They take part again."""

    type = "entry.reinstated"
    entry: Id
    reason: str


@dataclass(frozen=True, slots=True)
class EntryDisqualified(NewLine):
    """They are out of the tournament."""

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
    """This entry plays without lists."""

    type = "deck.waived"
    entry: Id
    reason: str
