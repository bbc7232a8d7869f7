"""The response cache answers what it has; everything else goes on to the views."""

import logging

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from operating.metrics.registry import PAGES, REQUESTS
from tests.cast import announced, browser, caio, created, running
from tests.web.cached import HTMX, POLLS, address, read
from tests.web.cached import PAGES as NAMES
from tournaments.models import Tournament
from web.response_cache.middleware import ResponseCacheMiddleware

pytestmark = [pytest.mark.django_db, pytest.mark.F44]
PASSED_ON, SESSION = 299, "sessionid"
PERSONAL = {"X-Request-ID", "Server-Time"}


@pytest.fixture(autouse=True)
def _a_moment_lasts(settings: LazySettings) -> None:
    settings.DELAY_SECONDS = 3600.0


class Door:
    """The middleware, and what it leaves to others."""

    def __init__(self) -> None:
        self._middleware = ResponseCacheMiddleware(self._view)

    def get(self, url: str, *, method: str = "GET", cookie: str = "", **headers: str) -> HttpResponse:
        """The response to a request for the address."""
        request = RequestFactory().generic(method, url, headers={"accept-encoding": "gzip", **headers})
        if cookie:
            request.COOKIES[SESSION] = cookie
        response = self._middleware(request)
        assert isinstance(response, HttpResponse)
        return response

    def passes_on(self, url: str, **told: str) -> bool:
        """Whether a view has to answer."""
        return self.get(url, **told).status_code == PASSED_ON

    def _view(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=PASSED_ON)


def known(name: str = "standing") -> tuple[Tournament, str]:
    """A tournament in the middle of its day, one of whose pages somebody has just read."""
    tournament = running()
    url = address(tournament, name)
    read(Client(), url)
    return tournament, url


@pytest.mark.parametrize("name", [*NAMES, "home", "season"])
def test_a_cached_page_is_the_one_that_the_view_gave(name: str) -> None:
    url = known(name)[1]
    usual = Client().get(url, headers={"accept-encoding": "gzip"})
    again = Door().get(url)
    assert (again.status_code, again.content) == (200, usual.content)
    assert all(again.headers[key] == usual.headers[key] for key in usual.headers.keys() - PERSONAL)
    assert Door().get(url, **{"if-none-match": again.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("name", POLLS)
def test_a_poll_without_news_is_counted_and_leaves_no_line(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="access")
    tournament, url = known(name)
    caplog.clear()
    counters = [(PAGES, ("nothing new",)), (REQUESTS, (name, "GET", "204"))]
    before = [counter.values().get((counter.name, labels), 0) for counter, labels in counters]
    answer = Client().get(f"{url}?seq={tournament.ledger.version}", headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    assert {*PERSONAL, "Cache-Control", "Vary"} <= answer.headers.keys()
    after = [counter.values().get((counter.name, labels), 0) for counter, labels in counters]
    assert [new - old for new, old in zip(after, before, strict=True)] == [1, 1]
    assert not caplog.records
    assert Client().get(url).status_code == 200
    assert len(caplog.records) == 1


@pytest.mark.F78
def test_what_may_be_for_one_reader_or_is_not_cached_goes_on() -> None:
    tournament, url = known()
    door, seen = Door(), str(tournament.ledger.version)
    session = browser(caio()).cookies[SESSION].value
    assert door.passes_on(url, cookie=session)
    assert door.passes_on(f"{url}?seq={seen}9", cookie=session, **HTMX)
    assert door.passes_on(url, method="POST")
    assert door.passes_on(url, method="HEAD")
    assert door.passes_on(f"{url}?pagina=2")
    assert door.passes_on(f"{url}?seq={seen}9", **HTMX)
    assert door.passes_on(address(announced(), "standing"))
    assert door.passes_on(address(created(), "standing"))
    assert not door.passes_on(url)


def test_hosts_and_https_are_asked_of_all(settings: LazySettings) -> None:
    url = known()[1]
    settings.ALLOWED_HOSTS = ["torneios.example"]
    assert Door().passes_on(url)
    assert not Door().passes_on(url, host="torneios.example")
    settings.SECURE_SSL_REDIRECT = True
    assert Door().passes_on(url, host="torneios.example")


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
