"""Tables that tournaments of one hall share: who is in it, what is taken there, and its lock (ADR 0046).

Tables of one label are the same table for all of them. Each opens and closes its own for itself.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Player
from core.jobs.outbox import enqueue
from core.models import Ledger
from matches.models import Match, MatchState, PhysicalTable, SharedHall, TakenTable
from tournaments.act import DISPATCH
from tournaments.finding import visible_tournaments
from tournaments.models import OVER, State, Tournament

HELD_AT_MOST = timedelta(hours=24)
"""A match that was not ended for so long holds neither people nor a shared table: it was given up."""
BESIDE = "/hall"
"""After the key of a dispatcher's job: asked for by another tournament, and tells no further one."""


def enter_hall(ledger: Ledger | int, now: datetime) -> SharedHall | None:
    """The hall that it shares, in which no other act looks for a table until this transaction ends.

    Within an act, after the record's lock and before anything else, so that no transactions wait in a circle.
    """
    halls = SharedHall.objects.select_for_update(no_key=True, of=("self",))
    hall = halls.filter(shares__ledger=ledger).first()
    if hall is not None:
        TakenTable.objects.filter(hall=hall, since__lte=now - HELD_AT_MOST).delete()
    return hall


def neighbours(ledger: Ledger | int) -> QuerySet[Tournament]:
    """The other tournaments in its hall that are not over; none where it shares no hall."""
    there = Tournament.objects.filter(ledger__hall_share__hall__shares__ledger=ledger, binned_at=None)
    return there.exclude(ledger=ledger).exclude(state__in=OVER).select_related("ledger").order_by("pk")


def wake_hall(ledger: Ledger | int, now: datetime) -> None:
    """Let the others in the hall call what waits for a table: one may be free by now. They notify none."""
    if enter_hall(ledger, now) is None:
        return
    ready = Match.objects.filter(ledger=OuterRef("ledger"), state=MatchState.READY, held=False)
    played = neighbours(ledger).filter(Exists(ready), state__in=[State.DRAWN, State.RUNNING])
    for other in played:
        enqueue(DISPATCH, other.ledger, key=f"{other.ledger_id}{BESIDE}", due=now, now=now)


def taken_in_hall(ledger: Ledger | int) -> QuerySet[TakenTable]:
    """All tables of its hall at which a match is, its own ones too."""
    return TakenTable.objects.filter(hall__shares__ledger=ledger)


def taken_elsewhere(ledger: Ledger | int) -> QuerySet[TakenTable]:
    """Those at which another tournament has one, with that tournament."""
    others = taken_in_hall(ledger).exclude(match__ledger=ledger)
    return others.select_related("match__ledger__tournament").order_by("pk")


def taken_by(table: PhysicalTable) -> Tournament | None:
    """The other tournament of the hall that has a match at this table."""
    row = taken_elsewhere(table.ledger_id).filter(label=table.label).first()
    return row.match.ledger.tournament if row else None


def titles_for(player: Player | None, tournaments: Collection[Tournament]) -> Mapping[int, str]:
    """By the keys of those of these tournaments of which this person may know: their titles."""
    if not tournaments:
        return {}
    known = visible_tournaments(player).filter(pk__in=[one.pk for one in tournaments])
    return dict(known.order_by().values_list("pk", "title"))
