"""The pages on which the day is run, for `pages`: statements and processor time in mid-round.

A process of its own calls Django without a server, signed in as a judge, the organizer and a player at a
table. `news`: the first page after something happened; `again`: without news. Then four public pages as a
stranger reads them: here `news` is one more result, after which all other matches are as they were.

    python -m tools.benchmarks.staff_pages ENTRIES TABLES
"""

import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, SignIn
from core.errors import Impossible
from core.models import Ledger
from matches.models import Match, MatchState, Seat
from rulesets.registry import game_of
from scheduling.dispatcher import dispatch
from simulation.scenarios import Scenario
from simulation.simulation import PLAYED, Simulation
from tools.benchmarks.prepare.hall import create_people, create_session
from tools.benchmarks.usage import StatementCounter
from tournaments.models import Role, Tournament
from tournaments.play.play import record_sheet, situation_of, start_match
from tournaments.rules_of import rules_of
from tournaments.setup.staff import assign_role

TIMES = 9
LIMIT = 50  # minutes
EARLIER = timedelta(minutes=75)
RANDOM = random.Random(1)
PUBLIC = {"overview": "tournament", "bracket": "bracket", "standing": "standing", "hall": "hall"}
News = Callable[[Tournament], None]


def _bump_version(tournament: Tournament) -> None:
    """Give the tournament another version, so that nothing cached of it is valid."""
    Ledger.objects.filter(pk=tournament.ledger_id).update(unrecorded=F("unrecorded") + 1)


class DayPage(NamedTuple):
    """A page to measure; `session` is "" for a stranger, `news` makes its content change.

    `times`: how often it is measured after news; for a public page each takes one more result.
    """

    name: str
    tournament: Tournament
    session: str
    address: str
    news: News = _bump_version
    times: int = TIMES


class BeforeTheDraw(Simulation):
    """A simulation that stops in the morning: everybody is entered and checked in."""

    def _draw(self, tournament: Tournament, coordinator: Player) -> None:
        """Draw nothing."""

    def _play(self, tournament: Tournament, coordinator: Player, judge: Player) -> None:
        """Play nothing."""


def main(entries: int, tables: int) -> None:
    """Print as JSON for each page: name, statements, milliseconds after news, milliseconds again."""
    settings.ALLOWED_HOSTS = ["*"]
    print(json.dumps([_measure_page(page) for page in _pages(entries, tables)]))


def _pages(entries: int, tables: int) -> Iterator[DayPage]:
    """Make two tournaments, then yield their pages, the public ones last."""
    with transaction.atomic():
        guests = tuple(create_people(f"staff-page-{entries}", tables))
        day = _simulate(Simulation, entries, tables, "Em andamento", guests)
        morning = _simulate(BeforeTheDraw, entries, tables, "De manhã", ())
        organizer = _listed_session(_organizer(day))
        judge, early = (_judge_session(one) for one in (day, morning))
    matches = Match.objects.filter(ledger=day.ledger_id).order_by("round", "number")
    match = matches.filter(state=MatchState.PLAYING)[0]
    yield DayPage("Agora", day, judge, reverse("now", args=[day.slug]))
    yield DayPage("tables", day, judge, reverse("tables", args=[day.slug]))
    yield DayPage("match", day, judge, reverse("match", args=[day.slug, match.code]))
    yield DayPage("entries", day, organizer, reverse("entries", args=[day.slug]))
    yield DayPage("check-in", morning, early, reverse("check_in", args=[morning.slug]))
    player, played = _seated_guest(day, guests)
    yield DayPage("my table", day, _listed_session(player), reverse("match", args=[day.slug, played]))
    results = matches.exclude(state=MatchState.ENDED).count() // len(PUBLIC)
    for name, view in PUBLIC.items():
        times = max(1, min(TIMES, results - 1))
        yield DayPage(name, day, "", reverse(view, args=[day.slug]), _record_result, times)


def _simulate(
    kind: type[Simulation], entries: int, tables: int, name: str, guests: tuple[Player, ...]
) -> Tournament:
    """Store a tournament that began 75 minutes ago, played until a third of the tables have a result."""
    scenario = Scenario(
        entries=entries, seed=entries, tables=tables, name=f"{name} {entries}", time_limit=LIMIT
    )
    return kind(scenario, guests=guests, began=timezone.now() - EARLIER, stop_after=tables // 3).run()


def _judge_session(tournament: Tournament) -> str:
    """Create a judge of the tournament and return the key of a session signed in as them."""
    (player,) = create_people(f"staff-page-judge-{tournament.pk}", 1)
    username = player.user.username if player.user else ""
    assign_role(tournament, username=username, role=Role.JUDGE, by=_organizer(tournament), now=timezone.now())
    return _listed_session(player)


def _organizer(tournament: Tournament) -> Player:
    found: Player = tournament.staff.get(role=Role.ORGANIZER).persona.player
    return found


def _seated_guest(tournament: Tournament, guests: tuple[Player, ...]) -> tuple[Player, str]:
    """Return a guest who is playing and the code of their match; Impossible if none of them plays."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, match__state=MatchState.PLAYING)
    seat = seats.filter(persona__player__in=guests).select_related("match", "persona__player").first()
    if seat is None or seat.persona is None:
        raise Impossible("none of the players with an account is at a table")
    return seat.persona.player, seat.match.code


def _listed_session(player: Player) -> str:
    """Store a session that the account lists, as signing in on a page does; return its key."""
    key = create_session(player)
    if player.user is None:
        raise Impossible("a session without an account")
    SignIn.objects.create(user=player.user, session_key=key, epoch=player.user.epoch, at=timezone.now())
    return key


def _measure_page(page: DayPage) -> tuple[str, int, float, float]:
    """Return name, statements after news, median milliseconds after news and without news."""
    client, counted = Client(headers={"accept-language": "pt-BR"}), StatementCounter()
    if page.session:
        client.cookies[settings.SESSION_COOKIE_NAME] = page.session
    _request_cost(client, page.address)
    after = statistics.median(_cost_after_news(client, page) for _ in range(page.times))
    again = statistics.median(_request_cost(client, page.address) for _ in range(TIMES))
    page.news(page.tournament)
    with connection.execute_wrapper(counted):
        _request_cost(client, page.address)
    return page.name, counted.number, after, again


def _cost_after_news(client: Client, page: DayPage) -> float:
    page.news(page.tournament)
    return _request_cost(client, page.address)


def _record_result(tournament: Tournament) -> None:
    """Record a random sheet of one match in play, call what becomes free, and start what is called."""
    now, judge = timezone.now(), _organizer(tournament)
    matches = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number")
    match = matches.filter(state=MatchState.PLAYING)[0]
    rules = rules_of(tournament)
    sheet = game_of(rules.game).random_sheet(rules, situation_of(match), RANDOM, PLAYED)
    record_sheet(match, sheet=sheet, by=judge, now=now, submission_key=f"bench-{match.code}")
    dispatch(tournament.ledger_id, now=now)
    for called in matches.filter(state=MatchState.CALLED):
        start_match(called, by=judge, now=now)


def _request_cost(client: Client, address: str) -> float:
    """Return the milliseconds of processor time of one page; RuntimeError unless it answers 200."""
    began = time.thread_time()
    status = client.get(address).status_code
    spent = (time.thread_time() - began) * 1000
    if status != 200:
        raise RuntimeError(f"{status} for {address}")
    return spent


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
