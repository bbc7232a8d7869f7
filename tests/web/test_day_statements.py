"""How many statements “Now” and its poll cost, session, account and role included."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from matches.models import Match
from tests.cast import START, ana, browser, bruno, created, duda, listed_browser, played, running
from tournaments.match_views import match_cache
from tournaments.models import Tournament
from tournaments.setup.staff import remove_role

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
MAX_STATEMENTS = 10
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
    """What each kind of request costs; `cold` in a process that has not read the tournament yet.

    A first result went before: the news with which another round begins cost two statements more.
    """
    client, page = listed_browser(who), page_of(tournament)
    end_one(tournament)
    match_cache.clear()
    found = {"cold": statements(client, page), "page": statements(client, page)}
    end_one(tournament)
    return {**found, "news": statements(client, f"{page}?seq={tournament.ledger.version}", **HTMX)}


@pytest.mark.fault("F56")
def test_a_poll_without_news_costs_one_statement() -> None:
    tournament = running(8)
    for who in (ana(), bruno()):
        client = listed_browser(who)
        with CaptureQueriesContext(connection) as asked:
            address = f"{page_of(tournament)}?seq={tournament.ledger.version}"
            assert client.get(address, headers=HTMX).status_code == 204
        assert len(asked) == 1


def test_a_poll_of_who_is_no_staff_any_more_is_refused_with_the_next_line() -> None:
    tournament, client = running(8), listed_browser(bruno())
    seen = tournament.ledger.version
    remove_role(tournament, staff=tournament.staff.get(persona__player=bruno()), by=ana(), now=START)
    assert client.get(f"{page_of(tournament)}?seq={seen}", headers=HTMX).status_code == 403


def test_a_stranger_gets_nothing_but_that_nothing_is_new() -> None:
    tournament = running(8)
    polled = f"{page_of(tournament)}?seq={tournament.ledger.version}"
    answer = browser(duda()).get(polled, headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    assert browser(duda()).get(page_of(tournament), headers=HTMX).status_code == 403
    assert browser(duda()).get(polled).status_code == 403
    secret = created(name="Segredo")
    hidden = f"{page_of(secret)}?seq={secret.ledger.version}"
    assert browser(duda()).get(hidden, headers=HTMX).status_code == 404


@pytest.mark.parametrize("ranked", [False, True])
def test_a_page_and_a_poll_with_news_cost_ten_at_most_whatever_the_size(*, ranked: bool) -> None:
    day = {entries: running(entries, tables=tables, table_high=2, ranked=ranked) for entries, tables in SIZES}
    found = [asked_by(who, one) for one in day.values() for who in (ana(), bruno())]
    assert max(found[0].values()) <= MAX_STATEMENTS
    assert all(one == found[0] for one in found), found
