"""Post a body to a stranger's server without being led to our own network (F75).

The host is resolved once. If any of its addresses is not public, nothing is sent; the connection goes to a
checked address, with the host's name for TLS and `Host`. Redirects are not followed. Time is bounded, and of
a response only the head is read.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

CONNECT_SECONDS, READ_SECONDS, TOTAL_SECONDS = 5.0, 5.0, 10.0
MAX_ADDRESSES = 2  # of a host that are tried
MAX_URL = 300
LONGEST_URL = 1000  # of any that is posted to
PORTS = {"https": 443, "http": 80}
Address = IPv4Address | IPv6Address
TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("::/96"))
"""Networks of IPv6 whose last four bytes are an address of IPv4 (RFC 6052, RFC 4291)."""


@dataclass(frozen=True, slots=True)
class PostResult:
    """The receiver's status; 0 without a response, and `error` is why: a code of `messages.py`.

    `may_have_arrived` is False if no connection was made, or the handshake of TLS failed: then nothing was
    sent.
    """

    status: int
    error: str = ""
    may_have_arrived: bool = field(default=True, compare=False)

    @property
    def is_accepted(self) -> bool:
        """Return whether the receiver took it."""
        return 200 <= self.status < 300


class NotPublic(OSError):
    """The host has an address that is not public."""


class HandshakeFailed(ssl.SSLError):
    """No connection by TLS was made."""


class TookTooLong(TimeoutError):
    """The whole attempt lasted longer than `TOTAL_SECONDS`."""


REASONS: tuple[tuple[type[Exception], str], ...] = (
    (NotPublic, "webhook_not_public"),
    (TimeoutError, "webhook_timeout"),
    (ssl.SSLError, "webhook_tls"),
    (http.client.HTTPException, "webhook_garbage"),
    (OSError, "webhook_unreachable"),
    (UnicodeError, "webhook_unreachable"),
)
"""The code of each error; the first that fits counts."""


def parse_url(url: str, *, longest: int = MAX_URL) -> SplitResult | None:
    """Return the parts of an address that may be an endpoint, `longest` characters at most; else None."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    schemes = PORTS if settings.WEBHOOK_NETWORKS else ("https",)
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= longest
    is_known = parts.scheme in schemes and parts.hostname and "@" not in parts.netloc and not parts.fragment
    return parts if is_plain and is_known and parts.port != 0 else None


def is_reachable(address: Address) -> bool:
    """Return whether we may connect there: a public address, or one of the named networks."""
    if any(address in network for network in settings.WEBHOOK_NETWORKS):
        return True
    return all(one.is_global and not one.is_multicast for one in _with_embedded(address))


def _with_embedded(address: Address) -> Iterator[Address]:
    """Yield the address, and for one of IPv6 those of IPv4 that it contains."""
    yield address
    if isinstance(address, IPv6Address):
        within = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if any(address in network for network in TRANSLATED):
            within.append(IPv4Address(address.packed[-4:]))
        yield from (one for one in within if one)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
    """Post the body once and return what came of it.

    Never raises for what the receiver or the network does.
    """
    parts = parse_url(url, longest=LONGEST_URL)
    if parts is None:
        return PostResult(0, "webhook_unreachable", may_have_arrived=False)
    try:
        sock = _connect(str(parts.hostname), parts.port or PORTS[parts.scheme])
    except (OSError, UnicodeError) as error:
        return PostResult(0, _error_code(error), may_have_arrived=False)
    try:
        return _post(sock, parts, body, headers)
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        return PostResult(0, _error_code(error), may_have_arrived=not isinstance(error, HandshakeFailed))


def _error_code(error: Exception) -> str:
    """Return the code for a failed attempt, by `REASONS`."""
    return next(code for kind, code in REASONS if isinstance(error, kind))


def _post(sock: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> PostResult:
    """Send the request on this connection and close it. Raises `TookTooLong` after `TOTAL_SECONDS`."""
    with closing(sock), _hang_up_when_late(sock) as is_late:
        try:
            status = _request_status(
                _start_tls(sock, parts.scheme, str(parts.hostname)), parts, body, headers
            )
        except (OSError, http.client.HTTPException) as error:
            if is_late():
                raise TookTooLong from error
            raise
        if is_late():
            raise TookTooLong
        return PostResult(status)


@contextmanager
def _hang_up_when_late(sock: socket.socket) -> Iterator[Callable[[], bool]]:
    """End the connection after `TOTAL_SECONDS`, also while TLS reads it; yield whether that happened.

    The timer has a descriptor of its own, since wrapping in TLS takes the one of `sock`.
    """
    late = threading.Event()
    with sock.dup() as own:

        def hang_up() -> None:
            """Note that the attempt took too long, and end the connection."""
            late.set()
            with suppress(OSError):
                own.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(TOTAL_SECONDS, hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield late.is_set
        finally:
            timer.cancel()


def _connect(host: str, port: int) -> socket.socket:
    """Resolve once, check every address, and connect to the first one that listens, of two at most.

    Raises `NotPublic` if any address is not public.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(is_reachable(ip_address(one.partition("%")[0])) for one in addresses):
        raise NotPublic(host)
    *others, last = addresses[:MAX_ADDRESSES]
    for address in others:
        with suppress(OSError):
            return socket.create_connection((address, port), CONNECT_SECONDS)
    return socket.create_connection((last, port), CONNECT_SECONDS)


def _start_tls(sock: socket.socket, scheme: str, host: str) -> socket.socket:
    """Set the time limit of reading, and return the connection; with TLS for `https`.

    Raises `HandshakeFailed`.
    """
    sock.settimeout(READ_SECONDS)
    if scheme != "https":
        return sock
    try:
        return ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    except ssl.SSLError as error:
        raise HandshakeFailed from error


def _request_status(sock: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the request and return the response's status; only its head is read. Closes the connection."""
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    connection.sock = sock
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    named = {"Host": parts.netloc, "User-Agent": "webhooks", "Connection": "close", **headers}
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json", **named})
        return connection.getresponse().status
    finally:
        connection.close()
