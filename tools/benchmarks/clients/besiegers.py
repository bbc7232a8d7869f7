"""Clients that mean harm: each kind is one function that sends one request and returns what it got."""

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
from typing import NamedTuple

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


class SiegeOutcome(NamedTuple):
    """How many answers had which status (0: cut off), and the most bytes that one request sent and got."""

    statuses: Counter[int]
    sent: int
    got: int


Besieger = Callable[[Target], BesiegerReply]


def post_huge_form(target: Target) -> BesiegerReply:
    """Post 500 MB with a Content-Length that says so."""
    return _post(target, FORM, f"Content-Length: {HUGE}", _zero_bytes(HUGE))


def post_huge_form_in_chunks(target: Target) -> BesiegerReply:
    """Post 500 MB without a length, as chunks."""
    chunk = b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    return _post(target, FORM, "Transfer-Encoding: chunked", (chunk for _ in range(HUGE // len(PIECE))))


def post_large_form(target: Target) -> BesiegerReply:
    """Post 2.4 MB to the form to sign in; only an imported list of entries may be so long."""
    return _post(target, FORM, "Content-Length: 2400000", _zero_bytes(2_400_000))


def post_large_import(target: Target) -> BesiegerReply:
    """Post 2.4 MB as a list of entries, without an account."""
    return _post(target, IMPORT, "Content-Length: 2400000", _zero_bytes(2_400_000))


def post_many_keys(target: Target) -> BesiegerReply:
    """Post a JSON object of 150,000 unknown fields, more bytes than the route takes."""
    return _post_json(target, PROGRAM, json.dumps({f"k{number}": 1 for number in range(150_000)}).encode())


def post_keys_that_fit(target: Target) -> BesiegerReply:
    """Post a JSON object of 5,000 unknown fields, which the route's limit of bytes lets through."""
    return _post_json(target, PROGRAM, json.dumps({f"k{number}": 1 for number in range(5_000)}).encode())


def post_nested_lists(target: Target) -> BesiegerReply:
    """Post JSON lists in lists, 60,000 deep."""
    return _post_json(target, PROGRAM, b"[" * 60_000)


def post_long_number(target: Target) -> BesiegerReply:
    """Post a JSON number of 5,000 digits."""
    return _post_json(target, PROGRAM, b'{"text": ' + b"9" * 5_000 + b"}")


def create_tournament(target: Target) -> BesiegerReply:
    """Create one more tournament with the account's token."""
    parts = {"game": "chama", "kind": "campeonato", "name": secrets.token_hex(8), "year": 2026}
    more = f"\r\nAuthorization: Token {target.token}"
    return _post_json(target, TOURNAMENTS, json.dumps(parts).encode(), more)


def search_new_term(target: Target) -> BesiegerReply:
    """Search all tournaments and people for a random term."""
    return _exchange(target, f"GET /?busca={secrets.token_hex(2)}", "", iter(()))


def request_uncached_page(target: Target) -> BesiegerReply:
    """Request the home page at a random address, which is in no cache."""
    return _exchange(target, f"GET /?pagina={secrets.randbelow(10**9)}", "", iter(()))


def send_half_request(target: Target) -> BesiegerReply:
    """Send half a request, two letters a second, until the server answers or hangs up; status 0 always."""
    sent = 0
    with suppress(OSError), socket.create_connection((LOOPBACK, target.port), timeout=PATIENCE) as wire:
        for letter in UNFINISHED:
            wire.sendall(bytes([letter]))
            sent += 1
            if select([wire], [], [], DAWDLING)[0]:
                break
    return BesiegerReply(0, sent, 0)


KINDS: Mapping[str, tuple[Besieger, int]] = {
    "500 MB announced": (post_huge_form, 50),
    "500 MB in chunks": (post_huge_form_in_chunks, 50),
    "500 MB announced, 200 at once": (post_huge_form, 200),
    "2.4 MB": (post_large_form, 50),
    "2.4 MB to an import": (post_large_import, 50),
    "150,000 keys": (post_many_keys, 50),
    "5,000 keys": (post_keys_that_fit, 50),
    "60,000 brackets": (post_nested_lists, 50),
    "5,000 digits": (post_long_number, 50),
    "tournaments": (create_tournament, 50),
    "searches": (search_new_term, 50),
    "pages that are not cached": (request_uncached_page, 50),
    "half a request": (send_half_request, 50),
}
"""By name: what clients do, and how many do it at once."""


def _zero_bytes(length: int) -> Iterator[bytes]:
    for start in range(0, length, len(PIECE)):
        yield PIECE[: length - start]


def _post_json(target: Target, path: str, body: bytes, more: str = "") -> BesiegerReply:
    """`more`: further header lines, each with a line break before it."""
    headers = f"Content-Length: {len(body)}\r\nContent-Type: application/json{more}"
    return _post(target, path, headers, iter([body]))


def _post(target: Target, path: str, headers: str, body: Iterator[bytes]) -> BesiegerReply:
    return _exchange(target, f"POST {path}", f"{headers}\r\n", body)


def _exchange(target: Target, request_line: str, headers: str, body: Iterator[bytes]) -> BesiegerReply:
    """Send until the server answers, then read the answer; a lost connection raises nothing."""
    head = f"{request_line} HTTP/1.1\r\nHost: {LOOPBACK}\r\nConnection: close\r\n{headers}"
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


def besiege(kind: str, target: Target, seconds: float) -> SiegeOutcome:
    """Run the clients of a kind of `KINDS` for so long, each sending at least one request.

    All together send at most `A_SECOND` requests a second: what they send is tried, not how often.
    """
    besieger, many = KINDS[kind]
    until = time.monotonic() + seconds

    def call_until_end(_: int) -> list[BesiegerReply]:
        found = [besieger(target)]
        while time.monotonic() < until:
            time.sleep(many / A_SECOND)
            found.append(besieger(target))
        return found

    with ThreadPoolExecutor(many) as threads:
        replies = [one for found in threads.map(call_until_end, range(many)) for one in found]
    statuses = Counter(one.status for one in replies)
    return SiegeOutcome(statuses, max(one.sent for one in replies), max(one.got for one in replies))
