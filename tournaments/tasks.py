"""Clocks as jobs, and the bin."""

from datetime import datetime

from core.jobs.outbox import handles
from matches.models import Match, MatchState
from tournaments.act import BREAK_TURNS, CALL_TIME
from tournaments.endings import throw_away
from tournaments.models import State
from tournaments.play import breaks, play


@handles(CALL_TIME)
def call_time(ledger_id: int, key: str, now: datetime) -> None:
    """Call time at a match that still runs; one that ended, vanished or was cancelled needs none."""
    running = Match.objects.exclude(ledger__tournament__state=State.CANCELLED)
    match = running.filter(pk=int(key), ledger=ledger_id, state=MatchState.PLAYING).first()
    if match is not None:
        play.call_time(match, by=None, now=now)


@handles(BREAK_TURNS)
def break_turns(ledger_id: int, key: str, now: datetime) -> None:
    """Show that a break begins or is over."""
    breaks.turn(ledger_id, now=now)


@handles(throw_away.ERASE)
def erase(ledger_id: int, key: str, now: datetime) -> None:
    """Erase what has lain in the bin long enough; what was taken out again stays."""
    throw_away.erase(int(key), now=now)
