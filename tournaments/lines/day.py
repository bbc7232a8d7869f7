"""Lines about breaks; a record begun in the first format has notes instead."""

from dataclasses import dataclass, field
from datetime import datetime

from core.record.line import NewLine
from tournaments.lines.integrity import BreakEndedNoted, BreakPlannedNoted


@dataclass(frozen=True, slots=True)
class BreakPlanned(NewLine):
    """No match is called and no clock runs from `begins` until `ends`; breaks are numbered from 1."""

    type = "break.planned"
    since = 2
    number: int = field(metadata={"key": "break"})
    begins: datetime
    ends: datetime

    def stand_in(self) -> NewLine:
        """Return the note that the first format has instead."""
        return BreakPlannedNoted(number=self.number, begins=self.begins, ends=self.ends)


@dataclass(frozen=True, slots=True)
class BreakEnded(NewLine):
    """The break ends with this line; one that had not begun is cancelled."""

    type = "break.ended"
    since = 2
    number: int = field(metadata={"key": "break"})

    def stand_in(self) -> NewLine:
        """Return the note that the first format has instead."""
        return BreakEndedNoted(number=self.number)
