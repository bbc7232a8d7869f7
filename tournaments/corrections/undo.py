"""Undo a correction in one step: everything as it was, as new versions."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, EntryState, Match
from matches.models import Sheet as SheetRow
from tournaments.act import ActContext, acting_on, enqueue_dispatch, require_reason
from tournaments.corrections.correct import (
    entry_states,
    store_correction,
    store_moved_entries,
    write_correction,
)
from tournaments.corrections.remedies import unseat_disqualified
from tournaments.corrections.snapshots import (
    has_other_entries,
    later_matches,
    plain_breaks,
    restore_matches,
    snapshots_of,
    suits_differ,
)
from tournaments.lines.entries import EntryDisqualified, EntryReinstated, EntryWithdrawn
from tournaments.models import Correction
from tournaments.seats.sit_down import sit_down_after_stage_match
from tournaments.seats.vacate import change_state
from tournaments.sheets.store import restore_sheet
from tournaments.tables.shared_hall import lock_hall


def undo_correction(
    correction: Correction, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Correction:
    """Restore everything as it was before the correction, as new versions; return the undo, a correction too.

    Raises `Stale`: `finished`, `undone_already`, `stale`, or `changed_since` if a later act changed the same
    matches; `Refused` with `reason_missing`, or `winner_disqualified` if it would restore the win of a
    disqualified entry.
    """
    with acting_on(correction.tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        require_reason(reason)
        lock_hall(ctx.act.ledger, now)
        match = Match.objects.get(pk=correction.match_id, ledger=ctx.act.ledger)
        _require_undoable(ctx, correction, match)
        snapshots = correction.before["matches"]
        _refuse_disqualified_winners(correction)
        present = snapshots_of([match, *later_matches(match)])
        entries = entry_states(match)
        _restore_entries(ctx, correction.before["entries"], reason, only_back=True)
        _restore_entries(ctx, correction.before["entries"], reason, only_back=False)
        old = SheetRow.objects.get(pk=snapshots[str(match.pk)]["sheet"])
        row = restore_sheet(ctx, match, old, reason)
        names = [effect["match"] for effect in correction.effects] or [match.code]
        effects = [{"match": code, "remedy": "undo", "of": correction.seq} for code in names]
        write_correction(ctx, match, row.version, effects)
        before_undo = {"matches": present, "entries": entries, "breaks": plain_breaks(ctx.tournament)}
        undo = store_correction(ctx, match, row.version, reason, effects, before_undo)
        Correction.objects.filter(pk=undo.pk).update(undoes=correction)
        restore_matches(ctx, correction, but=match, reason=reason)
        if match.stage is not None:
            unseat_disqualified(ctx, match, reason)
            sit_down_after_stage_match(ctx, match, reason)
        store_moved_entries(undo)
        enqueue_dispatch(ctx)
        return undo


def _require_undoable(ctx: ActContext, correction: Correction, match: Match) -> None:
    """Raise `Stale`: `finished`, `undone_already`, or `changed_since` if a later act built upon it."""
    ctx.require_not_finished()
    if Correction.objects.filter(undoes=correction).exists():
        raise Stale("undone_already")
    touched = [match, *later_matches(match)]
    sheets = SheetRow.objects.filter(match__in=touched, recorded_at__gt=correction.at)
    begun = Match.objects.filter(pk__in=[m.pk for m in touched], started_at__gt=correction.at)
    newer = Correction.objects.filter(match__in=touched, seq__gt=correction.seq)
    current = SheetRow.objects.filter(match=match, is_current=True, version=correction.version)
    unknown = not correction.before or not current.exists()
    others = correction.before and has_other_entries(
        correction.before["matches"], correction.before.get("moved", {})
    )
    if (
        others
        or (correction.before and suits_differ(correction.before["matches"]))
        or unknown
        or sheets.exists()
        or begun.exists()
        or newer.exists()
        or _has_changed_entries(correction, touched)
    ):
        raise Stale("changed_since")


def _refuse_disqualified_winners(correction: Correction) -> None:
    """Raise `Refused` `winner_disqualified` if the undo restored the win of a disqualified entry.

    Such a sheet is corrected instead.
    """
    snapshots, entries = correction.before["matches"], correction.before["entries"]
    rows = SheetRow.objects.filter(pk__in=[snapshot["sheet"] for snapshot in snapshots.values()])
    for row in rows.select_related("match", "winner").order_by("match__round", "match__number"):
        winner = row.winner
        if winner is None or winner.pk == row.match.winner_id:
            continue
        if entries.get(winner.code, winner.state) == EntryState.DISQUALIFIED:
            facts = {"match": row.match.code, "place": str(row.match)}
            raise Refused([Violation("winner_disqualified", facts)])


def _has_changed_entries(correction: Correction, touched: Sequence[Match]) -> bool:
    """Return whether an entry that sits there, or would again, changed after the correction."""
    snapshots = correction.before["matches"].values()
    before = {side["entry_id"] for snapshot in snapshots for side in snapshot["sides"].values()}
    seated = Q(pk__in=before - {None}) | Q(sides__match__in=touched)
    return Entry.objects.filter(seated, changed_seq__gt=correction.seq).exists()


def _restore_entries(ctx: ActContext, states: Mapping[str, str], reason: str, *, only_back: bool) -> None:
    """Record and save the entries' states (by code) as they were.

    `only_back`: only of entries that are no longer disqualified then; else only of those that are.
    """
    for entry in Entry.objects.filter(ledger=ctx.act.ledger, code__in=states).order_by("number"):
        was_out = states[entry.code] == EntryState.DISQUALIFIED
        if entry.state == states[entry.code] or was_out == only_back:
            continue
        line = EntryDisqualified if was_out else EntryReinstated
        ctx.act.write(line(entry.code, reason))
        if states[entry.code] == EntryState.WITHDRAWN:
            ctx.act.write(EntryWithdrawn(entry.code, reason))
        change_state(ctx, entry, states[entry.code])
