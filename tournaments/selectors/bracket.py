"""The bracket and its matches as the pages and the API show them: plain values, few queries."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from matches.models import Match, MatchState, Member, Seat, Side
from rulesets.registry import game_of
from tournaments import messages
from tournaments.models import Tournament
from tournaments.selectors.names import names_at
from tournaments.snapshots import rules_of


@dataclass(frozen=True, slots=True)
class SideView:
    """Who plays for one result. `feed` tells where an open side comes from; `empty`: nobody came."""

    number: int
    entry_code: str | None
    names: tuple[str, ...]
    place: int | None
    score: int | None
    absent: bool
    is_winner: bool
    feed: str | None
    empty: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One chair: whose it is, with which suit, and how many cards are drawn per turn."""

    number: int
    side: int
    suit: str
    persona_code: str | None
    name: str
    draw_per_turn: int | None
    redraws: int = 0


@dataclass(frozen=True, slots=True)
class MatchView:
    """One match of a game. Times are aware; `seq` is the record's number at its latest change."""

    game: str
    code: str
    round: int
    number: int
    third_place: bool
    is_bye: bool
    is_final: bool
    state: str
    table_label: str | None
    sides: tuple[SideView, ...]
    seats: tuple[SeatView, ...]
    called_at: datetime | None
    started_at: datetime | None
    time_due_at: datetime | None
    extra_minutes: int
    time_called_at: datetime | None
    ended_at: datetime | None
    ended_by: str | None
    next_code: str | None
    seq: int

    def seconds_left(self, now: datetime) -> int | None:
        """Seconds to the limit, 0 once it is reached; None without a limit or before the start."""
        if self.time_due_at is None or self.state != MatchState.PLAYING:
            return None
        return max(0, int((self.time_due_at - now).total_seconds()))


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, its matches from top to bottom."""

    number: int
    matches: tuple[MatchView, ...] = field(default=())


def bracket(tournament: Tournament) -> tuple[RoundView, ...]:
    """All rounds of the drawn bracket; empty before the draw."""
    rounds: dict[int, list[MatchView]] = defaultdict(list)
    for view in views(tournament, Match.objects.filter(ledger=tournament.ledger_id)):
        rounds[view.round].append(view)
    return tuple(RoundView(number, tuple(rounds[number])) for number in sorted(rounds))


def match_view(tournament: Tournament, match: Match) -> MatchView:
    """One match as it stands in the database."""
    return views(tournament, Match.objects.filter(pk=match.pk))[0]


def views(tournament: Tournament, matches: QuerySet[Match]) -> tuple[MatchView, ...]:
    """The matches as views, in bracket order, with a fixed number of queries."""
    builder = _Builder(tournament, matches)
    rows = matches.select_related("table").order_by("round", "number")
    return tuple(builder.view(match) for match in rows)


class _Builder:
    """What the views of several matches share, read once."""

    def __init__(self, tournament: Tournament, matches: QuerySet[Match]) -> None:
        self.game, self.rules = game_of(tournament.game), rules_of(tournament)
        self.names = names_at(matches)
        self.sides: dict[int, list[Side]] = defaultdict(list)
        self.seats: dict[int, list[Seat]] = defaultdict(list)
        for side in _sides(matches):
            self.sides[side.match_id].append(side)
        for seat in _seats(matches):
            self.seats[seat.match_id].append(seat)
        self.next = _next_codes(matches)
        self.ended_by = dict(matches.filter(sheets__is_current=True).values_list("pk", "sheets__ended_by"))
        self.last_round = (
            Match.objects.filter(ledger=tournament.ledger_id)
            .order_by("-round")
            .values_list("round", flat=True)
            .first()
        )
        self.redraws = _redraws(matches)
        self.bringers = _bringers(matches)

    def view(self, match: Match) -> MatchView:
        sides = tuple(self._side(match, side) for side in self.sides[match.pk])
        return MatchView(
            game=self.game.key,
            code=match.code,
            round=match.round,
            number=match.number,
            third_place=match.third_place,
            is_bye=len(sides) == 1,
            is_final=match.round == self.last_round and not match.third_place,
            state=match.state,
            table_label=match.table.label if match.table else None,
            sides=sides,
            seats=self._seats(match),
            called_at=match.called_at,
            started_at=match.started_at,
            time_due_at=match.time_due_at,
            extra_minutes=match.extra_minutes,
            time_called_at=match.time_called_at,
            ended_at=match.ended_at,
            ended_by=self.ended_by.get(match.pk),
            next_code=self.next.get(match.pk),
            seq=match.changed_seq,
        )

    def _side(self, match: Match, side: Side) -> SideView:
        code = side.entry.code if side.entry else None
        ended = match.state == MatchState.ENDED
        return SideView(
            number=side.number,
            entry_code=code,
            names=self.names.get(code, ()) if code else (),
            place=side.place if ended else None,
            score=side.score if ended and code else None,
            absent=side.absent,
            is_winner=ended and code is not None and side.entry_id == match.winner_id,
            feed=None if side.filled or side.source is None else messages.feed(side.take, str(side.source)),
            empty=side.filled and code is None,
        )

    def _seats(self, match: Match) -> tuple[SeatView, ...]:
        people = [seat.persona.code for seat in self.seats[match.pk] if seat.persona]
        draws = self.game.draws(self.rules, people, self.bringers & set(people))
        return tuple(self._seat(seat, draws) for seat in self.seats[match.pk])

    def _seat(self, seat: Seat, draws: Mapping[str, int]) -> SeatView:
        code = seat.persona.code if seat.persona else None
        return SeatView(
            number=seat.number,
            side=seat.side.number,
            suit=seat.suit,
            persona_code=code,
            name=seat.persona.player.name if seat.persona else "",
            draw_per_turn=draws.get(code) if code else None,
            redraws=self.redraws.get((seat.match_id, code or ""), 0),
        )


def _sides(matches: QuerySet[Match]) -> QuerySet[Side]:
    found = Side.objects.filter(match__in=matches).select_related("entry", "source")
    return found.order_by("match_id", "number")


def _seats(matches: QuerySet[Match]) -> QuerySet[Seat]:
    found = Seat.objects.filter(match__in=matches).select_related("side", "persona__player")
    return found.order_by("match_id", "number")


def _next_codes(matches: QuerySet[Match]) -> dict[int, str]:
    """The match that each one's winner goes to."""
    feeds = Side.objects.filter(source__in=matches, take="winner")
    return dict(feeds.values_list("source_id", "match__code"))


def _redraws(matches: QuerySet[Match]) -> dict[tuple[int, str], int]:
    counts: dict[tuple[int, str], int] = defaultdict(int)
    for match, code in matches.filter(redraws__isnull=False).values_list("pk", "redraws__persona__code"):
        counts[match, code] += 1
    return counts


def _bringers(matches: QuerySet[Match]) -> set[str]:
    """Codes of the people at these matches who brought a pineapple."""
    members = Member.objects.filter(entry__sides__match__in=matches, pineapple=True)
    return set(members.values_list("persona__code", flat=True))
