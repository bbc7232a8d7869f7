"""Known players: who has one of the names of new entries, and whether name and club are unambiguous."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Player
from accounts.names import short_name
from core.text import name_key
from matches.models import Entry, Member
from rulesets.registry import kind_under
from tournaments.finding import visible_tournaments
from tournaments.inputs import NewEntry
from tournaments.models import Staff, Tournament
from tournaments.rules_of import rules_of


def team_size(tournament: Tournament) -> int:
    """Return the number of people in an entry: 2 in pairs."""
    return kind_under(rules_of(tournament)).team_size


def live_names(tournament: Tournament, *, but: Entry | None = None) -> list[str]:
    """Return the keys (`name_key`) of the names in all live entries other than `but`."""
    names = Member.objects.filter(entry__ledger_id=tournament.ledger_id, live=True).exclude(entry=but)
    return [name_key(name) for name in names.values_list("persona__player__name", flat=True)]


def live_players(tournament: Tournament) -> set[int]:
    """Return the primary keys of all players in a live entry."""
    members = Member.objects.filter(entry__ledger_id=tournament.ledger_id, live=True)
    return set(members.values_list("persona__player", flat=True))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known player who may be meant by a name; `event` is the latest public tournament they entered."""

    player: str
    name: str
    club: str
    event: str

    def __str__(self) -> str:
        described = ", ".join(part for part in (self.name, self.club) if part)
        return f"{described} ({self.event})" if self.event else described


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """The players of these names and codes; `by_name` goes by `name_key`, oldest player first.

    `clubs`: by the player's primary key, the `name_key` of each club played for. `entered`: primary keys of
    the players in a live entry, who cannot join another.
    """

    by_code: Mapping[str, Player]
    by_name: Mapping[str, Sequence[Player]]
    clubs: Mapping[int, frozenset[str]]
    entered: frozenset[int]

    def find(self, entry: NewEntry, position: int) -> Player | None:
        """Return the player named by the answer, or the only one who matches name and club.

        None for a new person, if the answer's code is unknown, or without an answer if none or several match.
        """
        if answer := entry.answer(position):
            return self.by_code.get(answer)
        club = name_key(entry.club)
        same = [player for player in self.with_name(entry.names[position]) if club in self.clubs[player.pk]]
        return same[0] if len(same) == 1 else None

    def candidates(self, entry: NewEntry, position: int) -> list[Player]:
        """Return all players not entered yet who may have this name; minors by their short name too."""
        name = entry.names[position]
        minors = (player for player in self.with_name(short_name(name)) if player.is_minor)
        found = dict.fromkeys((*self.with_name(name), *minors))
        return [player for player in found if player.pk not in self.entered]

    def with_name(self, name: str) -> Sequence[Player]:
        """Return the known players of this name, ignoring case and accents; () if there are none."""
        return self.by_name.get(name_key(name), ())


def known_players(tournament: Tournament, entries: Sequence[NewEntry]) -> KnownPlayers:
    """Read the players whom this tournament's organizers met under one of the names, and those of the codes.

    A minor is found by the whole name too, of which only the first name and the initial are stored.
    """
    codes = {code for entry in entries for code in entry.players if code}
    names = {name for entry in entries for name in entry.names}
    by_name: dict[str, list[Player]] = defaultdict(list)
    for player in _filter_by_names(_players_met(tournament), names).select_related("club").order_by("pk"):
        by_name[name_key(player.name)].append(player)
    met = [player for players in by_name.values() for player in players]
    entered = frozenset(live_players(tournament)) if met else frozenset()
    return KnownPlayers({p.code: p for p in _with_codes(codes)}, by_name, _clubs(met), entered)


def candidates_of(players: Sequence[Player]) -> list[Candidate]:
    """Return the players as a question shows them, in the same order; two queries."""
    keys = [player.pk for player in players]
    shown = visible_tournaments(None).filter(ledger__personas__player__in=keys)
    titles = shown.order_by("year", "starts_at", "pk").values_list("ledger__personas__player", "title")
    events = dict(titles) if keys else {}
    clubs = dict(_club_names(keys))
    return [
        Candidate(
            player.code,
            player.name,
            player.club.name if player.club else clubs.get(player.pk, ""),
            events.get(player.pk, ""),
        )
        for player in players
    ]


def _clubs(players: Sequence[Player]) -> dict[int, frozenset[str]]:
    """Return the `name_key` of each club that a player belongs to or played for, by primary key."""
    found: dict[int, set[str]] = {player.pk: set() for player in players}
    for player in players:
        found[player.pk] |= {name_key(player.club.name)} if player.club else set()
    for key, club in _club_names([*found]):
        found[key].add(name_key(club))
    return {key: frozenset(clubs) for key, clubs in found.items()}


def _club_names(keys: Sequence[int]) -> Iterable[tuple[int, str]]:
    """Return (player's primary key, club) of each entry with a club, latest last; no query without keys."""
    members = Member.objects.filter(persona__player__in=keys, entry__club__isnull=False)
    rows = members.order_by("pk").values_list("persona__player", "entry__club__name")
    return rows if keys else ()


def _with_codes(codes: Iterable[str]) -> Iterable[Player]:
    """Return the players with these codes; no query without codes."""
    return Player.objects.filter(code__in=codes) if codes else ()


def _filter_by_names(players: QuerySet[Player], names: Iterable[str]) -> QuerySet[Player]:
    """Filter players who may have one of these names, or be a minor whose short name is made of one.

    Players without a normalized name, or with one of before full stops were ignored, may match and are
    included.
    """
    wanted = {name_key(said) for name in names for said in (name, short_name(name))}
    return players.filter(Q(folded__in=wanted) | Q(folded=None) | Q(folded__contains="."))


def _players_met(tournament: Tournament) -> QuerySet[Player]:
    """Return the players whom an organizer of this tournament added, or met in a tournament of theirs."""
    staff = Staff.objects.filter(tournament=tournament, role="organizer")
    users = staff.exclude(persona__player__user=None).values("persona__player__user")
    people = staff.values("persona__player")
    ledgers = Tournament.objects.filter(staff__role="organizer", staff__persona__player__in=people)
    met = Q(added_by__in=users) | Q(personas__ledger__in=ledgers.values("ledger"))
    return Player.objects.filter(met).distinct()
