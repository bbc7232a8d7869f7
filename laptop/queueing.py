"""Who is served first where many ask at once: whoever writes, then whoever is known, then who only reads.

A hall of phones must not keep a judge waiting. Readers have a few of the threads, since all threads share one
interpreter, and one who has waited for seconds is told when to come back instead of being served too late.
"""

import threading
import time
from collections import deque
from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

READERS_AT_ONCE = 3
PATIENCE = 2.0  # seconds that a reader waits for a thread
RETRY_SECONDS = 5
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
    is_known = "AUTHORIZATION" in request.headers or SESSION in request.headers.get("COOKIE", "")
    return Urgency.KNOWN if is_known else Urgency.READER


class Reader:
    """A reader's turn: it counts as running for as long as it is served."""

    def __init__(self, channel: Channel, line: "WaitingLine") -> None:
        self.channel, self.line = channel, line
        self.since = time.monotonic()

    def service(self) -> None:
        """Serve it, or tell it to come back."""
        try:
            if time.monotonic() - self.since > PATIENCE and not self.channel.requests[0].error:
                self.channel.requests[0].error = Busy("")
            self.channel.service()
        finally:
            self.line.reader_done()

    def cancel(self) -> None:
        """Hang up."""
        self.channel.cancel()


class WaitingLine(deque[object]):
    """What waits, in the order of its ranks; for waitress it is a queue like any other.

    It seems empty where only readers wait and enough of them are being served.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Urgency, deque[object]] = {rank: deque() for rank in Urgency}
        self.readers = 0
        self.most = READERS_AT_ONCE
        self._guard = threading.Lock()

    def append(self, channel: Any, /) -> None:
        """Put it behind those of its rank."""
        rank = rank_of(channel.requests[0])
        self.waiting[rank].append(Reader(channel, self) if rank is Urgency.READER else channel)

    def popleft(self) -> Any:
        """The next one."""
        for rank in (Urgency.WRITER, Urgency.KNOWN):
            if self.waiting[rank]:
                return self.waiting[rank].popleft()
        with self._guard:
            self.readers += 1
        return self.waiting[Urgency.READER].popleft()

    def reader_done(self) -> None:
        """One of them was served; the thread that did it looks for the next itself."""
        with self._guard:
            self.readers -= 1

    def __len__(self) -> int:
        known = len(self.waiting[Urgency.WRITER]) + len(self.waiting[Urgency.KNOWN])
        return known + (len(self.waiting[Urgency.READER]) if self.readers < self.most else 0)

    def __bool__(self) -> bool:
        return len(self) > 0


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """waitress's own threads, with our line before them."""

    queue: WaitingLine

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = WaitingLine()
        self.set_thread_count(threads)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads; whoever still waits is hung up on, readers too."""
        self.queue.most = len(self.queue.waiting[Urgency.READER]) + READERS_AT_ONCE + self.queue.readers
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended
