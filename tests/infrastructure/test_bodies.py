"""What is larger than its route takes is refused before anything reads it, whatever the server."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from catalogue.facts import LONGEST_TEXT
from core.http import bodies
from core.http.bodies import LARGEST, ROUTES, TEXTS, USUAL, BodyLimit, max_body_bytes
from tests.servers.process import ROOT
from tournaments.setup.announce import LONGEST

pytestmark = [pytest.mark.F97, pytest.mark.django_db]
HUGE = 500_000_000


class Sender(io.RawIOBase):
    """A body of this many bytes, made while it is read; `taken` says how many were."""

    def __init__(self, length: int) -> None:
        self.length, self.taken = length, 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        size = self.length - self.taken if size < 0 else min(size, self.length - self.taken)
        self.taken += size
        return b"x" * size


class Kept:
    """An application that keeps the environment in which it was called."""

    def __init__(self) -> None:
        self.environ: dict[str, Any] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> io.BytesIO:
        """Say that it was called."""
        self.environ = environ
        start_response("200 OK", [])
        return io.BytesIO()


def asked(path: str, body: Any, **told: str) -> dict[str, Any]:
    """A POST's environment."""
    environ: dict[str, Any] = {"PATH_INFO": path, "REQUEST_METHOD": "POST", "wsgi.input": body, **told}
    setup_testing_defaults(environ)
    return environ


def chunked(path: str, body: Any) -> dict[str, Any]:
    """The same, as gunicorn passes on a body in chunks."""
    told = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
    return {**asked(path, body), **told}


def called(environ: dict[str, Any], application: Any = None) -> tuple[int, Mapping[str, str], str]:
    """Status, headers and text that the whole product answers."""
    said: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        said.extend((status, headers))

    answer = BodyLimit(application or get_wsgi_application())(environ, start)
    text = b"".join(answer).decode()
    return int(said[0][:3]), {name.lower(): value for name, value in said[1]}, text


def passed_on(environ: dict[str, Any]) -> dict[str, Any]:
    """The environment that the application is called with."""
    kept = Kept()
    called(environ, kept)
    return kept.environ


LOGIN = "/conta/entrar/"
IMPORT = ("/torneios/x/inscricoes/importar/", "/api/v1/tournaments/x/entries/import/")


@pytest.mark.parametrize("path", [LOGIN, "/", "/nowhere/", "/api/v1/decks/check/", *IMPORT])
def test_what_announces_too_much_is_refused_unread(path: str) -> None:
    sender = Sender(HUGE)
    status, _, text = called(asked(path, sender, CONTENT_LENGTH=str(HUGE)))
    assert (status, sender.taken) == (413, 0)
    assert len(text) < 8_000


@pytest.mark.parametrize("path", [LOGIN, "/nowhere/", *IMPORT])
def test_what_a_proxy_lets_through_is_taken_off_its_connection(path: str) -> None:
    """Refused or not looked at: else the server closes a connection that the proxy gives to somebody else."""
    sender = Sender(LARGEST)
    assert called(asked(path, sender, CONTENT_LENGTH=str(LARGEST)))[0] in {401, 403, 413}
    assert sender.taken == LARGEST


@pytest.mark.parametrize(("path", "most"), [(LOGIN, USUAL), (IMPORT[0], LARGEST), (IMPORT[1], LARGEST)])
def test_what_announces_nothing_is_counted_and_cut(path: str, most: int) -> None:
    sender = Sender(HUGE)
    assert called(chunked(path, sender))[0] == 413
    assert sender.taken <= most + bodies.PIECE


@pytest.mark.parametrize("path", [LOGIN, *IMPORT])
def test_the_last_byte_that_fits_is_taken_and_the_next_is_not(path: str) -> None:
    most = max_body_bytes(path)
    for length, fits in ((most, True), (most + 1, False)):
        announced = passed_on(asked(path, Sender(length), CONTENT_LENGTH=str(length)))
        counted = passed_on(chunked(path, Sender(length)))
        assert (bodies.TOO_LARGE not in announced, bodies.TOO_LARGE not in counted) == (fits, fits)


def test_a_body_in_chunks_has_a_length_once_it_is_here() -> None:
    environ = passed_on(chunked(LOGIN, io.BytesIO(b"username=ana")))
    assert (environ["CONTENT_LENGTH"], environ["wsgi.input"].read()) == ("12", b"username=ana")
    assert "HTTP_TRANSFER_ENCODING" not in environ


@pytest.mark.parametrize("length", ["", "-1", "1e9", "٩٩٩٩٩٩٩", "0x10"])
def test_a_length_that_is_none_brings_no_body(length: str) -> None:
    sender = Sender(HUGE)
    assert called(asked(LOGIN, sender, CONTENT_LENGTH=length))[0] in {400, 403}
    assert sender.taken == 0


def test_a_length_of_a_thousand_digits_is_refused() -> None:
    assert called(asked(LOGIN, Sender(HUGE), CONTENT_LENGTH="9" * 1000))[0] == 413


@pytest.mark.parametrize(("asked_for", "words"), [("en", "larger than this page"), ("pt-BR", "maior do que")])
def test_a_page_says_in_ones_language_what_to_do(asked_for: str, words: str) -> None:
    told = {"CONTENT_LENGTH": str(HUGE), "HTTP_ACCEPT_LANGUAGE": asked_for}
    status, headers, text = called(asked(LOGIN, Sender(HUGE), **told))
    assert status == 413
    assert words in text
    assert text.rstrip().endswith("</html>")
    assert "default-src 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize("asked_for", ["en", "pt-BR"])
def test_the_api_answers_in_its_one_shape(asked_for: str) -> None:
    told = {"CONTENT_LENGTH": str(HUGE), "HTTP_ACCEPT_LANGUAGE": asked_for}
    status, headers, text = called(asked("/api/v1/decks/check/", Sender(HUGE), **told))
    said = json.loads(text)
    assert (status, headers["content-type"], said["error"]) == (
        413,
        "application/problem+json",
        "body_too_large",
    )
    assert said["violations"][0]["facts"] == {"most": USUAL}
    assert ("no máximo" in said["violations"][0]["message"]) is (asked_for == "pt-BR")


def names(patterns: list[Any]) -> Iterator[str]:
    """The name of every route."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from () if pattern.namespace else names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name


def test_every_route_with_a_limit_of_its_own_is_there_and_meets_it() -> None:
    assert set(ROUTES) <= set(names(get_resolver().url_patterns))
    for page, route, most in (
        ("entries_import", "api_entries_import", LARGEST),
        ("announcement", "api_announcement", TEXTS),
    ):
        assert max_body_bytes(reverse(page, args=["x"])) == max_body_bytes(reverse(route, args=["x"])) == most
    files = {name for name, most in ROUTES.items() if most == LARGEST}
    assert files == {"entries_import", "api_entries_import", "picture_give"}


def test_the_proxy_lets_through_what_each_route_takes_and_little_more() -> None:
    site = (ROOT / "docs" / "operating" / "proxy" / "site.conf").read_text(encoding="utf-8")
    usual, largest = (int(size) for size in re.findall(r"client_max_body_size (\d+)[km];", site))
    where = re.search(r"location ~ (\S+) {", site)
    assert (usual * 1024 >= TEXTS, largest * 1024**2) == (True, bodies.DROPPED)
    assert where
    for name, most in ROUTES.items():
        pattern = get_resolver().reverse_dict.getlist(name)[0][0][0][0]
        assert bool(re.search(where[1], f"/{pattern}")) is (most == LARGEST), pattern


def test_the_longest_texts_that_the_product_keeps_fit() -> None:
    """Written in the widest way: twelve bytes a character, in a form as in JSON."""
    wide = "\U0001f0a1"
    assert len(urlencode({"text": wide * LONGEST})) < TEXTS
    assert len(urlencode({"text_pt": wide * LONGEST_TEXT, "text_en": wide * LONGEST_TEXT})) < TEXTS
    assert len(json.dumps({"special_rules": wide * 10_000})) < TEXTS
    assert len(json.dumps({"shape": [[4] * 2_500, [4] * 625, [4] * 157]})) < USUAL


def test_the_framework_takes_what_the_largest_route_takes() -> None:
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == LARGEST <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE


def test_the_entry_point_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONNECTIONS", "8")  # which it sets where nobody did, for good
    entry = import_module("config.wsgi")
    assert isinstance(entry.body_limit, BodyLimit)
    assert entry.application.application is entry.body_limit
