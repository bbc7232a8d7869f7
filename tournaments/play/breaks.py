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
from tournaments.models import Break, Tournament
from tournaments.pauses import Pause, add_running_time, next_turn, running_time
from tournaments.play.clock import enqueue_time_call
from tournaments.tables.cards import move_expiry_of_cards

LONGEST_BREAK = timedelta(days=7)
MAX_BREAKS = 50
JUST_NOW = timedelta(minutes=2)
"""A beginning that lies no further in the past counts as now."""


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

    Raises `Stale` `finished`; `Refused`: `break_in_past`, `break_out_of_order`, `break_too_long`,
    `break_overlaps`, `breaks_too_many`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        ctx.require_not_finished()
        latest = ctx.tournament.breaks.aggregate(latest=Max("number"))["latest"]
        planned = Break(tournament=ctx.tournament, number=(latest or 0) + 1)
        return _store_times(ctx, planned, begins or now, ends)


def move_break(
    planned: Break,
    *,
    ends: datetime,
    by: Player,
    now: datetime,
    begins: datetime | None = None,
    seen: int | None = None,
) -> Break:
    """Change the times of a break that is not over, and move the running clocks.

    `begins` None: unchanged. A break that has begun keeps its beginning. Raises what `plan_break` does,
    `Stale` `break_over`, and `Forbidden` `not_found` if the break was deleted.
    """
    with acting_on(planned.tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = _refetch_break(ctx, planned)
        return _store_times(ctx, fresh, begins or fresh.begins_at, ends, begun=fresh.begins_at <= now)


def end_break(planned: Break, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """End a break now, or delete it if it has not begun; as in `move_break`, clocks move.

    Raises `Stale` `finished` or `break_over`, and `Forbidden` `not_found` if the break was deleted.
    """
    with acting_on(planned.tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh, moment = _refetch_break(ctx, planned), _to_milliseconds(now)
        before = ctx.tournament.pauses
        ctx.act.write(BreakEnded(fresh.number))
        if fresh.begins_at < moment:
            fresh.ends_at = moment
            fresh.save()
        else:
            fresh.delete()
        _apply_breaks(ctx, before)


def restore_breaks(tournament: Tournament, breaks: Mapping[int, Pause], now: datetime) -> None:
    """Create the breaks (by number) of an imported record, and enqueue the job for the next begin or end."""
    Break.objects.bulk_create(
        Break(tournament=tournament, number=number, begins_at=pause.begins, ends_at=pause.ends)
        for number, pause in breaks.items()
    )
    due = next_turn(now, tournament.pauses)
    if due is not None:
        enqueue(BREAK_TURNS, tournament.ledger, key=str(tournament.ledger_id), due=due, now=now)


def handle_break_turn(ledger_id: int, *, now: datetime) -> None:
    """Handle the beginning or the end of a break, as the job says.

    Publishes a new version of pages, enqueues the dispatcher, and the job for the next such moment. Also in a
    closed tournament, which may be opened again.
    """
    tournament = Tournament.objects.get(ledger=ledger_id)
    with acting_on(tournament, by=None, need="coordinate", now=now, even_closed=True) as ctx:
        bump_version([ledger_id])
        enqueue_dispatch(ctx)
        _enqueue_turn(ctx)


def _store_times(
    ctx: ActContext, planned: Break, begins: datetime, ends: datetime, *, begun: bool = False
) -> Break:
    """Record and save a break with these times, and move the clocks.

    One that has `begun` keeps its beginning. Raises `Refused` (`_check_times`).
    """
    before, now = ctx.tournament.pauses, ctx.act.now
    start = planned.begins_at if begun else max(begins, now)
    refuse_all(_check_times(ctx, planned, start, ends, too_early=not begun and begins < now - JUST_NOW))
    planned.begins_at, planned.ends_at = _to_milliseconds(start), _to_milliseconds(ends)
    ctx.act.write(BreakPlanned(planned.number, planned.begins_at, planned.ends_at))
    planned.save()
    _apply_breaks(ctx, before)
    return planned


def _apply_breaks(ctx: ActContext, before: tuple[Pause, ...]) -> None:
    """Save running clocks moved by the changed breaks (`before`: all as they were); renew versions of pages.

    Enqueues the dispatcher, and the job for the next beginning or end of a break.
    """
    del ctx.tournament.pauses
    now, ledger = ctx.act.now, ctx.act.ledger
    running = Match.objects.filter(ledger=ledger, state=MatchState.PLAYING, time_called_at=None)
    for match in running.filter(time_due_at__gt=now):
        left = running_time(now, match.time_due_at or now, before)
        enqueue_time_call(ctx, match, add_running_time(now, left, ctx.tournament.pauses))
        match.save(update_fields=["time_due_at"])
    ctx.touch(ctx.tournament)
    ctx.tournament.save(update_fields=["changed_seq"])
    move_expiry_of_cards(ctx)
    bump_version([ledger.pk])
    enqueue_dispatch(ctx)
    _enqueue_turn(ctx)


def _enqueue_turn(ctx: ActContext) -> None:
    """Enqueue the job for the next beginning or end of a break, in place of an earlier one."""
    now, ledger = ctx.act.now, ctx.act.ledger
    cancel(BREAK_TURNS, str(ledger.pk))
    due = next_turn(now, ctx.tournament.pauses)
    if due is not None:
        enqueue(BREAK_TURNS, ledger, key=str(ledger.pk), due=due, now=now)


def _check_times(
    ctx: ActContext, planned: Break, begins: datetime, ends: datetime, *, too_early: bool
) -> Iterator[Violation]:
    """Yield what is wrong with these times: in the past, in disorder, too long, overlapping, one too many."""
    others = ctx.tournament.breaks.exclude(number=planned.number)
    if too_early:
        yield Violation("break_in_past", field="begins")
    if _to_milliseconds(ends) <= max(_to_milliseconds(begins), ctx.act.now):
        yield Violation("break_out_of_order", field="ends")
    elif ends - begins > LONGEST_BREAK:
        yield Violation("break_too_long", {"days": LONGEST_BREAK.days}, "ends")
    elif any(
        Pause(_to_milliseconds(begins), _to_milliseconds(ends)).overlaps(other.pause) for other in others
    ):
        yield Violation("break_overlaps", field="begins")
    if others.count() >= MAX_BREAKS:
        yield Violation("breaks_too_many", {"most": MAX_BREAKS})


def _refetch_break(ctx: ActContext, planned: Break) -> Break:
    """Return the break as it is under the lock.

    Raises `Forbidden` `not_found` if it is gone, `Stale` `finished` or `break_over`.
    """
    ctx.require_not_finished()
    fresh = ctx.tournament.breaks.filter(pk=planned.pk).first()
    if fresh is None:
        raise Forbidden("not_found")
    if fresh.ends_at <= ctx.act.now:
        raise Stale("break_over")
    return fresh


def _to_milliseconds(moment: datetime) -> datetime:
    """Truncate to milliseconds, the resolution of the record."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
