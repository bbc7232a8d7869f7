"""The latest lines of a record, for its page."""

from dataclasses import dataclass
from datetime import datetime

from core.models import RecordLine
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class LatestLine:
    """A line's number, its kind, and when it was written."""

    seq: int
    type: str
    at: datetime


def latest_lines(tournament: Tournament, most: int) -> list[LatestLine]:
    """Return the last lines of a record, newest first."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")
    return [LatestLine(*row) for row in found.values_list("seq", "type", "at")[:most]]
