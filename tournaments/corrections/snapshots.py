"""Snapshots of matches as plain JSON.

A correction stores a snapshot of every match it could change, so undoing it is one step (`restore_matches`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Model

from core.jobs.outbox import cancel, enqueue
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Redraw, Seat, Side
from matches.models import Sheet as SheetRow
from tournaments.act import CALL_TIME, ActContext
from tournaments.models import Correction, Tournament
from tournaments.pauses import Pause, add_running_time, running_time
from tournaments.seats.advance import settle_readiness, write_seats_of_side
from tournaments.sheets.store import restore_sheet
from tournaments.tables.shared_hall import taken_elsewhere

MATCH = (
    "state",
    "table_id",
    "called_at",
    "started_at",
    "time_due_at",
    "extra_minutes",
    "starter",
    "time_called_at",
    "ended_at",
    "winner_id",
    "held",
)
SEATING = ("entry_id", "filled", "exception")
RESULT = ("place", "score", "absent")
MatchSnapshot = Mapping[str, Any]
"""One match as JSON, with the keys that `snapshots_of` describes."""
MatchSnapshots = Mapping[str, MatchSnapshot]
"""Snapshots by the primary key of the match, as text."""
Breaks = list[tuple[str, str]]
"""The begin and the end of each break, in ISO 8601."""


def snapshots_of(matches: Iterable[Match]) -> dict[str, object]:
    """Return a snapshot of each match by its primary key (as text).

    It has the match's fields (`match`), `sides`, `seats`, `redraws`, the numbers of its drawn games that
    count (`drawn`), and the key of its current `sheet`.
    """
    return {str(match.pk): _snapshot(match) for match in matches}


def plain_breaks(tournament: Tournament) -> Breaks:
    """Return the begin and end of each break, for the snapshot of a correction."""
    return [(pause.begins.isoformat(), pause.ends.isoformat()) for pause in tournament.pauses]


def moved_outside(snapshots: MatchSnapshots) -> dict[str, int | None]:
    """Return sides in the snapshot, fed by matches outside it, whose entry has changed.

    Maps the side's primary key (as text) to that of its present entry, None for none. Called right after an
    act, it returns what that act changed.
    """
    fed = Side.objects.filter(match__in=[int(key) for key in snapshots], source__isnull=False)
    outside = [side for side in fed if str(side.source_id) not in snapshots]
    return {str(side.pk): side.entry_id for side in outside if side.entry_id != entry_in(snapshots, side)}


def entry_in(snapshots: MatchSnapshots, side: Side) -> int | None:
    """Return the key of the entry that a side has in the snapshot; None for no entry."""
    entry: int | None = snapshots[str(side.match_id)]["sides"][str(side.pk)]["entry_id"]
    return entry


def later_matches(match: Match) -> list[Match]:
    """Return every match that this one feeds, directly or indirectly, in bracket order, without itself."""
    found: dict[int, Match] = {}
    wave = [match.pk]
    while wave:
        following = Match.objects.filter(sides__source__in=wave).distinct()
        wave = [later.pk for later in following if later.pk not in found]
        found.update({later.pk: later for later in following})
    return sorted(found.values(), key=lambda later: (later.round, later.number))


def _snapshot(match: Match) -> dict[str, object]:
    """Return one match as JSON values, in the form that `snapshots_of` describes."""
    sheet = SheetRow.objects.filter(match=match, is_current=True).first()
    return {
        "match": _plain(match, MATCH),
        "sides": {str(side.pk): _plain(side, (*SEATING, *RESULT)) for side in match.sides.all()},
        "seats": {str(seat.pk): _plain(seat, ("persona_id", "suit")) for seat in match.seats.all()},
        "redraws": [_plain(redraw, ("persona_id", "number", "at")) for redraw in match.redraws.all()],
        "drawn": list(match.drawn_games.filter(is_void=False).values_list("number", flat=True)),
        "sheet": sheet.pk if sheet else None,
    }


def _plain(row: Model, names: Collection[str]) -> dict[str, object]:
    """Return these fields of the row as JSON values."""
    values = {name: getattr(row, name) for name in names}
    return {key: value.isoformat() if isinstance(value, datetime) else value for key, value in values.items()}


Moved = Mapping[str, int | None]
"""What `moved_outside` returns."""
BEGUN = (MatchState.PLAYING, MatchState.ENDED)
OPEN = (MatchState.WAITING, MatchState.READY, MatchState.CALLED)


def restore_matches(ctx: ActContext, correction: Correction, *, but: Match, reason: str) -> None:
    """Restore and record every match that the correction could change, except `but`, restored already.

    A match that is still in play keeps what other acts did to it since. Clocks are set again, and matches
    settled.
    """
    snapshots, moved = correction.before["matches"], correction.before.get("moved", {})
    found = Match.objects.filter(pk__in=[int(key) for key in snapshots]).exclude(pk=but.pk)
    matches = list(found.order_by("round", "number"))
    back = _restore_seating(matches, snapshots, moved)
    for match in matches:
        _record_seats(ctx, [side for side in back if side.match_id == match.pk], snapshots)
        _restore_match(ctx, match, snapshots[str(match.pk)], reason)
        _restore_clock(ctx, correction, match)
    for match in matches:
        settle_readiness(ctx, Match.objects.get(pk=match.pk))


def _restore_seating(matches: Sequence[Match], snapshots: MatchSnapshots, moved: Moved) -> list[Side]:
    """Save the entries and people of the snapshot on all sides at once; return the sides that changed.

    Sides that later acts have changed from outside the snapshot stay (`_is_ours`).
    """
    sides = (
        Side.objects.filter(match__in=matches)
        .select_related("match")
        .order_by("match__round", "match__number", "number")
    )
    own = [side for side in sides if _is_ours(side, snapshots, moved)]
    back = [side for side in own if _differs(side, _snapshot_of_match(side, snapshots))]
    Side.objects.filter(pk__in=[side.pk for side in back]).update(entry=None)
    Seat.objects.filter(side__in=back).update(persona=None)
    for side in own:
        before = _snapshot_of_match(side, snapshots)["sides"][str(side.pk)]
        Side.objects.filter(pk=side.pk).update(**{name: before.get(name, "") for name in SEATING})
    for side in back:
        _seat_people(side, _snapshot_of_match(side, snapshots)["seats"])
    return back


def _record_seats(ctx: ActContext, back: Sequence[Side], snapshots: MatchSnapshots) -> None:
    """Record a line for each of these sides that is filled in the snapshot."""
    for side in back:
        if _snapshot_of_match(side, snapshots)["sides"][str(side.pk)]["filled"]:
            write_seats_of_side(ctx, side.match, Side.objects.select_related("entry").get(pk=side.pk))


def _snapshot_of_match(side: Side, snapshots: MatchSnapshots) -> MatchSnapshot:
    """Return the snapshot of the side's match."""
    return snapshots[str(side.match_id)]


def _is_ours(side: Side, snapshots: MatchSnapshots, moved: Moved) -> bool:
    """Return whether the undo restores the side: it is fed from within the snapshot, or its entry was moved.

    The correction must have moved it, and no later act since.
    """
    key = str(side.pk)
    return str(side.source_id) in snapshots or (key in moved and moved[key] == side.entry_id)


def has_other_entries(snapshots: MatchSnapshots, moved: Moved) -> bool:
    """Return whether a match that had begun got other entries since, or waits for them.

    Only entries count that come from matches outside the snapshot.
    """
    begun = [int(key) for key, snapshot in snapshots.items() if snapshot["match"]["state"] in BEGUN]
    sides = Side.objects.filter(match__in=begun, source__isnull=False)
    outside = [side for side in sides if str(side.source_id) not in snapshots]
    return any(
        not side.filled or side.entry_id != moved.get(str(side.pk), entry_in(snapshots, side))
        for side in outside
    )


def suits_differ(snapshots: MatchSnapshots) -> bool:
    """Return whether a table of the snapshot has changed its suits since."""
    then = {key: seat["suit"] for snapshot in snapshots.values() for key, seat in snapshot["seats"].items()}
    seats = Seat.objects.filter(match__in=[int(key) for key in snapshots])
    return any(then.get(str(pk), suit) != suit for pk, suit in seats.values_list("pk", "suit"))


def _differs(side: Side, snapshot: MatchSnapshot) -> bool:
    """Return whether the side has another entry, or other people, than in the snapshot."""
    before = snapshot["sides"][str(side.pk)]
    people = [(seat.persona_id, snapshot["seats"][str(seat.pk)]["persona_id"]) for seat in side.seats.all()]
    moved = any(now != then for now, then in people)
    return moved or (side.entry_id, side.filled) != (before["entry_id"], before["filled"])


def _seat_people(side: Side, before: MatchSnapshot) -> None:
    """Save on the seats of a side the people whom they had in `before`, the seats of the snapshot."""
    for seat in side.seats.all():
        Seat.objects.filter(pk=seat.pk).update(persona=before[str(seat.pk)]["persona_id"])


def _restore_match(ctx: ActContext, match: Match, snapshot: MatchSnapshot, reason: str) -> None:
    """Save the match's fields, results, redraws and drawn games as in the snapshot.

    If the snapshot has another sheet, that becomes a new version; if it has none, no sheet is current. A
    match that was in play all the time keeps its fields, redraws and drawn games.
    """
    current = SheetRow.objects.filter(match=match, is_current=True).first()
    if snapshot["sheet"] is not None and (current is None or current.pk != snapshot["sheet"]):
        restore_sheet(ctx, match, SheetRow.objects.get(pk=snapshot["sheet"]), reason)
    elif snapshot["sheet"] is None and current is not None:
        SheetRow.objects.filter(pk=current.pk).update(is_current=False)
    ctx.touch(match)
    Match.objects.filter(pk=match.pk).update(
        **_fields_to_restore(match, snapshot), changed_seq=match.changed_seq
    )
    for side, values in snapshot["sides"].items():
        Side.objects.filter(pk=int(side)).update(**{name: values[name] for name in RESULT})
    if not _is_still_in_play(match, snapshot):
        match.redraws.all().delete()
        Redraw.objects.bulk_create(Redraw(match=match, **redraw) for redraw in snapshot["redraws"])
        match.drawn_games.filter(number__in=snapshot.get("drawn", ())).update(is_void=False)


def _fields_to_restore(match: Match, snapshot: MatchSnapshot) -> dict[str, object]:
    """Return the match's fields to restore.

    {} for a match that was in play all the time, and for one that had not begun and has not: it keeps its
    table. A table that another match has taken since is released. A match that had not begun waits again if a
    side is open now, for any reason.
    """
    if _is_still_in_play(match, snapshot):
        return {}  # its clock, table, starter and notes are those of later acts
    fields = _keep_hold(match, snapshot["match"])
    if fields["state"] in OPEN and not _all_known(match.sides.all()):
        return {**fields, "state": MatchState.WAITING, "table_id": None, "called_at": None}
    if fields["state"] in OPEN and match.state in OPEN:
        return {}  # it waits for a table or is called to one; an undo does not take tables away
    if fields["state"] in AT_TABLE and _is_taken(match, fields["table_id"]):
        fields["table_id"] = None
        if fields["state"] == MatchState.CALLED:
            fields["state"] = MatchState.READY
    return fields


def _is_still_in_play(match: Match, snapshot: MatchSnapshot) -> bool:
    """Return whether the match was in play then and still is."""
    return bool(match.state == snapshot["match"]["state"] == MatchState.PLAYING)


def _keep_hold(match: Match, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields `before`, with the present hold of a match that waits; one at a table has none.

    A held match is not called.
    """
    held = match.held if match.state in OPEN else before.get("held", False)
    return {**before, "held": held and before["state"] in (MatchState.WAITING, MatchState.READY)}


def _is_taken(match: Match, table: int | None) -> bool:
    """Return whether another match is at this table (primary key), also one of a shared hall."""
    if table is None:
        return False
    label = PhysicalTable.objects.filter(pk=table).values("label")
    if taken_elsewhere(match.ledger_id).filter(label__in=label).exists():
        return True
    return Match.objects.filter(table=table, state__in=AT_TABLE).exclude(pk=match.pk).exists()


def _all_known(sides: Iterable[Side]) -> bool:
    """Return whether every side knows which entry, or that none, takes it."""
    return all(side.filled for side in sides)


def _restore_clock(ctx: ActContext, correction: Correction, match: Match) -> None:
    """Move the end of a restored match by the breaks set since, and enqueue its call of time again."""
    fresh = Match.objects.get(pk=match.pk)
    if fresh.state != MatchState.PLAYING or match.state == MatchState.PLAYING:
        return
    if fresh.time_due_at is None or fresh.time_called_at is not None:
        return
    due = _shifted_end(ctx.tournament, correction, fresh.time_due_at)
    Match.objects.filter(pk=match.pk).update(time_due_at=due)
    cancel(CALL_TIME, str(match.pk))
    enqueue(CALL_TIME, ctx.act.ledger, key=str(match.pk), due=due, now=ctx.act.now)


def _shifted_end(tournament: Tournament, correction: Correction, due: datetime) -> datetime:
    """Return the end as if the clock had not stopped: the time left then, by the present breaks."""
    if "breaks" not in correction.before or due <= correction.at:
        return due
    then = [Pause(*map(datetime.fromisoformat, times)) for times in correction.before["breaks"]]
    return add_running_time(correction.at, running_time(correction.at, due, then), tournament.pauses)
