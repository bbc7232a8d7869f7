"""A staff member accepts, releases or resolves a table's call for help."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import Player
from core.errors import Forbidden, Impossible, Stale
from matches.models import HelpCall, Whom
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import Tournament
from tournaments.policies import Need


def accept_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Accept the call; the first of two staff members gets it.

    Idempotent. Raises `Stale` `help_taken` with the name of the other, or `help_done`; `Forbidden` for a
    judge if the table asked for the coordinator, and `not_found`.
    """
    with _answering(tournament, code, by, now) as (ctx, call):
        if call.done_at is not None:
            raise Stale("help_done")
        if call.taken_by_id is not None and call.taken_by_id != _self(ctx):
            raise Stale("help_taken", {"name": call.taken_by.player.name if call.taken_by else ""})
        if call.taken_by_id is None:
            call.taken_at, call.taken_by = now, ctx.persona
            call.save(update_fields=["taken_at", "taken_by"])
            shown_otherwise(ctx)
        return call


def release_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Release the call, so that it waits again, with its original time.

    Idempotent. A coordinator may release calls of others. Raises as `accept_call` does.
    """
    with _answering(tournament, code, by, now) as (ctx, call):
        if call.done_at is not None:
            raise Stale("help_done")
        if call.taken_by_id is None:
            return call
        if call.taken_by_id != _self(ctx):
            ctx.require("coordinate")
        call.taken_at, call.taken_by = None, None
        call.save(update_fields=["taken_at", "taken_by"])
        shown_otherwise(ctx)
        return call


def resolve_call(tournament: Tournament, code: str, *, by: Player, now: datetime) -> HelpCall:
    """Resolve the call: a staff member has helped the table. Idempotent. Raises as `accept_call` does."""
    with _answering(tournament, code, by, now) as (ctx, call):
        if call.done_at is None:
            if call.taken_by is None:
                call.taken_at, call.taken_by = now, ctx.persona
            call.done_at = now
            call.save(update_fields=["taken_at", "taken_by", "done_at"])
            shown_otherwise(ctx)
        return call


def need_for(whom: str) -> Need:
    """Return the role needed to answer."""
    return "coordinate" if whom == Whom.COORDINATOR else "judge"


@contextmanager
def _answering(
    tournament: Tournament, code: str, by: Player, now: datetime
) -> Iterator[tuple[ActContext, HelpCall]]:
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        calls = HelpCall.objects.select_related("table", "taken_by__player")
        call = calls.filter(code=code, table__ledger=ctx.act.ledger).first()
        if call is None:
            raise Forbidden("not_found")
        ctx.require(need_for(call.whom))
        yield ctx, call


def _self(ctx: ActContext) -> int:
    if ctx.persona is None:
        raise Impossible("nobody answers")
    return ctx.persona.pk
