"""An administrator takes down the pages of a tournament, or puts them back; nothing else changes.

Its own staff still see them, so that they can correct them. The administration's log has who did it; the
record does not, because the tournament itself does not change.
"""

from datetime import datetime

from core.errors import Violation, missing_reason, refuse_all
from tournaments.act import acting_on, shown_otherwise
from tournaments.models import Tournament

LONGEST = 500


def take_down(tournament: Tournament, *, reason: str, now: datetime) -> Tournament:
    """Hide the tournament from all but its staff, with a reason; a later call replaces the reason.

    Raises `Refused` `never_public`, `reason_missing` or `text_too_long`.
    """
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh, said = ctx.tournament, reason.strip()
        refuse_all(_wrong(fresh, said))
        fresh.taken_down_at, fresh.taken_down_because = fresh.taken_down_at or now, said
        fresh.save(update_fields=["taken_down_at", "taken_down_because"])
        shown_otherwise(ctx)
        return fresh


def put_back(tournament: Tournament, *, now: datetime) -> Tournament:
    """Make the tournament's pages public again."""
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh = ctx.tournament
        fresh.taken_down_at, fresh.taken_down_because = None, ""
        fresh.save(update_fields=["taken_down_at", "taken_down_because"])
        shown_otherwise(ctx)
        return fresh


def _wrong(tournament: Tournament, reason: str) -> list[Violation]:
    found = []
    if not tournament.is_published:
        found.append(Violation("never_public"))
    found += missing_reason(reason)
    if len(reason) > LONGEST:
        found.append(Violation("text_too_long", {"most": LONGEST}, "reason"))
    return found
