"""What matches look like at a moment, as plain JSON, and bringing that look back.

A correction keeps such a picture of everything it could touch, so that undoing it is one step.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from matches.models import AT_TABLE, Match, MatchState, Redraw, Seat, Side
from matches.models import Sheet as SheetRow
from tournaments.services.acting import Scene
from tournaments.services.advancing import write_seat
from tournaments.services.sheets import restore_sheet

MATCH = (
    "state",
    "table_id",
    "called_at",
    "started_at",
    "time_due_at",
    "time_called_at",
    "ended_at",
    "winner_id",
)
SIDE = ("entry_id", "filled", "exception", "place", "score", "absent")
Picture = Mapping[str, Any]


def picture_of(matches: Iterable[Match]) -> dict[str, Any]:
    """Each match by its key: its own fields, sides, seats, redraws and the sheet that counts."""
    return {str(match.pk): _look(match) for match in matches}


def later_matches(match: Match) -> list[Match]:
    """Every match that this one feeds, directly or not, in bracket order; itself not included."""
    found: dict[int, Match] = {}
    wave = [match.pk]
    while wave:
        following = Match.objects.filter(sides__source__in=wave).distinct()
        wave = [later.pk for later in following if later.pk not in found]
        found.update({later.pk: later for later in following})
    return sorted(found.values(), key=lambda later: (later.round, later.number))


def bring_back(scene: Scene, picture: Picture, *, but: Match, reason: str) -> None:
    """Restore every match but one (whose sheet is restored already), round by round."""
    matches = Match.objects.filter(pk__in=[int(key) for key in picture]).order_by("round", "number")
    for match in matches.exclude(pk=but.pk):
        _restore_seats(scene, match, picture[str(match.pk)])
        _restore_match(scene, match, picture[str(match.pk)], reason)


def _look(match: Match) -> dict[str, Any]:
    sheet = SheetRow.objects.filter(match=match, is_current=True).first()
    return {
        "match": _plain(match, MATCH),
        "sides": {str(side.pk): _plain(side, SIDE) for side in match.sides.all()},
        "seats": {str(seat.pk): _plain(seat, ("persona_id", "suit")) for seat in match.seats.all()},
        "redraws": [_plain(redraw, ("persona_id", "number", "at")) for redraw in match.redraws.all()],
        "sheet": sheet.pk if sheet else None,
    }


def _plain(row: Model, names: Collection[str]) -> dict[str, Any]:
    encode = DjangoJSONEncoder().default
    values = {name: getattr(row, name) for name in names}
    return {key: encode(value) if hasattr(value, "isoformat") else value for key, value in values.items()}


def _restore_seats(scene: Scene, match: Match, look: Picture) -> None:
    """Put people back; a line for each seat that changes."""
    for side in match.sides.all():
        before = look["sides"][str(side.pk)]
        changed = (side.entry_id, side.filled) != (before["entry_id"], before["filled"])
        Side.objects.filter(pk=side.pk).update(entry=before["entry_id"], filled=before["filled"])
        for seat in Seat.objects.filter(side=side).order_by("number"):
            persona = look["seats"][str(seat.pk)]["persona_id"]
            changed = changed or seat.persona_id != persona
            Seat.objects.filter(pk=seat.pk).update(persona=persona)
        if changed and before["filled"]:
            write_seat(scene, match, Side.objects.select_related("entry").get(pk=side.pk))


def _restore_match(scene: Scene, match: Match, look: Picture, reason: str) -> None:
    """Its own fields, and its sheet as a new version equal to the one before."""
    current = SheetRow.objects.filter(match=match, is_current=True).first()
    if look["sheet"] is not None and (current is None or current.pk != look["sheet"]):
        restore_sheet(scene, match, SheetRow.objects.get(pk=look["sheet"]), reason)
    elif look["sheet"] is None and current is not None:
        SheetRow.objects.filter(pk=current.pk).update(is_current=False)
    scene.touch(match)
    Match.objects.filter(pk=match.pk).update(**_fields(match, look), changed_seq=match.changed_seq)
    for side, values in look["sides"].items():
        Side.objects.filter(pk=int(side)).update(**values)
    match.redraws.all().delete()
    Redraw.objects.bulk_create(Redraw(match=match, **redraw) for redraw in look["redraws"])


def _fields(match: Match, look: Picture) -> dict[str, Any]:
    """The match's fields as they were; a table that is taken meanwhile is given up."""
    fields = dict(look["match"])
    taken = Match.objects.filter(table=fields["table_id"], state__in=AT_TABLE).exclude(pk=match.pk)
    if fields["state"] in AT_TABLE and fields["table_id"] is not None and taken.exists():
        fields["table_id"] = None
        if fields["state"] == MatchState.CALLED:
            fields["state"] = MatchState.READY
    return fields
