"""Organizers mark entrants who are under 18."""

from collections.abc import Collection, Sequence

from accounts.minors import mark_minor, unmark_minor
from accounts.models import Persona, Player
from core.errors import Refused, Violation
from core.text import name_key
from matches.models import Entry, Member
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import known_players
from tournaments.entries.selectors import EntryView
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.policies import require


def mark_entrant(
    tournament: Tournament, entry: Entry, *, person: str, is_minor: bool, by: Player, namesakes: bool = False
) -> Player:
    """Show this person of the entry (persona code) by first name and initial, or no longer.

    `namesakes` also marks other players of that name in that club (`namesakes_of`). Only the person can undo
    it if they have an account. Raises `Forbidden`, `Refused`: `not_of_this_entry`, `minor_is_own`.
    """
    require(tournament, by, "coordinate")
    members = Member.objects.filter(entry=entry, persona__code=person)
    member = members.select_related("persona__player").first()
    if member is None:
        raise Refused([Violation("not_of_this_entry", field="person")])
    player = member.persona.player
    if is_minor:
        others = namesakes_of(tournament, [entry_view(entry)])[person] if namesakes else ()
        for other in others:
            mark_minor(other)
        return mark_minor(player)
    if player.user_id is not None:
        raise Refused([Violation("minor_is_own", field="is_minor")])
    return unmark_minor(player)


def namesakes_of(tournament: Tournament, rows: Sequence[EntryView]) -> dict[str, list[Player]]:
    """Return, by persona code, other players of that name in that club without accounts.

    They are among the players whom the organizers met; without a club, those that have none.
    """
    known = known_players(tournament, [NewEntry(row.names, club=row.club) for row in rows])
    return {
        person.persona_code: [
            player
            for player in known.called(person.name)
            if player.code != person.player_code
            and player.user_id is None
            and not player.is_minor
            and _is_of(row.club, known.clubs[player.pk])
        ]
        for row in rows
        for person in row.people
    }


def _is_of(club: str, clubs: Collection[str]) -> bool:
    return name_key(club) in clubs if club else not clubs


def known_minors(tournament: Tournament) -> set[str]:
    """Return persona codes of people shown by first name and initial."""
    found = Persona.objects.filter(ledger=tournament.ledger_id, player__is_minor=True)
    return set(found.values_list("code", flat=True))
