"""Open the calls of a draw before its planned start, or without a planned time."""

from datetime import datetime

from accounts.models import Player
from accounts.name_versions import bump_version
from core.errors import Stale
from tournaments.act import ActContext, acting_on, enqueue_dispatch
from tournaments.lines.integrity import CalledEarly
from tournaments.models import State, Tournament
from tournaments.play.calling import awaits_opening, opens_at


def open_calls(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Call the first round now, before the planned start or without a planned time. Idempotent.

    Raises `Stale` with `not_drawn` or `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        if fresh.state in (State.PREPARING, State.FINISHED):
            raise Stale("finished" if fresh.state == State.FINISHED else "not_drawn")
        if awaits_opening(fresh) or opens_at(fresh, now) is not None:
            _note_early(ctx, now)
            open_at(ctx, now)
            enqueue_dispatch(ctx)
        return fresh


def _note_early(ctx: ActContext, now: datetime) -> None:
    """Record an opening before the planned time, or before the planned date if there is no time."""
    start = ctx.tournament.starts_at
    if start is not None and now < start:
        ctx.act.write(CalledEarly())
        ctx.touch(ctx.tournament)


def open_at(ctx: ActContext, moment: datetime) -> None:
    """Set the moment from which matches are called, within an act, and renew the versions of pages."""
    ctx.tournament.opened_at = moment
    ctx.tournament.save(update_fields=["opened_at", "changed_seq"])
    bump_version([ctx.act.ledger.pk])
