"""The final classification with a stage before the bracket: the bracket first, then the others as they stand.

Entries with a place in the bracket are compared by it alone; the rest by the order of the stage (stages.md).
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from matches.models import Entry, EntryState
from tournaments.models import Stage, Tournament
from tournaments.stages.stage_order import StageRow
from tournaments.standings.stage_results import read_stage_results
from tournaments.standings.terms import PlaceReason, Row


def with_stage(tournament: Tournament, bracket: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows of the bracket, and behind them those of the stage; provisional while it is open."""
    placed = frozenset(code for row in bracket for code in row.entries)
    order = read_stage_results(tournament).order(placed)
    playing = _still_playing(tournament)
    rows = (_row(row, len(placed), playing) for row in order)
    return (*_above(bracket, order), *rows)


def _still_playing(tournament: Tournament) -> frozenset[str]:
    """Return the codes of the entries that can still get another place; empty once the stage is closed."""
    if not Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        return frozenset()
    live = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.CHECKED_IN)
    return frozenset(live.values_list("code", flat=True))


def _above(bracket: Sequence[Row], order: Sequence[StageRow]) -> Sequence[Row]:
    """Return the bracket's rows; the last is above the next since it reached the bracket."""
    if not bracket or not order:
        return bracket
    return (*bracket[:-1], replace(bracket[-1], why=PlaceReason("stage")))


def _row(row: StageRow, before: int, playing: frozenset[str]) -> Row:
    why = PlaceReason(f"stage_{row.why.code}", row.why.facts) if row.why else None
    is_open = not playing.isdisjoint(row.entries)
    return Row(
        before + row.place,
        row.entries,
        Fraction(0),
        why,
        open=is_open,
        uncounted=row.uncounted,
        of_stage=True,
    )
