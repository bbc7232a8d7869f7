"""A player's own day: where do I go next?"""

from dataclasses import dataclass

from accounts.models import Player
from matches.models import Entry, EntryState, Match, Member
from tournaments.matches.bracket import MatchView, SeatView
from tournaments.matches.match_cache import one_match
from tournaments.matches.whereabouts import status_of
from tournaments.models import State, Tournament

STATUSES = (*EntryState.values, "waiting", "ready", "called", "playing", "out", "champion", "cancelled")
"""Where a person stands: as their entry, as the match that they wait for, or through with it."""


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
    member = _member_of(tournament, player) if player else None
    if member is None:
        return None
    if tournament.state == State.CANCELLED:
        return MyDay(member.entry, member.persona.code, State.CANCELLED.value, None, None)
    view = _latest(tournament, member.entry)
    code = member.persona.code
    seat = next((s for s in view.seats if s.persona_code == code), None) if view else None
    return MyDay(member.entry, code, status_of(member.entry, view), view, seat)


def _member_of(tournament: Tournament, player: Player) -> Member | None:
    """The player's live membership, else the latest one."""
    found = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__player=player)
    return found.select_related("entry", "persona").order_by("-live", "-pk").first()


def _latest(tournament: Tournament, entry: Entry) -> MatchView | None:
    """The match of the latest round that the entry has reached."""
    reached = Match.objects.filter(ledger=tournament.ledger_id, sides__entry=entry)
    latest = reached.order_by("-round").first()
    return one_match(tournament, latest) if latest else None
