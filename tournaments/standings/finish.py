"""Finish a tournament: fix the classification, give points, close the record. Or reopen it."""

from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Entry, Match, MatchState
from rulesets.kernel.points import as_text
from tournaments.act import ActContext, acting_on, bump_page_version, require_reason
from tournaments.lines.tournament import Rank, TournamentFinished, TournamentReopened
from tournaments.models import Placing, Stage, State, Tournament
from tournaments.setup.acceptance import publish_awaited_pages
from tournaments.standings.points_threshold import reason_without_points
from tournaments.standings.selectors import classification
from tournaments.standings.terms import Row
from tournaments.tables.accessible import delete_needs

CLOSING = ("state", "finished_at", "without_points", "changed_seq")


def finish(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Fix the classification once every match has its sheet.

    Idempotent. Raises `Refused` with `matches_open` and their number, or `stage_open`; `Stale` `not_drawn`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state != State.FINISHED:
            finish_in(ctx)
        return ctx.tournament


def finish_in(ctx: ActContext) -> None:
    """Record and save the end of the tournament with its places and points, within an open act.

    Deletes the needs of accessible tables, and gives pages to players who wait for one. Raises as `finish`.
    """
    fresh = ctx.tournament
    _require_all_played(fresh)
    reason, rows = reason_without_points(fresh), classification(fresh, complete=True)
    ctx.act.write(TournamentFinished([_as_rank(row) for row in rows], without_points=reason or None))
    _save_places(ctx, rows)
    fresh.state, fresh.finished_at, fresh.without_points = State.FINISHED, ctx.act.now, reason
    ctx.touch(fresh)
    fresh.save(update_fields=CLOSING)
    if publish_awaited_pages(fresh):
        bump_page_version(ctx)
    delete_needs(ctx.act.ledger)


def reopen(
    tournament: Tournament, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Reopen a finished tournament for corrections and delete its places and points until the next finish.

    Raises `Stale` `not_finished`, `Refused` `reason_missing`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state != State.FINISHED:
            raise Stale("not_finished")
        require_reason(reason)
        reopen_in(ctx, reason)
        return ctx.tournament


def reopen_in(ctx: ActContext, reason: str) -> None:
    """Record and save the reopening within an open act, and delete places and points."""
    fresh = ctx.tournament
    ctx.act.write(TournamentReopened(reason.strip()))
    fresh.state, fresh.finished_at, fresh.without_points = State.RUNNING, None, ""
    ctx.touch(fresh)
    fresh.save(update_fields=CLOSING)
    fresh.placings.all().delete()  # only after reopening: a database guard protects finished tournaments


def _require_all_played(tournament: Tournament) -> None:
    """Raise `Stale` `not_drawn`, or `Refused` `matches_open` (with their number) or `stage_open`."""
    if tournament.state == State.PREPARING:
        raise Stale("not_drawn")
    open_ = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED)
    if count := open_.count():
        raise Refused([Violation("matches_open", {"count": count})])
    if Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        raise Refused([Violation("stage_open")])


def _as_rank(row: Row) -> Rank:
    return Rank(row.place, row.entries, as_text(row.points), row.why.code if row.why else None)


def _save_places(ctx: ActContext, rows: tuple[Row, ...]) -> None:
    """Save each entry's place and season points."""
    by_code = {entry.code: entry for entry in Entry.objects.filter(ledger=ctx.act.ledger)}
    Placing.objects.bulk_create(
        [
            Placing(
                tournament=ctx.tournament,
                entry=by_code[code],
                place=row.place,
                points_numerator=row.points.numerator,
                points_denominator=row.points.denominator,
                why={"code": row.why.code, "facts": dict(row.why.facts)} if row.why else None,
            )
            for row in rows
            for code in row.entries
        ],
        batch_size=500,
    )
