"""Find tournaments, matches, entries and tables by their addresses, codes and labels.

Only `find_tournament` and `find_match_at` check whether the person may see what they return.
"""

from dataclasses import dataclass

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When

from accounts.models import Persona, Player
from core.db.compiled_query import CompiledQuery
from core.errors import Forbidden
from matches.models import Entry, Match, PhysicalTable
from tournaments import match_parts
from tournaments.match_parts import with_parts
from tournaments.models import Role, Staff, State, Tournament
from tournaments.policies import highest_role, limit_to_api_key, require

NO_PLAYER_KEY = 0  # a key that no person has
HELD = "held_by_reader"


def visible_tournaments(player: Player | None) -> QuerySet[Tournament]:
    """Return public tournaments and those in which the person has a role, without those in the bin."""
    published = Q(announced_at__isnull=False) | ~Q(state=State.PREPARING)
    public = published & Q(taken_down_at__isnull=True, unaccepted_since__isnull=True)
    own = Q(Exists(roles_at_tournament(player))) if player else Q(pk__in=[])
    return Tournament.objects.filter(public | own, binned_at__isnull=True).select_related("ledger")


def roles_at_tournament(player: Player | int) -> QuerySet[Staff]:
    """Return the person's roles at the outer query's tournament."""
    return Staff.objects.filter(tournament=OuterRef("pk"), persona__player=player)


def tournament_by_slug(slug: str) -> Tournament:
    """Return the tournament at that address for any caller. Raises `Forbidden` `not_found`."""
    tournament = Tournament.objects.filter(slug=slug).select_related("ledger").first()
    if tournament is None:
        raise Forbidden("not_found")
    return tournament


def tournament_with_role(slug: str, player: Player) -> tuple[Tournament, Role | None]:
    """Return the tournament at that address and the role that the person may use there, in one query.

    It does not check whether they may see it. Raises `Forbidden` `not_found`.
    """
    tournament = _WITH_ROLE.first(slug, player.pk)
    if tournament is None:
        raise Forbidden("not_found")
    held = tournament.__dict__.pop(HELD)
    return tournament, limit_to_api_key(highest_role((held,)), player)


def _with_role(slug: str, player: int) -> QuerySet[Tournament]:
    """Select the tournament, annotated with the highest role of the player (key)."""
    rank = Case(*(When(role=role, then=Value(at)) for at, role in enumerate(Role)), default=Value(len(Role)))
    held = roles_at_tournament(player).order_by(rank).values("role")[:1]
    return Tournament.objects.filter(slug=slug).select_related("ledger").annotate(**{HELD: Subquery(held)})


_WITH_ROLE = CompiledQuery(_with_role)


def find_tournament(slug: str, player: Player | None) -> Tournament:
    """Return the tournament at that address.

    Raises `Forbidden` `not_found`, also if the person may not see it, or `taken_down`.
    """
    tournament = tournament_by_slug(slug)
    require(tournament, player, "see")
    return tournament


def binned_tournaments(player: Player) -> QuerySet[Tournament]:
    """Return the binned tournaments that the person organizes, latest first."""
    own = Q(staff__persona__player=player, staff__role=Role.ORGANIZER)
    return Tournament.objects.filter(own, binned_at__isnull=False).order_by("-binned_at").distinct()


@dataclass(frozen=True, slots=True)
class Hidden:
    """Tournaments that are not public and in which a person has a role.

    `in_bin`: how many that they organize are in the bin. `is_taken_down`: whether any is taken down or waits
    to be accepted.
    """

    in_bin: int = 0
    is_taken_down: bool = False


def hidden_of(player: Player | None) -> Hidden:
    """Count the person's hidden tournaments; none for a visitor."""
    found = _hidden(player) if player else ()
    binned = {one.tournament_id for one in found if one.role == Role.ORGANIZER and one.tournament.binned_at}
    away = any(one.tournament.taken_down_at or one.tournament.unaccepted_since for one in found)
    return Hidden(len(binned), away)


def _hidden(player: Player) -> QuerySet[Staff]:
    """Select the person's roles at tournaments that are binned, taken down or unaccepted."""
    away = Q(tournament__binned_at__isnull=False) | Q(tournament__taken_down_at__isnull=False)
    away |= Q(tournament__unaccepted_since__isnull=False)
    return Staff.objects.filter(away, persona__player=player).select_related("tournament").order_by()


def find_binned(slug: str, player: Player) -> Tournament:
    """Return the tournament in the person's bin. Raises `Forbidden` `not_found`."""
    found = binned_tournaments(player).filter(slug=slug).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def find_match_at(slug: str, code: str, player: Player | None) -> tuple[Tournament, Match]:
    """Return the tournament at that address and its match, in one query if it is public.

    Raises `Forbidden` `not_found`, also if the person may not see it, or `taken_down`.
    """
    match = _MATCH_AT.first(slug, code)
    if match is None:
        raise Forbidden("not_found")
    require(match.ledger.tournament, player, "see")
    return match.ledger.tournament, match


def _match_at(slug: str, code: str) -> QuerySet[Match]:
    """Select the match with its tournament."""
    found = Match.objects.filter(code=code, ledger__tournament__slug=slug)
    return found.select_related("ledger__tournament").order_by()


_MATCH_AT = CompiledQuery(_match_at)


def find_match(tournament: Tournament, code: str) -> Match:
    """Return the match of this tournament. Raises `Forbidden` `not_found`."""
    match = Match.objects.filter(ledger=tournament.ledger_id, code=code).first()
    if match is None:
        raise Forbidden("not_found")
    return match


def find_match_for(tournament: Tournament, code: str, player: Player | None) -> Match:
    """Return the match with the parts of its page for this reader (`tournaments.match_parts`), in one query.

    Raises `Forbidden` `not_found`.
    """
    who = player.pk if player else NO_PLAYER_KEY
    match = _MATCH_FOR.first(tournament.ledger_id, code, who)
    if match is None:
        raise Forbidden("not_found")
    return match_parts.mark_reader(match, who)


def _match_for(ledger: int, code: str, player: int) -> QuerySet[Match]:
    """Select the match, annotated for this player (key) as `tournaments.match_parts` says."""
    found = match_parts.annotate_reader(Match.objects.filter(ledger=ledger, code=code).order_by(), player)
    return with_parts(found.select_related("table"), player)


_MATCH_FOR = CompiledQuery(_match_for)


def find_entry(tournament: Tournament, code: str) -> Entry:
    """Return the entry of this tournament. Raises `Forbidden` `not_found`."""
    entry = Entry.objects.filter(ledger=tournament.ledger_id, code=code).first()
    if entry is None:
        raise Forbidden("not_found")
    return entry


def find_seated(match: Match, code: str) -> Persona:
    """Return the person with this code at the match. Raises `Forbidden` `not_found`."""
    persona = Persona.objects.filter(seats__match=match, code=code).first()
    if persona is None:
        raise Forbidden("not_found")
    return persona


def find_table(tournament: Tournament, label: str) -> PhysicalTable:
    """Return the physical table with this label. Raises `Forbidden` `not_found`."""
    table = PhysicalTable.objects.filter(ledger=tournament.ledger_id, label=label).first()
    if table is None:
        raise Forbidden("not_found")
    return table
