"""Restart the clock of a match in play that a correction had made void, when that is undone."""

from datetime import datetime

from core.jobs.outbox import cancel, enqueue
from matches.models import Match, MatchState
from tournaments.act import CALL_TIME, ActContext
from tournaments.models import Correction, Tournament
from tournaments.pauses import Pause, after, running_time

Breaks = list[tuple[str, str]]


def plain_breaks(tournament: Tournament) -> Breaks:
    """Return the begin and end of each break, for the snapshot of a correction."""
    return [(pause.begins.isoformat(), pause.ends.isoformat()) for pause in tournament.pauses]


def restore_clock(ctx: ActContext, correction: Correction, match: Match) -> None:
    """Move the end of a restored match by the breaks set since, and enqueue its call of time again."""
    fresh = Match.objects.get(pk=match.pk)
    if fresh.state != MatchState.PLAYING or match.state == MatchState.PLAYING:
        return
    if fresh.time_due_at is None or fresh.time_called_at is not None:
        return
    due = _due(ctx.tournament, correction, fresh.time_due_at)
    Match.objects.filter(pk=match.pk).update(time_due_at=due)
    cancel(CALL_TIME, str(match.pk))
    enqueue(CALL_TIME, ctx.act.ledger, key=str(match.pk), due=due, now=ctx.act.now)


def _due(tournament: Tournament, correction: Correction, due: datetime) -> datetime:
    """Return the end as if the clock had not stopped: the time left then, by the present breaks."""
    if "breaks" not in correction.before or due <= correction.at:
        return due
    then = [Pause(*map(datetime.fromisoformat, times)) for times in correction.before["breaks"]]
    return after(correction.at, running_time(correction.at, due, then), tournament.pauses)
