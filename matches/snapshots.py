"""What matches look like at a moment, as plain JSON.

A correction keeps such a picture of everything it could touch, so that undoing it is one step
(`bringing_back`).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from matches.models import Match, Side
from matches.models import Sheet as SheetRow

MATCH = (
    "state",
    "table_id",
    "called_at",
    "started_at",
    "time_due_at",
    "extra_minutes",
    "time_called_at",
    "ended_at",
    "winner_id",
)
SEATING = ("entry_id", "filled", "exception")
RESULT = ("place", "score", "absent")
MatchSnapshots = Mapping[str, Any]


def snapshots_of(matches: Iterable[Match]) -> dict[str, object]:
    """Each match by its key: its own fields, sides, seats, redraws and the sheet that counts."""
    return {str(match.pk): _look(match) for match in matches}


def moved_outside(picture: MatchSnapshots) -> dict[str, int | None]:
    """Sides of these matches that are fed from elsewhere, and whose entry is another than in the picture.

    Who sits there now, by the key of the side. Right after an act that is what the act itself did.
    """
    fed = Side.objects.filter(match__in=[int(key) for key in picture], source__isnull=False)
    outside = [side for side in fed if str(side.source_id) not in picture]
    return {str(side.pk): side.entry_id for side in outside if side.entry_id != entry_in(picture, side)}


def entry_in(picture: MatchSnapshots, side: Side) -> int | None:
    """Who sits on a side in the picture."""
    entry: int | None = picture[str(side.match_id)]["sides"][str(side.pk)]["entry_id"]
    return entry


def later_matches(match: Match) -> list[Match]:
    """Every match that this one feeds, directly or not, in bracket order; itself not included."""
    found: dict[int, Match] = {}
    wave = [match.pk]
    while wave:
        following = Match.objects.filter(sides__source__in=wave).distinct()
        wave = [later.pk for later in following if later.pk not in found]
        found.update({later.pk: later for later in following})
    return sorted(found.values(), key=lambda later: (later.round, later.number))


def _look(match: Match) -> dict[str, object]:
    sheet = SheetRow.objects.filter(match=match, is_current=True).first()
    return {
        "match": _plain(match, MATCH),
        "sides": {str(side.pk): _plain(side, (*SEATING, *RESULT)) for side in match.sides.all()},
        "seats": {str(seat.pk): _plain(seat, ("persona_id", "suit")) for seat in match.seats.all()},
        "redraws": [_plain(redraw, ("persona_id", "number", "at")) for redraw in match.redraws.all()],
        "sheet": sheet.pk if sheet else None,
    }


def _plain(row: Model, names: Collection[str]) -> dict[str, object]:
    encode = DjangoJSONEncoder().default
    values = {name: getattr(row, name) for name in names}
    return {key: encode(value) if hasattr(value, "isoformat") else value for key, value in values.items()}
