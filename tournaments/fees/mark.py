"""The staff notes who has paid."""

from datetime import datetime

from accounts.models import Player
from core.errors import Forbidden
from matches.models import Entry
from tournaments.act import acting_on
from tournaments.models import FeeMark


def mark_fee(entry: Entry, *, paid: bool, by: Player, now: datetime) -> FeeMark | None:
    """Mark the entry's fee as paid, or take that back; twice is once. None if it never was paid.

    Also after the tournament, and of an entry that left: money comes late, and is given back. No line of the
    record says it (ADR 0118).
    """
    with acting_on(entry, by=by, need="judge", now=now) as ctx:
        fresh = Entry.objects.filter(pk=entry.pk, ledger=ctx.act.ledger).first()
        if fresh is None:
            raise Forbidden("not_found")
        latest = FeeMark.objects.filter(entry=fresh).last()
        if paid == (latest is not None and latest.paid):
            return latest
        return FeeMark.objects.create(entry=fresh, paid=paid, by=ctx.persona, at=now)
