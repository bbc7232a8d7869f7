"""Tournaments for the front page."""

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import Player
from matches.models import Member
from tournaments.models import Staff, State, Tournament
from tournaments.selectors.finding import visible_tournaments
from tournaments.selectors.searching import Found, search

MOST_CURRENT = 200


def current_tournaments(player: Player | None) -> QuerySet[Tournament]:
    """Those that run or come and that the person may see, the nearest first; those without a day last."""
    found = visible_tournaments(player).exclude(state=State.FINISHED)
    return found.order_by(F("starts_at").asc(nulls_last=True), "-created_at")[:MOST_CURRENT]


def finished_tournaments(player: Player | None) -> QuerySet[Tournament]:
    """Those that are over and that the person may see, the latest first."""
    return visible_tournaments(player).filter(state=State.FINISHED).order_by("-finished_at", "-pk")


def searched(player: Player | None, text: str) -> Found:
    """Those that the person may see and that are called so, the latest first."""
    found = search(visible_tournaments(player), text)
    return Found(found.tournaments.order_by("-starts_at", "-created_at"), found.warnings)


def involved(player: Player | None) -> frozenset[int]:
    """Keys of the unfinished tournaments that the person helps with or is entered in."""
    if player is None:
        return frozenset()
    helps = Staff.objects.filter(tournament=OuterRef("pk"), persona__player=player)
    plays = Member.objects.filter(entry__ledger=OuterRef("ledger"), persona__player=player, live=True)
    found = Tournament.objects.exclude(state=State.FINISHED).filter(Exists(helps) | Exists(plays))
    return frozenset(found.values_list("pk", flat=True))
