"""How many statements the pages on which the day is run cost, session, account and role included."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, User
from matches.models import Match, Seat
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, bruno, entered, listed_browser, running
from tournaments.match_views import match_cache, versioned_cache
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MAX_STATEMENTS = 10
SIZES = [(64, 12), (256, 32)]


def statements(client: Client, address: str) -> int:
    """What a page costs in a process that has not read the tournament yet."""
    match_cache.clear()
    versioned_cache.clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def player_at(match: Match) -> Player:
    """Somebody who plays there, with an account."""
    seat = Seat.objects.select_related("persona__player").filter(match=match, persona__isnull=False)[0]
    assert seat.persona
    player = seat.persona.player
    if player.user is None:
        player.user = User.objects.create_user(f"player-{player.pk}")
        player.save()
    return player


def costs_of(day: Tournament, morning: Tournament) -> Iterator[tuple[str, int]]:
    now = timezone.now()
    request_plan(day, by=ana(), now=now)
    make_timetable(day.ledger_id, now=now)
    match = Match.objects.filter(ledger=day.ledger_id, state="playing").order_by("round", "number")[0]
    at = partial(reverse, args=[day.slug])
    in_play = reverse("match", args=[day.slug, match.code])
    judge, organizer, player = (listed_browser(who) for who in (bruno(), ana(), player_at(match)))
    yield "tables, judge", statements(judge, at("tables"))
    yield "tables, organizer", statements(organizer, at("tables"))
    yield "match, judge", statements(judge, in_play)
    yield "match, organizer", statements(organizer, in_play)
    yield "match, its player", statements(player, in_play)
    yield "entries in play", statements(organizer, at("entries"))
    yield "entries before", statements(organizer, reverse("entries", args=[morning.slug]))
    yield "check-in", statements(judge, reverse("check_in", args=[morning.slug]))
    yield "planning", statements(organizer, at("planning"))
    yield "timetable", statements(organizer, at("timetable"))


def test_each_costs_ten_at_most_whatever_the_size() -> None:
    few, many = (
        dict(costs_of(running(entries, tables=tables), entered(entries, name="Manhã")))
        for entries, tables in SIZES
    )
    assert {page: cost for page, cost in few.items() if cost > MAX_STATEMENTS} == {}
    assert few == many
