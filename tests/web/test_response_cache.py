"""Cached pages: never older than their record, the same as rendered again, about nobody in particular."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.erasing import anonymise
from accounts.merging import merge
from accounts.services import rename
from core.cache import response_cache as shared
from core.cache.response_cache import CachedResponse, response_cache
from core.jobs import heartbeats
from core.versions import RecordVersion, Version
from matches.models import Match, Member
from tests.cast import (
    ana,
    announced,
    browser,
    bruno,
    caio,
    created,
    duda,
    finished,
    fresh,
    played,
    running,
    without_account,
)
from tests.web.cached import ALWAYS, HTMX, LANGUAGES, PAGES, POLLS, address, read
from tournaments.models import Tournament
from tournaments.setup.heads import head_of
from web.response_cache import middleware

pytestmark = pytest.mark.django_db


# --- what they cost -----------------------------------------------------------------------------------


@pytest.mark.F56
@pytest.mark.parametrize("name", [*PAGES, "home", "season"])
def test_a_ready_page_costs_next_to_nothing(
    name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    url, client = address(running(), name), browser()
    first = read(client, url)
    with django_assert_max_num_queries(3):  # the head, and seldom whether scheduling is delayed
        assert read(client, url) == first


@pytest.mark.F56
@pytest.mark.parametrize("name", POLLS)
def test_a_poll_without_news_costs_next_to_nothing(
    name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = running()
    url, client = address(tournament, name), browser()
    with django_assert_num_queries(1):
        answer = client.get(f"{url}?seq={tournament.ledger.version}", headers=HTMX)
    assert (answer.status_code, answer.content) == (204, b"")


def test_whoever_is_signed_in_hears_at_the_same_price_that_nothing_is_new(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = running()
    client = browser(caio())
    url = f"{address(tournament, 'tournament')}?seq={tournament.ledger.version}"
    with django_assert_num_queries(1):
        assert client.get(url, headers=HTMX).status_code == 204


# --- who gets them ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_everybody_gets_knows_nobody(name: str) -> None:
    tournament = running()
    url = address(tournament, name)
    visitor = read(browser(), url)
    for who in (ana(), caio()):
        assert who.name in read(browser(who), url)
    assert read(browser(), url) == visitor
    assert "csrf" not in visitor
    assert not browser().get(url).cookies


def test_the_reader_s_own_row_and_card_are_only_in_their_own_page() -> None:
    tournament = running()
    played(Match.objects.filter(ledger=tournament.ledger, state="playing")[0])
    for name, own in (("standing", 'class="is-me"'), ("tournament", "card-felt mine")):
        url = address(tournament, name)
        assert own in read(browser(caio()), url)
        assert own not in read(browser(), url)
        assert own not in read(browser(duda()), url)
        assert own in read(browser(caio()), f"{url}?seq=1", **HTMX)


@pytest.mark.F78
@pytest.mark.parametrize("name", ALWAYS)
def test_what_is_not_public_is_never_ready(name: str) -> None:
    tournament = created()
    url = address(tournament, name)
    assert browser(bruno()).get(url).status_code == 200
    assert browser().get(url).status_code == 404
    assert browser().get(f"{url}?seq={tournament.ledger.version}", headers=HTMX).status_code == 404


def test_what_is_told_once_is_told_to_one() -> None:
    tournament = running()
    client = browser(bruno())
    client.post(reverse("account"), {"name": "Bruno Apito"})
    assert "Your name was changed" in read(client, address(tournament, "bracket"))
    assert "Your name was changed" not in read(browser(), address(tournament, "bracket"))


def test_parameters_that_mean_nothing_make_no_page_of_their_own(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    url, client = address(running(), "bracket"), browser()
    page = read(client, url)
    with django_assert_num_queries(2):
        assert read(client, f"{url}?utm=1&pagina=x&fase=xx&inscricao=%3Cb%3E") == page


# --- names, which stand in no record ------------------------------------------------------------------


@pytest.mark.F44
def test_a_new_name_is_on_every_page_and_heard_by_every_poll() -> None:
    tournament = running()
    url, client = address(tournament, "bracket"), browser()
    assert "Caio do Rio" in read(client, url)
    seen = str(fresh(tournament).ledger.version)
    rename(caio(), name="Caio de Niterói")
    assert "Caio de Niterói" in read(client, url)
    news = client.get(f"{url}?seq={seen}", headers=HTMX)
    assert "Caio de Niterói" in news.content.decode()
    assert str(fresh(tournament).ledger.version) == f"{seen}.1"


@pytest.mark.F83
def test_nobody_finds_who_was_forgotten_on_a_page_that_was_kept() -> None:
    tournament = finished()
    member = Member.objects.exclude(persona__player=caio()).select_related("persona__player")[0]
    name = member.persona.player.name
    urls = [address(tournament, page) for page in PAGES] + [f"{address(tournament, 'bracket')}?fase=texto"]
    before = [read(browser(), url) for url in urls]
    assert any(name in page for page in before)
    anonymise(member.persona.player)
    for url in urls:
        assert f">{name}<" not in read(browser(), url)


def test_two_who_become_one_are_shown_as_one() -> None:
    tournament = running()
    seen = fresh(tournament).ledger.version
    merge(without_account("Caio R."), caio())
    assert fresh(tournament).ledger.version > seen
    assert "Caio R." in read(browser(), address(tournament, "bracket"))


# --- HTTP ---------------------------------------------------------------------------------------------


def test_each_language_and_encoding_has_a_strong_tag_of_its_own() -> None:
    url = address(running(), "bracket")
    tags = set()
    for language in LANGUAGES:
        for encoding in ("gzip", "identity"):
            headers = {"accept-language": language, "accept-encoding": encoding}
            answer = browser().get(url, headers=headers)
            tags.add(answer["ETag"])
            again = browser().get(url, headers={**headers, "if-none-match": answer["ETag"]})
            assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert len(tags) == 4
    assert not any(tag.startswith("W/") for tag in tags)


def test_a_proxy_may_keep_what_is_public_for_a_moment_and_nothing_else() -> None:
    url = address(running(), "standing")
    public = browser().get(url)
    assert public["Cache-Control"] == "public, max-age=0, s-maxage=2"
    assert {"Accept-Language", "Cookie", "HX-Request"} <= set(public["Vary"].split(", "))
    assert public["Content-Security-Policy"]
    assert public["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in browser(caio()).get(url)["Cache-Control"]


def test_a_cached_fragment_brings_the_record_s_number_with_it() -> None:
    tournament = running()
    url = f"{address(tournament, 'bracket')}?seq=1"
    first, kept_one = (browser().get(url, headers=HTMX) for _ in range(2))
    assert first["HX-Trigger"] == kept_one["HX-Trigger"]
    assert json.loads(kept_one["HX-Trigger"])["record"]["seq"] == tournament.ledger.head_seq


@pytest.mark.F36
def test_a_page_that_was_kept_says_too_when_scheduling_is_delayed() -> None:
    tournament = running()
    url, notice = address(tournament, "bracket"), "Scheduling delayed"
    heartbeats.record_heartbeat("sweep", timezone.now())
    assert notice not in read(browser(), url)
    heartbeats.record_heartbeat("sweep", timezone.now() - timedelta(minutes=5))
    assert notice in read(browser(), url)
    heartbeats.record_heartbeat("sweep", timezone.now())
    assert notice not in read(browser(), url)


# --- never behind ---------------------------------------------------------------------------------------


@pytest.mark.F44
@pytest.mark.parametrize("name", POLLS)
def test_a_new_version_is_on_the_page_and_in_the_poll_at_once(name: str) -> None:
    tournament = running()
    url, stranger = address(tournament, name), browser()
    read(stranger, url)
    seen = tournament.ledger.version
    assert stranger.get(f"{url}?seq={seen}", headers=HTMX).status_code == 204
    played(Match.objects.filter(ledger=tournament.ledger, state="playing")[0])
    now = fresh(tournament).ledger.version
    for who in (stranger, browser(bruno())):
        assert f"?seq={now}" in read(who, url)
        assert f"?seq={now}" in who.get(f"{url}?seq={seen}", headers=HTMX).content.decode()


@pytest.mark.F44
def test_a_tournament_taken_down_is_shown_to_nobody() -> None:
    tournament = running()
    url, version = address(tournament, "standing"), tournament.ledger.version
    read(browser(), url)
    Tournament.objects.filter(pk=tournament.pk).update(taken_down_at=timezone.now(), taken_down_because="x")
    assert browser().get(url).status_code == 410
    assert browser().get(f"{url}?seq={version}", headers=HTMX).status_code == 410


# --- the cache is lost, wrong, away -------------------------------------------------------------------


class Backend:
    """A cache that does as it is told."""

    def __init__(self, get: Callable[..., object]) -> None:
        self.get = self.set = get


def _behind_it(monkeypatch: pytest.MonkeyPatch, get: Callable[..., object]) -> None:
    """Let the shared cache answer so; the process's own goes on."""
    monkeypatch.setattr(shared, "caches", {"default": Backend(get), "local": caches["local"]})


def test_a_byte_that_was_flipped_in_the_cache_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    url = address(running(), "bracket")
    page = read(browser(), url)
    for place in (0, 20, -5):
        with monkeypatch.context() as context:
            _behind_it(context, lambda *_, at=place: _flipped(at))
            assert read(browser(), url) == page


def _flipped(place: int) -> bytes:
    record = RecordVersion(1, Version(1), "", is_public=True)
    wrong = CachedResponse.from_content(b"<html>wrong</html>", record, {})
    data = bytearray(wrong.to_bytes())
    data[place] ^= 1
    return bytes(data)


@pytest.mark.parametrize("rubbish", [b"", b"short", "text", {"a": 1}, 7])
def test_rubbish_in_the_cache_is_no_page(rubbish: object) -> None:
    assert CachedResponse.from_bytes(rubbish) is None


def test_a_response_survives_its_serialization() -> None:
    record = RecordVersion(7, Version(12, 3), "a" * 64, is_public=True)
    response = CachedResponse.from_content(b"<html>" * 99, record, {"Content-Language": "en"})
    assert CachedResponse.from_bytes(response.to_bytes()) == response


def test_without_its_cache_the_site_goes_on_with_what_the_process_has(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def away(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(response_cache, "_retry_at", 0.0)
    url = address(running(), "bracket")
    page = read(browser(), url)
    response_cache.clear()
    _behind_it(monkeypatch, away)
    assert read(browser(), url) == page
    with django_assert_num_queries(2):
        assert read(browser(), url) == page


@pytest.mark.F39
def test_where_the_head_cannot_be_read_the_views_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = address(running(), "bracket")

    def away(_: str) -> None:
        raise OperationalError

    monkeypatch.setattr(middleware, "head_of", away)
    assert browser().get(url).status_code == 200


# --- the query by hand --------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [created, announced, running, finished])
def test_the_head_is_what_the_models_say(state: Any) -> None:
    tournament = state()
    head = head_of(tournament.slug)
    assert head is not None
    ledger = tournament.ledger
    assert (head.ledger, head.version, head.hash) == (ledger.pk, ledger.version, ledger.head_hash)
    assert head.is_public == tournament.is_public
    assert head_of("nowhere") is None


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "-1", "1.", ".1", "²", "9" * 10, "1.x", "1 "])
def test_what_is_no_version_is_none(text: str) -> None:
    assert Version.read(text) is None


def test_versions_have_an_order() -> None:
    assert Version(1) < Version(1, 1) < Version(2)
    assert [Version.read(str(version)) for version in (Version(12), Version(12, 3))] == [
        Version(12),
        Version(12, 3),
    ]
