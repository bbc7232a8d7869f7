"""Share the tables of one hall between tournaments, and leave it; a coordinator of all of them may.

It is not in the record: it concerns furniture, as pins and timetables do (ADR 0046).
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Violation, refuse_all
from matches.models import AT_TABLE, HallShare, Match, SharedHall, TakenTable
from tournaments.act import ActContext, acting_on, bump_page_version, enqueue_dispatch
from tournaments.models import OVER, Staff, Tournament
from tournaments.policies import ROLES, may
from tournaments.tables.shared_hall import lock_hall, neighbours, wake_hall

MAX_OFFERED = 100
FIELD = "tournament"


def share_hall(
    tournament: Tournament, other: Tournament, *, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Share tables of one label between both tournaments and all that share with one of them already.

    Idempotent. Enqueues the dispatchers of both. Raises `Refused`: `hall_with_itself`; `hall_of_two` if both
    share with others already; `hall_of_others` if `by` does not coordinate all of these; `table_used_by_both`
    for each table at which two of them have a match now. Raises `Stale` `finished` if either is; `Forbidden`
    unless `by` coordinates both.
    """
    if tournament.pk == other.pk:
        with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen):
            raise Refused([Violation("hall_with_itself", field=FIELD)])
    with _acting_on_both(tournament, other, by, now, seen) as (mine, theirs):
        if neighbours(mine.act.ledger).filter(pk=other.pk).exists():
            return
        hall = _lock_or_create_hall(mine, theirs, by)
        coming = [ctx for ctx in (mine, theirs) if not _is_in(ctx, hall)]
        refuse_all(list(_used_by_both(hall, coming)))
        for ctx in coming:
            _leave(ctx)
            HallShare.objects.create(hall=hall, ledger=ctx.act.ledger)
        for ctx in (mine, theirs):
            bump_page_version(ctx)
            enqueue_dispatch(ctx)


def leave_hall(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Take the tournament out of its hall. Idempotent. Others may call matches to the tables it frees."""
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        leave_hall_within(ctx)


def leave_hall_within(ctx: ActContext) -> None:
    """Take the tournament out of its hall within an open act; do nothing if it shares none.

    Enqueues its dispatcher and those of the hall's other tournaments.
    """
    if lock_hall(ctx.act.ledger, ctx.act.now) is None:
        return
    wake_hall(ctx.act.ledger, ctx.act.now)
    _leave(ctx)
    bump_page_version(ctx)
    enqueue_dispatch(ctx)


def tournaments_to_share_with(tournament: Tournament, player: Player) -> list[Tournament]:
    """Return unfinished tournaments that this person coordinates and that are not in this hall.

    Newest first, at most `MAX_OFFERED`.
    """
    held = Staff.objects.filter(persona__player=player, role__in=ROLES["coordinate"]).values("tournament")
    found = Tournament.objects.filter(pk__in=held, binned_at=None).exclude(state__in=OVER)
    there = neighbours(tournament.ledger_id).values("pk")
    others = found.exclude(pk=tournament.pk).exclude(pk__in=there)
    return list(others.order_by("-created_at")[:MAX_OFFERED])


@contextmanager
def _acting_on_both(
    tournament: Tournament, other: Tournament, by: Player, now: datetime, seen: int | None
) -> Iterator[tuple[ActContext, ActContext]]:
    """Open an act on both tournaments, locked in order of their keys, to avoid deadlocks.

    Raises `Stale` `finished` if either is.
    """
    first, second = sorted((tournament, other), key=lambda one: one.ledger_id)
    known = {tournament.pk: seen, other.pk: None}
    with (
        acting_on(first, by=by, need="coordinate", now=now, seen=known[first.pk]) as one,
        acting_on(second, by=by, need="coordinate", now=now, seen=known[second.pk]) as two,
    ):
        one.require_not_finished()
        two.require_not_finished()
        yield (one, two) if first == tournament else (two, one)


def _lock_or_create_hall(mine: ActContext, theirs: ActContext, by: Player) -> SharedHall:
    """Return the hall that one of the two shares already, locked; else create one.

    Raises `Refused` `hall_of_two` if each shares one, `hall_of_others` if `by` does not coordinate all.
    """
    here, there = (list(neighbours(ctx.act.ledger)) for ctx in (mine, theirs))
    if here and there:
        raise Refused([Violation("hall_of_two", {"title": theirs.tournament.title}, FIELD)])
    if not all(may(one, by, "coordinate") for one in (*here, *there)):
        raise Refused([Violation("hall_of_others", field=FIELD)])
    chosen = theirs if there else mine
    hall = lock_hall(chosen.act.ledger, mine.act.now)
    return hall or SharedHall.objects.create(since=mine.act.now)


def _is_in(ctx: ActContext, hall: SharedHall) -> bool:
    """Return whether the act's tournament shares this hall."""
    return HallShare.objects.filter(ledger=ctx.act.ledger, hall=hall).exists()


def _used_by_both(hall: SharedHall, coming: Collection[ActContext]) -> Iterator[Violation]:
    """Yield `table_used_by_both` for each table at which there would be two matches."""
    used = set(TakenTable.objects.filter(hall=hall).values_list("label", flat=True))
    for ctx in coming:
        on = Match.objects.filter(ledger=ctx.act.ledger, state__in=AT_TABLE, table__isnull=False)
        for label in on.order_by("table__position").values_list("table__label", flat=True):
            if label in used:
                yield Violation("table_used_by_both", {"table": label}, FIELD)
            used.add(label)


def _leave(ctx: ActContext) -> None:
    """Remove the tournament from its hall; delete an empty hall."""
    mine = HallShare.objects.filter(ledger=ctx.act.ledger)
    halls = list(mine.values_list("hall", flat=True))
    mine.delete()
    SharedHall.objects.filter(pk__in=halls, shares=None).delete()
