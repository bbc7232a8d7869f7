"""Draw the rounds of a stage before the bracket, one after another.

The secret of each round is committed in the act that draws the round before, so before any result of that
round. A round is drawn once every match before it has its sheet.
"""

import random
from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from core.record.line import NewLine
from matches.models import Entry, Match, MatchState
from rulesets.registry import game_of, kind_under
from tournaments.act import ActContext, acting_on, enqueue_dispatch
from tournaments.bracket.commitment import check_word, clean_word
from tournaments.bracket.draw import DrawResult
from tournaments.bracket.seats import seats_for
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import MatchPlan, Plan, SidePlan
from tournaments.draw.create_matches import seat_bracket
from tournaments.draw.draw_bracket import members_of
from tournaments.draw.readiness import checked_in
from tournaments.entries.commit_draw import Drawing, lots_for, replace_commitment
from tournaments.lines.draw import DrawnMatch, RankedEntry, RoundDrawn
from tournaments.models import Draw, Stage, Tournament
from tournaments.rules_of import rules_of
from tournaments.stages.plan import SwissPlan, swiss_plan
from tournaments.stages.swiss_pairing import ALGORITHM, RoundPairing, SwissEntry, pair_round, rank
from tournaments.standings.stage_results import StageResults, read_stage_results

FIRST_STAGE = 1


def draw_round(
    tournament: Tournament,
    *,
    word: str = "",
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Draw:
    """Draw the next round of the stage that is open; its matches can be called at once.

    `word` was called out in the hall and goes into the seed. Raises `Refused` `matches_open`,
    `word_too_long`, `word_unseen_signs`, `too_few_entries` or `no_tables`; `Stale` `no_open_stage` or
    `rounds_all_drawn`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        plan = open_stage(ctx.tournament)
        require_all_ended(ctx.tournament)
        refuse_all(check_word(clean_word(word)))
        results = read_stage_results(ctx.tournament)
        if results.rounds >= plan.rounds:
            raise Stale("rounds_all_drawn")
        entries = list(checked_in(ctx.tournament).select_related("club"))
        drawn = draw_round_in(ctx, plan, results, entries, word, rng)
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        enqueue_dispatch(ctx)
        return drawn


def open_stage(tournament: Tournament) -> SwissPlan:
    """Return the plan of the stage that is being played. Raises `Stale` `no_open_stage`."""
    plan = swiss_plan(tournament.stages)
    if plan is None or not Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        raise Stale("no_open_stage")
    return plan


def require_all_ended(tournament: Tournament) -> None:
    """Raise `Refused` `matches_open` if a match has no sheet yet."""
    open_ = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).count()
    if open_:
        raise Refused([Violation("matches_open", {"count": open_})])


def draw_round_in(
    ctx: ActContext,
    plan: SwissPlan,
    results: StageResults,
    entries: Sequence[Entry],
    word: str,
    rng: random.Random,
) -> Draw:
    """Draw a round within an open act, and commit the secret of the draw after it."""
    fresh, number = ctx.tournament, results.rounds + 1
    known = _as_known(entries, results)
    hashed = [f"{entry.entry} {entry.points}" for entry in known]
    drawing = lots_for(ctx, hashed, typed=None, word=clean_word(word), rng=rng)
    pairing = pair_round(
        known, low=fresh.table_low, high=fresh.table_high, lots=drawing.lots, apart=plan.apart
    )
    ranked = rank(known, drawing.lots)
    drawn = _with_seats(fresh, number, pairing, ranked, drawing, entries)
    draw = Draw(
        tournament=fresh,
        stage=FIRST_STAGE,
        first_round=number,
        method=plan.kind,
        **{**drawing.columns, "algorithm": ALGORITHM},
        shape=[list(sizes) for sizes in drawn.plan.shape.rounds],
        shape_is_default=True,
        order=list(drawn.plan.order),
        published_at=ctx.act.now,
    )
    Stage.objects.get_or_create(tournament=fresh, number=FIRST_STAGE)
    points = [RankedEntry(entry.entry, str(entry.points)) for entry in ranked]
    seat_bracket(ctx, draw, drawn, entries, rng, lambda draw, matches: _line(draw, points, matches))
    if number < plan.rounds or plan.advance:
        replace_commitment(ctx, rng)
    return draw


def _as_known(entries: Sequence[Entry], results: StageResults) -> list[SwissEntry]:
    """Return what the pairing knows of each entry."""
    opponents = results.opponents()
    return [
        SwissEntry(
            entry=entry.code,
            points=results.points.get(entry.code, 0),
            opponents=opponents.get(entry.code, ()),
            byes=results.byes.get(entry.code, 0),
            short_tables=results.short_tables.get(entry.code, 0),
            group=str(entry.club_id) if entry.club_id else None,
        )
        for entry in entries
    ]


def _with_seats(
    tournament: Tournament,
    number: int,
    pairing: RoundPairing,
    ranked: Sequence[SwissEntry],
    drawing: Drawing,
    entries: Sequence[Entry],
) -> DrawResult:
    """Return the matches of the round with their seats; the highest entry of a table sits first."""
    tables = [*pairing.tables, *((entry,) for entry in pairing.byes)]
    matches = tuple(
        MatchPlan(number, index, tuple(SidePlan(entry, None) for entry in table))
        for index, table in enumerate(tables, 1)
    )
    size, marks = kind_under(rules_of(tournament)).team_size, game_of(tournament.game).marks
    members = members_of(entries)
    seats = tuple(seats_for(match, size, marks, drawing.lots, members) for match in matches)
    order = tuple(entry.entry for entry in ranked)
    return DrawResult(Plan(order, Shape((tuple(map(len, tables)),)), matches), seats)


def _line(draw: Draw, order: Sequence[RankedEntry], matches: Sequence[DrawnMatch]) -> NewLine:
    return RoundDrawn(
        stage=draw.stage or FIRST_STAGE,
        round=draw.first_round,
        algorithm=draw.algorithm or "",
        secret=draw.secret or "",
        word=draw.word or "",
        seed=draw.derived_seed or "",
        order=order,
        matches=matches,
    )
