"""What is at hand is answered before Django; everything else goes on to it, as it came."""

import io
import logging
from collections.abc import Iterable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Match
from operating.metrics.registry import PAGES, REQUESTS
from tests.cast import announced, browser, caio, created, fresh, played, running
from tests.web.ready import HTMX, POLLS, address, read
from tests.web.ready import PAGES as NAMES
from tournaments.models import Tournament
from web.ready.at_once import AtOnce

pytestmark = [pytest.mark.django_db, pytest.mark.F44]
PASSED_ON = "299 passed on"
PERSONAL = {"X-Request-ID", "Server-Time"}


@pytest.fixture(autouse=True)
def _a_moment_lasts(settings: LazySettings) -> None:
    settings.PAGES_BEHIND_SECONDS = settings.DELAY_SECONDS = 3600.0


class Doorway:
    """The application's first door; what goes on is remembered and not answered."""

    def __init__(self) -> None:
        self.passed_on: list[dict[str, Any]] = []

    def get(self, url: str, **environ: str) -> tuple[str, dict[str, str], bytes]:
        """Status, headers and body."""
        path, _, query = url.partition("?")
        told = {
            "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SERVER_NAME": "testserver",
            "SERVER_PORT": "80", "REMOTE_ADDR": "127.0.0.1", "HTTP_ACCEPT_ENCODING": "gzip",
            "wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http", **environ,
        }  # fmt: skip
        heard: list[tuple[str, list[tuple[str, str]]]] = []
        started: Any = lambda *said: heard.append(said)  # noqa: E731
        body = b"".join(AtOnce(self._application)(told, started))
        return heard[0][0], dict(heard[0][1]), body

    def _application(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.passed_on.append(environ)
        start_response(PASSED_ON, [])
        return []


def known(name: str = "standing") -> tuple[Tournament, str]:
    """A tournament in the middle of its day, one of whose pages somebody has just read."""
    tournament = running()
    url = address(tournament, name)
    read(Client(), url)
    return tournament, url


@pytest.mark.parametrize("name", [*NAMES, "home", "season"])
def test_a_page_at_hand_is_the_one_that_the_application_gives(name: str) -> None:
    url = known(name)[1]
    usual = Client().get(url, headers={"accept-encoding": "gzip"})
    with CaptureQueriesContext(connection) as queries:
        status, headers, body = Doorway().get(url)
    assert (status, body) == ("200 OK", usual.content)
    assert headers.keys() == set(usual.headers)
    assert all(headers[key] == usual.headers[key] for key in headers.keys() - PERSONAL)
    assert not queries.captured_queries
    assert Doorway().get(url, HTTP_IF_NONE_MATCH=headers["ETag"])[0] == "304 Not Modified"


@pytest.mark.parametrize("name", POLLS)
def test_a_poll_without_news_is_counted_and_leaves_no_line(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="access")
    tournament, url = known(name)
    caplog.clear()
    counters = [(PAGES, ("nothing new",)), (REQUESTS, (name, "GET", "204"))]
    before = [counter.values().get((counter.name, labels), 0) for counter, labels in counters]
    status, headers, body = Doorway().get(f"{url}?seq={tournament.ledger.version}", HTTP_HX_REQUEST="true")
    assert (status, body) == ("204 No Content", b"")
    assert {*PERSONAL, "Cache-Control", "Vary"} <= headers.keys()
    after = [counter.values().get((counter.name, labels), 0) for counter, labels in counters]
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1]
    assert not caplog.records
    assert Doorway().get(url)[0] == "200 OK"
    assert len(caplog.records) == 1


@pytest.mark.F78
def test_what_may_be_for_one_reader_or_is_not_at_hand_goes_on() -> None:
    tournament, url = known()
    door = Doorway()
    session = browser(caio()).cookies["sessionid"].value
    seen = str(tournament.ledger.version)
    asked: list[tuple[str, dict[str, str]]] = [
        (url, {"HTTP_COOKIE": f"sessionid={session}"}),
        (f"{url}?seq={seen}", {"HTTP_COOKIE": f"sessionid={session}", "HTTP_HX_REQUEST": "true"}),
        (url, {"REQUEST_METHOD": "POST"}),
        (url, {"REQUEST_METHOD": "HEAD"}),
        (f"{url}?pagina=2", {}),
        (f"{url}?seq={seen}9", {"HTTP_HX_REQUEST": "true"}),
        (f"{url}?{'x&' * 3000}", {}),
        (address(announced(), "standing"), {}),
        (address(created(), "standing"), {}),
        ("/torneios/\xc3\xa7/", {}),
    ]
    for path, environ in asked:
        assert door.get(path, **environ)[0] == PASSED_ON, path
    assert len(door.passed_on) == len(asked)
    assert door.passed_on[-1]["PATH_INFO"] == "/torneios/\xc3\xa7/"  # bytes as they came, to be read once


def test_hosts_and_https_are_asked_of_all(settings: LazySettings) -> None:
    url = known()[1]
    settings.ALLOWED_HOSTS = ["torneios.example"]
    assert Doorway().get(url)[0] == PASSED_ON
    assert Doorway().get(url, HTTP_HOST="torneios.example")[0] == "200 OK"
    settings.SECURE_SSL_REDIRECT = True
    assert Doorway().get(url, HTTP_HOST="torneios.example")[0] == PASSED_ON


def test_after_a_moment_and_after_what_somebody_else_has_seen_it_goes_on(settings: LazySettings) -> None:
    tournament, url = known("bracket")
    seen = str(tournament.ledger.version)
    played(Match.objects.filter(ledger=tournament.ledger, state="playing")[0])
    poll = {"HTTP_HX_REQUEST": "true"}
    assert Doorway().get(f"{url}?seq={seen}", **poll)[0] == "204 No Content"  # as a stranger may hear
    assert Doorway().get(url, HTTP_IF_NONE_MATCH=f'"{fresh(tournament).ledger.version}-x"')[0] == PASSED_ON
    browser(caio()).get(f"{url}?seq={seen}", headers=HTMX)  # who looks now
    assert Doorway().get(f"{url}?seq={seen}", **poll)[0] == PASSED_ON
    settings.PAGES_BEHIND_SECONDS = 0.0
    assert Doorway().get(url)[0] == PASSED_ON


def test_what_is_taken_down_is_gone_once_somebody_has_looked(settings: LazySettings) -> None:
    tournament, url = known()
    Tournament.objects.filter(pk=tournament.pk).update(taken_down_at=timezone.now(), taken_down_because="x")
    settings.PAGES_BEHIND_SECONDS = 0.0
    assert Client().get(url).status_code == 410
    settings.PAGES_BEHIND_SECONDS = 3600.0
    assert Doorway().get(url)[0] == PASSED_ON


@pytest.mark.F36
def test_a_page_waits_until_it_is_known_whether_scheduling_is_delayed(settings: LazySettings) -> None:
    url = known()[1]
    settings.DELAY_SECONDS = 0.0
    assert Doorway().get(url)[0] == PASSED_ON


@pytest.mark.fault("F122")
@pytest.mark.parametrize(
    "head",
    [
        {"hx-request": "banana"},
        {"hx-request": "true", "hx-boosted": "true"},
        {"hx-request": "%74rue", "hx-request-uri-autoencoded": "true"},
        {"hx-request": "true", "hx-history-restore-request": "true"},
    ],
)
def test_an_odd_head_leaves_no_page_where_a_part_is_due(head: dict[str, str]) -> None:
    url = reverse("tournament", args=[announced().slug])
    assert b"<html" in browser().get(url, headers=head).content
    assert b"<html" not in browser().get(url, headers={"hx-request": "true"}).content
    assert b"<html" in browser().get(url).content
