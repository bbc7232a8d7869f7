"""A player's own day: where do I go next?"""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Player
from core.db.compiled_query import CompiledQuery
from matches.models import Entry, EntryState, Match, Member
from tournaments.matches.bracket import MatchView, SeatView
from tournaments.matches.match_cache import one_match
from tournaments.matches.whereabouts import status_of
from tournaments.models import State, Tournament

STATUSES = (*EntryState.values, "waiting", "ready", "called", "playing", "out", "champion", "cancelled")
"""Where somebody stands: as their entry, as the match that they wait for, or through with it."""


@dataclass(frozen=True, slots=True)
class MyDay:
    """The player's entry, the match that concerns them now, and their seats at it.

    `status` is one of `STATUSES`.
    """

    entry: Entry
    persona_code: str
    status: str
    match: MatchView | None
    seat: SeatView | None


def my_day(tournament: Tournament, player: Player | None) -> MyDay | None:
    """None where the player is not entered."""
    member = _MEMBER.first(tournament.ledger_id, player.pk) if player else None
    if member is None:
        return None
    if tournament.state == State.CANCELLED:
        return MyDay(member.entry, member.persona.code, State.CANCELLED.value, None, None)
    view = _latest(tournament, member.entry)
    code = member.persona.code
    seat = next((s for s in view.seats if s.persona_code == code), None) if view else None
    return MyDay(member.entry, code, status_of(member.entry, view), view, seat)


def _of(ledger: int, player: int) -> QuerySet[Member]:
    found = Member.objects.filter(entry__ledger=ledger, persona__player=player)
    return found.select_related("entry", "persona").order_by("-live", "-pk")


_MEMBER = CompiledQuery(_of)


def _latest(tournament: Tournament, entry: Entry) -> MatchView | None:
    """The match of the latest round that the entry has reached."""
    latest = _LATEST.first(tournament.ledger_id, entry.pk)
    return one_match(tournament, latest) if latest else None


def _reached(ledger: int, entry: int) -> QuerySet[Match]:
    return Match.objects.filter(ledger=ledger, sides__entry=entry).order_by("-round")


_LATEST = CompiledQuery(_reached)
