"""A match from its start to its sheet."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation, refuse_all
from core.jobs import cancel, enqueue
from matches.models import Match, MatchState, Redraw
from matches.models import Sheet as SheetRow
from rulesets.kernel.sheet import EndedBy, SeatAt, Sheet, Situation, Verdict
from rulesets.registry import game_of
from tournaments.models import State, Tournament
from tournaments.policies import Need
from tournaments.selectors.sheets import current_sheet, same_sheet, sheet_facts
from tournaments.services.acting import CALL_TIME, DISPATCH, Scene, acting_on, check_seen
from tournaments.services.advancing import advance
from tournaments.services.leaving import disqualify_on_sheet
from tournaments.services.sheets import store_sheet
from tournaments.snapshots import rules_of

LONGEST_REASON = 2000


@dataclass(frozen=True, slots=True)
class Recorded:
    """What came of a report. `repeated`: it was known already, `already_by` whom."""

    sheet: SheetRow
    verdict: Verdict
    repeated: bool = False
    already_by: str | None = None


def start_match(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """The game begins; where matches have a limit, time will be called. Starting twice is once."""
    with acting_on(tournament_of(match), by=by, need="judge", now=now) as scene:
        fresh = _fresh(scene, match, seen)
        if fresh.state == MatchState.PLAYING:
            return fresh
        if fresh.state not in (MatchState.READY, MatchState.CALLED):
            raise Stale(f"match_{fresh.state}")
        if fresh.sides.filter(entry__isnull=False).count() < 2:
            raise Refused([Violation("opponents_missing")])
        scene.act.write("match.started", match=fresh.code)
        _begin(scene, fresh)
        _run(scene)
        return fresh


def call_time(match: Match, *, by: Player | None, now: datetime, seen: int | None = None) -> Match:
    """The limit is reached: the cycle in progress is the last (4.7.1). Calling twice is once.

    It makes no page of the match old: a sheet that somebody is filling in meanwhile still counts.
    Raises `Refused` with `time_not_reached` or `no_time_limit`.
    """
    with acting_on(tournament_of(match), by=by, need="judge", now=now) as scene:
        fresh = _fresh(scene, match, None)
        if fresh.time_called_at is not None or fresh.state == MatchState.ENDED:
            return fresh
        check_seen(fresh, seen, scene.act.seq)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        if fresh.time_due_at is None:
            raise Refused([Violation("no_time_limit", rule="4.7.1")])
        if now < fresh.time_due_at:
            raise Refused([Violation("time_not_reached", {"due": fresh.time_due_at.isoformat()})])
        scene.act.write("match.time_called", match=fresh.code)
        fresh.time_called_at = now
        fresh.save(update_fields=["time_called_at"])
        cancel(CALL_TIME, _key(fresh))
        return fresh


def note_redraw(
    match: Match, *, persona: Persona, by: Player, now: datetime, seen: int | None = None
) -> Redraw:
    """A player without realms restarts the game (1.4.1): noted, no result, at most twice."""
    with acting_on(tournament_of(match), by=by, need="judge", now=now) as scene:
        fresh = _fresh(scene, match, seen)
        if fresh.state != MatchState.PLAYING:
            raise Stale(f"match_{fresh.state}")
        if not fresh.seats.filter(persona=persona).exists():
            raise Refused([Violation("not_at_this_table", {"player": persona.code}, "player")])
        already = Redraw.objects.filter(match=fresh, persona=persona).count()
        refuse_all(game_of(scene.tournament.game).check_redraw(already))
        scene.act.write("redraw.noted", match=fresh.code, player=persona.code)
        scene.touch(fresh)
        fresh.save(update_fields=["changed_seq"])
        return Redraw.objects.create(match=fresh, persona=persona, number=already + 1, at=now)


def judge_sheet(match: Match, sheet: Sheet) -> Verdict:
    """What the rules say of a sheet for this match; nothing is stored."""
    rules = rules_of(tournament_of(match))
    game = game_of(rules.game)
    return game.judge(rules, situation_of(match), game.tidy(rules, sheet))


def record_sheet(
    match: Match,
    *,
    sheet: Sheet,
    by: Player,
    now: datetime,
    report: str = "",
    seen: int | None = None,
) -> Recorded:
    """Record how a match ended, and seat who goes on.

    The same report again is answered as before; the same content by somebody else is accepted as
    known. Raises `Stale` `already_recorded` for another content (with both), `match_waiting`, or
    `stale`; `Refused` with every broken rule, or `open_tie` until the cut is on the sheet.
    """
    tournament = tournament_of(match)
    with acting_on(tournament, by=by, need=_need(sheet), now=now) as scene:
        known = _known(scene, match, sheet, report)
        if known is not None:
            return known
        fresh = _fresh(scene, match, seen)
        if fresh.state == MatchState.WAITING:
            raise Stale("match_waiting")
        verdict, tidy = judged(scene.tournament, fresh, sheet)
        disqualify_on_sheet(scene, fresh, tidy)
        row = store_sheet(scene, fresh, tidy, verdict, report=report)
        _run(scene)
        advance(scene, fresh)
        cancel(CALL_TIME, _key(fresh))
        enqueue(DISPATCH, scene.act.ledger, key=str(scene.act.ledger.pk), due=now, now=now)
        return Recorded(row, verdict)


def situation_of(match: Match) -> Situation:
    """Who is expected at the table, and how far the match got."""
    seats = match.seats.filter(persona__isnull=False).order_by("number")
    rows = seats.values_list("side__number", "persona__code")
    return Situation(
        seats=tuple(SeatAt(side, code) for side, code in rows),
        started=match.started_at is not None,
        time_called=match.time_called_at is not None,
    )


def tournament_of(match: Match) -> Tournament:
    """The tournament whose bracket the match is part of."""
    return Tournament.objects.get(ledger=match.ledger_id)


def _need(sheet: Sheet) -> Need:
    """A ruling is the coordinator's."""
    return "coordinate" if sheet.ended_by == EndedBy.RULING else "judge"


def _fresh(scene: Scene, match: Match, seen: int | None) -> Match:
    """The match as it is under the lock, in a tournament that is not over."""
    if scene.tournament.state == State.FINISHED:
        raise Stale("finished")
    fresh = Match.objects.get(pk=match.pk, ledger=scene.act.ledger)
    check_seen(fresh, seen, scene.act.seq)
    return fresh


def _begin(scene: Scene, match: Match) -> None:
    """Set the clock."""
    now, limit = scene.act.now, scene.tournament.time_limit
    match.state, match.started_at = MatchState.PLAYING, now
    if limit is not None:
        match.time_due_at = now + timedelta(minutes=limit)
        enqueue(CALL_TIME, scene.act.ledger, key=_key(match), due=match.time_due_at, now=now)
    scene.touch(match)
    match.save()


def _key(match: Match) -> str:
    return str(match.pk)


def _run(scene: Scene) -> None:
    """The first match that starts or ends makes the tournament run."""
    if scene.tournament.state == State.DRAWN:
        scene.tournament.state = State.RUNNING
        scene.touch(scene.tournament)
        scene.tournament.save(update_fields=["state", "changed_seq"])


def _known(scene: Scene, match: Match, sheet: Sheet, report: str) -> Recorded | None:
    """The answer where a sheet is there already; None where this is the first."""
    row = current_sheet(match)
    if row is None:
        return None
    rules = rules_of(scene.tournament)
    tidy = game_of(rules.game).tidy(rules, sheet)
    mine = bool(report) and row.report == report
    if same_sheet(row, tidy):
        recorder = row.recorded_by.player.name if row.recorded_by and not mine else None
        return Recorded(row, _verdict_of(row), repeated=True, already_by=recorder)
    if mine:
        raise Refused([Violation("report_key_reused", field="report")])
    raise Stale("already_recorded", {"sheet": sheet_facts(row), "seq": scene.act.seq})


def _verdict_of(row: SheetRow) -> Verdict:
    winner = next((s.number for s in row.match.sides.all() if s.entry_id == row.winner_id), None)
    return Verdict(
        winner=winner if row.winner_id else None,
        placement=tuple(map(tuple, row.placement)),
        scores={int(side): score for side, score in row.scores.items()},
    )


def judged(tournament: Tournament, match: Match, sheet: Sheet) -> tuple[Verdict, Sheet]:
    """The verdict on a sheet that stands, and the sheet as it is kept."""
    rules = rules_of(tournament)
    game = game_of(rules.game)
    tidy = game.tidy(rules, sheet)
    verdict = game.judge(rules, situation_of(match), tidy)
    too_long = [Violation("text_too_long", {"most": LONGEST_REASON}, "reason")]
    refuse_all([*verdict.violations, *(too_long if len(tidy.reason) > LONGEST_REASON else [])])
    if verdict.open_tie:
        raise Refused([Violation("open_tie", {"sides": list(verdict.open_tie)}, "cuts", "4.7.1")])
    return verdict, tidy
