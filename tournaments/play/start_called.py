"""Start all called matches in one act, so that their clocks agree."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Q

from accounts.models import Player
from core.errors import Stale
from matches.models import Match, MatchState
from tournaments.act import acting_on
from tournaments.models import State, Tournament
from tournaments.play.play import begin


def start_called(tournament: Tournament, *, matches: Collection[str], by: Player, now: datetime) -> int:
    """Start those of these matches (codes) that are called and have opponents; return how many began.

    Matches that another judge has started are left out. Raises `Stale` with `finished`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        waiting = Match.objects.filter(ledger=ctx.act.ledger, state=MatchState.CALLED, code__in=list(matches))
        there = Count("sides", filter=Q(sides__entry__isnull=False))
        found = list(waiting.annotate(there=there).filter(there__gte=2).order_by("round", "number"))
        for match in found:
            begin(ctx, match)
        return len(found)
