"""Clients that mean harm: each kind is one function that calls once and says what became of it."""

import json
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
FORM, PROGRAM = "/conta/entrar/", "/api/v1/decks/check/"


@dataclass(frozen=True, slots=True)
class Told:
    """The status of the answer (0: none, the connection was cut), and bytes there and back."""

    status: int
    sent: int
    got: int


Besieger = Callable[[int], Told]


def announced(port: int) -> Told:
    """A form of 500 MB that says so."""
    return _call(port, FORM, f"Content-Length: {HUGE}", _pieces(HUGE))


def in_chunks(port: int) -> Told:
    """A form of 500 MB in chunks."""
    chunk = b"%x\r\n%s\r\n" % (len(PIECE), PIECE)
    return _call(port, FORM, "Transfer-Encoding: chunked", (chunk for _ in range(HUGE // len(PIECE))))


def just_below(port: int) -> Told:
    """A form of 2.4 MB, which only a list of entries may have."""
    return _call(port, FORM, "Content-Length: 2400000", _pieces(2_400_000))


def many_keys(port: int) -> Told:
    """An object of 150,000 fields that nobody knows."""
    return _post(port, json.dumps({f"k{number}": 1 for number in range(150_000)}).encode())


def keys_that_fit(port: int) -> Told:
    """As many fields as the bytes of the route hold."""
    return _post(port, json.dumps({f"k{number}": 1 for number in range(5_000)}).encode())


def brackets(port: int) -> Told:
    """Lists in lists, 60,000 deep."""
    return _post(port, b"[" * 60_000)


def digits(port: int) -> Told:
    """A number of 5,000 digits."""
    return _post(port, b'{"text": ' + b"9" * 5_000 + b"}")


KINDS: Mapping[str, tuple[Besieger, int]] = {
    "500 MB announced": (announced, 4),
    "500 MB in chunks": (in_chunks, 4),
    "500 MB announced, 200 at once": (announced, 200),
    "2.4 MB": (just_below, 4),
    "150,000 keys": (many_keys, 4),
    "5,000 keys": (keys_that_fit, 4),
    "60,000 brackets": (brackets, 4),
    "5,000 digits": (digits, 4),
}
"""What they do, and how many do it at once."""


def _pieces(length: int) -> Iterator[bytes]:
    for start in range(0, length, len(PIECE)):
        yield PIECE[: length - start]


def _post(port: int, body: bytes) -> Told:
    return _call(
        port, PROGRAM, f"Content-Length: {len(body)}\r\nContent-Type: application/json", iter([body])
    )


def _call(port: int, path: str, told: str, body: Iterator[bytes]) -> Told:
    """Send until the server says something, then read what it says."""
    head = f"POST {path} HTTP/1.1\r\nHost: {LOOPBACK}\r\nConnection: close\r\n{told}\r\n"
    sent, answer = 0, b""
    with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=PATIENCE) as wire:
        wire.sendall(f"{head}Accept-Language: en\r\n\r\n".encode())
        with suppress(OSError):
            for piece in body:
                if select([wire], [], [], 0)[0]:
                    break
                wire.sendall(piece)
                sent += len(piece)
        while said := wire.recv(65_536):
            answer += said
    return Told(int(answer[9:12]) if answer else 0, sent, len(answer))


def besiege(kind: str, port: int, seconds: float) -> tuple[Counter[int], int, int]:
    """Call again and again for so long; statuses, and the most bytes that one of them sent and got.

    All together at most `A_SECOND` times a second: it is what they send that is tried, not how often.
    """
    besieger, many = KINDS[kind]
    until = time.monotonic() + seconds

    def again(_: int) -> list[Told]:
        found = [besieger(port)]
        while time.monotonic() < until:
            time.sleep(many / A_SECOND)
            found.append(besieger(port))
        return found

    with ThreadPoolExecutor(many) as threads:
        told = [one for found in threads.map(again, range(many)) for one in found]
    return Counter(one.status for one in told), max(one.sent for one in told), max(one.got for one in told)
