"""Who waits for an opponent: matches that somebody has reached and others have not."""

from matches.models import Match, MatchState
from tournaments.matches.bracket import MatchView, views
from tournaments.models import Tournament


def half_known(tournament: Tournament, most: int = 12) -> tuple[MatchView, ...]:
    """The first `most` waiting matches with at least one side seated, in bracket order."""
    waiting = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.WAITING)
    reached = waiting.filter(sides__entry__isnull=False).order_by("round", "number").distinct()
    codes = list(reached.values_list("pk", flat=True)[:most])
    return views(tournament, Match.objects.filter(pk__in=codes)) if codes else ()
