"""What a slip of paper says of when a game was played. Pure."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

NOTED = "paper"
UNKNOWN = ".."
SHAPE = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class PaperTimes:
    """When the slip says that the game was played; `began` is None if it is not on the slip."""

    began: datetime | None
    ended: datetime

    def __str__(self) -> str:
        """An ISO 8601 interval in UTC; `..` for an unknown beginning."""
        return f"{_utc(self.began) if self.began else UNKNOWN}/{_utc(self.ended)}"

    @classmethod
    def read(cls, interval: str) -> Self | None:
        """The same from the record; None for anything else."""
        began, _, ended = interval.partition("/")
        try:
            return cls(None if began == UNKNOWN else _moment(began), _moment(ended))
        except ValueError:
            return None


def _moment(text: str) -> datetime:
    return datetime.strptime(text, SHAPE).replace(tzinfo=UTC)


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(SHAPE)
