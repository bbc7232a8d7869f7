"""On the laptop a large body is read only from somebody who says who they are."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from wsgiref.types import WSGIEnvironment

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments

from laptop.answers import AnonymousUpload
from laptop.early_reject import COOKIES, FROM_STRANGERS, HeadCheckingParser, account_of
from laptop.queueing import Dispatcher
from laptop.server import OPTIONS, Listener, make_server
from web.tournament_request import PHONE_COOKIE

pytestmark = pytest.mark.F70
LARGE = FROM_STRANGERS + 1


def head(length: int, more: str = "") -> bytes:
    return f"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{more}\r\n".encode()


@pytest.mark.parametrize(
    ("sent", "is_refused"),
    [
        (head(LARGE), True),
        (head(FROM_STRANGERS), False),
        (head(LARGE, "Cookie: sessionid=x\r\n"), False),
        (head(LARGE, "Authorization: Token x\r\n"), False),
        (head(LARGE, "Cookie: django_language=en\r\n"), True),
        (head(LARGE, "Cookie: __Host-sessionid=x\r\n"), False),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", False),
    ],
)
def test_it_is_refused_by_its_head(sent: bytes, is_refused: bool) -> None:
    request = HeadCheckingParser(Adjustments(**OPTIONS))
    assert request.received(sent) == len(sent)
    assert isinstance(request.error, AnonymousUpload) == is_refused
    assert request.completed == (is_refused or sent.startswith(b"GET"))


def test_a_phone_at_a_table_has_a_credential_of_its_own() -> None:
    assert [f"{PHONE_COOKIE}="] == [name for name in COOKIES if name.startswith(PHONE_COOKIE)]
    phones = [account_of({"COOKIE": f"csrftoken=x; mesa={table}; a=b"}) for table in ("one", "two")]
    assert phones == ["one", "two"]


def test_what_comes_in_pieces_is_refused_once_it_is_too_much() -> None:
    request = HeadCheckingParser(Adjustments(**OPTIONS))
    request.received(b"POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    piece = b"10000\r\n" + bytes(65_536) + b"\r\n"
    taken = next(number for number in range(100) if request.received(piece) and request.completed)
    assert request.error.code == 413
    assert taken * 65_536 < FROM_STRANGERS


@pytest.fixture
def port() -> Iterator[int]:
    """Where a server of the laptop listens that knows nothing but to thank."""
    listening = socket.create_server(("127.0.0.1", 0))
    sockets: dict[int, object] = {}
    dispatcher, is_over = Dispatcher(1), threading.Event()

    def thanks(environ: WSGIEnvironment, start_response: Callable[..., object]) -> list[bytes]:
        start_response("200 OK", [])
        return [str(environ["CONTENT_LENGTH"]).encode()]

    make_server(Listener(listening), thanks, sockets, dispatcher)

    def loop() -> None:
        while not is_over.is_set():
            wasyncore.loop(timeout=0.1, use_poll=True, map=sockets, count=1)

    looping = threading.Thread(target=loop)
    looping.start()
    yield listening.getsockname()[1]
    is_over.set()
    looping.join(10)
    dispatcher.shutdown(timeout=10)
    wasyncore.close_all(sockets, ignore_all=True)


def answer_at(port: int, *sent: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as wire:
        for piece in sent:
            wire.sendall(piece)
        wire.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: wire.recv(65_536), b""))


def test_a_stranger_is_told_what_to_do_first(port: int) -> None:
    told = answer_at(port, head(LARGE))
    assert told.startswith(b"HTTP/1.1 413 ")
    assert b"Connection: close" in told
    assert told.count(b"<p lang=") == 3


@pytest.mark.parametrize("language", ["pt-br", "en", "es"])
def test_it_is_said_in_the_language_of_the_reader_with_a_way_back(port: int, language: str) -> None:
    for more in (f"Accept-Language: {language}\r\n", f"Cookie: django_language={language}\r\n"):
        told = answer_at(port, head(LARGE, more).replace(b"/x", b"/torneios/copa/imagem/")).decode()
        assert re.findall('<p lang="([^"]+)">', told) == [language]
        assert 'href="/torneios/copa/"' in told


def test_a_program_gets_a_problem_document(port: int) -> None:
    told = answer_at(port, head(LARGE, "Accept-Language: en\r\n").replace(b"/x", b"/api/v1/x/")).decode()
    fields, _, body = told.partition("\r\n\r\n")
    assert "Content-Type: application/problem+json" in fields
    assert (json.loads(body)["status"], json.loads(body)["error"]) == (413, "not_authenticated")


def test_somebody_s_list_arrives_whole(port: int) -> None:
    body = bytes(LARGE)
    told = answer_at(port, head(LARGE, "Cookie: sessionid=x\r\nConnection: close\r\n"), body)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.endswith(str(LARGE).encode())


def test_the_next_request_gets_no_body_of_the_response_to_head(port: int) -> None:
    asked = head(7, "Cookie: sessionid=x\r\n").replace(b"POST", b"HEAD") + bytes(7)
    heard = answer_at(port, asked, head(9, "Connection: close\r\n"), bytes(9))
    first, second, body = heard.split(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 200 ")
    assert second.startswith(b"HTTP/1.1 200 ")
    assert body == b"9"
