"""Lines about roles, the coordinator's rulings, and penalties."""

from dataclasses import dataclass

from core.record.line import NewLine
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True)
class StaffAssigned(NewLine):
    """A person gets a role: `organizer`, `coordinator`, `judge`."""

    type = "staff.assigned"
    role: str
    person: Id


@dataclass(frozen=True, slots=True)
class StaffRemoved(NewLine):
    """A person loses a role."""

    type = "staff.removed"
    role: str
    person: Id


@dataclass(frozen=True, slots=True)
class RulingNoted(NewLine):
    """A ruling of the day: about one match, or all.

    `text` is the id of its words, which are not in the record. The words are also the reason, so `reason` is
    null.
    """

    type = "ruling.noted"
    since = 2
    match: Id | None
    text: Id
    reason: None = None


@dataclass(frozen=True, slots=True)
class PenaltyNoted(NewLine):
    """A penalty, of kind `what`; `hash`: SHA-256 of salt, person and reason, which the record lacks."""

    type = "penalty.noted"
    since = 2
    penalty: Id
    what: str
    hash: str


@dataclass(frozen=True, slots=True)
class PenaltyWithdrawn(NewLine):
    """A penalty was given by mistake and is withdrawn."""

    type = "penalty.withdrawn"
    since = 2
    penalty: Id
