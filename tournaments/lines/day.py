"""Lines about the breaks of the day; a record that was begun in the first format has notes instead."""

from dataclasses import dataclass, field
from datetime import datetime

from core.record.line import NewLine
from tournaments.lines.integrity import BreakEndedNoted, BreakPlannedNoted


@dataclass(frozen=True, slots=True)
class BreakPlanned(NewLine):
    """Nothing is called and no time runs from `begins` until `ends`; breaks are numbered from 1."""

    type = "break.planned"
    since = 2
    number: int = field(metadata={"key": "break"})
    begins: datetime
    ends: datetime

    def stand_in(self) -> NewLine:
        """An act outside the ordinary run."""
        return BreakPlannedNoted(number=self.number, begins=self.begins, ends=self.ends)


@dataclass(frozen=True, slots=True)
class BreakEnded(NewLine):
    """It ends with this line; one that had not begun never was."""

    type = "break.ended"
    since = 2
    number: int = field(metadata={"key": "break"})

    def stand_in(self) -> NewLine:
        """An act outside the ordinary run."""
        return BreakEndedNoted(number=self.number)
