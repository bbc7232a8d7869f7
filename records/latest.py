"""The latest lines of a record, as far as a page tells of them."""

from dataclasses import dataclass
from datetime import datetime

from core.models import RecordLine
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class LatestLine:
    """A line's number, its kind and when it was written."""

    seq: int
    type: str
    at: datetime


def latest_lines(tournament: Tournament, most: int) -> list[LatestLine]:
    """The last lines of a record, the newest first."""
    found = RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")
    return [LatestLine(*row) for row in found.values_list("seq", "type", "at")[:most]]
