"""Where a tournament was announced."""

import json

from core.models import RecordLine
from tournaments.models import Tournament


def last_channel(tournament: Tournament) -> str:
    """The channel that the latest announcement names; empty before the first."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="tournament.announced")
    latest = lines.order_by("-seq").values_list("text", flat=True).first()
    return str(json.loads(latest)["data"]["channel"]) if latest else ""
