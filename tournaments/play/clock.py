"""The clock of a match: set when a game begins, moved when a judge gives it more time."""

from datetime import datetime, timedelta

from accounts.models import Player
from core.errors import Stale, Violation, missing_reason, refuse_all
from core.jobs.outbox import cancel, enqueue
from matches.models import Extension, Match, MatchState
from tournaments.act import CALL_TIME, ActContext, acting_on, check_seen, refetch_match
from tournaments.lines.matches import MatchExtended
from tournaments.pauses import add_running_time
from tournaments.sheets.judge import LONGEST_REASON

EXTENSION_MINUTES = (1, 240)  # the fewest and the most
MOST_EXTRA_MINUTES = 2**15 - 1  # all of a match together: what its column takes


def extend_time(
    match: Match, *, minutes: int, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Add minutes to the time limit of the game in play, with a reason, and cancel a call of time.

    The minutes count from now if time is over, else from its end. Raises `Refused`: `no_time_limit`,
    `extension_out_of_range`, `extra_time_too_long`, `reason_missing`, `text_too_long`; `Stale` `match_…`
    unless it is played.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, seen)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        reason = reason.strip()
        _require_extension(fresh, minutes, reason)
        due = add_running_time(
            max(fresh.time_due_at or now, now), timedelta(minutes=minutes), ctx.tournament.pauses
        )
        ctx.act.write(MatchExtended(fresh.code, minutes, reason))
        Extension.objects.create(match=fresh, minutes=minutes, reason=reason, at=now)
        fresh.extra_minutes += minutes
        fresh.time_called_at = None
        ctx.touch(fresh)
        enqueue_time_call(ctx, fresh, due)
        fresh.save()
        return fresh


def set_clock(ctx: ActContext, match: Match) -> None:
    """Save the match as playing from now, with a new clock, and without starter and extra minutes.

    Enqueues its call of time if the tournament has a time limit.
    """
    now, limit = ctx.act.now, ctx.tournament.time_limit
    match.state, match.started_at = MatchState.PLAYING, now
    match.time_due_at = match.time_called_at = None
    match.extra_minutes, match.starter = 0, None
    cancel(CALL_TIME, time_call_key(match))
    if limit is not None:
        enqueue_time_call(ctx, match, add_running_time(now, timedelta(minutes=limit), ctx.tournament.pauses))
    ctx.touch(match)
    match.save()


def reset_clock(ctx: ActContext, match: Match) -> None:
    """Enqueue the call of time for the match's `time_due_at`; none if it has none or time was called.

    An earlier one is cancelled; the caller saves the match.
    """
    cancel(CALL_TIME, time_call_key(match))
    if match.time_due_at is not None and match.time_called_at is None:
        enqueue_time_call(ctx, match, match.time_due_at)


def refetch_open_match(ctx: ActContext, match: Match, seen: int | None) -> Match:
    """Return the match under the lock. Raises `Stale` `finished` or `stale`, `Forbidden` `not_found`."""
    fresh = refetch_match(ctx, match)
    check_open(ctx, fresh, seen)
    return fresh


def check_open(ctx: ActContext, match: Match, seen: int | None) -> None:
    """Raise `Stale` `finished` if the tournament is, `stale` if the match changed after `seen`."""
    ctx.require_not_finished()
    check_seen(match, seen, ctx.act.seq)


def time_call_key(match: Match) -> str:
    """Return the key of the job that calls time for this match."""
    return str(match.pk)


def enqueue_time_call(ctx: ActContext, match: Match, due: datetime) -> None:
    """Set the end of the match's time, and enqueue its call of time; the caller saves the match.

    An earlier call of time is cancelled.
    """
    match.time_due_at = due
    cancel(CALL_TIME, time_call_key(match))
    enqueue(CALL_TIME, ctx.act.ledger, key=time_call_key(match), due=due, now=ctx.act.now)


def _require_extension(match: Match, minutes: int, reason: str) -> None:
    """Raise `Refused` with everything wrong with an extension.

    Codes: `extension_out_of_range`, `extra_time_too_long`, `reason_missing`, `text_too_long`,
    `no_time_limit`.
    """
    low, high = EXTENSION_MINUTES
    found = []
    if not low <= minutes <= high:
        found.append(Violation("extension_out_of_range", {"low": low, "high": high}, "minutes"))
    elif match.extra_minutes + minutes > MOST_EXTRA_MINUTES:
        found.append(Violation("extra_time_too_long", {"most": MOST_EXTRA_MINUTES}, "minutes"))
    found += missing_reason(reason)
    if len(reason) > LONGEST_REASON:
        found.append(Violation("text_too_long", {"most": LONGEST_REASON}, "reason"))
    if match.time_due_at is None:
        found.append(Violation("no_time_limit", rule="4.7.1"))
    refuse_all(found)
