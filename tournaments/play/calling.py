"""Whether matches are called now: in no break, and before the planned start only if calls are opened."""

from datetime import datetime, timedelta

from tournaments.models import Tournament
from tournaments.pauses import after, pause_at, running_time
from tournaments.rules_of import rules_of


def opens_at(tournament: Tournament, moment: datetime) -> datetime | None:
    """When the first round is called, where that is to come; None where it is, or nothing is planned."""
    start = tournament.planned_start
    return start if tournament.opened_at is None and start is not None and start > moment else None


def awaits_opening(tournament: Tournament) -> bool:
    """Whether calls wait until a coordinator opens them: the planned date has no time."""
    return tournament.day_only and tournament.opened_at is None


def closed_until(tournament: Tournament, moment: datetime) -> datetime | None:
    """Until when no match is called, as far as that is known; None where matches are called now."""
    until = opens_at(tournament, moment)
    pause = pause_at(until or moment, tournament.pauses)
    return pause.ends if pause else until


def is_closed(tournament: Tournament, moment: datetime) -> bool:
    """Whether no match is called at that moment."""
    return awaits_opening(tournament) or closed_until(tournament, moment) is not None


def is_past(tournament: Tournament, since: datetime | None, minutes: int, moment: datetime) -> bool:
    """Whether more than so many minutes of the day have run since then; nothing in a break is late."""
    if since is None or is_closed(tournament, moment):
        return False
    counted = max(since, tournament.opened_at or since)
    return running_time(counted, moment, tournament.pauses).total_seconds() > minutes * 60


def grace_end(tournament: Tournament, called: datetime | None) -> datetime | None:
    """Until when a player called then may still come; None for who was not called."""
    if called is None:
        return None
    grace = timedelta(minutes=int(rules_of(tournament).option("grace_minutes")))
    return after(max(called, tournament.opened_at or called), grace, tournament.pauses)
