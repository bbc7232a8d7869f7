"""Who is who: names already entered, and players known from earlier tournaments."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.names import short_name
from core.folding import name_key
from matches.models import Entry, Member
from rulesets.registry import kind_under
from tournaments.inputs import NewEntry
from tournaments.models import Staff, Tournament
from tournaments.rules_of import rules_of


def team_size(tournament: Tournament) -> int:
    """People in an entry: 2 in pairs."""
    return kind_under(rules_of(tournament)).team_size


def live_names(tournament: Tournament, *, but: Entry | None = None) -> list[str]:
    """Return the keys (`name_key`) of the names in all live entries other than `but`."""
    names = Member.objects.filter(entry__ledger_id=tournament.ledger_id, live=True).exclude(entry=but)
    return [name_key(name) for name in names.values_list("persona__player__name", flat=True)]


@dataclass(frozen=True, slots=True)
class Known:
    """Players that a name or a code stands for."""

    by_code: dict[str, Player]
    by_name: dict[str, Player]
    minors: dict[str, Player]

    def find(self, entry: NewEntry, position: int) -> Player | None:
        """The known player at that position of the entry, if there is exactly one."""
        code = entry.players[position] if position < len(entry.players) else ""
        name = entry.names[position]
        return (
            self.by_code.get(code)
            or self.by_name.get(name_key(name))
            or self.minors.get(name_key(short_name(name)))
        )


def known_players(tournament: Tournament, entries: Sequence[NewEntry]) -> Known:
    """People whom this tournament's organizers met before, by code, or by a name only one has.

    A minor is found by the whole name too, of which only the first name and the initial are kept.
    """
    codes = {code for entry in entries for code in entry.players if code}
    names = {name for entry in entries for name in entry.names}
    met = list(_called(_met(tournament), names))
    by_name = defaultdict(list)
    for player in met:
        by_name[name_key(player.name)].append(player)
    sole = {name: players[0] for name, players in by_name.items() if len(players) == 1}
    return Known({p.code: p for p in _with_codes(codes)}, sole, _sole_minors(met))


def _sole_minors(met: Iterable[Player]) -> dict[str, Player]:
    """Minors by the short name that only one of them has."""
    by_name = defaultdict(list)
    for player in met:
        if player.is_minor:
            by_name[name_key(player.name)].append(player)
    return {name: players[0] for name, players in by_name.items() if len(players) == 1}


def _with_codes(codes: Iterable[str]) -> Iterable[Player]:
    return Player.objects.filter(code__in=codes) if codes else ()


def _called(players: QuerySet[Player], names: Iterable[str]) -> QuerySet[Player]:
    """Those who may have one of these names, or be a minor whose short name is made of one; some besides.

    Whose name is not folded yet may be anybody.
    """
    wanted = {name_key(said) for name in names for said in (name, short_name(name))}
    return players.filter(Q(folded__in=wanted) | Q(folded=None))


def _met(tournament: Tournament) -> QuerySet[Player]:
    """Everybody added by, or entered in a tournament of, somebody who organizes this one."""
    staff = Staff.objects.filter(tournament=tournament, role="organizer")
    users = staff.exclude(persona__player__user=None).values("persona__player__user")
    people = staff.values("persona__player")
    ledgers = Tournament.objects.filter(staff__role="organizer", staff__persona__player__in=people)
    met = Q(added_by__in=users) | Q(personas__ledger__in=ledgers.values("ledger"))
    return Player.objects.filter(met).distinct()
