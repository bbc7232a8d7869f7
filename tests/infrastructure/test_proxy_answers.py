"""What the proxy answers itself: a page in the reader's language with a way back, or a problem document."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.conf import settings

from tests.fixtures.sites import running
from tests.servers.nginx import FILES, is_installed, nginx
from tests.servers.process import LOOPBACK, free_port

How = dict[str, Any]
LARGE, LONG = b"x" * 300_000, "a" * 9_000
OWN: dict[str, list[tuple[str, str, How, int]]] = {
    "malformed": [("GET", "/", {"headers": {"X-Long": LONG}}, 431)],
    "body_too_large": [("POST", "/conta/entrar/", {"content": LARGE}, 413)],
    "not_authenticated": [("POST", "/torneios/copa/imagem/", {"content": b"x"}, 401)],
    "unavailable": [("GET", "/torneios/copa/", {}, 502), ("POST", "/torneios/copa/inscricoes/", {}, 502)],
}
CASES = [(code, *case) for code, cases in OWN.items() for case in cases]
TO_PROGRAMS: list[tuple[str, str, str, How, int]] = [
    ("malformed", "GET", "/api/v1/", {"headers": {"X-Long": LONG}}, 431),
    ("body_too_large", "POST", "/api/v1/token/", {"content": LARGE}, 413),
    ("not_authenticated", "POST", "/api/v1/tournaments/copa/entries/import/", {"content": b"x"}, 401),
    ("unavailable", "GET", "/api/v1/tournaments/", {}, 502),
]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """nginx as shipped, with nothing behind it."""
    if not is_installed():
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    server, base = nginx(tmp_path_factory.mktemp("own"), f"http://{LOOPBACK}:{free_port()}")
    with running(server):
        yield base


def ask(method: str, url: str, how: How, **head: str) -> httpx.Response:
    headers = {**head, **how.get("headers", {})}  # nginx reads no further than the line that is too long
    return httpx.request(method, url, trust_env=False, timeout=60, **{**how, "headers": headers})


def words(language: str, code: str) -> str:
    """What the configuration says."""
    (said,) = re.findall(
        f'"{language} {code}" "([^"]+)"', (FILES / "common.conf").read_text(encoding="utf-8")
    )
    return str(said)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize(("code", "method", "path", "how", "status"), CASES)
def test_a_page_in_the_readers_language_with_a_way_back(
    proxy: str, language: str, code: str, method: str, path: str, how: How, status: int
) -> None:
    for head in (
        {"Accept-Language": language},
        {"Cookie": f"django_language={language}", "Accept-Language": "en"},
    ):
        told = ask(method, proxy + path, how, **head)
        assert (told.status_code, told.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
        assert f'<html lang="{language}">' in told.text
        assert words(language, code) in told.text
        assert f'href="{"/torneios/copa/" if path.startswith("/torneios/copa/") else "/"}"' in told.text
        assert told.headers["Cache-Control"] == "no-store"
        assert "nginx" not in told.text


@pytest.mark.parametrize(("code", "method", "path", "how", "status"), TO_PROGRAMS)
def test_a_program_gets_a_problem_document(
    proxy: str, code: str, method: str, path: str, how: How, status: int
) -> None:
    told = ask(method, proxy + path, how, **{"Accept-Language": "es"})
    assert (told.status_code, told.headers["Content-Type"]) == (status, "application/problem+json")
    body = told.json()
    assert (body["status"], body["error"], body["detail"]) == (status, code, words("es", code))
    assert body["violations"][0]["code"] == code
    assert told.headers.get("Retry-After") == ("5" if status == 502 else None)


def test_an_address_that_is_too_long_is_a_page_too(proxy: str) -> None:
    told = ask("GET", f"{proxy}/{LONG}", {})
    assert (told.status_code, "<h1>Chama</h1>" in told.text) == (414, True)


def test_what_is_no_request_is_a_page_too(proxy: str) -> None:
    told = ask("GET", proxy, {"headers": {"Host": "a b"}})
    assert (told.status_code, "<h1>Chama</h1>" in told.text) == (400, True)


def test_nothing_of_the_address_is_repeated_in_a_page(proxy: str) -> None:
    told = ask("GET", f"{proxy}/torneios/<script>alert(1)</script>\"'/x", {})
    assert "script" not in told.text
