"""The organizers say who of their entrants is under 18."""

from accounts.minors import mark_minor, unmark_minor
from accounts.models import Persona, Player
from core.errors import Refused, Violation
from matches.models import Entry, Member
from tournaments.models import Tournament
from tournaments.policies import require


def mark_entrant(tournament: Tournament, entry: Entry, *, person: str, is_minor: bool, by: Player) -> Player:
    """Show this person of the entry (a code of the record) by first name and initial, or no longer.

    Whoever has an account takes it back themselves. Raises `Forbidden`, `Refused`: `not_of_this_entry`,
    `minor_is_own`.
    """
    require(tournament, by, "coordinate")
    members = Member.objects.filter(entry=entry, persona__code=person)
    member = members.select_related("persona__player").first()
    if member is None:
        raise Refused([Violation("not_of_this_entry", field="person")])
    player = member.persona.player
    if is_minor:
        return mark_minor(player)
    if player.user_id is not None:
        raise Refused([Violation("minor_is_own", field="is_minor")])
    return unmark_minor(player)


def known_minors(tournament: Tournament) -> set[str]:
    """Codes of the record of those who are shown by first name and initial."""
    found = Persona.objects.filter(ledger=tournament.ledger_id, player__is_minor=True)
    return set(found.values_list("code", flat=True))
