"""The final classification with a stage before the bracket: the bracket first, then the others as they stand.

Entries with a place in the bracket are compared by it alone; the rest by the order of the stage (stages.md).
In a ranked tournament all of them get the points of their places, those who share places their average.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from matches.models import Entry, EntryState
from rulesets.kernel.points import points_of
from tournaments.models import Stage, Tournament
from tournaments.stages.kinds import stage_plan
from tournaments.stages.plan import StagePlan
from tournaments.stages.stage_order import StageResults, StageRow
from tournaments.standings.terms import PlaceReason, Policy, Row


def rows_with_stage(
    tournament: Tournament,
    results: StageResults,
    bracket: Sequence[Row],
    scale: Sequence[int],
    policy: Policy,
) -> tuple[Row, ...]:
    """Return the rows of the bracket, and behind them those of the stage; provisional while it is open.

    `scale` has the points of places 1, 2 … of the whole tournament. Once the stage is closed, entries that
    never played have no place, unless the policy gives them one.
    """
    placed = frozenset(code for row in bracket for code in row.entries)
    plan = stage_plan(tournament.stages)
    if plan is None:
        return tuple(bracket)
    is_open = Stage.objects.filter(tournament=tournament, closed_at=None).exists()
    keeps_all = is_open or policy.place_never_played
    order = plan.order_behind(results, placed if keeps_all else placed | _never_came(results))
    playing = _still_playing(tournament) if is_open else frozenset()
    points = partial(points_of, () if is_open else scale, sharing=policy.shared_points)
    rows = (_row(row, len(placed), playing, plan, points) for row in order)
    return (*_set_stage_reason(bracket, order), *rows)


def _never_came(results: StageResults) -> frozenset[str]:
    """Return the entries of the stage that were present at none of its matches."""
    return frozenset(results.points) - results.came


def _still_playing(tournament: Tournament) -> frozenset[str]:
    """Return the codes of the entries of an open stage that can still get another place."""
    live = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN)
    return frozenset(live.values_list("code", flat=True))


def _set_stage_reason(bracket: Sequence[Row], order: Sequence[StageRow]) -> Sequence[Row]:
    """Return the bracket's rows, the last with the reason `stage`: the next did not reach the bracket."""
    if not bracket or not order:
        return bracket
    return (*bracket[:-1], replace(bracket[-1], why=PlaceReason("stage")))


def _row(
    row: StageRow,
    before: int,
    playing: frozenset[str],
    plan: StagePlan,
    points: Callable[[int, int], Fraction],
) -> Row:
    """Return a row of the stage, with `before` entries above the first; `points` by place and sharers."""
    why = PlaceReason(f"stage_{row.why.code}", row.why.facts) if row.why else None
    is_open = not playing.isdisjoint(row.entries)
    return Row(
        before + row.place,
        row.entries,
        points(before + row.place, len(row.entries)),
        why,
        open=is_open,
        uncounted=row.uncounted,
        of_stage=plan.kind,
        counts_places=plan.counts_places,
    )
