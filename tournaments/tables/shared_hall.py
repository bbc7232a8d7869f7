"""Tables shared by tournaments of one hall: members, taken tables, and the hall's lock (ADR 0046).

Tables of one label are the same table for all of them. Each tournament opens and closes its own.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounts.models import Player
from core.jobs.outbox import enqueue
from core.models import Ledger
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, SharedHall, TakenTable
from tournaments.act import DISPATCH
from tournaments.finding import visible_tournaments
from tournaments.models import OVER, State, Tournament


@dataclass(frozen=True, slots=True)
class TableView:
    """A physical table by its place in the hall; `match` is the code of the match called or played there."""

    position: int
    label: str
    is_open: bool
    match: str | None
    is_accessible: bool = False


def tables_of(tournament: Tournament) -> tuple[TableView, ...]:
    """Return every table in order, closed ones too; one query."""
    on = Match.objects.filter(table=OuterRef("pk"), state__in=AT_TABLE).order_by().values("code")
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    rows = tables.annotate(match=Subquery(on[:1])).values_list(
        "position", "label", "is_open", "match", "accessible_since"
    )
    return tuple(
        TableView(position, label, is_open, match, is_accessible=since is not None)
        for position, label, is_open, match, since in rows
    )


MAX_HELD = timedelta(hours=24)
"""A match not ended for so long is abandoned: it no longer holds people or a shared table."""
BESIDE = "/hall"
"""The suffix of a dispatcher job's key if another tournament enqueued it; such a job notifies no further
ones.
"""


def lock_hall(ledger: Ledger | int, now: datetime) -> SharedHall | None:
    """Lock and return the hall that the tournament shares, or None.

    Frees tables there that are taken for longer than `MAX_HELD`. Until the transaction ends no other act
    looks for a table in it. Call it within an act, after the record's lock and before anything else, to avoid
    deadlocks.
    """
    halls = SharedHall.objects.select_for_update(no_key=True, of=("self",))
    hall = halls.filter(shares__ledger=ledger).first()
    if hall is not None:
        TakenTable.objects.filter(hall=hall, since__lte=now - MAX_HELD).delete()
    return hall


def neighbours(ledger: Ledger | int) -> QuerySet[Tournament]:
    """Select the other unfinished tournaments in its hall; none without a shared hall."""
    there = Tournament.objects.filter(ledger__hall_share__hall__shares__ledger=ledger, binned_at=None)
    return there.exclude(ledger=ledger).exclude(state__in=OVER).select_related("ledger").order_by("pk")


def wake_hall(ledger: Ledger | int, now: datetime) -> None:
    """Lock the hall (`lock_hall`) and enqueue the dispatchers of its other tournaments with ready matches.

    Call it if a table may be free now. Without a shared hall it does nothing.
    """
    if lock_hall(ledger, now) is None:
        return
    ready = Match.objects.filter(ledger=OuterRef("ledger"), state=MatchState.READY, held=False)
    played = neighbours(ledger).filter(Exists(ready), state__in=[State.DRAWN, State.RUNNING])
    for other in played:
        enqueue(DISPATCH, other.ledger, key=f"{other.ledger_id}{BESIDE}", due=now, now=now)


def taken_in_hall(ledger: Ledger | int) -> QuerySet[TakenTable]:
    """Select all taken tables of its hall, also those with the tournament's own matches."""
    return TakenTable.objects.filter(hall__shares__ledger=ledger)


def taken_elsewhere(ledger: Ledger | int) -> QuerySet[TakenTable]:
    """Select the tables of its hall at which another tournament has a match."""
    others = taken_in_hall(ledger).exclude(match__ledger=ledger)
    return others.select_related("match__ledger__tournament").order_by("pk")


def taken_by(table: PhysicalTable) -> Tournament | None:
    """Return the other tournament of the hall that has a match at this table, or None."""
    row = taken_elsewhere(table.ledger_id).filter(label=table.label).first()
    return row.match.ledger.tournament if row else None


def titles_for(player: Player | None, tournaments: Collection[Tournament]) -> Mapping[int, str]:
    """Return the titles of those tournaments that this person may see, by the tournament's key."""
    if not tournaments:
        return {}
    known = visible_tournaments(player).filter(pk__in=[one.pk for one in tournaments])
    return dict(known.order_by().values_list("pk", "title"))
