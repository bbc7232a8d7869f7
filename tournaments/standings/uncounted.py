"""Last tables with uncounted cards, if counting them could change places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.models import Match, MatchState
from tournaments.match_views.match import MatchView, SideView, views
from tournaments.models import Tournament
from tournaments.standings.selectors import classification
from tournaments.standings.terms import Row


@dataclass(frozen=True, slots=True)
class UncountedTable:
    """One match, its uncounted sides, and the first and last place that depend on it."""

    match: MatchView
    sides: tuple[SideView, ...]
    first_place: int
    last_place: int


def uncounted_tables(tournament: Tournament) -> tuple[UncountedTable, ...]:
    """Return the uncounted tables in bracket order. A correction of the counts completes such a sheet."""
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    rows = classification(tournament, complete=not matches.exclude(state=MatchState.ENDED).exists())
    named = {table for row in rows for table in row.uncounted}
    if not named:
        return ()
    rounds = {round_ for round_, _ in named}
    ended = matches.filter(round__in=rounds, state=MatchState.ENDED, sides__score__isnull=True)
    found = views(tournament, ended.distinct().order_by("round", "number"))
    return tuple(_uncounted_table(view, rows) for view in found if (view.round, view.number) in named)


def _uncounted_table(view: MatchView, rows: Sequence[Row]) -> UncountedTable:
    """Return the match with its uncounted losers, and the places of the rows that depend on it."""
    hanging = [row for row in rows if (view.round, view.number) in row.uncounted]
    left = (side for side in view.sides if side.score is None and side.entry_code and not side.is_winner)
    return UncountedTable(view, tuple(left), hanging[0].place, _last(hanging))


def _last(rows: Iterable[Row]) -> int:
    """Return the last place that these rows cover."""
    return max(row.place + len(row.entries) - 1 for row in rows)
