"""Matches that begin soon: the players hear of it ten minutes before the planned time.

A planned time is that of the timetable; without one, round 1 begins at the tournament's planned start.
A job looks ten minutes before the next such time. Acts of the tournament and the job itself write it.
"""

from collections.abc import Iterator
from datetime import datetime

from core.jobs.outbox import enqueue
from matches.models import Match
from notices.causes import Cause, people_at
from notices.kinds import HEADS_UP, NoticeKind
from scheduling.models import PlannedMatch
from scheduling.pinned import TO_COME
from tournaments.models import State, Tournament

SOON = "notices.soon"


def enqueue_next_reminder(tournament: Tournament, now: datetime) -> None:
    """Enqueue the job `SOON` for ten minutes before the next planned match that is further away than that.

    Enqueue nothing if there is none.
    """
    coming = (begins for _match, begins in _planned(tournament) if begins - HEADS_UP > now)
    due = min(coming, default=None)
    if due is not None:
        key = str(tournament.ledger_id)
        enqueue(SOON, tournament.ledger, key=key, due=due - HEADS_UP, now=now)


def coming_soon(tournament: Tournament, now: datetime) -> Iterator[Cause]:
    """Yield the cause for the players of each match whose planned time is to come within ten minutes."""
    for match, begins in _planned(tournament):
        if now < begins <= now + HEADS_UP:
            people = people_at(tournament, match.code)
            facts = {"match": match.code}
            yield Cause(NoticeKind.SOON, match.code, people, now, begins, facts)


def planned_begin(tournament: Tournament, code: str) -> datetime | None:
    """Return when the match of this code is planned to begin; None if it has begun or has no time.

    Also None before the draw or after the end of the tournament.
    """
    return next((begins for match, begins in _planned(tournament) if match.code == code), None)


def _planned(tournament: Tournament) -> Iterator[tuple[Match, datetime]]:
    """Yield matches to come with their planned time, in no order; none before the draw or after the end."""
    if tournament.state not in (State.DRAWN, State.RUNNING):
        return
    planned = PlannedMatch.objects.filter(timetable__ledger=tournament.ledger_id, match__state__in=TO_COME)
    found = [(row.match, row.begins_at) for row in planned.select_related("match")]
    opens = tournament.opened_at or tournament.planned_start
    if not found and opens is not None:
        first = Match.objects.filter(ledger=tournament.ledger_id, round=1, state__in=TO_COME)
        found = [(match, opens) for match in first]
    yield from found
