"""Places for late entries: at tables of round 1, or of the Swiss round that is being played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max, QuerySet

from matches.models import Match, MatchState, Side
from tournaments.draw.selectors import is_stage_open
from tournaments.entries.known_players import team_size
from tournaments.models import State, Tournament

AWAITED = (MatchState.READY, MatchState.CALLED)
CHAIRS_SINCE = 2
"""The first record format in which a table can grow."""


class PlaceKind(StrEnum):
    """The place of a late entry: an empty seat, an added chair, or the place of an absent entry."""

    SEAT = "seat"
    CHAIR = "chair"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class LatePlace:
    """A place at a table that has not started.

    `entries`: codes of the entries there, by side. `instead_of`: the code of the absent entry whose place it
    is, else "".
    """

    kind: PlaceKind
    match: Match
    side: int
    entries: tuple[str, ...]
    instead_of: str = ""


def late_places(tournament: Tournament) -> list[LatePlace]:
    """Return every place: empty seats first, then chairs at the smallest tables, then places of absent
    entries.
    """
    if tournament.state not in (State.DRAWN, State.RUNNING):
        return []
    open_matches = _matches(tournament).filter(started_at=None)
    rows = open_matches.filter(state__in=AWAITED).select_related("table").order_by("number")
    grows = tournament.record_format >= CHAIRS_SINCE and team_size(tournament) == 1
    most = tournament.table_high if grows else 0
    matches = rows.prefetch_related("sides__entry")
    found = [place for match in matches for place in _places_at(match, list(match.sides.all()), most)]
    order = list(PlaceKind)
    return sorted(found, key=lambda place: (order.index(place.kind), len(place.entries)))


def _matches(tournament: Tournament) -> QuerySet[Match]:
    """Return the matches of round 1; with Swiss rounds those of the latest while they are open, else none."""
    found = Match.objects.filter(ledger=tournament.ledger_id)
    if not tournament.stages:
        return found.filter(round=1)
    if not is_stage_open(tournament):
        return found.none()
    return found.filter(round=found.aggregate(last=Max("round"))["last"])


def _places_at(match: Match, sides: Sequence[Side], most: int) -> Iterator[LatePlace]:
    """Yield the places for a late entry at one table; `most` is its largest size."""
    seated = tuple(side.entry.code for side in sides if side.entry)
    for side in sides:
        kind = PlaceKind.ABSENT if side.entry else PlaceKind.SEAT
        yield LatePlace(kind, match, side.number, seated, side.entry.code if side.entry else "")
    if len(sides) < most and len(seated) == len(sides):
        yield LatePlace(PlaceKind.CHAIR, match, len(sides) + 1, seated)
