"""An administrator takes the pages of a tournament down, or puts them back: nothing else changes.

Its own staff go on seeing them, so that what was wrong can be mended. The administration's log says who
did it; the record does not, because nothing of the tournament is different.
"""

from datetime import datetime

from core.errors import Violation, missing_reason, refuse_all
from tournaments.act import acting_on, shown_otherwise
from tournaments.models import Tournament

LONGEST = 500


def take_down(tournament: Tournament, *, reason: str, now: datetime) -> Tournament:
    """From now on only its staff see it, with the reason. A later one replaces the reason.

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
    """Everybody sees it again."""
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
