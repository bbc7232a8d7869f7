"""A person's own day: the tournaments they play in, and the events they help to run.

The events cost three queries however many they are; tournaments to play in are `MAX_DAYS` at most, of
`MAX_READ`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import Count, F, Q, QuerySet

from accounts.models import Player
from matches.models import Entry, EntryState, Match, MatchState, Member
from tournaments.match_views.whereabouts import MyDay, my_day
from tournaments.models import OVER, Role, Staff, State, Tournament
from tournaments.now.selectors import next_act
from tournaments.policies import highest_role

MAX_DAYS = 2  # tournaments that a person plays in at once
MAX_READ = 8  # tournaments that are read to find them, since a player may be out of some
MAX_EVENTS = 60
SOON = timedelta(hours=24)
A_DAY = timedelta(days=1)  # a date without a time lasts until its end
NOW = (State.DRAWN, State.RUNNING)
PLAYS = frozenset({"waiting", "next_round", "ready", "called", "playing"})
COMES = frozenset({"entered", "checked_in"})
CountsByLedger = Mapping[int, Counter[str]]
"""Numbers of rows by state, by ledger key."""


@dataclass(frozen=True, slots=True)
class MyTournament:
    """A tournament that a person plays in today, and their state in it."""

    tournament: Tournament
    day: MyDay


@dataclass(frozen=True, slots=True)
class MyEvent:
    """A tournament that a person helps with, their highest role, and its next act.

    `act` is one of `tournaments.now.selectors.ACTS`, or `invite`: announced, with its day to come.
    `total` and the numbers before it count matches. Requirements of the draw are not checked here; the page
    of the draw has them.
    """

    tournament: Tournament
    role: Role
    act: str
    entries: int
    checked_in: int
    playing: int
    called: int
    ready: int
    ended: int
    total: int


def my_tournaments(player: Player, now: datetime) -> list[MyTournament]:
    """Return tournaments in which the player plays, waits or is expected within `SOON`, most urgent first.

    At most `MAX_DAYS`, the last opened first.
    """
    rows = _memberships_now(player, now - SOON, now + SOON)
    days = (_my_tournament(member.entry.ledger.tournament, player) for member in rows)
    return sorted(islice(filter(None, days), MAX_DAYS), key=_urgency)


def _memberships_now(player: Player, since: datetime, until: datetime) -> QuerySet[Member]:
    """Select the player's memberships in tournaments that run or are planned in this span.

    At most `MAX_READ`, of tournaments opened last first.
    """
    running = Q(entry__ledger__tournament__state__in=NOW)
    planned = Q(entry__ledger__tournament__starts_at__range=(since, until))
    today = Q(
        entry__ledger__tournament__day_only=True,
        entry__ledger__tournament__starts_at__range=(since - A_DAY, until),
    )
    soon = Q(entry__ledger__tournament__state=State.PREPARING) & (planned | today)
    entered = Member.objects.filter(running | soon, persona__player=player, live=True)
    rows = entered.select_related("entry__ledger__tournament__ledger").order_by(
        F("entry__ledger__tournament__opened_at").desc(nulls_last=True), "-pk"
    )
    return rows[:MAX_READ]


def _my_tournament(tournament: Tournament, player: Player) -> MyTournament | None:
    """Return the player's state in this tournament; None if nothing is expected of them today."""
    day = my_day(tournament, player)
    return MyTournament(tournament, day) if day and day.status in PLAYS | COMES else None


def _urgency(mine: MyTournament) -> int:
    """Return the sort key of a tournament to play in: called first, entered last."""
    order = ("called", "playing", "ready", "waiting", "next_round", "checked_in", "entered")
    return order.index(mine.day.status)


def my_events(player: Player, now: datetime) -> list[MyEvent]:
    """Return unfinished tournaments that the player helps with: running ones first, then by day.

    At most `MAX_EVENTS`, the first by day.
    """
    roles: dict[int, set[str]] = defaultdict(set)
    events: dict[int, Tournament] = {}
    for staff in _roles_of(player):
        roles[staff.tournament_id].add(staff.role)
        events[staff.tournament_id] = staff.tournament
    shown = dict(list(events.items())[:MAX_EVENTS])
    return sorted(_my_events(shown, roles, now), key=lambda event: event.tournament.state not in NOW)


def _roles_of(player: Player) -> QuerySet[Staff]:
    """Select the player's roles in tournaments that are not over: by day, those without one last."""
    held = Staff.objects.filter(persona__player=player, tournament__binned_at=None)
    order = (F("tournament__starts_at").asc(nulls_last=True), "-tournament__created_at", "pk")
    rows = held.exclude(tournament__state__in=OVER).order_by(*order)
    return rows.select_related("tournament__ledger")


def _my_events(
    events: Mapping[int, Tournament], roles: Mapping[int, Collection[str]], now: datetime
) -> Iterator[MyEvent]:
    """Yield each event with the player's highest role in it; two queries for all.

    `events` and `roles` are by the tournament's key.
    """
    if not events:
        return
    ledgers = [event.ledger_id for event in events.values()]
    matches, entries = _count_states(Match, ledgers), _count_states(Entry, ledgers)
    for key, event in events.items():
        role = highest_role(roles[key])
        if role is not None:
            yield _my_event(event, role, matches[event.ledger_id], entries[event.ledger_id], now)


def _my_event(
    event: Tournament, role: Role, matches: Counter[str], entries: Counter[str], now: datetime
) -> MyEvent:
    """Return the event with its numbers of entries and matches by state, and its next act."""
    checked_in, ended = entries[EntryState.CHECKED_IN], matches[MatchState.ENDED]
    return MyEvent(
        tournament=event,
        role=role,
        act=_next_act(event, checked_in, matches.total() - ended, now),
        entries=checked_in + entries[EntryState.ENTERED],
        checked_in=checked_in,
        playing=matches[MatchState.PLAYING],
        called=matches[MatchState.CALLED],
        ready=matches[MatchState.READY],
        ended=ended,
        total=matches.total(),
    )


def _next_act(event: Tournament, checked_in: int, open_matches: int, now: datetime) -> str:
    """Return the next act of the tournament, by numbers alone."""
    act = next_act(event, (), checked_in, open_matches)
    is_to_come = event.starts_at is not None and event.starts_at > now + SOON
    return "invite" if act == "check_in" and is_to_come else act


def _count_states(of: type[Match] | type[Entry], ledgers: Collection[int]) -> CountsByLedger:
    """Count matches or entries by state, for each ledger."""
    rows = of._default_manager.filter(ledger__in=ledgers).order_by()
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for ledger, state, number in rows.values_list("ledger_id", "state").annotate(Count("pk")):
        found[ledger][state] = number
    return found
