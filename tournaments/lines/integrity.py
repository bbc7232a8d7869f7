"""Acts outside the ordinary run: every one a class with its facts, from which its prose is made here.

The record has one kind of line for all of them, with four keys: `what` it was, `reason`, `match` and `seat`.
What else is known has its place there in `reason` only; handlers of lines have it as fields.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from core.record.line import NewLine, RecordKey, stamp
from matches.sheet_values import PAPER, PaperTimes
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityNoted(NewLine):
    """One of them. `words` are what a person said of it, blank if no one was asked."""

    type = "integrity.noted"
    what: ClassVar[str]
    match: Id | None = None
    seat: int | None = None
    words: str = ""

    @classmethod
    def known_keys(cls) -> tuple[RecordKey, ...]:
        """Return the four keys of the record."""
        return tuple(RecordKey(name, name) for name in ("what", "reason", "match", "seat"))

    @property
    def reason(self) -> str:
        """Return the reason or further facts in words; never blank."""
        return self.words.strip() or self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedByHand(IntegrityNoted):
    """A seat that an entry takes whom the bracket does not send, or that becomes empty."""

    match: Id
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry(SeatedByHand):
    """A late entry after the draw, into an empty seat of round 1 (house rule `late_entry`)."""

    what = "late_entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckyLoser(SeatedByHand):
    """Who was beaten takes the seat of who left (house rule `empty_seat`)."""

    what = "lucky_loser"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEmptied(SeatedByHand):
    """A seat that was filled by hand becomes empty."""

    what = "seat_emptied"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTakenAgain(SeatedByHand):
    """Who came back takes a seat that was filled by hand."""

    what = "reinstated"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch(IntegrityNoted):
    """Staff recorded a match in which they play (F80)."""

    what = "own_match"
    match: Id
    words: str = "recorded by somebody who plays in it"


@dataclass(frozen=True, slots=True, kw_only=True)
class FromPaper(IntegrityNoted):
    """The sheet was written on paper and typed in afterwards (F46)."""

    what = PAPER
    match: Id
    played: PaperTimes

    @property
    def reason(self) -> str:
        """When it was played, as an ISO 8601 interval that `Played.read` reads."""
        return str(self.played)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherSheet(IntegrityNoted):
    """Staff typed in another sheet than the recorded one: the match is reviewed (F07)."""

    what = "dispute"
    match: Id
    words: str = "a sheet that differs from the recorded one"


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDismissed(IntegrityNoted):
    """The recorded sheet stands."""

    what = "dispute_dismissed"
    match: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class OfASide(IntegrityNoted):
    """What one side of a match said; sides count from 1."""

    match: Id
    side: int
    by_phone: bool = False
    """By a phone that came through the card of the table, without an account."""

    @property
    def reason(self) -> str:
        """Which side, and how."""
        return f"side {self.side}{', by a phone at the table' if self.by_phone else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFlagged(OfASide):
    """A side says that the recorded sheet is wrong."""

    what = "dispute_by_players"

    @property
    def reason(self) -> str:
        """Which side."""
        return f"side {self.side} says the sheet is wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReported(OfASide):
    """A side reported how the match ended; what it said is not in the record (ADR 0011)."""

    what = "report"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTakenBack(OfASide):
    """A side says nothing any more."""

    what = "report_withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class KingdomsBegunAgain(IntegrityNoted):
    """A judge begins a game of kingdoms again, with another seed."""

    what = "kingdoms_begun_again"
    match: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportUndone(IntegrityNoted):
    """An import is undone: the entries that withdraw in this act are taken back and shown nowhere."""

    what = "import_undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledEarly(IntegrityNoted):
    """Who coordinates lets the first round be called before the planned start."""

    what = "called_early"
    words: str = "the first round is called before the planned start"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretLost(IntegrityNoted):
    """A promised secret is not here, since the record was imported; another one is promised."""

    what = "secret_lost"
    words: str = "the secret of this hash is not in this installation"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizerReplaced(IntegrityNoted):
    """An administrator gave the tournament to another organizer."""

    what = "organizer_replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledNoted(IntegrityNoted):
    """The tournament is called off, in a record that has no line for it."""

    what = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPlannedNoted(IntegrityNoted):
    """A break is planned or has other times, in a record that has no line for it."""

    what = "break_planned"
    number: int
    begins: datetime
    ends: datetime

    @property
    def reason(self) -> str:
        """Its number and times."""
        return f"break {self.number} {stamp(self.begins)} {stamp(self.ends)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEndedNoted(IntegrityNoted):
    """A break is over, in a record that has no line for it."""

    what = "break_ended"
    number: int

    @property
    def reason(self) -> str:
        """Its number."""
        return f"break {self.number}"
