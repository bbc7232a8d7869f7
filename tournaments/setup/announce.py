"""Publish the announcement: from then on the public sees the tournament and may enter."""

import json
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Violation
from core.models import RecordLine
from tournaments.act import acting_on
from tournaments.lines.tournament import TournamentAnnounced
from tournaments.models import Tournament
from tournaments.setup.acceptance import require_acceptance

LONGEST = 10_000


def publish_announcement(
    tournament: Tournament,
    *,
    text: str,
    channel: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
) -> Tournament:
    """Publish the announcement's text, and record where (`channel`).

    A later call replaces the text, and records its channel. A first tournament may then wait for an
    administrator (`require_acceptance`). Raises `Refused`: `text_missing`, `text_too_long`, `channel_missing`
    (also if it is too long); `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        ctx.require_not_finished()
        _require_text_and_channel(text, channel)
        fresh.announcement = text.strip()
        require_acceptance(fresh, now)
        fresh.announced_at = fresh.announced_at or now
        ctx.act.write(TournamentAnnounced(channel.strip()))
        ctx.touch(fresh)
        fresh.save(update_fields=["announcement", "announced_at", "unaccepted_since", "changed_seq"])
        return fresh


def _require_text_and_channel(text: str, channel: str) -> None:
    """Raise `Refused` with everything wrong with text and channel."""
    wrong = []
    if not text.strip():
        wrong.append(Violation("text_missing", field="text"))
    if len(text) > LONGEST:
        wrong.append(Violation("text_too_long", {"most": LONGEST}, "text"))
    if not channel.strip() or len(channel) > 80:
        wrong.append(Violation("channel_missing", {"most": 80}, "channel"))
    if wrong:
        raise Refused(wrong)


def last_channel(tournament: Tournament) -> str:
    """Return the channel of the latest announcement; "" before the first."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="tournament.announced")
    latest = lines.order_by("-seq").values_list("text", flat=True).first()
    return str(json.loads(latest)["data"]["channel"]) if latest else ""
