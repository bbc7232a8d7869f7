"""A player's own day: where do I go next?"""

from dataclasses import dataclass

from accounts.models import Player
from matches.models import Entry, EntryState, Match, MatchState, Member
from tournaments.models import Tournament
from tournaments.selectors.bracket import MatchView, SeatView, views

STATUSES = (*EntryState.values, "waiting", "ready", "called", "playing", "out", "champion")
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
    members = Member.objects.filter(entry__ledger=tournament.ledger_id, persona__player=player)
    member = members.select_related("entry", "persona").order_by("-live", "-pk").first()
    if player is None or member is None:
        return None
    latest = _latest(tournament, member.entry)
    view = views(tournament, Match.objects.filter(pk=latest.pk))[0] if latest else None
    code = member.persona.code
    seat = next((s for s in view.seats if s.persona_code == code), None) if view else None
    return MyDay(member.entry, code, _status(member.entry, latest, view), view, seat)


def _latest(tournament: Tournament, entry: Entry) -> Match | None:
    """The match of the latest round that the entry has reached."""
    matches = Match.objects.filter(ledger=tournament.ledger_id, sides__entry=entry)
    return matches.order_by("-round").first()


def _status(entry: Entry, match: Match | None, view: MatchView | None) -> str:
    if match is None or view is None or entry.state in ("withdrawn", "disqualified"):
        return entry.state
    if match.state != MatchState.ENDED:
        return match.state
    if match.winner_id != entry.pk:
        return "out"
    return "champion" if view.is_final else "waiting"
