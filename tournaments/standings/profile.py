"""What one player has played: places, tables, opponents and suits, from the public part of each tournament.

Simulated tournaments appear only for a player without others, as in the demo. A few queries for any history.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from accounts.names import page_of
from core.db.folded import containing_words
from core.text import name_key
from matches.models import MatchState, Member, Seat, Side, Take
from rulesets.kernel.points import as_decimal
from tournaments.entry_names import PublicPlayer, words_of_name
from tournaments.finding import visible_tournaments
from tournaments.models import State, Tournament


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """An ended match. `place` is the player's side's at the table; `opponents` is empty for a bye."""

    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool
    suit: str
    won: bool
    absent: bool
    place: int | None
    partners: tuple[PublicPlayer, ...]
    opponents: tuple[PublicPlayer, ...]


@dataclass(frozen=True, slots=True)
class Participation:
    """A tournament with the player's results there.

    `place` is None until it is finished. `points` (two decimals) is None if it gives none for the season.
    """

    tournament: Tournament
    place: int | None
    points: str | None
    matches: tuple[PlayedMatch, ...]


class _SeatRow(NamedTuple):
    match: int
    ledger: int
    code: str
    round: int
    number: int
    third_place: bool
    is_final: bool
    stage: int | None
    second_chance: bool
    winner: int | None
    side: int
    place: int | None
    absent: bool
    entry: int | None
    suit: str
    player: int | None
    player_code: str | None
    name: str
    has_page: bool


SEATED = (
    "match_id", "match__ledger_id", "match__code", "match__round", "match__number", "match__third_place",
    "is_final", "match__stage", "match__second_chance", "match__winner_id", "side__number", "side__place",
    "side__absent", "side__entry_id", "suit",
    "persona__player_id", "persona__player__code", "persona__player__name", "persona__player__has_page",
)  # fmt: skip


def participations(player: Player) -> tuple[Participation, ...]:
    """Return the player's public tournaments from the draw on, latest first.

    Only those with an ended match or a place of theirs, and those not over in which their entry is live.
    """
    members = _memberships(player)
    matches = _matches_by_ledger(player, members)
    found = (_participation(member, matches.get(ledger, ())) for ledger, member in members.items())
    return tuple(one for one in found if one.matches or one.place or _is_awaited(members, one))


def _is_awaited(members: Mapping[int, Member], one: Participation) -> bool:
    """Return whether the player's entry there is live and the tournament is not over."""
    return members[one.tournament.ledger_id].live and not one.tournament.is_over


def gives_points(tournament: Tournament) -> bool:
    """Return whether the tournament gives points for a season."""
    is_finished = tournament.state == State.FINISHED
    return is_finished and tournament.ranked and not tournament.without_points and not tournament.simulated


def participants(*, simulated: bool = False) -> QuerySet[Member]:
    """Return members of entries in public tournaments from the draw on, either real or simulated."""
    shown = visible_tournaments(None).exclude(state=State.PREPARING).filter(simulated=simulated).order_by()
    return Member.objects.filter(entry__ledger__tournament__in=shown.values("pk"))


def _memberships(player: Player) -> dict[int, Member]:
    """Return the player's membership, with tournament and placing, by ledger key; of several the live one."""
    return _memberships_among(participants(), player) or _memberships_among(
        participants(simulated=True), player
    )


def _memberships_among(members: QuerySet[Member], player: Player) -> dict[int, Member]:
    found = members.filter(persona__player=player)
    rows = found.select_related("entry__placing", "entry__ledger__tournament")
    order = ("-entry__ledger__tournament__starts_at", "-entry__ledger__tournament__created_at", "live", "pk")
    return {member.entry.ledger_id: member for member in rows.order_by(*order)}


def _participation(member: Member, matches: Sequence[PlayedMatch]) -> Participation:
    tournament, placing = member.entry.ledger.tournament, getattr(member.entry, "placing", None)
    points = str(as_decimal(placing.points)) if placing and gives_points(tournament) else None
    return Participation(tournament, placing.place if placing else None, points, tuple(matches))


def _matches_by_ledger(player: Player, ledgers: Iterable[int]) -> Mapping[int, list[PlayedMatch]]:
    """Return the player's ended matches in order, by ledger key."""
    tables: dict[int, list[_SeatRow]] = defaultdict(list)
    for row in _seats(player, list(ledgers)).values_list(*SEATED):
        tables[row[0]].append(_SeatRow(*row))
    found: dict[int, list[PlayedMatch]] = defaultdict(list)
    for seats in tables.values():
        found[seats[0].ledger].append(_played_match(player, seats))
    return found


def _seats(player: Player, ledgers: Sequence[int]) -> QuerySet[Seat]:
    """Select all seats of ended matches at which the player sat, in order, annotated with `is_final`."""
    onward = Side.objects.filter(source=OuterRef("match"), take=Take.WINNER)
    own = Seat.objects.filter(persona__player=player, match__ledger__in=ledgers).order_by().values("match")
    found = Seat.objects.filter(match__in=own, match__state=MatchState.ENDED)
    return found.annotate(is_final=~Exists(onward)).order_by("match__round", "match__number", "number")


def _played_match(player: Player, seats: Sequence[_SeatRow]) -> PlayedMatch:
    """Return a match as this player played it; `seats` are all of that match."""
    own = next(seat for seat in seats if seat.player == player.pk)
    return PlayedMatch(
        code=own.code,
        round=own.round,
        number=own.number,
        third_place=own.third_place,
        is_final=own.is_final and not (own.third_place or own.second_chance or own.stage),
        stage=own.stage,
        second_chance=own.second_chance,
        suit=own.suit,
        won=own.entry is not None and own.entry == own.winner,
        absent=own.absent,
        place=own.place,
        partners=tuple(_as_opponents(seat for seat in seats if seat.side == own.side and seat != own)),
        opponents=tuple(_as_opponents(seat for seat in seats if seat.side != own.side)),
    )


def _as_opponents(seats: Iterable[_SeatRow]) -> Iterator[PublicPlayer]:
    """Yield the people on these seats; empty seats are left out."""
    for seat in seats:
        if seat.player_code:
            yield PublicPlayer(seat.name, page_of(seat.player_code, seat.name, seat.has_page))


MAX_NAMESAKES = 500
"""Players whose names match the search and are checked for participations."""


@dataclass(frozen=True, slots=True)
class Players:
    """The players found, by name; `more` is how many others matched."""

    found: tuple[PublicPlayer, ...]
    more: int


def search_players(typed: str, most: int) -> Players:
    """Return at most `most` players whose names contain each typed word, ignoring case and accents."""
    words = words_of_name(typed)
    if not words:
        return Players((), 0)
    named = containing_words(Player.objects.filter(has_page=True), words).order_by("name", "pk")
    fitting = named.values("pk")[:MAX_NAMESAKES]
    shown = Player.objects.filter(_has_played(), pk__in=fitting)
    ordered = sorted(shown, key=lambda player: (name_key(player.name), player.pk))
    found = [PublicPlayer(player.name, player.page) for player in ordered if player.page]
    return Players(tuple(found[:most]), max(0, len(found) - most))


def _has_played() -> Exists:
    """Return a condition: the player has a place, an ended match or one to come (see `participations`)."""
    onward = Q(live=True, entry__ledger__tournament__state__in=[State.DRAWN, State.RUNNING])
    ended = Q(persona__seats__match__state=MatchState.ENDED)
    counted = Q(entry__placing__isnull=False)
    return Exists(participants().filter(counted | ended | onward, persona__player=OuterRef("pk")))
