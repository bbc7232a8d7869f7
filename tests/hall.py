"""The laptop as one that serves a hall, without a network."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from core.http.reaching import served
from core.http.safe import shown


@contextmanager
def in_the_hall(host: str, port: int, safe_port: int = 0) -> Iterator[None]:
    """This process counts as one that listens there."""
    before = served.host, served.port, served.safe_port
    served.host, served.port, served.safe_port = host, port, safe_port
    try:
        yield
    finally:
        served.host, served.port, served.safe_port = before


@contextmanager
def with_https(address: str, *, certified: str = "", port: int = 8443) -> Iterator[None]:
    """The same with https beside it, certified for this address or for another one."""
    before = shown.addresses, shown.authority, shown.name, shown.until
    shown.addresses, shown.authority, shown.name = (certified or address,), b"certificate", "Chama test"
    shown.until = datetime(2026, 12, 5, 12, tzinfo=UTC)
    try:
        with in_the_hall(address, 8000, port):
            yield
    finally:
        shown.addresses, shown.authority, shown.name, shown.until = before
