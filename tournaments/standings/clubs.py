"""A club: its public players, their places in a season, and their tournaments.

People who hid their page, are minors or were deleted are left out and not counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Club
from accounts.names import page_of
from core.errors import Forbidden
from core.text import name_key
from matches.models import Entry, Member
from tournaments.entry_names import PublicPlayer, has_all_words, words_of_name
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament
from tournaments.standings.profile import gives_points, participants
from tournaments.standings.selectors import SeasonLine, season

MAX_FITTING = 200
"""Clubs whose names match the search and are checked for public entries."""


class PlayedFor(NamedTuple):
    """A member of the club at one tournament; `place` is None until it is finished."""

    tournament: int
    who: PublicPlayer
    place: int | None


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A player of the club with their number of tournaments and titles;

    `line` is their season line, if any.
    """

    who: PublicPlayer
    tournaments: int
    titles: int
    line: SeasonLine | None


@dataclass(frozen=True, slots=True)
class ClubEvent:
    """A tournament with the number of the club's people, their `best` place and its holders, if known."""

    tournament: Tournament
    people: int
    best: int | None
    first: tuple[PublicPlayer, ...]


def find_club(number: int) -> Club:
    """Return the club if it has a public entry. Raises `Forbidden` `not_found` otherwise."""
    club = Club.objects.filter(_in_public(), pk=number).first()
    if club is None:
        raise Forbidden("not_found")
    return club


def search_clubs(typed: str, most: int) -> list[Club]:
    """Return at most `most` clubs with a page whose names contain each typed word, by name."""
    words = words_of_name(typed)
    named = Club.objects.values_list("pk", "name").order_by() if words else ()
    fitting = [pk for pk, name in named if has_all_words([name], words)][:MAX_FITTING]
    shown = Club.objects.filter(_in_public(), pk__in=fitting) if fitting else ()
    return sorted(shown, key=lambda club: name_key(club.name))[:most]


def attendances(club: Club) -> tuple[PlayedFor, ...]:
    """Return all public participations for the club; simulated ones only if there are no others."""
    return tuple(_find_attendances(participants(), club)) or tuple(
        _find_attendances(participants(simulated=True), club)
    )


def tournaments_of(attended: Iterable[PlayedFor]) -> dict[int, Tournament]:
    """Return the tournaments by key, latest first."""
    keys = {one.tournament for one in attended}
    found = visible_tournaments(None).filter(pk__in=keys).defer("announcement", "prizes", "special_rules")
    return {one.pk: one for one in found.order_by("-starts_at", "-year", "-created_at")}


def club_seasons(
    attended: Iterable[PlayedFor], tournaments: Mapping[int, Tournament]
) -> list[tuple[str, int]]:
    """Return (game, year) of each season in which a member has a place that counts, newest first."""
    placed = (tournaments[one.tournament] for one in attended if one.place)
    return sorted(
        {(one.game, one.year) for one in placed if gives_points(one)},
        key=lambda one: (-one[1], one[0]),
    )


def club_members(attended: Iterable[PlayedFor], of: tuple[str, int] | None) -> tuple[ClubMember, ...]:
    """Return the members by their place in season `of`, then those without a place, by name.

    With None for the season all are by name.
    """
    lines = {line.page: line for line in season(*of)} if of else {}
    found: dict[PublicPlayer, list[int | None]] = defaultdict(list)
    for one in attended:
        found[one.who].append(one.place)
    members = (
        ClubMember(who, len(places), places.count(1), lines.get(who.page)) for who, places in found.items()
    )
    return tuple(sorted(members, key=_sort_key))


def club_events(
    attended: Iterable[PlayedFor], tournaments: Mapping[int, Tournament]
) -> tuple[ClubEvent, ...]:
    """Return the club's tournaments, in the order of `tournaments`."""
    there: dict[int, list[PlayedFor]] = defaultdict(list)
    for one in attended:
        there[one.tournament].append(one)
    return tuple(_event(one, there[key]) for key, one in tournaments.items())


def _event(tournament: Tournament, there: Sequence[PlayedFor]) -> ClubEvent:
    best = min((one.place for one in there if one.place), default=None)
    first = tuple(one.who for one in there if best and one.place == best)
    return ClubEvent(tournament, len(there), best, first)


def _sort_key(member: ClubMember) -> tuple[bool, int, str]:
    rank = member.line.rank if member.line else 0
    return member.line is None, rank, name_key(member.who.name)


def _in_public() -> Exists:
    """Return a condition: the club has an entry that strangers can see."""
    shown = visible_tournaments(None).order_by().values("ledger")
    return Exists(Entry.objects.filter(club=OuterRef("pk"), ledger__in=shown))


def _find_attendances(members: QuerySet[Member], club: Club) -> Iterator[PlayedFor]:
    """Yield each person once a tournament: both of a pair; people who left only if they have a place."""
    there = members.filter(Q(live=True) | Q(entry__placing__isnull=False), entry__club=club)
    person = ("persona__player__name", "persona__player__code", "persona__player__has_page")
    rows = there.values_list("entry__ledger__tournament", "entry__placing__place", *person)
    for tournament, place, name, code, has_page in rows.order_by("pk"):
        if page := page_of(code, name, has_page):
            yield PlayedFor(tournament, PublicPlayer(name, page), place)
