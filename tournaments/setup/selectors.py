"""The channel where a tournament was announced."""

import json

from core.models import RecordLine
from tournaments.models import Tournament


def last_channel(tournament: Tournament) -> str:
    """Return the channel of the latest announcement; "" before the first."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="tournament.announced")
    latest = lines.order_by("-seq").values_list("text", flat=True).first()
    return str(json.loads(latest)["data"]["channel"]) if latest else ""
