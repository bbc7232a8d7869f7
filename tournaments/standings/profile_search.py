"""Search players with a public page by name."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from core.db.folded import bearing
from core.text import name_key
from matches.models import MatchState
from tournaments.entry_names import words_of_name
from tournaments.models import State
from tournaments.standings.profile import Opponent, taking_part

MOST_NAMESAKES = 500
"""Players whose names match the search and are checked for participations."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players found, by name; `more` is how many others matched."""

    found: tuple[Opponent, ...]
    more: int


def players_called(typed: str, most: int) -> Players:
    """Return at most `most` players whose names contain each typed word, ignoring case and accents."""
    words = words_of_name(typed)
    if not words:
        return Players((), 0)
    named = bearing(Player.objects.filter(has_page=True), words).order_by("name", "pk")
    fitting = named.values("pk")[:MOST_NAMESAKES]
    shown = Player.objects.filter(_has_played(), pk__in=fitting)
    ordered = sorted(shown, key=lambda player: (name_key(player.name), player.pk))
    found = [Opponent(player.name, player.page) for player in ordered if player.page]
    return Players(tuple(found[:most]), max(0, len(found) - most))


def _has_played() -> Exists:
    """Return a condition: the player has a place, an ended match or one to come (see `participations`)."""
    onward = Q(live=True, entry__ledger__tournament__state__in=[State.DRAWN, State.RUNNING])
    ended = Q(persona__seats__match__state=MatchState.ENDED)
    counted = Q(entry__placing__isnull=False)
    return Exists(taking_part().filter(counted | ended | onward, persona__player=OuterRef("pk")))
