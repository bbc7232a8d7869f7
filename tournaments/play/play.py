"""Start a match, call time, and record its sheet."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation
from core.failpoints import reached
from core.jobs.outbox import cancel, enqueue
from core.record.line import stamp
from matches.lineups import Lineup, lineup_in
from matches.models import Match, MatchState
from matches.models import Sheet as SheetRow
from matches.sheets import agrees_with, sheet_facts, verdict_of, winning_side
from rulesets.kernel.sheet import EndedBy, Sheet, Verdict
from rulesets.registry import game_of
from tournaments.act import CALL_TIME, ActContext, acting_on, check_seen, enqueue_dispatch
from tournaments.corrections.replace_walkover import may_replace_walkover, replace_walkover
from tournaments.lines.integrity import OwnMatch
from tournaments.lines.matches import MatchStarted, TimeCalled
from tournaments.models import State
from tournaments.pauses import pause_at
from tournaments.play.clock import check_open, refetch_open_match, set_clock, time_call_key
from tournaments.play.place import call_to_free_table
from tournaments.policies import Need
from tournaments.rules_of import rules_of
from tournaments.seats.advance import advance
from tournaments.seats.vacate import disqualify_on_sheet
from tournaments.sheets.judge import judge_and_tidy, situation_of, tournament_of
from tournaments.sheets.store import store_sheet
from tournaments.tables.conflicts import names_in_conflict

__all__ = [
    "RecordingResult",
    "call_time",
    "need_of",
    "record_in",
    "record_sheet",
    "situation_of",
    "start_game",
    "start_match",
    "tournament_of",
]


@dataclass(frozen=True, slots=True)
class RecordingResult:
    """The stored sheet with its verdict, and the match (`lineup`) at record number `seq`.

    `repeated`: the same sheet was recorded before, by `already_by` (a name; None if by the same submission).
    """

    sheet: SheetRow
    verdict: Verdict
    lineup: Lineup
    seq: int
    repeated: bool = False
    already_by: str | None = None


def start_match(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """Start the game at the match's table, or at the first free one.

    Idempotent. If matches have a time limit, the call of time is enqueued. Raises `Refused`:
    `opponents_missing`; if the match was not called, also `no_table_free`, `no_accessible_table_free` or
    `players_busy`. Raises `Stale` `match_waiting` or `match_ended`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, seen)
        if fresh.state == MatchState.PLAYING:
            return fresh
        if fresh.state not in (MatchState.READY, MatchState.CALLED):
            raise Stale(f"match_{fresh.state}")
        if fresh.state == MatchState.READY:
            call_to_free_table(ctx, fresh)
        start_game(ctx, fresh)
        return fresh


def start_game(ctx: ActContext, match: Match) -> None:
    """Start the game within an open act, and set the tournament to running.

    Raises `Refused` `opponents_missing`.
    """
    if match.sides.filter(entry__isnull=False).count() < 2:
        raise Refused([Violation("opponents_missing")])
    ctx.act.write(MatchStarted(match.code))
    set_clock(ctx, match)
    _set_running(ctx)


def call_time(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """Call time: the cycle in progress is the last (4.7.1).

    Idempotent. During a break the system (`by` None) postpones the call to its end. The match's version does
    not change, so a sheet that is being filled in is not stale. Raises `Refused` with `time_not_reached` or
    `no_time_limit`; `Stale` `match_…` (its state) before it is played.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, None)
        if fresh.time_called_at is not None or fresh.state == MatchState.ENDED:
            return fresh
        check_seen(fresh, seen, ctx.act.seq)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        if fresh.time_due_at is None:
            raise Refused([Violation("no_time_limit", rule="4.7.1")])
        pause = pause_at(now, ctx.tournament.pauses)
        if by is None and pause is not None:
            enqueue(CALL_TIME, ctx.act.ledger, key=time_call_key(fresh), due=pause.ends, now=now)
            return fresh
        if now < fresh.time_due_at:
            raise Refused([Violation("time_not_reached", {"due": stamp(fresh.time_due_at)})])
        note_time(ctx, fresh)
        return fresh


def note_time(ctx: ActContext, match: Match) -> None:
    """Record and save the call of time within an open act, and cancel its job."""
    ctx.act.write(TimeCalled(match.code))
    match.time_called_at = ctx.act.now
    match.save(update_fields=["time_called_at"])
    cancel(CALL_TIME, time_call_key(match))


def record_sheet(
    match: Match,
    *,
    sheet: Sheet,
    by: Player,
    now: datetime,
    submission_key: str = "",
    seen: int | None = None,
    own_match: bool = False,
    drafted: Lineup | None = None,
) -> RecordingResult:
    """Record how a match ended, and seat the winner.

    `own_match`: the judge confirmed that they play in this match (recorded) or have a conflict with a player
    in it (not recorded). `drafted`: the match as the page read it; it is read again under the lock only if
    the record went on since. The same submission returns the same answer again; the same content from another
    judge is accepted as known; a played game replaces an earlier walkover if no later match was played.
    Raises `Stale`: `already_recorded` with the recorded sheet if the content differs, `match_waiting`,
    `stale`, `finished`; `Refused` with all broken rules, `open_tie` until the cut is on the sheet, or
    `own_match` or `judge_conflict` until confirmed.
    """
    with acting_on(match, by=by, need=need_of(sheet), now=now) as ctx:
        return record_in(
            ctx,
            match,
            sheet=sheet,
            submission_key=submission_key,
            seen=seen,
            own_match=own_match,
            drafted=drafted,
        )


def record_in(
    ctx: ActContext,
    match: Match,
    *,
    sheet: Sheet,
    submission_key: str = "",
    seen: int | None = None,
    own_match: bool = False,
    drafted: Lineup | None = None,
) -> RecordingResult:
    """Record a sheet within an open act, seat the winner and wake the dispatcher.

    Judges and players who agree both come through here. Raises `Stale` `match_waiting` if the opponents are
    not known yet, and what else `record_sheet` does.
    """
    lineup = drafted if drafted is not None and drafted.seq == ctx.act.seq else _read_lineup(ctx, match)
    row = lineup.sheet
    if row and row.report != (submission_key or None) and may_replace_walkover(row, sheet):
        _require_and_record_confirmation(ctx, lineup, own_match)
        return _replace_walkover(ctx, lineup.match, sheet, submission_key)
    if row:
        return _repeated_result(ctx, lineup, row, sheet, submission_key)
    check_open(ctx, lineup.match, seen)
    if lineup.match.state == MatchState.WAITING:
        raise Stale("match_waiting")
    verdict, tidy = judge_and_tidy(ctx.tournament, lineup, sheet)
    _require_and_record_confirmation(ctx, lineup, own_match)
    if disqualify_on_sheet(ctx, lineup.match, tidy):
        lineup = _read_lineup(ctx, match)
    row = store_sheet(ctx, lineup, tidy, verdict, submission_key=submission_key)
    reached("sheet.stored")
    _set_running(ctx)
    advance(ctx, lineup)
    reached("winner.seated")
    if lineup.match.time_due_at is not None:
        cancel(CALL_TIME, time_call_key(match))
    enqueue_dispatch(ctx)
    return RecordingResult(row, verdict, lineup, ctx.act.seq)


def need_of(sheet: Sheet) -> Need:
    """Return the role needed to record a sheet: coordinator for a ruling, else judge."""
    return "coordinate" if sheet.ended_by == EndedBy.RULING else "judge"


def _require_and_record_confirmation(ctx: ActContext, lineup: Lineup, confirmed: bool) -> None:
    """Refuse staff who play in the match, or have a conflict with one of its players, until they confirm.

    Records the confirmation if they play in it (F80). Does nothing for the system and players' reports.
    Raises `Refused` `own_match` or `judge_conflict`.
    """
    if ctx.persona is None or ctx.act.by.startswith("player:"):
        return
    plays = _plays(ctx.persona, lineup)
    if not confirmed:
        _refuse_unconfirmed(ctx, ctx.persona, lineup, plays)
    elif plays:
        ctx.act.write(OwnMatch(match=lineup.match.code))


def _refuse_unconfirmed(ctx: ActContext, persona: Persona, lineup: Lineup, plays: bool) -> None:
    """Refuse what the judge did not confirm: `own_match` if they play here, else `judge_conflict`.

    A conflict is with a player of the match; `ctx.conflicts` saves the query if none is noted.
    """
    if plays:
        raise Refused([Violation("own_match", field="own_match")])
    if ctx.conflicts and (names := names_in_conflict(lineup.match, persona.player)):
        raise Refused([Violation("judge_conflict", {"names": ", ".join(names)}, "own_match")])


def _plays(persona: Persona, lineup: Lineup) -> bool:
    """Return whether the persona sits in the match."""
    return any(seat.persona_id == persona.pk for seat in lineup.seats)


def _read_lineup(ctx: ActContext, match: Match) -> Lineup:
    """Read the match with its seats and sides again, under the lock."""
    return lineup_in(ctx.act.ledger.pk, match.code)


def _set_running(ctx: ActContext) -> None:
    """Save the tournament as running when its first match starts or ends."""
    if ctx.tournament.state == State.DRAWN:
        ctx.tournament.state = State.RUNNING
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["state", "changed_seq"])


def _repeated_result(
    ctx: ActContext, lineup: Lineup, row: SheetRow, sheet: Sheet, submission_key: str
) -> RecordingResult:
    """Return the present result if it has this content, or the version that this submission became has.

    After a correction that is the corrected one. Raises `Stale` `already_recorded` if the content differs.
    """
    rules = rules_of(ctx.tournament)
    tidy = game_of(rules.game).tidy(rules, sheet)
    submitted = _version_submitted(lineup.match, row, submission_key)
    mine = submitted is not None
    if agrees_with(row, tidy) or (submitted and agrees_with(submitted, tidy)):
        recorder = row.recorded_by.player.name if row.recorded_by and not mine else None
        seq = ctx.act.seq
        return RecordingResult(row, _verdict(lineup, row), lineup, seq, repeated=True, already_by=recorder)
    raise Stale("already_recorded", {"sheet": sheet_facts(row, lineup.lines), "seq": ctx.act.seq})


def _version_submitted(match: Match, row: SheetRow, submission_key: str) -> SheetRow | None:
    """Return the sheet version, current or earlier, that this submission became, or None."""
    if not submission_key or row.report == submission_key:
        return row if submission_key else None
    return SheetRow.objects.select_related("match").filter(match=match, report=submission_key).first()


def _replace_walkover(ctx: ActContext, match: Match, sheet: Sheet, submission_key: str) -> RecordingResult:
    """Store the game that was played as the next version of a walkover's sheet, with the missing start.

    Raises `Stale` `finished`, and what a correction does.
    """
    check_open(ctx, match, None)
    if match.started_at is None:
        ctx.act.write(MatchStarted(match.code))
        match.started_at = ctx.act.now
        match.save(update_fields=["started_at"])
    replace_walkover(ctx, match, sheet, submission_key)
    lineup = _read_lineup(ctx, match)
    row = SheetRow.objects.select_related("match").get(match=match, is_current=True)
    return RecordingResult(row, _verdict(lineup, row), lineup, ctx.act.seq)


def _verdict(lineup: Lineup, row: SheetRow) -> Verdict:
    return verdict_of(row, winning_side(row, lineup.sides))
