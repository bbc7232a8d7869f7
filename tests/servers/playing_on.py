"""Play on in a database of an earlier version, run by `manage.py shell` on it."""

from django.urls import reverse
from django.utils import timezone

from matches.models import Match, MatchState
from tests.cast import ana, browser, fresh, played
from tournaments.models import State, Tournament
from tournaments.standings.finish import finish

OPEN = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)


def play_on() -> None:
    """Play each day in progress to its end, and look at the page of each tournament."""
    days = list(Tournament.objects.filter(state__in=(State.DRAWN, State.RUNNING)))
    assert days
    for tournament in days:
        _finish(tournament)
    for tournament in Tournament.objects.all():
        assert browser().get(reverse("tournament", args=[tournament.slug])).status_code == 200


def _finish(tournament: Tournament) -> None:
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    while match := matches.filter(state__in=OPEN).order_by("round", "number").first():
        played(match, seed=match.number)
    finish(fresh(tournament), by=ana(), now=timezone.now())
