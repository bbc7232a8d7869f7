"""Lines about the tournament itself: its choices, its regulation, its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from core.record.line import (
    SINCE_2,
    UNSAID,
    WHERE_SAID,
    WHERE_SAID_SINCE_2,
    WHERE_THERE_IS_ONE,
    Facts,
    NewLine,
    Unsaid,
)
from tournaments.lines.integrity import CancelledNoted
from tournaments.lines.values import EditionFacts, Hash, Id, Points, Tables

Options = Mapping[str, bool | int | str]
"""House rules by code, only those that differ from the game's default."""


class Sizes(TypedDict):
    """The number of entries at a table of a composed type."""

    min: int
    max: int


class Definition(TypedDict):
    """A composed type, as in the catalogue (`catalogue.facts.definition`).

    `stages`: the kinds of stages that ranked tournaments of the type may have; without it none.
    """

    title_word: str
    level: str
    team_size: int
    table: Sizes
    needs: dict[str, int]
    counted: NotRequired[list[str]]
    stages: NotRequired[list[str]]
    at_once: bool
    version: int
    texts: Hash
    sha256: Hash


class StageFacts(TypedDict):
    """The plan of a stage before the bracket (`tournaments.stages.kinds`).

    `groups` only of that kind; `points` only if places at the tables count.
    """

    kind: str
    groups: NotRequired[int]
    rounds: int
    advance: int
    apart: bool
    points: NotRequired[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenFacts(Facts):
    """The choices of a tournament that its record has.

    `stages` is there if anything is played before the bracket. `time_limit` is in minutes. `definition` is of
    a composed type; for others the first format has no such key.
    """

    game: str
    kind: str
    name: str
    variants: Sequence[str]
    year: int
    title: str
    ranked: bool
    multiplier: int
    table: Tables
    time_limit: int | None
    house_rules: Options
    rules: EditionFacts
    points: Sequence[Points]
    definition: Definition | None = field(metadata=WHERE_THERE_IS_ONE)
    stages: Sequence[StageFacts] | Unsaid = field(metadata=WHERE_SAID_SINCE_2)


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(ChosenFacts, NewLine):
    """The first line of every record. `software` names the writer, for information only."""

    type = "tournament.created"
    format: str
    software: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentChanged(NewLine):
    """The choices that changed, and only those.

    `reason` once the draw is published. No key at all if only facts outside the record changed (place, time,
    capacity, special rules, fee, prizes, contact, Pix key).
    """

    type = "tournament.changed"
    game: str | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    kind: str | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    name: str | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    variants: Sequence[str] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    year: int | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    title: str | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    ranked: bool | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    multiplier: int | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    table: Tables | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    time_limit: int | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)
    house_rules: Options | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    rules: EditionFacts | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    points: Sequence[Points] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)
    definition: Definition | Unsaid | None = field(default=UNSAID, metadata=WHERE_SAID)
    stages: Sequence[StageFacts] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID_SINCE_2)
    reason: str | Unsaid = field(default=UNSAID, metadata=WHERE_SAID)

    @property
    def says_more_than_why(self) -> bool:
        """Return whether any choice in the record changed."""
        return bool(self.plain().keys() - {"reason"})


@dataclass(frozen=True, slots=True)
class TournamentAnnounced(NewLine):
    """The tournament becomes public; `channel` is where it was announced, in the organizer's words."""

    type = "tournament.announced"
    channel: str


@dataclass(frozen=True, slots=True)
class RegulationConfirmed(NewLine):
    """A coordinator confirms the regulation; `version` is the hash of its terms (`terms_of`)."""

    type = "regulation.confirmed"
    version: Hash
    rules: EditionFacts


@dataclass(frozen=True, slots=True)
class Rank(Facts):
    """One place of the classification. `points` are those of each entry, `why` separates it from the next."""

    place: int
    entries: Sequence[Id]
    points: Points
    why: str | None


@dataclass(frozen=True, slots=True)
class TournamentFinished(NewLine):
    """The final classification. `without_points` is why a ranked tournament gives no points."""

    type = "tournament.finished"
    classification: Sequence[Rank]
    without_points: str | None = field(metadata=SINCE_2)


@dataclass(frozen=True, slots=True)
class TournamentReopened(NewLine):
    """The tournament is reopened for a correction."""

    type = "tournament.reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentCancelled(NewLine):
    """The tournament is cancelled; no line follows. The first format has only a note."""

    type = "tournament.cancelled"
    since = 2
    reason: str

    def stand_in(self) -> NewLine:
        """Return the note that the first format has instead."""
        return CancelledNoted(words=self.reason)
