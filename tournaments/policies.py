"""Permissions in one tournament.

`see`: anyone once it is public, staff before · `judge`: record results and check people in · `coordinate`:
run the day · `manage`: own the tournament · `restore`: take it out of the bin, where it is hidden.
"""

from collections.abc import Collection
from typing import Literal

from accounts.models import Player
from core.errors import Forbidden
from matches.models import Entry, Match, Member, Seat
from tournaments.models import Role, Staff, State, Tournament
from tournaments.rules_of import rules_of

Need = Literal["see", "judge", "coordinate", "manage", "restore"]

ROLES: dict[str, frozenset[str]] = {
    "judge": frozenset({Role.ORGANIZER, Role.COORDINATOR, Role.JUDGE}),
    "coordinate": frozenset({Role.ORGANIZER, Role.COORDINATOR}),
    "manage": frozenset({Role.ORGANIZER}),
    "restore": frozenset({Role.ORGANIZER}),
}


def role_of(tournament: Tournament, player: Player | None) -> Role | None:
    """Return the highest role that the person may use here, or None (`limit_to_api_key`)."""
    if player is None:
        return None
    return limit_to_api_key(highest_role(_roles_held(tournament, player)), player)


def _roles_held(tournament: Tournament, player: Player) -> set[str]:
    """Return every role that the person holds here."""
    roles = Staff.objects.filter(tournament=tournament, persona__player=player)
    return set(roles.values_list("role", flat=True))


def highest_role(held: Collection[str]) -> Role | None:
    """Return the highest of the roles held; None if none is held."""
    return next((role for role in Role if role in held), None)


def limit_to_api_key(role: Role | None, player: Player) -> Role | None:
    """Return the role that the person may use: with a narrow API key a judge's, whichever they hold."""
    return Role.JUDGE if role and player.is_narrowed else role


def allows(role: Role | None, tournament: Tournament, need: Need) -> bool:
    """Return whether this role may do what `need` names."""
    if tournament.binned_at is not None and need != "restore":
        return False
    if need == "see":
        return role is not None or tournament.is_public
    return role in ROLES[need]


def may(tournament: Tournament, player: Player | None, need: Need) -> bool:
    """Return whether this person may do what `need` names."""
    return allows(role_of(tournament, player), tournament, need)


def require(tournament: Tournament, player: Player | None, need: Need) -> None:
    """Raise `Forbidden` unless the person may do what `need` names; `require_role` has the codes."""
    if need != "see" or not tournament.is_public:
        require_role(role_of(tournament, player), tournament, need)


def require_role(role: Role | None, tournament: Tournament, need: Need) -> None:
    """Raise `Forbidden` unless this role may do what `need` names.

    `forbidden` for a reader who may see the tournament; else `taken_down`, or `not_found` if it never was
    public.
    """
    if not allows(role, tournament, need):
        raise Forbidden("forbidden" if allows(role, tournament, "see") else _code_of_hidden(tournament))


def _code_of_hidden(tournament: Tournament) -> str:
    """Return the code for a reader who may not see it: `taken_down` if it was public, else `not_found`."""
    was_public = tournament.is_published and tournament.unaccepted_since is None
    return "taken_down" if was_public else "not_found"


def may_play_companion(tournament: Tournament, match: Match, player: Player | None) -> bool:
    """Return whether this person may play the companion of a match: as judge or at that table."""
    return may(tournament, player, "judge") or sits_at(match, player)


def require_counting(
    tournament: Tournament, match: Match, player: Player | None, *, claimed: bool = False
) -> Role | None:
    """Return the role of a person who may count at this match's table, None for a player there.

    Judges may; if players report their matches (an option), also players at that table, with an account or by
    a phone that `claimed` a seat. Raises `Forbidden` for all others.
    """
    return require_counting_as(role_of(tournament, player), tournament, match, player, claimed=claimed)


def require_counting_as(
    role: Role | None, tournament: Tournament, match: Match, player: Player | None, *, claimed: bool = False
) -> Role | None:
    """Do what `require_counting` does, for a person whose role is known already."""
    if allows(role, tournament, "judge"):
        return role
    if not rules_of(tournament).option("player_reports") or not (claimed or sits_at(match, player)):
        require_role(role, tournament, "judge")
    return None


def need_to_change_entries(tournament: Tournament) -> Need:
    """Return the permission needed to change others' entries: `judge` until the draw, `coordinate` later."""
    return "judge" if tournament.state == State.PREPARING else "coordinate"


def is_member_of(entry: Entry, player: Player | None) -> bool:
    """Return whether the person is or was a member of the entry."""
    return player is not None and Member.objects.filter(entry=entry, persona__player=player).exists()


def require_own(tournament: Tournament, entry: Entry, player: Player | None, otherwise: Need) -> None:
    """Raise `Forbidden` unless the person is or was of the entry or may do what `otherwise` names."""
    if not is_member_of(entry, player):
        require(tournament, player, otherwise)


def plays_in(tournament: Tournament, player: Player | None) -> bool:
    """Return whether this person has a seat in any match of the tournament, also an ended one."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__player=player)
    return player is not None and seats.exists()


def sits_at(match: Match, player: Player | None) -> bool:
    """Return whether this person has a seat in the match, also if it is not begun or ended."""
    return player is not None and match.seats.filter(persona__player=player).exists()
