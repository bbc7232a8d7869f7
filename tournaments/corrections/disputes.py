"""Two results for one match: a side disputes the recorded one, from an account or a table's phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import Persona, Player
from core.errors import Forbidden, Impossible, Refused, Stale, Violation
from matches.models import Dispute, Match, Outcome, Side
from matches.models import Sheet as SheetRow
from matches.sheet_values import sheet_from_json, sheet_to_json
from matches.sheets import agrees_with, current_sheet
from rulesets.kernel.sheet import Sheet
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on, refetch_match, require_reason
from tournaments.lines.integrity import DisputeDismissed, OtherSheet, SheetFlagged
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import views_by_code
from tournaments.models import State, Tournament
from tournaments.rules_of import rules_of
from tournaments.tables.cards import Phone, claim_of


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player, or a phone that claimed a seat; exactly one of the two."""

    player: Player | None = None
    phone: Phone | None = None


@dataclass(frozen=True, slots=True)
class SideAct:
    """An act of a side: the open act, the match under the lock, and the side."""

    ctx: ActContext
    match: Match
    side: Side

    @property
    def persona(self) -> Persona | None:
        """Return the person who acts, None for a phone."""
        return self.ctx.persona


@contextmanager
def acting_for_side(match: Match, *, speaker: Speaker, now: datetime) -> Iterator[SideAct]:
    """Open an act of one side, recorded as by a player.

    A phone acts as the first player of its side. Raises `Forbidden` with `not_at_this_match`, `not_found` if
    the match's draw was withdrawn, or `card_not_valid` if the phone's link is not valid; `Stale` with
    `finished`.
    """
    if (speaker.player is None) == (speaker.phone is None):
        raise Impossible("a speaker is a player or a phone")
    with acting_on(match, by=speaker.player, need="see", now=now) as ctx:
        ctx.require_not_finished()
        fresh = refetch_match(ctx, match)
        side = side_for(fresh, speaker, now)
        ctx.act.by = f"player:{(ctx.persona or _first_seated(side)).code}"
        yield SideAct(ctx, fresh, side)


def side_for(match: Match, speaker: Speaker, now: datetime) -> Side:
    """Return the side that the speaker acts for.

    Raises `Forbidden` `not_at_this_match` if there is none, `card_not_valid` if a phone's link is not valid.
    """
    if speaker.phone is not None:
        claim = claim_of(match, speaker.phone, now)
        found = claim.side if claim else None
    else:
        seats = match.seats.filter(persona__player=speaker.player, side__entry__isnull=False)
        seat = seats.select_related("side").first()
        found = seat.side if seat else None
    if found is None:
        raise Forbidden("not_at_this_match")
    return found


def _first_seated(side: Side) -> Persona:
    """Return the first person seated on the side, who acts for a phone."""
    seat = side.seats.filter(persona__isnull=False).select_related("persona").order_by("number").first()
    if seat is None or seat.persona is None:
        raise Impossible(f"no person sits on {side}")
    return seat.persona


@dataclass(frozen=True, slots=True)
class SheetDoubt:
    """A doubt about a recorded sheet.

    `seq` is its record number. `sheet` is another sheet that was not recorded; None if a `side` flagged the
    result, with its `note`. `name` is the person, empty for a phone at the table.
    """

    seq: int
    match: MatchView
    sheet: Sheet | None
    name: str
    at: datetime
    side: int | None = None
    note: str = ""


def open_disputes(tournament: Tournament) -> tuple[SheetDoubt, ...]:
    """Return all open disputes, oldest first."""
    return _views(tournament, _select_open(tournament))


def disputes_about(tournament: Tournament, match: Match) -> tuple[SheetDoubt, ...]:
    """Return the open disputes about one match, oldest first."""
    return _views(tournament, _select_open(tournament).filter(match=match))


def find_dispute(tournament: Tournament, seq: int) -> Dispute:
    """Return the dispute with this record number, resolved or not. Raises `Forbidden` `not_found`."""
    found = (
        Dispute.objects.filter(match__ledger=tournament.ledger_id, seq=seq).select_related("match").first()
    )
    if found is None:
        raise Forbidden("not_found")
    return found


def other_sheet(tournament: Tournament, match: Match, seq: int) -> Sheet | None:
    """Return the sheet that was not recorded, of the match's dispute with this record number.

    None if there is no such dispute, or a side flagged the result without another sheet.
    """
    found = Dispute.objects.filter(match=match, match__ledger=tournament.ledger_id, seq=seq).first()
    return sheet_from_json(found.sheet) if found and found.sheet else None


def _select_open(tournament: Tournament) -> QuerySet[Dispute]:
    """Select the disputes that are not resolved."""
    rows = Dispute.objects.filter(match__ledger=tournament.ledger_id, resolved_at=None)
    return rows.select_related("match", "side", "by__player").order_by("seq")


def _views(tournament: Tournament, rows: QuerySet[Dispute]) -> tuple[SheetDoubt, ...]:
    """Return these disputes for display, in their order; a fixed number of queries."""
    found = list(rows)
    if not found:
        return ()
    shown = views_by_code(tournament, {row.match.code for row in found})
    return tuple(_view(row, shown[row.match.code]) for row in found)


def _view(row: Dispute, match: MatchView) -> SheetDoubt:
    return SheetDoubt(
        seq=row.seq,
        match=match,
        sheet=sheet_from_json(row.sheet) if row.sheet else None,
        name=row.by.player.name if row.by else "",
        at=row.at,
        side=row.side.number if row.side else None,
        note=row.note,
    )


LONGEST_NOTE = 200


def note_dispute(
    match: Match, *, sheet: Sheet, by: Player, now: datetime, submission_key: str = ""
) -> Dispute | None:
    """Put the match under review with the other sheet, and return the dispute.

    For one recorded version, the same sheet by the same person is noted once; a submission (`submission_key`)
    that is delivered again is never noted again. None, and no dispute, if the tournament is finished, or the
    match has no sheet or one that agrees.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        row = current_sheet(match)
        tidy = game_of(ctx.tournament.game).tidy(rules_of(ctx.tournament), sheet)
        if ctx.tournament.state == State.FINISHED or row is None or agrees_with(row, tidy):
            return None
        content = sheet_to_json(tidy)
        known = _find_known(ctx, match, row, content, submission_key)
        return known or _record_dispute(ctx, match, content, submission_key)


def dismiss_dispute(dispute: Dispute, *, reason: str, by: Player, now: datetime) -> Dispute:
    """Dismiss a dispute: the recorded sheet stands.

    Raises `Stale` `dispute_resolved`, or `finished` if the tournament is; `Refused` `reason_missing`.
    """
    with acting_on(dispute.match, by=by, need="coordinate", now=now) as ctx:
        fresh = find_dispute(ctx.tournament, dispute.seq)
        ctx.require_not_finished()
        if fresh.resolved_at is not None:
            raise Stale("dispute_resolved")
        require_reason(reason)
        ctx.act.write(DisputeDismissed(match=fresh.match.code, words=reason))
        fresh.resolved_at, fresh.resolved_by = now, ctx.persona
        fresh.outcome, fresh.reason = Outcome.DISMISSED, reason.strip()
        fresh.save()
        return fresh


def flag_result(match: Match, *, speaker: Speaker, note: str, now: datetime) -> Dispute:
    """Flag the recorded sheet as wrong, by a side: the match is under review.

    The sheet stands until a decision. Idempotent while the dispute is open. Raises as `acting_for_side` does,
    `Stale` `nothing_recorded`, `Refused` `text_too_long`, or `reviewed_already` if the staff has answered
    this side about this sheet.
    """
    with acting_for_side(match, speaker=speaker, now=now) as floor:
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


def _find_known(
    ctx: ActContext, match: Match, row: SheetRow, content: dict[str, object], key: str
) -> Dispute | None:
    """Return the person's dispute with this other sheet (`content`), or None.

    It counts if it is of this submission (`key`), open, or was dismissed since `row` was recorded.
    """
    still = Q(resolved_at=None) | Q(outcome=Outcome.DISMISSED, resolved_at__gte=row.recorded_at)
    if key:
        still |= Q(submission_key=key)
    known = Dispute.objects.filter(still, match=match, by=ctx.persona)
    return next((dispute for dispute in known if dispute.sheet == content), None)


def _record_dispute(ctx: ActContext, match: Match, content: dict[str, object], key: str) -> Dispute:
    """Record and store a dispute about the match, by the actor."""
    if ctx.persona is None:
        raise Impossible("a dispute without a speaker")
    seq = ctx.act.write(OtherSheet(match=match.code))
    return Dispute.objects.create(
        match=match, seq=seq, sheet=content, by=ctx.persona, at=ctx.act.now, submission_key=key or None
    )
