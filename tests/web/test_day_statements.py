"""How many statements “Now” and its poll cost, session, account and role included."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from matches.models import Match
from tests.cast import ana, bruno, listed_browser, played, running
from tournaments.matches import match_cache
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
MOST = 10
SIZES = [(64, 12), (256, 32)]


def statements(client: Client, address: str, **headers: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, headers=headers).status_code == 200
    return len(asked)


def page_of(tournament: Tournament) -> str:
    return f"/torneios/{tournament.slug}/painel/"


def end_one(tournament: Tournament) -> None:
    played(Match.objects.filter(ledger=tournament.ledger_id, state="playing").order_by("number")[0])


def asked_by(who: Player, tournament: Tournament) -> dict[str, int]:
    """What each kind of request costs; `cold` in a process that has not read the tournament yet."""
    client, page = listed_browser(who), page_of(tournament)
    match_cache.clear()
    found = {"cold": statements(client, page), "page": statements(client, page)}
    end_one(tournament)
    return {**found, "news": statements(client, f"{page}?seq={tournament.ledger.version}", **HTMX)}


@pytest.mark.parametrize("ranked", [False, True])
def test_a_page_and_a_poll_with_news_cost_ten_at_most_whatever_the_size(*, ranked: bool) -> None:
    day = {entries: running(entries, tables=tables, table_high=2, ranked=ranked) for entries, tables in SIZES}
    found = [asked_by(who, one) for one in day.values() for who in (ana(), bruno())]
    assert max(found[0].values()) <= MOST
    assert all(one == found[0] for one in found), found
