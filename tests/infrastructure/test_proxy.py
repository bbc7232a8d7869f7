"""F100: half a request holds nobody else, where nginx stands in front as docs/operating/proxy has it."""

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from core.logs import TRACE_HEADER
from tests.fixtures.sites import running
from tests.servers.nginx import is_installed, nginx
from tests.servers.process import LOOPBACK, NOBODY, free_port, python_command, wait_until
from tests.servers.site import Site, environment

pytestmark = pytest.mark.F100
HALVES = {
    "head": b"GET /saude/viva/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    "body": b"POST /conta/entrar/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=",
}
LIVE = "/saude/viva/"
CONNECTIONS = 40


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Site]:
    """gunicorn as in the image, with fewer threads."""
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", "1", "--threads", "4", "--log-level", "warning",
    )  # fmt: skip
    environ = environment(tmp_path, PROXIES="1", EVENT_LOG_LEVEL="INFO")
    with running(Site("gunicorn", command, port, tmp_path, environ)) as site:
        yield site


@pytest.fixture
def proxy(product: Site, tmp_path: Path) -> Iterator[str]:
    """The address of nginx before it."""
    if not is_installed():
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    server, base = nginx(tmp_path, product.base)
    with running(server):
        yield base


@contextmanager
def half_sent(base: str, what: bytes) -> Iterator[None]:
    """Many connections that stay where they are."""
    address = (LOOPBACK, int(base.rpartition(":")[2]))
    with ExitStack() as open_ones:
        for _ in range(CONNECTIONS):
            open_ones.enter_context(socket.create_connection(address)).sendall(what)
        yield


def answered(base: str) -> int:
    return httpx.get(base + LIVE, timeout=60, trust_env=False).status_code


@pytest.mark.parametrize("half", HALVES)
def test_half_requests_hold_nobody_behind_the_proxy(proxy: str, half: str) -> None:
    with half_sent(proxy, HALVES[half]):
        assert [answered(proxy) for _ in range(8)] == [200] * 8


@pytest.mark.parametrize("half", HALVES)
def test_without_one_they_hold_every_thread_as_the_readme_says(product: Site, half: str) -> None:
    with half_sent(product.base, HALVES[half]), pytest.raises(httpx.TimeoutException):
        httpx.get(product.url(LIVE), timeout=3, trust_env=False)


IMPORT = "/torneios/x/inscricoes/importar/"
SESSION = {"Cookie": "sessionid=nobody"}


def test_a_large_body_from_nobody_is_kept_away_and_a_known_one_s_is_not(proxy: str, product: Site) -> None:
    told = [send(proxy + IMPORT, 1_000_000, head) for head in ({}, SESSION)]
    assert [one.status_code for one in told] == [401, 403]  # the product misses the token against forgery
    assert "Entre primeiro na sua conta" in told[0].text
    assert product.log.count(f'path="{IMPORT}"') == 1
    page = httpx.get(proxy + IMPORT, trust_env=False, timeout=60)
    assert page.status_code == 503  # the product itself, which has no database here


@pytest.mark.parametrize(
    ("method", "path", "head", "others"),
    [
        ("GET", LIVE, {"Authorization": "Token wild"}, {"Authorization": "Token judge"}),
        ("GET", LIVE, SESSION, {"Cookie": "a=b; sessionid=judge"}),
        ("POST", LIVE, {}, SESSION),
        ("POST", LIVE, {}, {"Cookie": "csrftoken=x; mesa=signed"}),
        ("GET", "/?busca=nobody", {}, {}),
        ("GET", "/torneios/previa/?nome=x", {}, {}),
    ],
)
def test_what_comes_faster_than_people_send_it_waits_at_the_proxy(
    proxy: str, method: str, path: str, head: dict[str, str], others: dict[str, str]
) -> None:
    with ThreadPoolExecutor(8) as senders, httpx.Client(trust_env=False, timeout=60, headers=head) as wild:
        told = list(senders.map(lambda _: wild.request(method, proxy + path), range(400)))
    held = [one for one in told if one.status_code == 429 and "São pedidos demais" in one.text]
    assert 20 <= len(told) - len(held) < 400
    assert {one.headers["Retry-After"] for one in held} == {"1"}
    url = proxy + (path if others else LIVE)  # nobody else has searches of their own
    assert httpx.request(method, url, headers=others, trust_env=False, timeout=60).status_code != 429


def send(url: str, length: int, head: dict[str, str]) -> httpx.Response:
    return httpx.post(url, content=b"x" * length, headers=head, trust_env=False, verify=NOBODY, timeout=60)


def test_what_is_too_large_and_what_is_for_the_inside_the_proxy_keeps_away(proxy: str, product: Site) -> None:
    large = httpx.post(f"{proxy}/conta/entrar/", content=b"x" * 3_200_000, trust_env=False, timeout=60)
    assert large.status_code == 413
    assert httpx.get(f"{proxy}/metricas/", trust_env=False, timeout=60).status_code == 404
    assert "/conta/entrar/" not in product.log
    assert "/metricas/" not in product.log


@pytest.mark.F97
def test_what_the_product_refuses_breaks_no_connection_that_others_use(proxy: str) -> None:
    """nginx keeps connections to the product: one that is closed with a body unread fails whoever is next."""

    def sent(number: int) -> int:
        url = f"{proxy}{'/conta/entrar/' if number % 2 else LIVE}"
        whose = {"Cookie": f"sessionid={number % 20}"}  # each account within what the proxy passes on
        return send(url, 200_000 if number % 2 else 2, whose).status_code

    with ThreadPoolExecutor(16) as senders:
        told = list(senders.map(sent, range(600)))
    assert (set(told[1::2]), set(told[::2])) == ({413}, {200})


def test_one_id_stands_in_the_lines_of_both(proxy: str, product: Site, tmp_path: Path) -> None:
    given = httpx.get(
        f"{proxy}/nirgends/", headers={TRACE_HEADER: "forged-by-the-reader"}, trust_env=False, timeout=60
    )
    found = given.headers[TRACE_HEADER]
    assert re.fullmatch("[0-9a-f]{32}", found)
    wait_until(lambda: f"[{found}]" in (tmp_path / "access.log").read_text(), what="nginx's line")
    assert f"[{found}]" in product.log
