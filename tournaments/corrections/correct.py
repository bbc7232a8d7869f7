"""Correct a sheet in one step; `preview.py` shows the consequences first."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import Player
from core.errors import Impossible, Refused, Stale, Violation
from matches.lineups import Lineup
from matches.models import Entry, Match, MatchState
from matches.models import Sheet as SheetRow
from matches.sheets import same_sheet
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.act import ActContext, acting_on, check_seen, enqueue_dispatch, refetch_match, require_reason
from tournaments.corrections.disputes import settle_disputes
from tournaments.corrections.remedies import (
    Remedies,
    Taken,
    apply_remedies,
    changed_sides,
    plan_effects,
    takers_by_side,
    unseat_disqualified,
)
from tournaments.corrections.snapshots import later_matches, moved_outside, plain_breaks, snapshots_of
from tournaments.lines.sheets import CorrectionApplied, Effect
from tournaments.models import Correction
from tournaments.seats.sit_down import sit_down_after_stage_match
from tournaments.seats.vacate import disqualify_on_sheet, reinstate_from_sheet
from tournaments.sheets.judge import judge_and_tidy
from tournaments.sheets.store import store_sheet


def correct_sheet(
    match: Match,
    *,
    sheet: Sheet,
    reason: str,
    by: Player,
    now: datetime,
    remedies: Remedies | None = None,
    seen: int | None = None,
) -> Correction:
    """Store the next version of a sheet, and apply a remedy to every later match that it affects.

    `remedies` maps codes of later matches that began to `keep`, `replay` or `replace`; matches that have not
    begun are reseated. Raises `Refused` with `reason_missing`, `nothing_changed`, `nothing_to_correct`, every
    broken rule of the sheet, what `disqualify_on_sheet` refuses, or what `plan_effects` does (`remedy_needed`
    for each that has none). Raises `Stale` `finished`, `match_…`, or `stale` if the match, or one that it
    feeds, changed after `seen`.
    """
    with acting_on(match, by=by, need="coordinate", now=now) as ctx:
        fresh = refetch_correctable(ctx, match, seen)
        require_reason(reason)
        return correct_within(ctx, fresh, sheet, reason, remedies or {}, seen=seen)


def correct_within(
    ctx: ActContext,
    match: Match,
    sheet: Sheet,
    reason: str,
    remedies: Remedies,
    *,
    seen: int | None = None,
    submission_key: str = "",
) -> Correction:
    """Correct within an open act: store the next version, apply its remedies, store the notice.

    Disqualifies, reinstates and unseats entries as the sheet says, settles disputes and wakes the dispatcher.
    Raises what `correct_sheet` does.
    """
    affected = [match, *later_matches(match)]
    for known in affected:
        check_seen(known, seen, ctx.act.seq)
    before = {
        "matches": snapshots_of(affected),
        "entries": entry_states(match),
        "breaks": plain_breaks(ctx.tournament),
    }
    taken = [takers_by_side(match)]
    row = _store_version(ctx, match, sheet, reason, submission_key, taken)
    changed = changed_sides(match, taken)
    effects = plan_effects(match, changed, remedies)
    write_correction(ctx, match, row.version, effects)
    correction = store_correction(ctx, match, row.version, reason, effects, before)
    apply_remedies(ctx, match, changed, effects, reason)
    unseat_disqualified(ctx, match, reason)
    sit_down_after_stage_match(ctx, match, reason)
    store_moved_entries(correction)
    settle_disputes(ctx, match, reason)
    enqueue_dispatch(ctx)
    return correction


def refetch_correctable(ctx: ActContext, match: Match, seen: int | None) -> Match:
    """Return the match as it is under the lock.

    Raises `Stale` `finished`, `stale` or `match_…` (its state) unless it has ended; `Refused`
    `nothing_to_correct` for a bye and a match without entries; `Forbidden` `not_found`.
    """
    ctx.require_not_finished()
    fresh = refetch_match(ctx, match)
    check_seen(fresh, seen, ctx.act.seq)
    if fresh.state != MatchState.ENDED:
        raise Stale(f"match_{fresh.state}")
    sheet = SheetRow.objects.get(match=fresh, is_current=True)
    if sheet.ended_by == EndedBy.BYE or not fresh.sides.filter(entry__isnull=False).exists():
        raise Refused([Violation("nothing_to_correct")])
    return fresh


def _store_version(
    ctx: ActContext, match: Match, sheet: Sheet, reason: str, submission_key: str, taken: list[Taken]
) -> SheetRow:
    """Judge and store the corrected sheet; disqualify and reinstate the entries that it names.

    Return the row. Appends to `taken` `takers_by_side` of the old result, read after that. Raises `Refused`
    `nothing_changed`, every broken rule, or what `disqualify_on_sheet` does.
    """
    current = SheetRow.objects.select_related("match").get(match=match, is_current=True)
    verdict, tidy = judge_and_tidy(ctx.tournament, Lineup(match), sheet)
    if same_sheet(current, replace(tidy, reason=current.reason)):
        raise Refused([Violation("nothing_changed")])
    reinstate_from_sheet(ctx, match, tidy, reason)
    disqualify_on_sheet(ctx, match, replace(tidy, reason=sheet.reason.strip() or reason))
    taken.append(takers_by_side(match))
    return store_sheet(
        ctx, Lineup(match), replace(tidy, reason=reason.strip()), verdict, submission_key=submission_key
    )


def write_correction(ctx: ActContext, match: Match, version: int, effects: list[dict[str, Any]]) -> None:
    """Record what a new version does to later matches (`plan_effects`); save the match's record number."""
    recorded = [Effect(effect["match"], effect["remedy"], effect.get("of")) for effect in effects]
    ctx.act.write(CorrectionApplied(match.code, version, recorded))
    ctx.touch(match)
    match.save(update_fields=["changed_seq"])


def store_correction(
    ctx: ActContext,
    match: Match,
    version: int,
    reason: str,
    effects: list[dict[str, object]],
    before: dict[str, object],
) -> Correction:
    """Store the public notice, and the state `before` the correction, which an undo needs.

    `effects` as `plan_effects` returns them. Raises `Impossible` for an act of the system.
    """
    if ctx.persona is None:
        raise Impossible("a correction without a person")
    return Correction.objects.create(
        tournament=ctx.tournament,
        match=match,
        version=version,
        seq=ctx.act.seq,
        at=ctx.act.now,
        by=ctx.persona,
        reason=reason.strip(),
        effects=effects,
        before=before,
    )


def store_moved_entries(correction: Correction) -> None:
    """Store which entries this act moved on sides fed from other matches, so that an undo restores them."""
    moved = moved_outside(correction.before["matches"])
    if moved:
        correction.before = {**correction.before, "moved": moved}
        correction.save(update_fields=["before"])


def entry_states(match: Match) -> dict[str, str]:
    """Return the states of the match's entries by code; a sheet can change them."""
    entries = Entry.objects.filter(sides__match=match).distinct()
    return {entry.code: entry.state for entry in entries}
