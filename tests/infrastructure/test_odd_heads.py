"""Heads that no browser sends: the right refusal and a closed connection, and not a word on the terminal."""

import shutil
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from laptop.early_reject import refusal_of
from tests.servers.process import LOOPBACK, free_port
from tests.servers.site import Site
from tests.servers.site import embedded_site as serve


def get(more: bytes = b"", line: bytes = b"GET / HTTP/1.1", host: bytes = b"Host: x\r\n") -> bytes:
    return b"%b\r\n%b%b\r\n" % (line, host, more)


def post(more: bytes, body: bytes = b"") -> bytes:
    return get(more, b"POST / HTTP/1.1") + body


CHUNKED = b"Transfer-Encoding: chunked\r\n"
REFUSED: dict[str, tuple[bytes, int]] = {
    "NUL in a value": (get(b"X-A: a\0b\r\n"), 400),
    "NUL in a name": (get(b"X\0A: a\r\n"), 400),
    "NUL in the target": (get(line=b"GET /\0 HTTP/1.1"), 400),
    "blank before the colon": (post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n"), 400),
    "blank before the colon of a length": (post(b"Content-Length : 3\r\n", b"abc"), 400),
    "bare CR": (get(b"X-A: a\rb\r\n"), 400),
    "bare LF in the head": (get(b"X-A: a\nX-B: b\r\n"), 400),
    "bare LF alone": (b"GET / HTTP/1.1\nHost: x\n\n", 400),
    "folded line": (get(b"X-A: a\r\n b\r\n"), 400),
    "folded first line": (get(host=b" X: a\r\nHost: x\r\n"), 400),
    "no colon": (get(b"nothing\r\n"), 400),
    "no name": (get(b": nothing\r\n"), 400),
    "two lengths": (post(b"Content-Length: 3\r\nContent-Length: 4\r\n", b"abcd"), 400),
    "one length twice": (post(b"Content-Length: 3\r\nContent-Length: 3\r\n", b"abc"), 400),
    "negative length": (post(b"Content-Length: -1\r\n"), 400),
    "length with a plus": (post(b"Content-Length: +5\r\n", b"abcde"), 400),
    "no length in its field": (post(b"Content-Length:\r\n"), 400),
    "length in hexadecimal": (post(b"Content-Length: 0x5\r\n"), 400),
    "length with another blank": (post(b"Content-Length: 5\x0b\r\n", b"abcde"), 400),
    "superscript length": (post(b"Content-Length: \xb2\r\n"), 400),
    "huge length": (post(b"Content-Length: %b\r\n" % (b"9" * 30)), 413),
    "length of 5,000 digits": (post(b"Content-Length: %b\r\n" % (b"9" * 5000)), 413),
    "length and coding": (post(b"Content-Length: 5\r\n" + CHUNKED, b"0\r\n\r\n"), 400),
    "unknown coding": (post(b"Transfer-Encoding: gzip\r\n"), 501),
    "chunked, then another": (post(b"Transfer-Encoding: chunked, gzip\r\n"), 501),
    "chunked twice": (post(b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n"), 501),
    "chunked behind another blank": (post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n"), 400),
    "no coding in its field": (post(b"Transfer-Encoding: ,\r\n", b"0\r\n\r\n"), 501),
    "coding in HTTP/1.0": (get(CHUNKED, b"POST / HTTP/1.0") + b"0\r\n\r\n", 400),
    "no number as a chunk's size": (post(CHUNKED, b"zz\r\n\r\n"), 400),
    "negative chunk": (post(CHUNKED, b"-1\r\n\r\n"), 400),
    "huge chunk": (post(CHUNKED, b"f" * 30 + b"\r\n\r\n"), 413),
    "chunk of 5,000 digits": (post(CHUNKED, b"f" * 5000 + b"\r\n\r\n"), 413),
    "chunk without its end": (post(CHUNKED, b"3\r\nabcXX0\r\n\r\n"), 400),
    "no host": (get(host=b""), 400),
    "two hosts": (get(b"Host: y\r\n"), 400),
    "two hosts in HTTP/1.0": (get(b"Host: y\r\n", b"GET / HTTP/1.0"), 400),
    "no host in its field": (get(host=b"Host:\r\n"), 400),
    "host that is none": (get(host=b"Host: a b/<x>\r\n"), 400),
    "host of other letters": (get(host="Host: ção\r\n".encode()), 400),
    "method in small letters": (get(line=b"get / HTTP/1.1"), 501),
    "unknown method": (get(line=b"BREW / HTTP/1.1"), 501),
    "method that is no word": (get(line=b"G(T / HTTP/1.1"), 400),
    "method of 5,000 letters": (get(line=b"A" * 5000 + b" / HTTP/1.1"), 501),
    "CONNECT": (get(line=b"CONNECT x:443 HTTP/1.1"), 501),
    "TRACE": (get(line=b"TRACE / HTTP/1.1"), 501),
    "target without a slash": (get(line=b"GET saude/viva/ HTTP/1.1"), 400),
    "target of another scheme": (get(line=b"GET ftp://x/ HTTP/1.1"), 400),
    "host of the target cut off": (get(line=b"GET http://[::1/ HTTP/1.1"), 400),
    "target of other letters": (get(line="GET /ção/ HTTP/1.1".encode()), 400),
    "no target": (get(line=b"GET  HTTP/1.1"), 400),
    "blank in the target": (get(line=b"GET /a b HTTP/1.1"), 400),
    "tabs in the line": (get(line=b"GET\t/\tHTTP/1.1"), 400),
    "HTTP/0.9": (b"GET /\r\n\r\n", 400),
    "HTTP/1.10": (get(line=b"GET / HTTP/1.10"), 400),
    "HTTP/9.9": (get(line=b"GET / HTTP/9.9"), 505),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "http in small letters": (get(line=b"GET / http/1.1"), 400),
    "a head without end": (get(b"X-A: %b\r\n" % (b"a" * 300_000)), 431),
    "a line without end": (get(line=b"GET /%b HTTP/1.1" % (b"a" * 300_000)), 431),
    "TLS at the wrong port": (bytes.fromhex("160301000501") + b"\r\n\r\n", 400),
    "anything": (b"\xff\xfe\xfd\r\n\r\n", 400),
}
ANSWERED: dict[str, tuple[bytes, int]] = {
    "absolute target": (get(line=b"GET http://x/saude/viva/ HTTP/1.1"), 200),
    "HTTP/1.0 without a host": (get(line=b"GET /saude/viva/ HTTP/1.0", host=b""), 200),
    "percent sign alone": (get(line=b"GET /%zz/% HTTP/1.1"), 404),
    "percent that is no text": (get(line=b"GET /%ff%fe/ HTTP/1.1"), 404),
    "percent NUL": (get(line=b"GET /%00/ HTTP/1.1"), 400),
    "percent line end": (get(line=b"GET /%0d%0aX:y/ HTTP/1.1"), 404),
    "query that is no text": (get(line=b"GET /torneios/?q=%ff%00 HTTP/1.1"), 400),
    "two slashes": (get(line=b"GET //x/ HTTP/1.1"), 404),
    "dots": (get(line=b"GET /../../etc/passwd HTTP/1.1"), 404),
    "path of 20,000 letters": (get(line=b"GET /%b HTTP/1.1" % (b"a" * 20_000)), 404),
    "options of everything": (get(line=b"OPTIONS * HTTP/1.1"), 404),
    "odd cookie": (get(b"Cookie: \xff\xfe=;;;=a\r\n", b"GET /regras/ HTTP/1.1"), 200),
    "odd key": (get(b"Authorization: Token \xff\r\n", b"GET /api/v1/tournaments/ HTTP/1.1"), 401),
    "another version offered": (get(b"Connection: Upgrade\r\nUpgrade: h2c\r\n"), 200),
}


@pytest.mark.parametrize(("sent", "status"), REFUSED.values(), ids=REFUSED)
def test_the_table_is_one_of_heads(sent: bytes, status: int) -> None:
    """What is not refused by its head is refused by its body, its length, or by waitress itself."""
    head = sent.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    assert refusal_of(head) in {status, None}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, tables: Path) -> Iterator[tuple[Site, int]]:
    """The laptop at its two ports, for all tests of this file."""
    folder, safe_port = tmp_path_factory.mktemp("odd"), free_port()
    shutil.copy(tables, folder)
    with serve(folder, "--https", "--https-port", str(safe_port)) as site:
        yield site, safe_port


def connected(both: tuple[Site, int], *, safe: bool) -> socket.socket:
    site, safe_port = both
    wire = socket.create_connection((LOOPBACK, safe_port if safe else site.port), timeout=60)
    if not safe:
        return wire
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(wire)


def answer_to(wire: socket.socket, sent: bytes, *, is_closed: bool) -> bytes:
    """What comes back; until the server hangs up, where it has to."""
    got = b""
    with suppress(ConnectionError):
        wire.sendall(sent)
    with suppress(ConnectionError):
        while (is_closed or not got) and (piece := wire.recv(65_536)):
            got += piece
    return got


@pytest.mark.parametrize("safe", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize(("sent", "status"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused_the_connection_closed_and_nothing_said(
    both: tuple[Site, int], sent: bytes, status: int, safe: bool
) -> None:
    before = both[0].log
    with connected(both, safe=safe) as wire:
        answer = answer_to(wire, sent, is_closed=True)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1:2] == [str(status).encode()]
    assert b"Connection: close" in head.split(b"\r\n")
    assert body.count(b"<p lang=") == 3
    assert both[0].log == before


@pytest.mark.parametrize("safe", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize(("sent", "status"), ANSWERED.values(), ids=ANSWERED)
def test_it_is_answered_and_nothing_said(
    both: tuple[Site, int], sent: bytes, status: int, safe: bool
) -> None:
    before = both[0].log
    with connected(both, safe=safe) as wire:
        assert answer_to(wire, sent, is_closed=False).split()[1] == str(status).encode()
    assert both[0].log == before


# --- an answer without a body keeps its connection ------------------------------------------------------


def client_of(both: tuple[Site, int], *, safe: bool) -> HTTPConnection:
    site, safe_port = both
    if not safe:
        return HTTPConnection(LOOPBACK, site.port, timeout=60)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return HTTPSConnection(LOOPBACK, safe_port, context=context, timeout=60)


@pytest.mark.parametrize("safe", [False, True], ids=["plain", "tls"])
def test_answers_without_a_body_keep_the_connection_open(both: tuple[Site, int], safe: bool) -> None:
    """A phone polls every few seconds; over TLS each new connection costs a handshake."""
    client = client_of(both, safe=safe)
    client.request("GET", "/static/favicon.svg")
    tag = client.getresponse().headers["Last-Modified"]
    client.close()
    client.connect()
    wire = client.sock
    for path, status in (("/hora/", 204), ("/static/favicon.svg", 304), ("/hora/", 204)):
        client.request("GET", path, headers={"If-Modified-Since": tag})
        answer = client.getresponse()
        assert (answer.status, answer.headers["Connection"], answer.read()) == (status, None, b"")
    assert client.sock is wire
    client.request("GET", "/hora/", headers={"Connection": "close"})
    assert client.getresponse().headers["Connection"] == "close"
