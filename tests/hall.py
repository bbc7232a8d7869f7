"""The laptop as one that serves a hall, without a network."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.http.reaching import served


@contextmanager
def in_the_hall(host: str, port: int) -> Iterator[None]:
    """This process counts as one that listens there."""
    before = served.host, served.port
    served.host, served.port = host, port
    try:
        yield
    finally:
        served.host, served.port = before
