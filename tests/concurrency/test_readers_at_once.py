"""Everybody looks at the moment of the draw: the page is made once, and nobody waits for more than that."""

import pytest
from django.db import DatabaseError, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from core.cache.response_cache import response_cache
from core.db.transactions import read_snapshot
from tests.cast import browser, drawn, fresh
from tests.fixtures.database import AtOnce
from tests.web.cached import HTMX, address
from tournaments.models import Tournament
from web.response_cache.middleware import ResponseCacheMiddleware
from web.response_cache.variants import PageVariant

pytestmark = pytest.mark.F56

READERS = 8


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[PageVariant]:
    """Which variants were rendered since."""
    found: list[PageVariant] = []
    make = ResponseCacheMiddleware._render

    def noting(self: ResponseCacheMiddleware, request: HttpRequest, variant: PageVariant) -> HttpResponseBase:
        found.append(variant)
        return make(self, request, variant)

    response_cache.clear()
    monkeypatch.setattr(ResponseCacheMiddleware, "_render", noting)
    return found


def test_a_page_that_many_open_at_once_is_made_once(at_once: AtOnce, made: list[PageVariant]) -> None:
    url = address(drawn(8), "bracket")
    answers = at_once(*[lambda: browser().get(url).content] * READERS)
    assert len(set(answers)) == 1
    assert len(made) == 1


def test_news_that_many_poll_for_at_once_are_made_once(at_once: AtOnce, made: list[PageVariant]) -> None:
    tournament = drawn(8)
    url = f"{address(tournament, 'bracket')}?seq=1"
    answers = at_once(*[lambda: browser().get(url, headers=HTMX).content] * READERS)
    assert len(set(answers)) == 1
    assert f"?seq={fresh(tournament).ledger.version}".encode() in answers[0]
    assert len(made) == 1


def test_all_that_is_read_in_one_look_is_of_one_moment_and_writing_goes_on_after_it(at_once: AtOnce) -> None:
    tournament = drawn(8)
    row = Tournament.objects.filter(pk=tournament.pk)
    with read_snapshot():
        before = fresh(tournament).venue
        at_once(lambda: row.update(venue="Outro salão"))
        assert fresh(tournament).venue == before
    assert fresh(tournament).venue == "Outro salão"
    assert row.update(venue="Mais um")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no transaction that only reads")
def test_nothing_is_written_in_a_look(at_once: AtOnce) -> None:
    row = Tournament.objects.filter(pk=drawn(8).pk)
    with pytest.raises(DatabaseError, match="read-only"), read_snapshot():
        row.update(venue="Outro salão")
    assert row.update(venue="Outro salão")
