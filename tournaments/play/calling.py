"""Whether matches are called at a moment: not in a break, and not before the planned start or the opening."""

from datetime import datetime, timedelta

from tournaments.models import Tournament
from tournaments.pauses import after, pause_at, running_time
from tournaments.rules_of import rules_of


def opens_at(tournament: Tournament, moment: datetime) -> datetime | None:
    """Return the planned start if it lies after `moment` and calls were not opened early, else None."""
    start = tournament.planned_start
    return start if tournament.opened_at is None and start is not None and start > moment else None


def awaits_opening(tournament: Tournament) -> bool:
    """Return whether calls wait for a coordinator, because the planned date has no time."""
    return tournament.day_only and tournament.opened_at is None


def closed_until(tournament: Tournament, moment: datetime) -> datetime | None:
    """Return until when no match is called (start, or end of a break); None if matches are called now."""
    until = opens_at(tournament, moment)
    pause = pause_at(until or moment, tournament.pauses)
    return pause.ends if pause else until


def is_closed(tournament: Tournament, moment: datetime) -> bool:
    """Return whether no match is called at that moment."""
    return awaits_opening(tournament) or closed_until(tournament, moment) is not None


def is_past(tournament: Tournament, since: datetime | None, minutes: int, moment: datetime) -> bool:
    """Return whether more than `minutes` have passed since `since`, without breaks. False during a break."""
    if since is None or is_closed(tournament, moment):
        return False
    counted = max(since, tournament.opened_at or since)
    return running_time(counted, moment, tournament.pauses).total_seconds() > minutes * 60


def grace_end(tournament: Tournament, called: datetime | None) -> datetime | None:
    """Return until when a player called at `called` may still arrive; None if not called."""
    if called is None:
        return None
    grace = timedelta(minutes=int(rules_of(tournament).option("grace_minutes")))
    return after(max(called, tournament.opened_at or called), grace, tournament.pauses)
