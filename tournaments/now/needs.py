"""The order in which tables need a judge."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from matches.models import AT_TABLE, Match
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.now.selectors import NowView

Views = tuple[MatchView, ...]
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TablesByClock:
    """The tables with a match, each in one group and each group in order of need.

    `over`: time was called, longest ago first · `late`: called, not begun within the grace time · `playing`:
    longest running first · `called`: called, with time to begin.
    """

    over: Views
    late: Views
    playing: Views
    called: Views


def group_by_clock(view: NowView, mine: Collection[str] = ()) -> TablesByClock:
    """Group the matches at tables by their clocks; the reader's own (labels in `mine`) come first."""
    by = partial(_own_first, mine)
    return TablesByClock(
        over=by("time_called_at", (match for match in view.playing if match.time_called_at)),
        late=by("called_at", view.late),
        playing=by("started_at", (match for match in view.playing if not match.time_called_at)),
        called=by("called_at", (match for match in view.called if match not in view.late)),
    )


def next_needed(view: NowView) -> MatchView | None:
    """Return the match to go to next.

    None if all play and have time. During a break, merely called matches do not count.
    """
    found = group_by_clock(view)
    waiting = found.over + found.late + (() if view.pause else found.called)
    return next(iter(waiting), None)


def match_at_table(tournament: Tournament, label: str) -> Match | None:
    """Return the match at this table now (label in any case), or None."""
    at_table = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return at_table.filter(table__label__iexact=label).first()


def _own_first(mine: Collection[str], moment: str, matches: Iterable[MatchView]) -> Views:
    """Return the matches in order of need: own tables first, then by `moment` (a field), earliest first."""

    def need(match: MatchView) -> tuple[bool, datetime]:
        """Return the sort key: other tables after own ones, then the moment, none last."""
        return match.table_label not in mine, getattr(match, moment) or NEVER

    return tuple(sorted(matches, key=need))
