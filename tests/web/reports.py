"""What players’ phones post when they report a match in tests."""

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from matches.models import Match, MatchState
from tests.cast import browser, plain_win, running
from tests.services.test_reporting import player_at
from tournaments.models import Tournament
from tournaments.play.play import tournament_of


def at(name: str, match: Match) -> str:
    return reverse(name, args=[tournament_of(match).slug, match.code])


def here(**chosen: Any) -> tuple[Tournament, Match]:
    """A match of two, being played."""
    tournament = running(8, table_high=2, **chosen)
    return tournament, Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING)[0]


def phone_of(match: Match, side: int) -> Client:
    """The browser of who plays there, who gets an account."""
    player = player_at(match, side)
    if player.user is None:
        user = User.objects.create_user(f"player{side}", password="x")
        Player.objects.filter(pk=player.pk).update(user=user)
        player = Player.objects.get(pk=player.pk)
    return browser(player)


def typed(match: Match, winner: int, **more: str) -> dict[str, str]:
    """What the form sends for a plain win."""
    lines = plain_win(match, winner).lines
    counts = {
        f"lines.{index}.{key}": str(value)
        for index, line in enumerate(lines)
        for key, value in line.numbers.items()
    }
    return {"ended_by": "win_condition", "winner": str(winner), "match": match.code, **counts, **more}
