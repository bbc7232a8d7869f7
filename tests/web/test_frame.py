"""The frame of every page: refusals as pages, language, the number that a form had seen, polling."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from core.db import storage
from core.errors import Forbidden, Refused, Stale, Violation
from core.jobs import heartbeats
from tests import cast
from tournaments.models import Tournament
from web import pages, urls
from web.http.errors import SignInFirst
from web.http.requests import seen
from web.service_form import ServiceForm
from web.tournament_request import at_tournament

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def _raising(error: Exception) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


class Routes:
    """Our pages, and one for each refusal."""

    urlpatterns: list[URLPattern] = [
        *urls.urlpatterns,
        path("x/forbidden/", _raising(Forbidden())),
        path("x/hidden/", _raising(Forbidden("not_found"))),
        path("x/stale/", _raising(Stale("match_ended"))),
        path("x/refused/", _raising(Refused([Violation("reason_missing"), Violation("last_organizer")]))),
        path("x/visitor/", _raising(SignInFirst())),
        path("x/broken/", _raising(SuspiciousOperation("a secret of theirs"))),
        path("x/bug/", _raising(RuntimeError("a secret of ours"))),
    ]


def _visit(where: str, **headers: str) -> Any:
    client = cast.browser()
    client.raise_request_exception = False
    with override_settings(ROOT_URLCONF=Routes):
        return client.get(f"/x/{where}/", headers=headers)


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("broken", 400),
        ("forbidden", 403),
        ("hidden", 404),
        ("stale", 409),
        ("refused", 422),
        ("bug", 500),
        ("nowhere", 404),
    ],
)
def test_a_refusal_is_a_page_in_the_frame(where: str, status: int) -> None:
    response = _visit(where)
    assert response.status_code == status
    assert b'class="site-header"' in response.content


def test_a_refusal_says_everything_at_once() -> None:
    text = _visit("refused").content.decode()
    assert text.count("<li>") == 2


def test_a_bug_shows_nothing_of_itself() -> None:
    assert b"secret" not in _visit("bug").content


def test_a_visitor_is_sent_to_sign_in_and_led_back() -> None:
    assert _visit("visitor").headers["Location"] == "/conta/entrar/?next=/x/visitor/"


def test_a_fragment_sends_the_whole_page_to_sign_in() -> None:
    response = _visit("visitor", **HTMX, **{"hx-current-url": "http://testserver/conta/"})
    assert response.headers["HX-Redirect"] == "/conta/entrar/?next=http%3A//testserver/conta/"


@pytest.mark.fault("F69")
def test_a_form_without_its_token_is_refused_in_the_frame() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(reverse("login"), {"username": "ana", "password": "x"})
    assert response.status_code == 403
    assert b'class="site-header"' in response.content


def test_pages_speak_the_language_of_the_browser_and_the_switch_overrules_it() -> None:
    client = cast.browser(language="en")
    assert b'lang="en"' in client.get(reverse("home")).content
    client.post(reverse("set_language"), {"language": "pt-br", "next": "/conta/criar/"})
    assert b'<html lang="pt-br">' in client.get(reverse("home")).content


def test_a_browser_of_another_language_reads_portuguese() -> None:
    assert b'<html lang="pt-br">' in cast.browser(language="fr").get(reverse("home")).content


def test_the_content_policy_allows_nothing_inline() -> None:
    policy = cast.browser().get(reverse("home")).headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


# --- forms ----------------------------------------------------------------------------------------


def test_violations_without_a_field_of_the_form_stand_at_its_head() -> None:
    form = ServiceForm({})
    done = form.run(lambda: _fail(Refused([Violation("reason_missing", field="rows.3.reason")])))
    assert (done, form.status, form.codes) == (False, 422, {"reason_missing"})
    assert len(form.non_field_errors()) == 1


def test_a_stale_form_answers_409() -> None:
    form = ServiceForm({})
    assert not form.run(lambda: _fail(Stale("match_ended")))
    assert (form.status, form.codes) == (409, {"match_ended"})


def test_a_mere_button_can_be_refused_too() -> None:
    form = ServiceForm()
    assert form.status == 200
    assert not form.attempt(lambda: _fail(Refused([Violation("reason_missing")])))
    assert form.status == 422


def _fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("sent", "number"), [("12", 12), ("", None), ("-1", None), ("x", None), ("²", None), ("9" * 30, None)]
)
def test_the_seen_number_is_read_leniently(sent: str, number: int | None) -> None:
    assert seen(RequestFactory().post("/", {"seen": sent})) == number


# --- tournaments ----------------------------------------------------------------------------------


def _request(url: str, **headers: str) -> HttpRequest:
    request = RequestFactory().get(url, headers=headers)
    request.user = cast.ana().user  # type: ignore[assignment]
    setattr(request, "htmx", HtmxDetails(request))  # noqa: B010 - as django-htmx does
    return request


def _live(request: HttpRequest, context: Any) -> HttpResponse:
    tournament = cast.fresh(Tournament.objects.get())
    req = at_tournament(request, tournament)
    return pages.poll_response(req, page="site/home.html", fragment="tournament/_delay.html", context=context)


def test_one_view_answers_page_and_fragment() -> None:
    cast.created()
    page, fragment = _live(_request("/"), {}), _live(_request("/", **HTMX), {})
    assert b"<html" in page.content
    assert b"<html" not in fragment.content
    head = Tournament.objects.get().ledger
    told = json.loads(fragment.headers["HX-Trigger"])
    assert told == {"record": {"seq": head.head_seq, "state": "preparing"}}
    assert page.headers["Vary"] == fragment.headers["Vary"] == "HX-Request"


def test_a_poll_without_news_costs_nothing() -> None:
    head = cast.created().ledger.head_seq

    def costly() -> dict[str, Any]:
        raise AssertionError("asked for")

    assert _live(_request(f"/?seq={head}", **HTMX), costly).status_code == 204
    assert _live(_request(f"/?seq={head - 1}", **HTMX), {}).status_code == 200
    assert _live(_request(f"/?seq={head}"), {}).status_code == 200


def test_what_needs_a_role_is_404_403_or_sign_in() -> None:
    hidden, public = cast.created(), cast.announced(name="Outra")
    edit = {t.pk: reverse("tournament_edit", args=[t.slug]) for t in (hidden, public)}
    assert cast.browser().get(edit[hidden.pk]).status_code == 404
    assert cast.browser(cast.duda()).get(edit[hidden.pk]).status_code == 404
    assert cast.browser(cast.duda()).get(edit[public.pk]).status_code == 403
    assert cast.browser(cast.bruno()).get(edit[public.pk]).status_code == 403
    assert cast.browser().get(edit[public.pk]).status_code == 302
    assert cast.browser(cast.ana()).get(edit[public.pk]).status_code == 200


@pytest.mark.fault("F36")
def test_a_tournament_in_play_says_when_scheduling_is_delayed() -> None:
    url = reverse("staff", args=[cast.drawn().slug])
    ana = cast.browser(cast.ana())
    assert b"Scheduling delayed" in ana.get(url).content
    heartbeats.record_heartbeat("sweep", timezone.now())
    assert b"Scheduling delayed" not in ana.get(url).content


def test_the_delay_is_polled_and_goes_away_by_itself() -> None:
    heartbeats.record_heartbeat("sweep", timezone.now() - timedelta(minutes=5))
    assert b"Scheduling delayed" in cast.browser().get(reverse("delay_notice")).content
    heartbeats.record_heartbeat("sweep", timezone.now())
    assert b"Scheduling delayed" not in cast.browser().get(reverse("delay_notice")).content


@pytest.mark.fault("F33")
@pytest.mark.fault("F93")
def test_readiness_says_which_of_them_is_dead() -> None:
    client, now = cast.browser(), timezone.now()
    assert client.get(reverse("health")).status_code == 503
    heartbeats.record_heartbeat("sweep", now)
    heartbeats.record_heartbeat("worker", now)
    found = client.get(reverse("health"))
    assert (found.status_code, found.json()["worker"], found.json()["clock"]) == (503, True, False)
    heartbeats.record_heartbeat("clock", now)
    heartbeats.record_heartbeat("worker", now - timedelta(minutes=5))
    found = client.get(reverse("health"))
    assert (found.status_code, found.json()["worker"], found.json()["calls"]) == (503, False, True)
    heartbeats.record_heartbeat("worker", now)
    found = client.get(reverse("health"))
    alive = dict.fromkeys(("ready", "database", "worker", "clock", "calls", "space", "backups"), True)
    assert (found.status_code, found.json()) == (200, {**alive, "skew": 0.0})


@pytest.mark.fault("F99")
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the disk of a server is its operator's to watch")
def test_staff_is_told_before_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    url = reverse("tournament", args=[cast.announced().slug])
    monkeypatch.setattr(storage, "free_bytes", lambda _folder: 199_000_000)
    ana = cast.browser(cast.ana())
    ana.post(reverse("set_language"), {"language": "en"})
    assert "199 MB left" in ana.get(url).content.decode()
    assert "MB left" not in cast.browser().get(url).content.decode()
    assert cast.browser().get(reverse("health")).json()["space"] is False
    monkeypatch.setattr(storage, "free_bytes", lambda _folder: 201_000_000)
    assert "MB left" not in ana.get(url).content.decode()


@pytest.mark.fault("F49")
@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("America/Sao_Paulo", "9 a.m. (Brasilia Time)"),
        ("Europe/Lisbon", "noon (Western European Time)"),
        ("Europe/London", "noon (GMT)"),
        ("Etc/GMT+3", "9 a.m. (UTC−3)"),
    ],
)
def test_times_are_those_of_the_venue_with_its_zone(zone: str, shown: str) -> None:
    cast.announced(zone=zone)
    assert shown in cast.browser().get(reverse("home")).content.decode()


@pytest.mark.fault("F65")
def test_a_hostile_place_is_inert() -> None:
    cast.announced(venue="<script>alert(1)</script>")
    content = cast.browser().get(reverse("home")).content
    assert b"<script>alert" not in content
    assert b"&lt;script&gt;alert" in content


@pytest.mark.F81
def test_an_address_with_line_breaks_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("WARNING", "django.request")
    cast.browser().get("/nada%0A2026-11-22 10:00:00 INFO forged: all is well\x1b[31m")
    (told,) = [record.getMessage() for record in caplog.records if record.name == "django.request"]
    assert "forged" in told
    assert told.isprintable()


@pytest.mark.F81
def test_a_name_brings_no_line_break_into_anything_that_logs_it() -> None:
    tournament = cast.announced()
    address = f"/api/v1/tournaments/{tournament.slug}/entries/"
    names = ["Eva\r\nERROR forged\x1b[31m"]
    answer = cast.browser(cast.ana()).post(address, {"names": names}, content_type="application/json")
    assert answer.json()["people"][0]["name"] == "Eva ERROR forged[31m"


@pytest.mark.F39
@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_page_without_its_database_says_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def away(*_: object) -> None:
        raise error("connection refused")

    monkeypatch.setattr("web.public_pages.open_tournament", away)
    answer = cast.browser().get(reverse("tournament", args=["any"]))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "<h1" in answer.content.decode()


@pytest.mark.F39
@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_an_unknown_page_without_the_database_is_503_and_no_bug(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def away(*_: object) -> None:
        raise error("connection refused")

    client = cast.browser(cast.ana())
    assert client.get("/nirgends/").status_code == 404
    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/nirgends/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


@pytest.mark.parametrize(("language", "name"), [("pt-br", "horário de Brasília"), ("es", "hora de Brasilia")])
def test_a_clock_is_called_what_people_call_it_once_on_a_page(language: str, name: str) -> None:
    tournament = cast.running(8)
    for way in ("tournament", "bracket", "draw", "regulation", "entries"):
        page = cast.browser(cast.ana(), language=language).get(reverse(way, args=[tournament.slug]))
        assert page.content.decode().lower().count(name.lower()) == 1, way
