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
from tools.benchmarks.hall_prepare import people, session_of
from tools.benchmarks.usage import Statements
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


class BeforeTheDraw(Simulation):
    """A morning: everybody is entered and checked in."""

    def _draw(self, tournament: Tournament, coordinator: Player) -> None:
        """Leave it as it is."""

    def _play(self, tournament: Tournament, coordinator: Player, judge: Player) -> None:
        """Neither."""


def main(entries: int, tables: int) -> None:
    """Print a row for each page as JSON."""
    settings.ALLOWED_HOSTS = ["*"]
    print(json.dumps([_row(*page) for page in _pages(entries, tables)]))


def _pages(entries: int, tables: int) -> Iterator[tuple[str, Tournament, str, str, News]]:
    with transaction.atomic():
        guests = tuple(people(f"staff-page-{entries}", tables))
        day = _simulated(Simulation, entries, tables, "Em andamento", guests)
        morning = _simulated(BeforeTheDraw, entries, tables, "De manhã", ())
        organizer = _session(_organizer(day))
        judge, early = (_judge(one) for one in (day, morning))
    match = Match.objects.filter(ledger=day.ledger_id, state=MatchState.PLAYING).order_by("round", "number")[
        0
    ]
    yield "Agora", day, judge, reverse("now", args=[day.slug]), _move_on
    yield "tables", day, judge, reverse("tables", args=[day.slug]), _move_on
    yield "match", day, judge, reverse("match", args=[day.slug, match.code]), _move_on
    yield "entries", day, organizer, reverse("entries", args=[day.slug]), _move_on
    yield "check-in", morning, early, reverse("check_in", args=[morning.slug]), _move_on
    player, played = _guest_at(day, guests)
    yield "my table", day, _session(player), reverse("match", args=[day.slug, played]), _move_on
    for name, view in PUBLIC.items():
        yield name, day, "", reverse(view, args=[day.slug]), _record_result


def _simulated(
    kind: type[Simulation], entries: int, tables: int, name: str, guests: tuple[Player, ...]
) -> Tournament:
    scenario = Scenario(
        entries=entries, seed=entries, tables=tables, name=f"{name} {entries}", time_limit=LIMIT
    )
    return kind(scenario, guests=guests, began=timezone.now() - EARLIER, stop_after=tables // 3).run()


def _judge(tournament: Tournament) -> str:
    (player,) = people(f"staff-page-judge-{tournament.pk}", 1)
    username = player.user.username if player.user else ""
    assign_role(tournament, username=username, role=Role.JUDGE, by=_organizer(tournament), now=timezone.now())
    return _session(player)


def _organizer(tournament: Tournament) -> Player:
    found: Player = tournament.staff.get(role=Role.ORGANIZER).persona.player
    return found


def _guest_at(tournament: Tournament, guests: tuple[Player, ...]) -> tuple[Player, str]:
    """One of them who is at a table, and the code of the match there."""
    seats = Seat.objects.filter(match__ledger=tournament.ledger_id, match__state=MatchState.PLAYING)
    seat = seats.filter(persona__player__in=guests).select_related("match", "persona__player").first()
    if seat is None or seat.persona is None:
        raise Impossible("none of the players with an account is at a table")
    return seat.persona.player, seat.match.code


def _session(player: Player) -> str:
    """A session that the account lists, as every door of the site writes it."""
    key = session_of(player)
    if player.user is None:
        raise Impossible("a session without an account")
    SignIn.objects.create(user=player.user, session_key=key, epoch=player.user.epoch, at=timezone.now())
    return key


def _row(
    name: str, tournament: Tournament, session: str, address: str, news: News
) -> tuple[str, int, float, float]:
    """Name, statements after news, milliseconds after news and again."""
    client, counted = Client(headers={"accept-language": "pt-BR"}), Statements()
    if session:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    _ask(client, address)
    after = statistics.median(_after_news(client, tournament, address, news) for _ in range(TIMES))
    again = statistics.median(_ask(client, address) for _ in range(TIMES))
    news(tournament)
    with connection.execute_wrapper(counted):
        _ask(client, address)
    return name, counted.number, after, again


def _after_news(client: Client, tournament: Tournament, address: str, news: News) -> float:
    news(tournament)
    return _ask(client, address)


def _move_on(tournament: Tournament) -> None:
    """Another version, in which nothing that was read before may be believed."""
    Ledger.objects.filter(pk=tournament.ledger_id).update(unrecorded=F("unrecorded") + 1)


def _record_result(tournament: Tournament) -> None:
    """Record a random sheet of one match at a table, and start what is called after it."""
    now, judge = timezone.now(), _organizer(tournament)
    matches = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number")
    match = matches.filter(state=MatchState.PLAYING)[0]
    rules = rules_of(tournament)
    sheet = game_of(rules.game).random_sheet(rules, situation_of(match), RANDOM, PLAYED)
    record_sheet(match, sheet=sheet, by=judge, now=now, submission_key=f"bench-{match.code}")
    dispatch(tournament.ledger_id, now=now)
    for called in matches.filter(state=MatchState.CALLED):
        start_match(called, by=judge, now=now)


def _ask(client: Client, address: str) -> float:
    """Milliseconds of processor time of one page."""
    began = time.thread_time()
    status = client.get(address).status_code
    spent = (time.thread_time() - began) * 1000
    if status != 200:
        raise RuntimeError(f"{status} for {address}")
    return spent


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
