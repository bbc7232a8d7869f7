"""Lists of tournaments that a person may see, filtered by the request."""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Player
from matches.models import Member, WaitingMember
from tournaments.finding import roles_at_tournament, visible_tournaments
from tournaments.models import OVER, Role, Staff, State, Tournament
from tournaments.setup import search as searching
from tournaments.setup.search import SearchResult, search


def listed_tournaments(
    player: Player | None,
    *,
    game: str = "",
    year: int | None = None,
    state: str = "",
    search: str = "",
    mine: bool = False,
    archived: bool | None = None,
) -> QuerySet[Tournament]:
    """Return the tournaments that the player (None for a visitor) may see, newest first.

    `search` is words of titles, or a title; `mine` selects those the player helps with. `archived` selects
    only archived ones, or only the others; by default a search finds both, and all else only the others.
    """
    asked = {"game": game, "year": year, "state": state}
    found = visible_tournaments(player).filter(**{name: value for name, value in asked.items() if value})
    if archived is not None or not search.strip():
        found = found.filter(archived_at__isnull=not archived)
    if mine:
        found = found.filter(Exists(roles_at_tournament(player))) if player else found.none()
    if search.strip():
        found = searching.search(found, search).tournaments
    return found.order_by("-created_at", "-pk")


MAX_CURRENT = 200
GOING_ON = [state for state in State if state not in OVER]
STILL_TOLD = timedelta(days=7)


def current_tournaments(player: Player | None, now: datetime) -> list[Tournament]:
    """Return running and coming tournaments that the person may see, nearest first, those without a day last.

    At most `MAX_CURRENT`, without the archive. A cancelled one stays for `STILL_TOLD` after it was cancelled
    or planned.
    """
    found = visible_tournaments(player).filter(_current_filter(now - STILL_TOLD), archived_at=None)
    return list(found.order_by(F("starts_at").asc(nulls_last=True), "-created_at")[:MAX_CURRENT])


def past_tournaments(player: Player | None, now: datetime) -> QuerySet[Tournament]:
    """Return tournaments that are over and that the person may see, latest first, without the archive.

    Those cancelled lately, which `current_tournaments` has, are left out.
    """
    found = visible_tournaments(player).filter(~_current_filter(now - STILL_TOLD), archived_at=None)
    return found.order_by(Coalesce("finished_at", "cancelled_at").desc(), "-pk")


def _current_filter(since: datetime) -> Q:
    """Return the filter of tournaments that are not over, and of those that were cancelled lately.

    Lately means that they were cancelled, or planned to begin, after `since`.
    """
    is_recent = Q(cancelled_at__gt=since) | Q(starts_at__isnull=False, starts_at__gt=since)
    return Q(state__in=GOING_ON) | (Q(state=State.CANCELLED) & is_recent)


def organized_by(organizer: Player) -> QuerySet[Tournament]:
    """Return the public tournaments that a person organizes, those without a day first, then latest first.

    Simulated and archived ones are left out.
    """
    own = Staff.objects.filter(tournament=OuterRef("pk"), persona__player=organizer, role=Role.ORGANIZER)
    found = visible_tournaments(None).filter(Exists(own), simulated=False, archived_at=None)
    return found.order_by(F("starts_at").desc(nulls_first=True), "-created_at")


def organizers_named(tournament: Tournament) -> list[Player]:
    """Return the organizers who list their events on a public page, in order of assignment."""
    named = Staff.objects.filter(tournament=tournament, role=Role.ORGANIZER)
    rows = named.filter(persona__player__lists_events=True).select_related("persona__player").order_by("pk")
    return [staff.persona.player for staff in rows]


def search_tournaments(player: Player | None, text: str) -> SearchResult:
    """Return the tournaments that match the text and that the person may see, latest first."""
    found = search(visible_tournaments(player), text)
    return SearchResult(found.tournaments.order_by("-starts_at", "-created_at"), found.warnings)


def involved_tournaments(player: Player | None) -> frozenset[int]:
    """Return the tournaments (primary keys) in which the person has a part; empty for a visitor.

    A part is a role of the staff, a live entry, or a place on the waiting list. Finished tournaments are left
    out, cancelled ones are not.
    """
    if player is None:
        return frozenset()
    helps = Staff.objects.filter(tournament=OuterRef("pk"), persona__player=player)
    plays = Member.objects.filter(entry__ledger=OuterRef("ledger"), persona__player=player, live=True)
    waits = WaitingMember.objects.filter(
        waiting__ledger=OuterRef("ledger"), persona__player=player, live=True
    )
    part = Exists(helps) | Exists(plays) | Exists(waits)
    found = Tournament.objects.exclude(state=State.FINISHED).filter(part)
    return frozenset(found.order_by().values_list("pk", flat=True))
