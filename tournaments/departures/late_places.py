"""Places for late entries: at tables of round 1, or of the Swiss round that is being played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max, QuerySet

from core.errors import Refused, Violation
from matches.models import Match, MatchState, Side
from tournaments.draw.second_chance import has_second_chance
from tournaments.draw.selectors import is_stage_open
from tournaments.entries.known_players import team_size
from tournaments.models import State, Tournament
from tournaments.stages.kinds import stage_plan

AWAITED = (MatchState.READY, MatchState.CALLED)
CHAIRS_SINCE = 2
"""The first record format in which a table can grow."""


class PlaceKind(StrEnum):
    """The place of a late entry: an empty seat, an added chair, or the place of an absent entry.

    The app does not know who is absent: every entry at a table that has not started may be.
    """

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
    """Return every place for a late entry now; [] before the draw and after the end.

    Empty seats come first, then chairs, then places of absent entries; in each kind the smallest tables
    first.
    """
    if tournament.state not in (State.DRAWN, State.RUNNING):
        return []
    open_matches = _open_matches(tournament).filter(started_at=None)
    rows = open_matches.filter(state__in=AWAITED).select_related("table").order_by("number")
    most = tournament.table_high if _tables_grow(tournament) else 0
    matches = rows.prefetch_related("sides__entry")
    found = [place for match in matches for place in _places_at(match, list(match.sides.all()), most)]
    order = list(PlaceKind)
    return sorted(found, key=lambda place: (order.index(place.kind), len(place.entries)))


def _tables_grow(tournament: Tournament) -> bool:
    """Return whether a table can get a chair more; its loser would have no place in a second chance."""
    grows = tournament.record_format >= CHAIRS_SINCE and team_size(tournament) == 1
    return grows and not has_second_chance(tournament)


def takes_late_entries(tournament: Tournament) -> bool:
    """Return whether its kind of stage takes entries in after the first draw; True for a bracket alone."""
    plan = stage_plan(tournament.stages)
    return plan is None or plan.takes_late_entries


def require_late_entries(tournament: Tournament) -> None:
    """Raise `Refused` `groups_fixed` if the stage takes no entries in after the first draw."""
    if not takes_late_entries(tournament):
        raise Refused([Violation("groups_fixed", {}, "", "house:late_entry")])


def _open_matches(tournament: Tournament) -> QuerySet[Match]:
    """Return the matches of round 1; with Swiss rounds those of the latest while they are open, else none."""
    found = Match.objects.filter(ledger=tournament.ledger_id)
    if not tournament.stages:
        return found.filter(round=1)
    if not takes_late_entries(tournament) or not is_stage_open(tournament):
        return found.none()
    return found.filter(round=found.aggregate(last=Max("round"))["last"])


def _places_at(match: Match, sides: Sequence[Side], most: int) -> Iterator[LatePlace]:
    """Yield the places for a late entry at one table: empty seats, that of every entry there, and a chair.

    A chair is added if no seat is empty. `most`: how many entries a table may have then; 0 for no chairs.
    """
    seated = tuple(side.entry.code for side in sides if side.entry)
    for side in sides:
        kind = PlaceKind.ABSENT if side.entry else PlaceKind.SEAT
        yield LatePlace(kind, match, side.number, seated, side.entry.code if side.entry else "")
    if len(sides) < most and len(seated) == len(sides):
        yield LatePlace(PlaceKind.CHAIR, match, len(sides) + 1, seated)
