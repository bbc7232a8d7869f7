"""Lines about who helps, and what the coordinator rules, and penalties."""

from dataclasses import dataclass

from core.record.line import NewLine
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True)
class StaffAssigned(NewLine):
    """A person has a role from now on: `organizer`, `coordinator`, `judge`."""

    type = "staff.assigned"
    role: str
    person: Id


@dataclass(frozen=True, slots=True)
class StaffRemoved(NewLine):
    """A person has a role no more."""

    type = "staff.removed"
    role: str
    person: Id


@dataclass(frozen=True, slots=True)
class RulingNoted(NewLine):
    """How it is played today: about one match, or all. The words of `text` are beside the record.

    They are the reason, too: `reason` stays null.
    """

    type = "ruling.noted"
    since = 2
    match: Id | None
    text: Id
    reason: None = None


@dataclass(frozen=True, slots=True)
class PenaltyNoted(NewLine):
    """A person got a penalty; `hash`: SHA-256 of a salt, who it is, and why, which are beside the record."""

    type = "penalty.noted"
    since = 2
    penalty: Id
    what: str
    hash: str


@dataclass(frozen=True, slots=True)
class PenaltyWithdrawn(NewLine):
    """A penalty was given by mistake."""

    type = "penalty.withdrawn"
    since = 2
    penalty: Id
