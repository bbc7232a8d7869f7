"""When a piece of news changed: the times of the record lines that changed what an entry of a feed says."""

import json
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max

from core.models import RecordLine
from matches.models import Sheet
from tournaments.lines.draw import DrawPublished
from tournaments.lines.matches import MatchPlaced, SeatFilled
from tournaments.lines.tournament import TournamentChanged
from tournaments.models import Tournament

Times = Mapping[str, datetime]
"""Times by the type of a line, or by the code of a match."""


def line_times(tournament: Tournament) -> Times:
    """Return when the latest `TournamentChanged` and `DrawPublished` were written, by the line's type.

    No key for a type without a line.
    """
    types = (TournamentChanged.type, DrawPublished.type)
    found = RecordLine.objects.filter(ledger=tournament.ledger_id, type__in=types).order_by()
    return dict(found.values_list("type").annotate(Max("at")))


def moved_time(tournament: Tournament) -> datetime | None:
    """Return when the start was moved last; None if it was not, or by an older version."""
    if tournament.moved_seq is None:
        return None
    line = RecordLine.objects.filter(ledger=tournament.ledger_id, seq=tournament.moved_seq)
    return line.values_list("at", flat=True).first()


def seating_times(tournament: Tournament) -> Times:
    """Return when table, people or suits of each match were recorded last, by its code."""
    types = (MatchPlaced.type, SeatFilled.type)
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type__in=types).order_by("seq")
    return {json.loads(text)["data"]["match"]: at for text, at in lines.values_list("text", "at")}


def result_times(tournament: Tournament) -> Times:
    """Return when winner or places of each match changed last, by its code; other counts are no news."""
    sheets = Sheet.objects.filter(match__ledger=tournament.ledger_id).order_by("match", "version")
    results: dict[str, list[object]] = {}
    times: dict[str, datetime] = {}
    for code, at, *result in sheets.values_list("match__code", "recorded_at", "winner", "placement"):
        if results.get(code) != result:
            results[code], times[code] = result, at
    return times
