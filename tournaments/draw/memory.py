"""What a draw remembers of the season: who had a bye or sat at a short table in it (ADR 0026).

Read once, with the draw. It is what had finished when the draw's secret was promised, so that no one who
may know the secret can change it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q

from matches.models import EntryState, Side
from tournaments.bracket.passing_over import Lately
from tournaments.bracket.shapes import Shape
from tournaments.models import Commitment, Draw, Tournament
from tournaments.standings.selectors import season_events

HERE = "entry__members__persona__player__personas__memberships"
"""From a side of any tournament to what its people are members of."""
FINISHED = "match__ledger__tournament__finished_at"


def remembers(tournament: Tournament, shape: Shape, method: str) -> bool:
    """Return whether entries may be passed over: a season's tournament whose short tables go by lot."""
    counts = tournament.ranked and not tournament.simulated and tournament.promises_draws
    return counts and shape.is_uneven and method == "random"


def had_lately(tournament: Tournament, shape: Shape, method: str) -> Lately:
    """Codes of the entries to be drawn that had one, a list for each tournament, the latest first."""
    if not remembers(tournament, shape, method):
        return ()
    promised = Commitment.objects.filter(tournament=tournament).first()
    events = _uneven_events(tournament, promised.at) if promised else {}
    return _latest_first(_last_time(tournament, events)) if events else ()


def _uneven_events(tournament: Tournament, before: datetime) -> Mapping[int, Sequence[int]]:
    """The season's tournaments that had short tables, by the size of their largest table."""
    events = season_events(tournament.game, tournament.year).filter(finished_at__lt=before)
    draws = Draw.objects.filter(tournament__in=events.order_by(), withdrawn=False)
    found: dict[int, list[int]] = defaultdict(list)
    for ledger, rounds in draws.values_list("tournament__ledger_id", "shape"):
        if len(set(rounds[0])) > 1:
            found[max(rounds[0])].append(ledger)
    return found


def _last_time(tournament: Tournament, events: Mapping[int, Sequence[int]]) -> list[tuple[datetime, str]]:
    """When the last of these tournaments ended in which a person of an entry had one, for each that did."""
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


def _latest_first(times: list[tuple[datetime, str]]) -> Lately:
    """By the moment, each list in the order of the codes."""
    by_moment: dict[datetime, list[str]] = defaultdict(list)
    for at, code in sorted(times):
        by_moment[at].append(code)
    return [by_moment[at] for at in sorted(by_moment, reverse=True)]
