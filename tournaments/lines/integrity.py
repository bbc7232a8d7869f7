"""Acts outside the ordinary run: one class each with its facts; this module writes their prose.

The record has one type of line for all of them, with four keys: `what`, `reason`, `match` and `seat`. Further
facts are in `reason` only; handlers of lines have them as fields.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from core.record.line import NewLine, RecordKey, stamp
from matches.sheet_values import PAPER, PaperTimes
from tournaments.lines.values import Id


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityNoted(NewLine):
    """One such act. `words` are what a person said about it, blank if no person was asked."""

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
    """A seat that goes to an entry which the bracket does not send, or becomes empty."""

    match: Id
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LateEntry(SeatedByHand):
    """A late entry after the draw, into a seat of round 1 or of a Swiss round (house rule `late_entry`)."""

    what = "late_entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedStage(IntegrityNoted):
    """A late entry without a seat, which is drawn from the next Swiss round on."""

    what = "joined_stage"


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckyLoser(SeatedByHand):
    """A loser takes the seat of an entry that left (house rule `empty_seat`)."""

    what = "lucky_loser"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEmptied(SeatedByHand):
    """A seat that was filled by hand becomes empty."""

    what = "seat_emptied"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTakenAgain(SeatedByHand):
    """A reinstated entry takes a seat that was filled by hand."""

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
        """Return when it was played, as an ISO 8601 interval that `PaperTimes.read` parses."""
        return str(self.played)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherSheet(IntegrityNoted):
    """Staff submitted a sheet that differs from the recorded one: the match is under review (F07)."""

    what = "dispute"
    match: Id
    words: str = "a sheet that differs from the recorded one"


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDismissed(IntegrityNoted):
    """A dispute was dismissed: the recorded sheet stands."""

    what = "dispute_dismissed"
    match: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class OfASide(IntegrityNoted):
    """An act of one side of a match; sides count from 1."""

    match: Id
    side: int
    by_phone: bool = False
    """By a phone that came through the table's card, without an account."""

    @property
    def reason(self) -> str:
        """Return the side, and whether it was by phone."""
        return f"side {self.side}{', by a phone at the table' if self.by_phone else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFlagged(OfASide):
    """A side flagged the recorded sheet as wrong."""

    what = "dispute_by_players"

    @property
    def reason(self) -> str:
        """Return the number of the side that flagged the sheet, as the line's reason."""
        return f"side {self.side} says the sheet is wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReported(OfASide):
    """A side reported how the match ended; the report itself is not in the record (ADR 0011)."""

    what = "report"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTakenBack(OfASide):
    """A side took its report back."""

    what = "report_withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class KingdomsBegunAgain(IntegrityNoted):
    """A judge restarted a game of kingdoms, with another seed."""

    what = "kingdoms_begun_again"
    match: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportUndone(IntegrityNoted):
    """An import was undone: the entries withdrawn in this act are removed and shown nowhere."""

    what = "import_undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledEarly(IntegrityNoted):
    """A coordinator opened calls of the first round before the planned start."""

    what = "called_early"
    words: str = "the first round is called before the planned start"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretLost(IntegrityNoted):
    """A committed secret is missing, because the record was imported; another one is committed."""

    what = "secret_lost"
    words: str = "the secret of this hash is not in this installation"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizerReplaced(IntegrityNoted):
    """An administrator gave the tournament to another organizer."""

    what = "organizer_replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelledNoted(IntegrityNoted):
    """The tournament was cancelled, in a record format without a line for it."""

    what = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPlannedNoted(IntegrityNoted):
    """A break was planned or moved, in a record format without a line for it."""

    what = "break_planned"
    number: int
    begins: datetime
    ends: datetime

    @property
    def reason(self) -> str:
        """Return the break's number and times, as the line's reason."""
        return f"break {self.number} {stamp(self.begins)} {stamp(self.ends)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEndedNoted(IntegrityNoted):
    """A break ended, in a record format without a line for it."""

    what = "break_ended"
    number: int

    @property
    def reason(self) -> str:
        """Return the break's number, as the line's reason."""
        return f"break {self.number}"
