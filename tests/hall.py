"""The laptop as one that serves a hall, without a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from core.http.lan_address import certified as https
from core.http.lan_address import listen_address


@contextmanager
def in_the_hall(host: str, port: int, safe_port: int = 0) -> Iterator[None]:
    """This process counts as one that listens there."""
    before = listen_address.host, listen_address.port, listen_address.safe_port
    listen_address.host, listen_address.port, listen_address.safe_port = host, port, safe_port
    try:
        yield
    finally:
        listen_address.host, listen_address.port, listen_address.safe_port = before


@contextmanager
def with_https(address: str, *, certified: str = "", port: int = 8443) -> Iterator[None]:
    """The same with https beside it, certified for this address or for another one."""
    before = https.addresses, https.authority, https.name, https.until
    https.addresses, https.authority, https.name = (certified or address,), b"certificate", "Chama test"
    https.until = datetime(2026, 12, 5, 12, tzinfo=UTC)
    try:
        with in_the_hall(address, 8000, port):
            yield
    finally:
        https.addresses, https.authority, https.name, https.until = before
