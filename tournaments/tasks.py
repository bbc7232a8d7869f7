"""Jobs for clocks, breaks and the bin."""

from datetime import datetime

from core.tasks import job
from matches.models import Match, MatchState
from tournaments import endings
from tournaments.act import BREAK_TURNS, CALL_TIME, WEBHOOKS
from tournaments.models import State
from tournaments.play import breaks, play
from tournaments.webhooks import deliveries


@job(CALL_TIME, name="matches.call_time", soft_time_limit=20, time_limit=30)
def call_time(ledger_id: int, key: str, now: datetime) -> None:
    """Call time at the match `key` if it is still played and its tournament was not cancelled."""
    running = Match.objects.exclude(ledger__tournament__state=State.CANCELLED)
    match = running.filter(pk=int(key), ledger=ledger_id, state=MatchState.PLAYING).first()
    if match is not None:
        play.call_time(match, by=None, now=now)


@job(BREAK_TURNS, name="tournaments.turn_break", soft_time_limit=20, time_limit=30)
def turn_break(ledger_id: int, key: str, now: datetime) -> None:
    """Bump the page version, enqueue the dispatcher and the next turn: a break began or is over.

    `key` is not used.
    """
    breaks.handle_break_turn(ledger_id, now=now)


@job(endings.ERASE, soft_time_limit=60, time_limit=90)
def erase(ledger_id: int, key: str, now: datetime) -> None:
    """Erase the tournament of the record `key` if it was in the bin long enough and was not restored."""
    endings.erase(int(key), now=now)


@job(WEBHOOKS, soft_time_limit=20, time_limit=30)
def collect_webhooks(ledger_id: int, key: str, now: datetime) -> None:
    """Create the deliveries of new record lines for all endpoints; `key` is not used."""
    deliveries.collect_deliveries(ledger_id, now)


@job(deliveries.SEND, alone=True, soft_time_limit=30, time_limit=45)
def send_webhook(ledger_id: int, key: str, now: datetime) -> None:
    """Send the delivery `key` to its endpoint."""
    deliveries.send_delivery(int(key), now)
