"""Whether matches are called at a moment: not in a break, and not before the planned start or the opening."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, Q

from accounts.models import Player
from accounts.name_versions import bump_version
from core.errors import Stale
from matches.models import Match, MatchState
from tournaments.act import ActContext, acting_on, enqueue_dispatch
from tournaments.lines.integrity import CalledEarly
from tournaments.models import State, Tournament
from tournaments.pauses import add_running_time, pause_at, running_time
from tournaments.play.play import start_game
from tournaments.rules_of import rules_of


def opens_at(tournament: Tournament, moment: datetime) -> datetime | None:
    """Return the planned start if it lies after `moment` and calls were not opened early, else None.

    None does not mean that calls are open: a date without a time or a break may stop them.
    """
    start = tournament.planned_start
    return start if tournament.opened_at is None and start is not None and start > moment else None


def awaits_opening(tournament: Tournament) -> bool:
    """Return whether calls wait for a coordinator, because the planned date has no time."""
    return tournament.day_only and tournament.opened_at is None


def closed_until(tournament: Tournament, moment: datetime) -> datetime | None:
    """Return until when no match is called: the planned start, or the end of a break at that time.

    None if no time is known: matches are called now, or they await their opening (`awaits_opening`).
    """
    until = opens_at(tournament, moment)
    pause = pause_at(until or moment, tournament.pauses)
    return pause.ends if pause else until


def is_closed(tournament: Tournament, moment: datetime) -> bool:
    """Return whether no match is called at that moment."""
    return awaits_opening(tournament) or closed_until(tournament, moment) is not None


def is_past(tournament: Tournament, since: datetime | None, minutes: int, moment: datetime) -> bool:
    """Return whether more than `minutes` passed since `since`, breaks not counted.

    False for no `since`, and while matches are not called (break, before the start).
    """
    if since is None or is_closed(tournament, moment):
        return False
    counted = max(since, tournament.opened_at or since)
    return running_time(counted, moment, tournament.pauses).total_seconds() > minutes * 60


def grace_end(tournament: Tournament, called: datetime | None) -> datetime | None:
    """Return until when a player called at `called` may still arrive; None if not called."""
    if called is None:
        return None
    grace = timedelta(minutes=int(rules_of(tournament).option("grace_minutes")))
    return add_running_time(max(called, tournament.opened_at or called), grace, tournament.pauses)


def open_calls(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Open calls now, before the planned start or without a planned time; the dispatcher calls matches.

    Nothing changes if calls are open. Raises `Stale` with `not_drawn` or `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        if fresh.state in (State.PREPARING, State.FINISHED):
            raise Stale("finished" if fresh.state == State.FINISHED else "not_drawn")
        if awaits_opening(fresh) or opens_at(fresh, now) is not None:
            _record_early(ctx, now)
            save_opening(ctx, now)
            enqueue_dispatch(ctx)
        return fresh


def _record_early(ctx: ActContext, now: datetime) -> None:
    """Record the opening if it comes before the planned time, or before the planned date without a time."""
    start = ctx.tournament.starts_at
    if start is not None and now < start:
        ctx.act.write(CalledEarly())
        ctx.touch(ctx.tournament)


def save_opening(ctx: ActContext, moment: datetime) -> None:
    """Save the moment from which matches are called, within an act, and renew the versions of pages."""
    ctx.tournament.opened_at = moment
    ctx.tournament.save(update_fields=["opened_at", "changed_seq"])
    bump_version([ctx.act.ledger.pk])


def start_called(tournament: Tournament, *, matches: Collection[str], by: Player, now: datetime) -> int:
    """Start those of these matches (codes) that are called and have opponents; return how many began.

    Matches that another judge has started are left out. Raises `Stale` with `finished`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        ctx.require_not_finished()
        waiting = Match.objects.filter(ledger=ctx.act.ledger, state=MatchState.CALLED, code__in=list(matches))
        there = Count("sides", filter=Q(sides__entry__isnull=False))
        found = list(waiting.annotate(there=there).filter(there__gte=2).order_by("round", "number"))
        for match in found:
            start_game(ctx, match)
        return len(found)
