"""A match from its start to its sheet."""

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
from tournaments.corrections.replace_walkover import supersede, supersedes
from tournaments.lines.integrity import OwnMatch
from tournaments.lines.matches import MatchStarted, TimeCalled
from tournaments.models import State
from tournaments.pauses import pause_at
from tournaments.play.clock import call_key, check_open, fresh_match, set_clock
from tournaments.play.place import take_table
from tournaments.policies import Need
from tournaments.rules_of import rules_of
from tournaments.seats.advance import advance
from tournaments.seats.vacate import disqualify_on_sheet
from tournaments.sheets.judge import judged, situation_of, tournament_of
from tournaments.sheets.store import store_sheet
from tournaments.tables.conflicts import not_to_judge

__all__ = [
    "RecordingResult",
    "begin",
    "call_time",
    "need_of",
    "record_in",
    "record_sheet",
    "situation_of",
    "start_match",
    "tournament_of",
]


@dataclass(frozen=True, slots=True)
class RecordingResult:
    """The outcome of recording a sheet, and the match after it at `seq`.

    `repeated`: the sheet was recorded before, by `already_by`.
    """

    sheet: SheetRow
    verdict: Verdict
    lineup: Lineup
    seq: int
    repeated: bool = False
    already_by: str | None = None


def start_match(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """The game begins, at the table that the match has or the first free one. Starting twice is once.

    Where matches have a limit, time will be called.
    Raises `Refused`: `opponents_missing`; where it was not called `no_table_free`,
    `no_accessible_table_free` or `players_busy`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = fresh_match(ctx, match, seen)
        if fresh.state == MatchState.PLAYING:
            return fresh
        if fresh.state not in (MatchState.READY, MatchState.CALLED):
            raise Stale(f"match_{fresh.state}")
        if fresh.state == MatchState.READY:
            take_table(ctx, fresh)
        begin(ctx, fresh)
        return fresh


def begin(ctx: ActContext, match: Match) -> None:
    """The game begins, within an act."""
    if match.sides.filter(entry__isnull=False).count() < 2:
        raise Refused([Violation("opponents_missing")])
    ctx.act.write(MatchStarted(match.code))
    set_clock(ctx, match)
    _run(ctx)


def call_time(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """The limit is reached: the cycle in progress is the last (4.7.1). Calling twice is once.

    In a break the system waits for its end.
    It makes no page of the match old: a sheet that is being filled in still counts.
    Raises `Refused` with `time_not_reached` or `no_time_limit`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = fresh_match(ctx, match, None)
        if fresh.time_called_at is not None or fresh.state == MatchState.ENDED:
            return fresh
        check_seen(fresh, seen, ctx.act.seq)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        if fresh.time_due_at is None:
            raise Refused([Violation("no_time_limit", rule="4.7.1")])
        pause = pause_at(now, ctx.tournament.pauses)
        if by is None and pause is not None:
            enqueue(CALL_TIME, ctx.act.ledger, key=call_key(fresh), due=pause.ends, now=now)
            return fresh
        if now < fresh.time_due_at:
            raise Refused([Violation("time_not_reached", {"due": stamp(fresh.time_due_at)})])
        note_time(ctx, fresh)
        return fresh


def note_time(ctx: ActContext, match: Match) -> None:
    """The time of a game is over, within an act; it is not called again."""
    ctx.act.write(TimeCalled(match.code))
    match.time_called_at = ctx.act.now
    match.save(update_fields=["time_called_at"])
    cancel(CALL_TIME, call_key(match))


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
    """Record how a match ended, and seat who goes on.

    `own_match`: who records it plays in it and has confirmed to do so, which the record notes; or is not to
    judge a person in it and has confirmed, which it does not. `drafted`: the match as the page read it,
    which is read again under the lock only if the record went on since.

    The same report again is answered as before, also where its answer was lost; the same content by
    another judge is accepted as known; a game beats an earlier walkover where nothing was played after
    it. Raises `Stale`: `already_recorded` for another content, from any sender (with both), `match_waiting`,
    `stale`; `Refused` with every broken rule, `open_tie` until the cut is on the sheet, or `own_match`
    or `judge_conflict` until that is confirmed.
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
    """Record a sheet within an act that is open already: the one path of a judge and of players who agree."""
    lineup = drafted if drafted is not None and drafted.seq == ctx.act.seq else _read(ctx, match)
    row = lineup.sheet
    if row and row.report != (submission_key or None) and supersedes(row, sheet):
        _note_own(ctx, lineup, own_match)
        return _played_after_walkover(ctx, lineup.match, sheet, submission_key)
    if row:
        return _known(ctx, lineup, row, sheet, submission_key)
    check_open(ctx, lineup.match, seen)
    if lineup.match.state == MatchState.WAITING:
        raise Stale("match_waiting")
    verdict, tidy = judged(ctx.tournament, lineup, sheet)
    _note_own(ctx, lineup, own_match)
    if disqualify_on_sheet(ctx, lineup.match, tidy):
        lineup = _read(ctx, match)
    row = store_sheet(ctx, lineup, tidy, verdict, submission_key=submission_key)
    reached("sheet.stored")
    _run(ctx)
    advance(ctx, lineup)
    reached("winner.seated")
    if lineup.match.time_due_at is not None:
        cancel(CALL_TIME, call_key(match))
    enqueue_dispatch(ctx)
    return RecordingResult(row, verdict, lineup, ctx.act.seq)


def need_of(sheet: Sheet) -> Need:
    """What it takes to record a sheet: a ruling is the coordinator's."""
    return "coordinate" if sheet.ended_by == EndedBy.RULING else "judge"


def _note_own(ctx: ActContext, lineup: Lineup, confirmed: bool) -> None:
    """Staff who play in the match that they record say so, and the record shows it (F80)."""
    if ctx.persona is None or ctx.act.by.startswith("player:"):
        return
    plays = _plays(ctx.persona, lineup)
    if not confirmed:
        _refuse_own(ctx, ctx.persona, lineup, plays)
    elif plays:
        ctx.act.write(OwnMatch(match=lineup.match.code))


def _refuse_own(ctx: ActContext, persona: Persona, lineup: Lineup, plays: bool) -> None:
    """Ask for confirmation if the judge plays here or has a conflict; no line tells of the latter."""
    if plays:
        raise Refused([Violation("own_match", field="own_match")])
    if ctx.conflicts and (names := not_to_judge(lineup.match, persona.player)):
        raise Refused([Violation("judge_conflict", {"names": ", ".join(names)}, "own_match")])


def _plays(persona: Persona, lineup: Lineup) -> bool:
    """Return whether that is a person of the match."""
    return any(seat.persona_id == persona.pk for seat in lineup.seats)


def _read(ctx: ActContext, match: Match) -> Lineup:
    """The match as it is under the lock, with everybody at it."""
    return lineup_in(ctx.act.ledger.pk, match.code)


def _run(ctx: ActContext) -> None:
    """The first match that starts or ends makes the tournament run."""
    if ctx.tournament.state == State.DRAWN:
        ctx.tournament.state = State.RUNNING
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["state", "changed_seq"])


def _known(
    ctx: ActContext, lineup: Lineup, row: SheetRow, sheet: Sheet, submission_key: str
) -> RecordingResult:
    """The answer where a sheet is there already, also if that was corrected after this submission."""
    rules = rules_of(ctx.tournament)
    tidy = game_of(rules.game).tidy(rules, sheet)
    submitted = _submitted(lineup.match, row, submission_key)
    mine = submitted is not None
    if agrees_with(row, tidy) or (submitted and agrees_with(submitted, tidy)):
        recorder = row.recorded_by.player.name if row.recorded_by and not mine else None
        seq = ctx.act.seq
        return RecordingResult(row, _verdict(lineup, row), lineup, seq, repeated=True, already_by=recorder)
    raise Stale("already_recorded", {"sheet": sheet_facts(row, lineup.lines), "seq": ctx.act.seq})


def _submitted(match: Match, row: SheetRow, submission_key: str) -> SheetRow | None:
    """The version that this submission became, the current one or an earlier one."""
    if not submission_key or row.report == submission_key:
        return row if submission_key else None
    return SheetRow.objects.select_related("match").filter(match=match, report=submission_key).first()


def _played_after_walkover(
    ctx: ActContext, match: Match, sheet: Sheet, submission_key: str
) -> RecordingResult:
    """The game is the next version, from any page; that it was played says it had begun."""
    check_open(ctx, match, None)
    if match.started_at is None:
        ctx.act.write(MatchStarted(match.code))
        match.started_at = ctx.act.now
        match.save(update_fields=["started_at"])
    supersede(ctx, match, sheet, submission_key)
    lineup = _read(ctx, match)
    row = SheetRow.objects.select_related("match").get(match=match, is_current=True)
    return RecordingResult(row, _verdict(lineup, row), lineup, ctx.act.seq)


def _verdict(lineup: Lineup, row: SheetRow) -> Verdict:
    return verdict_of(row, winning_side(row, lineup.sides))
