"""Free places, and the people on the waiting list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Player
from core.errors import Forbidden
from matches.models import Entry, EntryState, Waiting, WaitingState
from tournaments.models import Tournament

GONE = (EntryState.WITHDRAWN, EntryState.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A person or pair on the list; `place` 1 is the next. `people` are persona codes."""

    code: str
    place: int
    names: tuple[str, ...]
    people: tuple[str, ...]
    club: str
    since: datetime


def free_places(tournament: Tournament) -> int | None:
    """Return how many more entries fit; None if the tournament has no capacity."""
    if tournament.capacity is None:
        return None
    live = Entry.objects.filter(ledger_id=tournament.ledger_id).exclude(state__in=GONE)
    return max(0, tournament.capacity - live.count())


def is_full(tournament: Tournament) -> bool:
    """Return whether every place is taken."""
    return free_places(tournament) == 0


def waiting_rows(tournament: Tournament) -> QuerySet[Waiting]:
    """Return the rows of the waiting list, next one first."""
    found = Waiting.objects.filter(ledger=tournament.ledger_id, state=WaitingState.WAITING)
    return found.select_related("club").order_by("position")


def waiting_views(tournament: Tournament) -> tuple[WaitingView, ...]:
    """Return the waiting list as pages show it, next one first."""
    rows = waiting_rows(tournament).prefetch_related("members__persona__player")
    return tuple(_view(row, place) for place, row in enumerate(rows, start=1))


def own_wait(
    views: Iterable[WaitingView], tournament: Tournament, player: Player | None
) -> WaitingView | None:
    """Return the view of the player's own place on the list, from these views; None if they do not wait."""
    mine = Waiting.objects.filter(
        ledger=tournament.ledger_id, state=WaitingState.WAITING, members__persona__player=player
    )
    code = mine.values_list("code", flat=True).first() if player else None
    return next((view for view in views if view.code == code), None)


def moved_up_at(entry: Entry) -> datetime | None:
    """Return when the entry moved up from the list; None if it never waited."""
    return Waiting.objects.filter(entry=entry).values_list("ended_at", flat=True).first()


def find_waiting(tournament: Tournament, code: str) -> Waiting:
    """Return the row with this code, whether still waiting or not. Raises `Forbidden` `not_found`."""
    found = Waiting.objects.filter(ledger=tournament.ledger_id, code=code).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def _view(row: Waiting, place: int) -> WaitingView:
    members = sorted(row.members.all(), key=lambda member: member.position)
    return WaitingView(
        code=row.code,
        place=place,
        names=tuple(member.persona.player.name for member in members),
        people=tuple(member.persona.code for member in members),
        club=row.club.name if row.club else "",
        since=row.since,
    )
