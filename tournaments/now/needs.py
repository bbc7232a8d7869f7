"""Which table needs a judge first: the order in which a judge goes through the hall."""

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
class Needs:
    """The tables at which a match is, each in one group and each group in order of need.

    `over`: time was called, the longest ago first · `late`: called, not begun within the grace time ·
    `playing`: the longest running first · `called`: called, with time to begin.
    """

    over: Views
    late: Views
    playing: Views
    called: Views


def needs(view: NowView, mine: Collection[str] = ()) -> Needs:
    """The tables of a look at the day; in each group first those (labels) that the reader looks after."""
    by = partial(_own_first, mine)
    return Needs(
        over=by("time_called_at", (match for match in view.playing if match.time_called_at)),
        late=by("called_at", view.late),
        playing=by("started_at", (match for match in view.playing if not match.time_called_at)),
        called=by("called_at", (match for match in view.called if match not in view.late)),
    )


def next_needed(view: NowView) -> MatchView | None:
    """The table to go to next, None where all play and have time. In a break none that is merely called."""
    found = needs(view)
    waiting = found.over + found.late + (() if view.pause else found.called)
    return next(iter(waiting), None)


def match_at_table(tournament: Tournament, label: str) -> Match | None:
    """The match that is at this table now, its label in any case; None where none is."""
    at_table = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return at_table.filter(table__label__iexact=label).first()


def _own_first(mine: Collection[str], moment: str, matches: Iterable[MatchView]) -> Views:
    """One's own first, then by that moment, the earliest first; in bracket order where two are equal."""

    def need(match: MatchView) -> tuple[bool, datetime]:
        return match.table_label not in mine, getattr(match, moment) or NEVER

    return tuple(sorted(matches, key=need))
