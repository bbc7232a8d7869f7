"""Close a stage: fix its order, name who goes on, and draw their bracket."""

import random
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from core.record.codes import SECURE_RANDOM
from core.record.line import UNSAID
from matches.models import Entry
from tournaments.act import ActContext, acting_on, enqueue_dispatch
from tournaments.bracket.commitment import check_word, clean_word
from tournaments.bracket.gaps import most_with_bracket
from tournaments.bracket.shapes import Shape, check_shape
from tournaments.draw.draw_bracket import BracketChoice, draw_bracket_in
from tournaments.draw.readiness import allows_short_final, checked_in
from tournaments.draw.rounds import FIRST_STAGE, open_stage, require_all_ended
from tournaments.lines.draw import StageClosed, StageCut, StagePlace
from tournaments.models import Draw, Stage, Tournament
from tournaments.stages.advancing import AdvancePreview, Advancing, advancing
from tournaments.stages.plan import AFTER_STAGE, MostWithBracket, StagePlan
from tournaments.stages.stage_order import StageRow
from tournaments.standings.stage_results import read_stage_results


def close_stage(
    tournament: Tournament,
    *,
    won: Collection[str] = (),
    word: str = "",
    shape: Sequence[Sequence[int]] | None = None,
    expected: str = "",
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Draw | None:
    """Close the open stage and draw the bracket of those who go on; return it, or None if none follows.

    `won`: codes of the entries that won the cut of cards for the last places. `shape` and `word` are those of
    the bracket. `expected` is the digest of the `AdvancePreview` that the person saw, "" for any. Planned
    rounds that were not drawn are not played. If fewer entries than planned are left, the most that have a
    bracket go on; if there is none, the order is final. Raises `Refused` `matches_open`, `cut_needed`,
    `cut_not_needed`, or what is wrong with word and shape; `Stale` `no_open_stage`, or `stale` if others
    would go on than expected.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        plan = open_stage(ctx.tournament)
        require_all_ended(ctx.tournament)
        entries = {entry.code: entry for entry in checked_in(ctx.tournament).select_related("club")}
        results = read_stage_results(ctx.tournament)
        rows = plan.order(results)
        preview = plan.preview(rows, entries, _most_with_bracket(ctx.tournament))
        if expected not in ("", preview.digest):
            raise Stale("stale")
        going = advancing(rows, preview, won)
        chosen = Shape(tuple(map(tuple, shape))) if shape is not None else None
        refuse_all([*_check_shape(ctx.tournament, going, chosen), *check_word(clean_word(word))])
        _close(ctx, rows, going)
        choice = BracketChoice(
            shape=chosen,
            method=AFTER_STAGE,
            word=clean_word(word),
            apart=True,
            seeds=_seeds(rows, going),
            groups=plan.apart_in_bracket(results),
            rounds_before=results.rounds,
        )
        return _draw_bracket(ctx, [entries[code] for code in going.entries], choice, rng)


def preview_advancing(tournament: Tournament, plan: StagePlan) -> AdvancePreview:
    """Return who would go on if the stage were closed now."""
    live = set(checked_in(tournament).values_list("code", flat=True))
    rows = plan.order(read_stage_results(tournament))
    return plan.preview(rows, live, _most_with_bracket(tournament))


def _most_with_bracket(tournament: Tournament) -> MostWithBracket:
    """Return the function from a number of entries to the most of them that have a bracket."""
    low, high = tournament.table_low, tournament.table_high
    return partial(most_with_bracket, low=low, high=high, short_final=allows_short_final(tournament))


def _check_shape(tournament: Tournament, going: Advancing, shape: Shape | None) -> Iterable[Violation]:
    """Return what is wrong with the chosen shape, for those who go on."""
    if shape is None or not going.entries:
        return ()
    short = allows_short_final(tournament)
    low, high = tournament.table_low, tournament.table_high
    return check_shape(shape, len(going.entries), low, high, short_final=short)


def _close(ctx: ActContext, rows: Sequence[StageRow], going: Advancing) -> None:
    """Record the end of the stage and who goes on."""
    order = [_stage_place(row) for row in rows]
    cut = StageCut(going.tied, going.won) if going.tied else None
    ctx.act.write(StageClosed(FIRST_STAGE, order, going.entries, cut))
    stage = Stage.objects.filter(tournament=ctx.tournament, number=FIRST_STAGE)
    stage.update(closed_at=ctx.act.now, advanced=list(going.entries))
    ctx.touch(ctx.tournament)
    ctx.tournament.save(update_fields=["changed_seq"])


def _stage_place(row: StageRow) -> StagePlace:
    why = f"stage_{row.why.code}" if row.why else None
    return StagePlace(row.place, row.entries, why, group=row.group or UNSAID)


def _seeds(rows: Sequence[StageRow], going: Advancing) -> dict[str, int]:
    """Return the place of each entry that goes on; those who won a cut of cards share theirs."""
    places = {code: row.place for row in rows for code in row.entries}
    return {code: places[code] for code in going.entries}


def _draw_bracket(
    ctx: ActContext, entries: Sequence[Entry], choice: BracketChoice, rng: random.Random
) -> Draw | None:
    """Draw and record the bracket of these entries, and enqueue the dispatcher; None without entries."""
    if not entries:
        return None
    drawn = draw_bracket_in(ctx, entries, choice, rng)
    enqueue_dispatch(ctx)
    return drawn
