"""Plan, move and end breaks of the whole tournament. During a break no match is called and no clock runs."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import Max

from accounts.models import Player
from accounts.name_versions import bump_version
from core.errors import Forbidden, Stale, Violation, refuse_all
from core.jobs.outbox import cancel, enqueue
from matches.models import Match, MatchState
from tournaments.act import BREAK_TURNS, ActContext, acting_on, enqueue_dispatch
from tournaments.lines.matches import BreakEnded, BreakPlanned
from tournaments.models import Break, State, Tournament
from tournaments.pauses import Pause, add_running_time, next_turn, running_time
from tournaments.play.clock import call_at
from tournaments.tables.cards import renew_dates

LONGEST_BREAK = timedelta(days=7)
MAX_BREAKS = 50
JUST_NOW = timedelta(minutes=2)


def plan_break(
    tournament: Tournament,
    *,
    ends: datetime,
    by: Player,
    now: datetime,
    begins: datetime | None = None,
    seen: int | None = None,
) -> Break:
    """Plan a break from `begins` (None: from now) until `ends`.

    Raises `Refused`: `break_in_past`, `break_out_of_order`, `break_too_long`, `break_overlaps`,
    `breaks_too_many`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        _refuse_finished(ctx)
        latest = ctx.tournament.breaks.aggregate(latest=Max("number"))["latest"]
        planned = Break(tournament=ctx.tournament, number=(latest or 0) + 1)
        return _set(ctx, planned, begins or now, ends)


def move_break(
    planned: Break,
    *,
    ends: datetime,
    by: Player,
    now: datetime,
    begins: datetime | None = None,
    seen: int | None = None,
) -> Break:
    """Change the times of a break that is not over; one that has begun keeps its beginning.

    Raises what `plan_break` does, and `Stale` `break_over`.
    """
    with acting_on(planned.tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = _fresh(ctx, planned)
        return _set(ctx, fresh, begins or fresh.begins_at, ends, begun=fresh.begins_at <= now)


def end_break(planned: Break, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """End a break now, or delete it if it has not begun. Raises `Stale` `break_over`."""
    with acting_on(planned.tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh, moment = _fresh(ctx, planned), _whole(now)
        before = ctx.tournament.pauses
        ctx.act.write(BreakEnded(fresh.number))
        if fresh.begins_at < moment:
            fresh.ends_at = moment
            fresh.save()
        else:
            fresh.delete()
        _follow(ctx, before)


def restore_breaks(tournament: Tournament, breaks: Mapping[int, Pause], now: datetime) -> None:
    """Create the breaks (by number) of an imported record, and enqueue the next turn."""
    Break.objects.bulk_create(
        Break(tournament=tournament, number=number, begins_at=pause.begins, ends_at=pause.ends)
        for number, pause in breaks.items()
    )
    due = next_turn(now, tournament.pauses)
    if due is not None:
        enqueue(BREAK_TURNS, tournament.ledger, key=str(tournament.ledger_id), due=due, now=now)


def turn(ledger_id: int, *, now: datetime) -> None:
    """Publish a new version and call matches again when a break begins or ends. The job calls it."""
    tournament = Tournament.objects.get(ledger=ledger_id)
    with acting_on(tournament, by=None, need="coordinate", now=now) as ctx:
        bump_version([ledger_id])
        enqueue_dispatch(ctx)
        _wait(ctx)


def _set(ctx: ActContext, planned: Break, begins: datetime, ends: datetime, *, begun: bool = False) -> Break:
    """Check the times of a break, record and save them, and move the clocks."""
    before, now = ctx.tournament.pauses, ctx.act.now
    start = planned.begins_at if begun else max(begins, now)
    refuse_all(_wrong(ctx, planned, start, ends, too_early=not begun and begins < now - JUST_NOW))
    planned.begins_at, planned.ends_at = _whole(start), _whole(ends)
    ctx.act.write(BreakPlanned(planned.number, planned.begins_at, planned.ends_at))
    planned.save()
    _follow(ctx, before)
    return planned


def _follow(ctx: ActContext, before: tuple[Pause, ...]) -> None:
    """Move running clocks by the changed breaks, renew page versions and enqueue the dispatcher."""
    del ctx.tournament.pauses
    now, ledger = ctx.act.now, ctx.act.ledger
    running = Match.objects.filter(ledger=ledger, state=MatchState.PLAYING, time_called_at=None)
    for match in running.filter(time_due_at__gt=now):
        left = running_time(now, match.time_due_at or now, before)
        call_at(ctx, match, add_running_time(now, left, ctx.tournament.pauses))
        match.save(update_fields=["time_due_at"])
    ctx.touch(ctx.tournament)
    ctx.tournament.save(update_fields=["changed_seq"])
    renew_dates(ctx)
    bump_version([ledger.pk])
    enqueue_dispatch(ctx)
    _wait(ctx)


def _wait(ctx: ActContext) -> None:
    """Enqueue the job for the next beginning or end of a break."""
    now, ledger = ctx.act.now, ctx.act.ledger
    cancel(BREAK_TURNS, str(ledger.pk))
    due = next_turn(now, ctx.tournament.pauses)
    if due is not None:
        enqueue(BREAK_TURNS, ledger, key=str(ledger.pk), due=due, now=now)


def _wrong(
    ctx: ActContext, planned: Break, begins: datetime, ends: datetime, *, too_early: bool
) -> Iterator[Violation]:
    """Yield each violation of these times."""
    others = ctx.tournament.breaks.exclude(number=planned.number)
    if too_early:
        yield Violation("break_in_past", field="begins")
    if _whole(ends) <= max(_whole(begins), ctx.act.now):
        yield Violation("break_out_of_order", field="ends")
    elif ends - begins > LONGEST_BREAK:
        yield Violation("break_too_long", {"days": LONGEST_BREAK.days}, "ends")
    elif any(Pause(_whole(begins), _whole(ends)).meets(other.pause) for other in others):
        yield Violation("break_overlaps", field="begins")
    if others.count() >= MAX_BREAKS:
        yield Violation("breaks_too_many", {"most": MAX_BREAKS})


def _fresh(ctx: ActContext, planned: Break) -> Break:
    """Return the break as it is under the lock. Raises `Forbidden` if it is gone, `Stale` if it is over."""
    _refuse_finished(ctx)
    fresh = ctx.tournament.breaks.filter(pk=planned.pk).first()
    if fresh is None:
        raise Forbidden("not_found")
    if fresh.ends_at <= ctx.act.now:
        raise Stale("break_over")
    return fresh


def _refuse_finished(ctx: ActContext) -> None:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")


def _whole(moment: datetime) -> datetime:
    """Truncate to milliseconds, the resolution of the record."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
