"""Who may do what in one tournament.

`see` anybody once it is public, staff before · `judge` record results and check people in ·
`coordinate` run the day · `manage` own the tournament · `restore` take it out of the bin, where it is hidden.
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
    """The highest role that the person holds here, or None."""
    if player is None:
        return None
    return within_reach(highest(_held(tournament, player)), player)


def _held(tournament: Tournament, player: Player) -> set[str]:
    roles = Staff.objects.filter(tournament=tournament, persona__player=player)
    return set(roles.values_list("role", flat=True))


def highest(held: Collection[str]) -> Role | None:
    """The role that counts of those that a person holds; None for none."""
    return next((role for role in Role if role in held), None)


def within_reach(role: Role | None, player: Player) -> Role | None:
    """The role as far as the person may use it: with a narrow key of the API a judge's at most."""
    return Role.JUDGE if role and player.is_narrowed else role


def allows(role: Role | None, tournament: Tournament, need: Need) -> bool:
    """Return whether this role may do what `need` names."""
    if tournament.binned_at is not None and need != "restore":
        return False
    if need == "see":
        return role is not None or tournament.is_public
    return role in ROLES[need]


def may(tournament: Tournament, player: Player | None, need: Need) -> bool:
    """Whether this person may do what `need` names."""
    return allows(role_of(tournament, player), tournament, need)


def require(tournament: Tournament, player: Player | None, need: Need) -> None:
    """Pass, or raise `Forbidden`: `not_found` where its existence is private, else `taken_down`."""
    if need != "see" or not tournament.is_public:
        require_role(role_of(tournament, player), tournament, need)


def require_role(role: Role | None, tournament: Tournament, need: Need) -> None:
    """The same for a role that is known already."""
    if not allows(role, tournament, need):
        raise Forbidden("forbidden" if allows(role, tournament, "see") else _absence(tournament))


def _absence(tournament: Tournament) -> str:
    """Why a person sees nothing here: it was never theirs to see, or the administration took it down."""
    was_public = tournament.is_published and tournament.unaccepted_since is None
    return "taken_down" if was_public else "not_found"


def may_play_companion(tournament: Tournament, match: Match, player: Player | None) -> bool:
    """Whether this person plays the companion of a match: who judges, and who sits at that table."""
    return may(tournament, player, "judge") or sits_at(match, player)


def require_counting(
    tournament: Tournament, match: Match, player: Player | None, *, claimed: bool = False
) -> Role | None:
    """The role of who may count at the table of this match, None for who plays there.

    Who judges; and where players report their matches (an option), who sits at that table, with an account
    or by a phone that `claimed` a seat. The one place that says so.
    """
    return counting_as(role_of(tournament, player), tournament, match, player, claimed=claimed)


def counting_as(
    role: Role | None, tournament: Tournament, match: Match, player: Player | None, *, claimed: bool = False
) -> Role | None:
    """The same for a role that is known already."""
    if allows(role, tournament, "judge"):
        return role
    if not rules_of(tournament).option("player_reports") or not (claimed or sits_at(match, player)):
        require_role(role, tournament, "judge")
    return None


def to_change_entries(tournament: Tournament) -> Need:
    """What takes others out and in again: a judge's right until the draw, the coordinator's later."""
    return "judge" if tournament.state == State.PREPARING else "coordinate"


def is_of(entry: Entry, player: Player | None) -> bool:
    """Whether the entry is this person's, or was before they left it; a pair's is both partners'."""
    return player is not None and Member.objects.filter(entry=entry, persona__player=player).exists()


def require_own(tournament: Tournament, entry: Entry, player: Player | None, otherwise: Need) -> None:
    """Pass for who is of the entry, and for who may do what `otherwise` names."""
    if not is_of(entry, player):
        require(tournament, player, otherwise)


def plays_in(tournament: Tournament, player: Player | None) -> bool:
    """Whether this person sits at some match of it."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, persona__player=player)
    return player is not None and seats.exists()


def sits_at(match: Match, player: Player | None) -> bool:
    """Whether this person plays in the match."""
    return player is not None and match.seats.filter(persona__player=player).exists()
