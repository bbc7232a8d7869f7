"""Who is served first where many ask at once: whoever writes, then whoever is known, then who only reads.

A hall of phones must not keep a judge waiting. Readers have a few of the threads, since all threads share one
interpreter, and one who has waited for seconds is told when to come back instead of being served too late.
One account has two of them at most, and all who write without one have three: a program that runs wild waits
for itself, and accounts take turns.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

READERS_AT_ONCE = STRANGERS_AT_ONCE = 3
MOST_OF_ONE = 2  # requests that one account has served at once; a judge has one
PATIENCE = 2.0  # seconds that a reader waits for a thread
RETRY_SECONDS = 5
Share = tuple[bool, str]  # whether it only reads, and what it signs in with
AT_ONCE: Mapping[Share, int] = {(True, ""): READERS_AT_ONCE, (False, ""): STRANGERS_AT_ONCE}
READS = ("GET", "HEAD")
SESSION = "sessionid="
PAGE = f"""<!doctype html><html lang="{settings.LANGUAGE_CODE}"><meta charset="utf-8">
<meta http-equiv="refresh" content="{RETRY_SECONDS}">
<meta name="viewport" content="width=device-width"><title>Chama</title>
"""


@cache
def busy_page() -> bytes:
    """What a reader is told, in every language: which one is theirs nobody has looked at yet."""
    told = "\n".join(_told_in(code) for code, _name in settings.LANGUAGES)
    return f"{PAGE}{told}</html>".encode()


def _told_in(code: str) -> str:
    with override(code):
        words = _("Many people are looking at once. This page tries again in %(n)d seconds.")
        return f'<p lang="{code}">{words % {"n": RETRY_SECONDS}}'


class Urgency(IntEnum):
    """The order in which requests are served."""

    WRITER = 0
    KNOWN = 1
    READER = 2


class Request(Protocol):
    """A request, as waitress has it; `error` is what it is answered with instead."""

    command: str
    headers: Mapping[str, str]
    error: object


class Channel(Protocol):
    """A connection with its requests, as waitress has it."""

    requests: list[Request]

    def service(self) -> None: ...

    def cancel(self) -> None: ...


class Busy(Error):  # type: ignore[misc]  # waitress has no types
    """503 for a reader, who tries again later."""

    code, reason = 503, "Service Unavailable"

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """The status, the headers, the page."""
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Retry-After", str(RETRY_SECONDS))]
        return f"{self.code} {self.reason}", [*headers, ("Cache-Control", "no-store")], busy_page()


def rank_of(request: Request) -> Urgency:
    """Whose request it is, by its head alone."""
    if request.command not in READS:
        return Urgency.WRITER
    return Urgency.KNOWN if account_of(request) else Urgency.READER


def account_of(request: Request) -> str:
    """What a request signs in with, whether or not that is right; nothing for a stranger."""
    session = request.headers.get("COOKIE", "").partition(SESSION)[2].partition(";")[0]
    return request.headers.get("AUTHORIZATION") or session


class QueuedRequest:
    """A request in the line: it counts for its share for as long as it is served."""

    def __init__(self, channel: Channel, line: "WaitingLine") -> None:
        self.channel, self.line, self.since = channel, line, time.monotonic()
        self.rank = rank_of(channel.requests[0])
        self.share = (self.rank is Urgency.READER, account_of(channel.requests[0]))

    def service(self) -> None:
        """Serve it, or tell a reader who waited too long to come back."""
        try:
            is_late = self.rank is Urgency.READER and time.monotonic() - self.since > PATIENCE
            if is_late and not self.channel.requests[0].error:
                self.channel.requests[0].error = Busy("")
            self.channel.service()
        finally:
            self.line.done(self)

    def cancel(self) -> None:
        """Hang up."""
        self.channel.cancel()


class WaitingLine(deque[object]):
    """What waits, in the order of its ranks, within one in turns; for waitress it is a queue like any other.

    It seems empty where all who wait have as many served as they may.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Urgency, dict[Share, deque[QueuedRequest]]] = {rank: {} for rank in Urgency}
        self.served = Counter[Share]()
        self.is_over = False
        self._guard = threading.RLock()

    def append(self, channel: Any, /) -> None:
        """Put it behind those of its rank and share."""
        turn = QueuedRequest(channel, self)
        with self._guard:
            self.waiting[turn.rank].setdefault(turn.share, deque()).append(turn)

    def popleft(self) -> Any:
        """The next one; whoever else waits for the same share is behind the others of its rank then."""
        with self._guard:
            shares, share = next(self._open())
            turns = shares.pop(share)
            turn = turns.popleft()
            if turns:
                shares[share] = turns
            self.served[share] += 1
            return turn

    def done(self, turn: QueuedRequest) -> None:
        """One of them was served; the thread that did it looks for the next itself."""
        with self._guard:
            self.served[turn.share] -= 1
            if not self.served[turn.share]:
                del self.served[turn.share]

    def _open(self) -> Iterator[tuple[dict[Share, deque[QueuedRequest]], Share]]:
        """Each share of which one may be served now, in order."""
        for shares in self.waiting.values():
            for share in shares:
                if self.is_over or self.served[share] < AT_ONCE.get(share, MOST_OF_ONE):
                    yield shares, share

    def __len__(self) -> int:
        with self._guard:
            return sum(len(shares[share]) for shares, share in self._open())

    def __bool__(self) -> bool:
        with self._guard:
            return next(self._open(), None) is not None


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """waitress's own threads, with our line before them."""

    queue: WaitingLine

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = WaitingLine()
        self.set_thread_count(threads)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads; whoever still waits is hung up on, readers too."""
        self.queue.is_over = True
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended
