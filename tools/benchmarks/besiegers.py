"""Clients that mean harm: each kind is one function that calls once and says what became of it."""

import json
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from select import select

from tests.servers.process import LOOPBACK

HUGE = 500_000_000
PIECE = bytes(65_536)
A_SECOND = 200
PATIENCE = 20.0  # seconds until a client gives up
DAWDLING = 0.5  # seconds between two letters of who dawdles
FORM, PROGRAM, TOURNAMENTS = "/conta/entrar/", "/api/v1/decks/check/", "/api/v1/tournaments/"
IMPORT = "/torneios/x/inscricoes/importar/"
UNFINISHED = b"GET / HTTP/1.1\r\nX-Slow: "


@dataclass(frozen=True, slots=True)
class BesiegerReply:
    """The status of the answer (0: none, the connection was cut), and bytes there and back."""

    status: int
    sent: int
    got: int


@dataclass(frozen=True, slots=True)
class Target:
    """What is besieged: the site's port, and the key of an account that was given one."""

    port: int
    token: str


Besieger = Callable[[Target], BesiegerReply]


def announced(target: Target) -> BesiegerReply:
    """A form of 500 MB that says so."""
    return _send(target, FORM, f"Content-Length: {HUGE}", _pieces(HUGE))


def in_chunks(target: Target) -> BesiegerReply:
    """A form of 500 MB in chunks."""
    chunk = b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    return _send(target, FORM, "Transfer-Encoding: chunked", (chunk for _ in range(HUGE // len(PIECE))))


def just_below(target: Target) -> BesiegerReply:
    """A form of 2.4 MB, which only a list of entries may have."""
    return _send(target, FORM, "Content-Length: 2400000", _pieces(2_400_000))


def an_import(target: Target) -> BesiegerReply:
    """Send as much to a list of entries, without an account."""
    return _send(target, IMPORT, "Content-Length: 2400000", _pieces(2_400_000))


def many_keys(target: Target) -> BesiegerReply:
    """Send an object of 150,000 unknown fields."""
    return _post(target, PROGRAM, json.dumps({f"k{number}": 1 for number in range(150_000)}).encode())


def keys_that_fit(target: Target) -> BesiegerReply:
    """As many fields as the bytes of the route hold."""
    return _post(target, PROGRAM, json.dumps({f"k{number}": 1 for number in range(5_000)}).encode())


def brackets(target: Target) -> BesiegerReply:
    """Lists in lists, 60,000 deep."""
    return _post(target, PROGRAM, b"[" * 60_000)


def digits(target: Target) -> BesiegerReply:
    """A number of 5,000 digits."""
    return _post(target, PROGRAM, b'{"text": ' + b"9" * 5_000 + b"}")


def tournaments(target: Target) -> BesiegerReply:
    """One more tournament of the same account."""
    parts = {"game": "chama", "kind": "campeonato", "name": secrets.token_hex(8), "year": 2026}
    more = f"\r\nAuthorization: Token {target.token}"
    return _post(target, TOURNAMENTS, json.dumps(parts).encode(), more)


def searches(target: Target) -> BesiegerReply:
    """Search all tournaments and people for a new term."""
    return _call(target, f"GET /?busca={secrets.token_hex(2)}", "", iter(()))


def pages(target: Target) -> BesiegerReply:
    """Request a page at an address that is in no cache."""
    return _call(target, f"GET /?pagina={secrets.randbelow(10**9)}", "", iter(()))


def half_sent(target: Target) -> BesiegerReply:
    """A request that is never sent whole, letter by letter."""
    sent = 0
    with suppress(OSError), socket.create_connection((LOOPBACK, target.port), timeout=PATIENCE) as wire:
        for letter in UNFINISHED:
            wire.sendall(bytes([letter]))
            sent += 1
            if select([wire], [], [], DAWDLING)[0]:
                break
    return BesiegerReply(0, sent, 0)


KINDS: Mapping[str, tuple[Besieger, int]] = {
    "500 MB announced": (announced, 50),
    "500 MB in chunks": (in_chunks, 50),
    "500 MB announced, 200 at once": (announced, 200),
    "2.4 MB": (just_below, 50),
    "2.4 MB to an import": (an_import, 50),
    "150,000 keys": (many_keys, 50),
    "5,000 keys": (keys_that_fit, 50),
    "60,000 brackets": (brackets, 50),
    "5,000 digits": (digits, 50),
    "tournaments": (tournaments, 50),
    "searches": (searches, 50),
    "pages that are not cached": (pages, 50),
    "half a request": (half_sent, 50),
}
"""What they do, and how many do it at once."""


def _pieces(length: int) -> Iterator[bytes]:
    for start in range(0, length, len(PIECE)):
        yield PIECE[: length - start]


def _post(target: Target, path: str, body: bytes, more: str = "") -> BesiegerReply:
    told = f"Content-Length: {len(body)}\r\nContent-Type: application/json{more}"
    return _send(target, path, told, iter([body]))


def _send(target: Target, path: str, told: str, body: Iterator[bytes]) -> BesiegerReply:
    return _call(target, f"POST {path}", f"{told}\r\n", body)


def _call(target: Target, asked: str, told: str, body: Iterator[bytes]) -> BesiegerReply:
    """Send until the server says something, then read what it says."""
    head = f"{asked} HTTP/1.1\r\nHost: {LOOPBACK}\r\nConnection: close\r\n{told}"
    sent, answer = 0, b""
    with suppress(OSError), socket.create_connection((LOOPBACK, target.port), timeout=PATIENCE) as wire:
        wire.sendall(f"{head}Accept-Language: en\r\n\r\n".encode())
        with suppress(OSError):
            for piece in body:
                if select([wire], [], [], 0)[0]:
                    break
                wire.sendall(piece)
                sent += len(piece)
        while said := wire.recv(65_536):
            answer += said
    return BesiegerReply(int(answer[9:12]) if answer else 0, sent, len(answer))


def besiege(kind: str, target: Target, seconds: float) -> tuple[Counter[int], int, int]:
    """Call again and again for so long; statuses, and the most bytes that one of them sent and got.

    All together at most `A_SECOND` times a second: it is what they send that is tried, not how often.
    """
    besieger, many = KINDS[kind]
    until = time.monotonic() + seconds

    def again(_: int) -> list[BesiegerReply]:
        found = [besieger(target)]
        while time.monotonic() < until:
            time.sleep(many / A_SECOND)
            found.append(besieger(target))
        return found

    with ThreadPoolExecutor(many) as threads:
        told = [one for found in threads.map(again, range(many)) for one in found]
    return Counter(one.status for one in told), max(one.sent for one in told), max(one.got for one in told)
