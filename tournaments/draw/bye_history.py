"""Byes and short tables earlier in the season, which a draw takes into account (ADR 0026).

They are read once, at the draw, from tournaments that had finished when the draw's secret was committed, so
that a person who may know the secret cannot influence them.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q

from matches.models import EntryState, Side
from tournaments.bracket.passing_over import ShortTableHistory
from tournaments.bracket.shapes import Shape
from tournaments.models import Commitment, Draw, Tournament
from tournaments.standings.selectors import season_events

HERE = "entry__members__persona__player__personas__memberships"
"""From a side of any tournament to the entries of its people."""
FINISHED = "match__ledger__tournament__finished_at"


def counts_short_tables(tournament: Tournament, shape: Shape, method: str) -> bool:
    """Return whether entries may be passed over: if a ranked tournament draws its short tables at random."""
    counts = tournament.ranked and not tournament.simulated and tournament.promises_draws
    return counts and shape.is_uneven and method == "random"


def recent_short_tables(tournament: Tournament, shape: Shape, method: str) -> ShortTableHistory:
    """Return codes of the checked-in entries that had a short table or bye, a list for each tournament.

    The latest first; an entry is in the list of its latest one. () if they do not count
    (`counts_short_tables`), or no secret was committed.
    """
    if not counts_short_tables(tournament, shape, method):
        return ()
    promised = Commitment.objects.filter(tournament=tournament).first()
    events = _uneven_events(tournament, promised.at) if promised else {}
    return _group_latest_first(_latest_short_tables(tournament, events)) if events else ()


def _uneven_events(tournament: Tournament, before: datetime) -> Mapping[int, Sequence[int]]:
    """Return ledgers of the season's tournaments with short tables, by the size of their largest table.

    Rounds of a stage do not count, nor does the bracket after one: a stage spreads its own byes.
    """
    events = season_events(tournament.game, tournament.year).filter(finished_at__lt=before)
    draws = Draw.objects.filter(tournament__in=events.order_by(), withdrawn=False, stage=None, first_round=1)
    found: dict[int, list[int]] = defaultdict(list)
    for ledger, rounds in draws.values_list("tournament__ledger_id", "shape"):
        if len(set(rounds[0])) > 1:
            found[max(rounds[0])].append(ledger)
    return found


def _latest_short_tables(
    tournament: Tournament, events: Mapping[int, Sequence[int]]
) -> list[tuple[datetime, str]]:
    """Return (end of the latest of these events, entry code) for each entry with a short table or bye."""
    is_short = Q()
    for largest, ledgers in events.items():
        last_side = Side.objects.filter(match=OuterRef("match"), number=largest)
        is_short |= Q(~Exists(last_side), match__ledger__in=ledgers)
    drawn_now = {
        f"{HERE}__live": True,
        f"{HERE}__entry__ledger": tournament.ledger_id,
        f"{HERE}__entry__state": EntryState.CHECKED_IN,
    }
    code = f"{HERE}__entry__code"
    sides = Side.objects.filter(is_short, round=1, absent=False, **drawn_now).order_by()
    return list(sides.values(code).annotate(at=Max(FINISHED)).values_list("at", code))


def _group_latest_first(times: list[tuple[datetime, str]]) -> ShortTableHistory:
    """Group codes by moment, latest first, each list sorted."""
    by_moment: dict[datetime, list[str]] = defaultdict(list)
    for at, code in sorted(times):
        by_moment[at].append(code)
    return [by_moment[at] for at in sorted(by_moment, reverse=True)]
