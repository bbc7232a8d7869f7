"""Two results for one match: the second is not recorded, but the match is put under review.

A second sheet by the staff is stored with the dispute; players, who cannot change a recorded sheet, say that
it is wrong. The refusal of the second sheet rolls its act back, so the dispute is an act of its own: views
and API call `note_dispute` after `record_sheet` refused with `already_recorded`.
"""

from datetime import datetime

from django.db.models import Q

from accounts.models import Player
from core.errors import Impossible, Refused, Stale, Violation
from matches.models import Dispute, Match, Outcome
from matches.models import Sheet as SheetRow
from matches.sheet_values import sheet_to_json
from matches.sheets import agrees_with, current_sheet
from rulesets.kernel.sheet import Sheet
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on, require_reason
from tournaments.disputes.act_for_side import Speaker, speaking
from tournaments.lines.integrity import DisputeDismissed, OtherSheet, SheetFlagged
from tournaments.models import State
from tournaments.rules_of import rules_of

LONGEST_NOTE = 200


def note_dispute(
    match: Match, *, sheet: Sheet, by: Player, now: datetime, submission_key: str = ""
) -> Dispute | None:
    """Put the match under review with the other sheet.

    The same sheet by the same person is noted once, and a submission that is delivered again is not noted
    again, even after a decision. None if the tournament is finished or the sheets agree by now.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        row = current_sheet(match)
        tidy = game_of(ctx.tournament.game).tidy(rules_of(ctx.tournament), sheet)
        if ctx.tournament.state == State.FINISHED or row is None or agrees_with(row, tidy):
            return None
        content = sheet_to_json(tidy)
        known = _known(ctx, match, row, content, submission_key)
        return known or _opened(ctx, match, content, submission_key)


def dismiss_dispute(dispute: Dispute, *, reason: str, by: Player, now: datetime) -> Dispute:
    """Dismiss a dispute: the recorded sheet stands.

    Raises `Stale` `dispute_resolved`, `Refused` without a reason.
    """
    with acting_on(dispute.match, by=by, need="coordinate", now=now) as ctx:
        fresh = Dispute.objects.select_related("match").get(pk=dispute.pk)
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        if fresh.resolved_at is not None:
            raise Stale("dispute_resolved")
        require_reason(reason)
        ctx.act.write(DisputeDismissed(match=fresh.match.code, words=reason))
        fresh.resolved_at, fresh.resolved_by = now, ctx.persona
        fresh.outcome, fresh.reason = Outcome.DISMISSED, reason.strip()
        fresh.save()
        return fresh


def flag_result(match: Match, *, speaker: Speaker, note: str, now: datetime) -> Dispute:
    """Flag the recorded sheet as wrong, by a side: the match is under review, and the sheet stands until a
    decision. Idempotent while the dispute is open. Raises `Stale` `nothing_recorded`, `Refused`
    `text_too_long`, or `reviewed_already` if the staff has answered this side about this sheet.
    """
    with speaking(match, speaker=speaker, now=now) as floor:
        row = current_sheet(floor.match)
        if row is None:
            raise Stale("nothing_recorded")
        said = note.strip()
        if len(said) > LONGEST_NOTE:
            raise Refused([Violation("text_too_long", {"most": LONGEST_NOTE}, "note")])
        asked = Dispute.objects.filter(side=floor.side, at__gte=row.recorded_at)
        if known := asked.filter(resolved_at=None).first():
            return known
        if asked.exists():
            raise Refused([Violation("reviewed_already")])
        seq = floor.ctx.act.write(SheetFlagged(match=floor.match.code, side=floor.side.number))
        return Dispute.objects.create(
            match=floor.match, seq=seq, side=floor.side, by=floor.persona, note=said, at=now
        )


def settle_disputes(ctx: ActContext, match: Match, reason: str) -> None:
    """Mark every open dispute about the match as resolved by a correction."""
    Dispute.objects.filter(match=match, resolved_at=None).update(
        resolved_at=ctx.act.now,
        resolved_by=ctx.persona,
        outcome=Outcome.CORRECTED,
        reason=reason.strip(),
    )


def _known(
    ctx: ActContext, match: Match, row: SheetRow, content: dict[str, object], key: str
) -> Dispute | None:
    """Return the person's dispute with this sheet, if it is of this submission, open, or dismissed while this
    version counts.
    """
    still = Q(resolved_at=None) | Q(outcome=Outcome.DISMISSED, resolved_at__gte=row.recorded_at)
    if key:
        still |= Q(submission_key=key)
    known = Dispute.objects.filter(still, match=match, by=ctx.persona)
    return next((dispute for dispute in known if dispute.sheet == content), None)


def _opened(ctx: ActContext, match: Match, content: dict[str, object], key: str) -> Dispute:
    if ctx.persona is None:
        raise Impossible("a dispute by nobody")
    seq = ctx.act.write(OtherSheet(match=match.code))
    return Dispute.objects.create(
        match=match, seq=seq, sheet=content, by=ctx.persona, at=ctx.act.now, submission_key=key or None
    )
