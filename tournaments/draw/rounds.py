"""Draw the rounds of a stage before the bracket, one after another.

The secret of each round is committed in the act that draws the round before, so before any result of that
round. A round is drawn once every match before it has its sheet.
"""

import random
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from accounts.models import Player
from core.errors import Refused, Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from core.record.line import UNSAID, NewLine
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
from tournaments.entries.commit_draw import Drawing, get_or_commit_lots, replace_commitment
from tournaments.entries.write_entries import record_changed_groups
from tournaments.lines.draw import DrawnMatch, RankedEntry, RoundDrawn
from tournaments.models import Draw, Stage, Tournament
from tournaments.rules_of import rules_of
from tournaments.stages.kinds import stage_plan
from tournaments.stages.plan import StagePlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound, RoundEntry
from tournaments.stages.stage_order import StageResults
from tournaments.standings.stage_results import read_stage_results

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
    `word_too_long`, `word_unseen_signs`, and as `StagePlan.draw_round`; `Stale` `no_open_stage` or
    `rounds_all_drawn`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        plan = open_stage(ctx.tournament)
        require_all_ended(ctx.tournament)
        refuse_all(check_word(clean_word(word)))
        results = read_stage_results(ctx.tournament)
        if results.rounds >= plan.rounds_to_play(results.groups, ctx.tournament.table_high):
            raise Stale("rounds_all_drawn")
        entries = list(checked_in(ctx.tournament).select_related("club"))
        drawn = draw_round_in(ctx, plan, results, entries, word, rng)
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        enqueue_dispatch(ctx)
        return drawn


def open_stage(tournament: Tournament) -> StagePlan:
    """Return the plan of the stage that is being played. Raises `Stale` `no_open_stage`."""
    plan = stage_plan(tournament.stages)
    if plan is None or not Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        raise Stale("no_open_stage")
    return plan


def require_all_ended(tournament: Tournament) -> None:
    """Raise `Refused` `matches_open`, with their number, if any match of the tournament has no sheet yet."""
    open_ = Match.objects.filter(ledger=tournament.ledger_id).exclude(state=MatchState.ENDED).count()
    if open_:
        raise Refused([Violation("matches_open", {"count": open_})])


def draw_round_in(
    ctx: ActContext,
    plan: StagePlan,
    results: StageResults,
    entries: Sequence[Entry],
    word: str,
    rng: random.Random,
) -> Draw:
    """Draw a round within an open act, record it and create its matches; with round 1 also the stage.

    Commits the secret of the draw after it, if one follows. Raises as `StagePlan.draw_round`.
    """
    fresh, number = ctx.tournament, results.rounds + 1
    if plan.apart:
        record_changed_groups(ctx, entries)
    known = entries_before_round(entries, results)
    drawing = get_or_commit_lots(ctx, hashed_entries(known), typed=None, word=clean_word(word), rng=rng)
    coming = round_to_draw(fresh, number, known, results.groups)
    found = plan.draw_round(coming, drawing.lots)
    drawn = _add_seats(fresh, number, found, drawing, entries)
    draw = Draw(
        tournament=fresh,
        stage=FIRST_STAGE,
        first_round=number,
        method=plan.kind,
        **{**drawing.columns, "algorithm": plan.algorithm},
        shape=[list(sizes) for sizes in drawn.plan.shape.rounds],
        shape_is_default=True,
        order=list(drawn.plan.order),
        published_at=ctx.act.now,
    )
    Stage.objects.get_or_create(tournament=fresh, number=FIRST_STAGE, defaults={"groups": found.groups})
    points = [RankedEntry(entry.entry, str(entry.points)) for entry in found.order]
    line = partial(_round_line, order=points, groups=found.groups)
    seat_bracket(ctx, draw, drawn, entries, rng, line)
    if number < plan.rounds_to_play(found.groups or results.groups, fresh.table_high) or plan.going_on:
        replace_commitment(ctx, rng)
    return draw


def round_to_draw(
    tournament: Tournament, number: int, known: Sequence[RoundEntry], groups: Groups | None
) -> NextRound:
    """Return a round before its draw, at the tables of the tournament."""
    least = kind_under(rules_of(tournament)).tables.low
    return NextRound(number, known, tournament.table_low, tournament.table_high, groups, least)


def hashed_entries(known: Sequence[RoundEntry]) -> list[str]:
    """Return what the seed of a round covers of each entry: its code and its points."""
    return [f"{entry.entry} {entry.points}" for entry in known]


def entries_before_round(entries: Sequence[Entry], results: StageResults) -> list[RoundEntry]:
    """Return what the draw of a round knows of each entry."""
    opponents = results.opponents()
    return [
        RoundEntry(
            entry=entry.code,
            points=results.points.get(entry.code, 0),
            opponents=opponents.get(entry.code, ()),
            byes=results.byes.get(entry.code, 0),
            short_tables=results.short_tables.get(entry.code, 0),
            club=str(entry.club_id) if entry.club_id else None,
        )
        for entry in entries
    ]


def _add_seats(
    tournament: Tournament,
    number: int,
    drawn: DrawnRound,
    drawing: Drawing,
    entries: Sequence[Entry],
) -> DrawResult:
    """Return the matches of the round with their seats; the highest entry of a table sits first."""
    tables = [*drawn.tables, *((entry,) for entry in drawn.byes)]
    matches = tuple(
        MatchPlan(number, index, tuple(SidePlan(entry, None) for entry in table))
        for index, table in enumerate(tables, 1)
    )
    size, marks = kind_under(rules_of(tournament)).team_size, game_of(tournament.game).marks
    members = members_of(entries)
    seats = tuple(seats_for(match, size, marks, drawing.lots, members) for match in matches)
    order = tuple(entry.entry for entry in drawn.order)
    return DrawResult(Plan(order, Shape((tuple(map(len, tables)),)), matches), seats)


def _round_line(
    draw: Draw, matches: Sequence[DrawnMatch], *, order: Sequence[RankedEntry], groups: Groups | None
) -> NewLine:
    return RoundDrawn(
        stage=draw.stage or FIRST_STAGE,
        round=draw.first_round,
        algorithm=draw.algorithm or "",
        secret=draw.secret or "",
        word=draw.word or "",
        seed=draw.derived_seed or "",
        order=order,
        groups=UNSAID if groups is None else groups,
        matches=matches,
    )
