"""The laptop's https by itself: whole requests and answers, whatever others do at the same socket."""

import socket
import ssl
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from waitress import wasyncore

from laptop.authority import issue_certificate, load_or_create_authority
from laptop.https import PrefixedCookies, strip_prefix
from laptop.queueing import Dispatcher
from laptop.server import OPTIONS
from laptop.tls import TLSServer, context_of

HERE = "127.0.0.1"
LARGE = 2_500_000


@dataclass(frozen=True)
class Reached:
    """Where the server is, and what trusts it."""

    port: int
    trusting: ssl.SSLContext

    def client(self) -> httpx.Client:
        """A browser that has the certificate, and a key, so that it may send much."""
        base, head = f"https://{HERE}:{self.port}", {"Authorization": "Token x"}
        return httpx.Client(verify=self.trusting, base_url=base, trust_env=False, timeout=60, headers=head)


def echo(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Who asked, how, and the body back."""
    cookies = [("Set-Cookie", " sessionid=new; Path=/"), ("Set-Cookie", "mesa=m; Path=/mesa/; Secure")]
    facts = {name: environ.get(name, "") for name in ("wsgi.url_scheme", "REMOTE_ADDR", "HTTP_COOKIE")}
    told = [(f"X-{name.replace('.', '-').replace('_', '-')}", value) for name, value in facts.items()]
    start_response("200 OK", [("Content-Type", "text/plain"), *told, *cookies])
    return [environ["wsgi.input"].read()]


@pytest.fixture
def reached(tmp_path: Path) -> Iterator[Reached]:
    authority = load_or_create_authority(tmp_path, [HERE], datetime.now(UTC))
    (tmp_path / "server.pem").write_bytes(issue_certificate(authority, [HERE]))
    sockets: dict[int, object] = {}
    dispatcher, listening = Dispatcher(2), socket.create_server((HERE, 0))
    context = context_of(tmp_path / "server.pem")
    options = {**OPTIONS, "connection_limit": 200}
    TLSServer(
        PrefixedCookies(echo), listening, context, sockets=sockets, dispatcher=dispatcher, options=options
    )
    over = threading.Event()
    loop = threading.Thread(target=_run, args=(sockets, over))
    loop.start()
    try:
        yield Reached(listening.getsockname()[1], ssl.create_default_context(cadata=authority.der))
    finally:
        over.set()
        loop.join()
        dispatcher.shutdown(timeout=1)
        wasyncore.close_all(sockets, ignore_all=True)


def _run(sockets: dict[int, object], over: threading.Event) -> None:
    while not over.is_set():
        wasyncore.loop(timeout=0.1, use_poll=True, map=sockets, count=1)


def test_a_phone_with_the_certificate_is_answered_as_over_https(reached: Reached) -> None:
    with reached.client() as phone:
        answers = [phone.post("/", content=b"x" * size) for size in (0, 1, 20_000, LARGE)]
    assert [len(answer.content) for answer in answers] == [0, 1, 20_000, LARGE]
    assert {answer.headers["x-wsgi-url-scheme"] for answer in answers} == {"https"}
    assert {answer.headers["x-remote-addr"] for answer in answers} == {HERE}


def test_a_phone_without_it_hangs_up_and_nobody_else_notices(reached: Reached) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"https://{HERE}:{reached.port}/", trust_env=False)
    with reached.client() as phone:
        assert phone.get("/").status_code == 200


def test_who_speaks_no_tls_or_nothing_at_all_holds_nobody(reached: Reached) -> None:
    silent = [socket.create_connection((HERE, reached.port)) for _ in range(20)]
    for number, one in enumerate(silent):
        one.sendall((b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02")[number % 3])
    gone = socket.create_connection((HERE, reached.port))
    gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset, not closed
    gone.close()
    with reached.client() as phone:
        assert phone.get("/").status_code == 200
    with suppress(ConnectionResetError):
        assert not silent[1].recv(1000).startswith(b"HTTP")
    for one in silent:
        one.close()


def test_many_at_once_get_each_their_own(reached: Reached) -> None:
    bodies = [bytes([65 + number]) * 300_000 for number in range(12)]
    got: dict[int, bytes] = {}

    def ask(number: int) -> None:
        with reached.client() as phone:
            got[number] = phone.post("/", content=bodies[number]).content

    asking = [threading.Thread(target=ask, args=(number,)) for number in range(len(bodies))]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert [got[number] for number in range(len(bodies))] == bodies


def test_what_comes_in_parts_and_several_at_once_is_taken_in(reached: Reached) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
    with (
        socket.create_connection((HERE, reached.port)) as plain,
        reached.trusting.wrap_socket(plain, server_hostname=HERE) as safe,
    ):
        for part in (head[:10], head[10:], b"ab", b"cd" + head + b"efgh"):
            safe.sendall(part)
        answers = b""
        while not answers.endswith(b"efgh"):
            answers += safe.recv(10_000)
    assert answers.count(b"HTTP/1.1 200 OK") == 2


def test_cookies_go_over_https_alone_and_have_their_usual_names_within(reached: Reached) -> None:
    sent = "sessionid=plain; __Secure-sessionid=safe; csrftoken=plain; __Secure-csrftoken=token"
    with reached.client() as phone:
        answer = phone.get("/", headers={"Cookie": sent})
    assert answer.headers["x-http-cookie"] == "sessionid=safe; csrftoken=token"
    made = answer.headers.get_list("set-cookie")
    assert [cookie.partition("=")[0] for cookie in made] == ["__Secure-sessionid", "__Secure-mesa"]
    assert all(cookie.endswith("; Secure") for cookie in made)


@pytest.mark.parametrize("sent", ["", "sessionid=plain", "x=__Secure-y; sessionid", ";;"])
def test_cookies_of_the_plain_port_are_not_there_over_https(sent: str) -> None:
    assert strip_prefix(sent) == ""
