"""Cancel a tournament: final, public, with a reason."""

from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, missing_reason, refuse_all
from matches.models import Sitting
from tournaments.act import acting_on
from tournaments.lines.tournament import TournamentCancelled
from tournaments.models import State, Tournament
from tournaments.tables.accessible import forget_needs
from tournaments.tables.share import left_hall

LONGEST = 500


def cancel(
    tournament: Tournament, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Cancel the tournament: its pages stay and show the reason, and results stay in the record.

    Idempotent. Raises `Refused` `reason_missing` or `text_too_long`, and `never_public` if it never was
    public (such a one is deleted instead); `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        fresh = ctx.tournament
        if fresh.state == State.CANCELLED:
            return fresh
        if fresh.state == State.FINISHED:
            raise Stale("finished")
        refuse_all(_wrong(fresh, reason.strip()))
        ctx.act.write(TournamentCancelled(reason.strip()))
        fresh.state, fresh.cancelled_at, fresh.cancelled_because = State.CANCELLED, now, reason.strip()
        ctx.touch(fresh)
        fresh.save(update_fields=["state", "cancelled_at", "cancelled_because", "changed_seq"])
        Sitting.objects.filter(match__ledger=ctx.act.ledger).delete()
        forget_needs(ctx.act.ledger)
        left_hall(ctx)
        return fresh


def _wrong(tournament: Tournament, reason: str) -> list[Violation]:
    found = []
    if not tournament.is_published and not tournament.draws.exists():
        found.append(Violation("never_public"))
    found += missing_reason(reason)
    if len(reason) > LONGEST:
        found.append(Violation("text_too_long", {"most": LONGEST}, "reason"))
    return found
