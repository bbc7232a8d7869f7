"""The laptop's request queue: writes first, then signed-in readers, then everybody else (ADR 0096).

A hall of phones must not keep a judge waiting. Pages are read one at a time, because all threads share one
interpreter. No account and no crowd of strangers gets all threads: each has so many requests at a time, and
accounts take turns, so that a wild program waits for itself.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from enum import Enum, IntEnum
from typing import Any, Protocol

from waitress.task import ThreadedTaskDispatcher

from laptop.answers import Busy
from laptop.early_reject import account_of

PATIENCE = 2.0  # seconds that a reader without an account waits for a thread
READS = ("GET", "HEAD")


class RequestKind(Enum):
    """What a request needs: a file is served quickly or streamed, a page is rendered."""

    WRITE = "write"
    PAGE = "page"
    FILE = "file"


Share = tuple[RequestKind, str]
"""Requests that take turns with others: their kind, and the credential of one account, "" without one."""
AT_ONCE_OF_ONE: Mapping[RequestKind, int] = {
    RequestKind.WRITE: 1,
    RequestKind.PAGE: 1,
    RequestKind.FILE: 2,
}  # requests of one account
AT_ONCE: Mapping[Share, int] = {
    (RequestKind.WRITE, ""): 2,
    (RequestKind.FILE, ""): 1,
}  # of all without an account (ADR 0096)


class Priority(IntEnum):
    """The order in which requests are served, the lowest first."""

    WRITE = 0
    SIGNED_IN = 1
    READ = 2


class Request(Protocol):
    """A request of waitress; `error` is the response to send instead."""

    command: str
    path: str
    headers: Mapping[str, str]
    error: object


class Channel(Protocol):
    """A connection of waitress with its requests."""

    requests: list[Request]

    def service(self) -> None: ...

    def cancel(self) -> None: ...


def priority_of(request: Request) -> Priority:
    """Return the priority of a request: by method, and by a credential that is not verified yet."""
    if request.command not in READS:
        return Priority.WRITE
    return Priority.SIGNED_IN if account_of(request.headers) else Priority.READ


def kind_of(request: Request) -> RequestKind:
    """Return the kind of a request; a file has a dot in its name. A refused head leaves no path."""
    if request.command not in READS:
        return RequestKind.WRITE
    name = getattr(request, "path", "").rpartition("/")[2]
    return RequestKind.FILE if "." in name else RequestKind.PAGE


def lane_of(share: Share) -> Share:
    """Return the share under which served requests of this share are counted: all pages count as one."""
    return (RequestKind.PAGE, "") if share[0] is RequestKind.PAGE else share


class QueuedRequest:
    """A request in the queue, as a task of waitress; it counts for its share while it is served."""

    def __init__(self, channel: Channel, queue: "PriorityQueue") -> None:
        self.channel, self.queue, self.since = channel, queue, time.monotonic()
        self.priority = priority_of(channel.requests[0])
        self.share = (kind_of(channel.requests[0]), account_of(channel.requests[0].headers))

    def service(self) -> None:
        """Serve the request; answer 503 to a reader without an account who waited over two seconds."""
        try:
            is_late = self.priority is Priority.READ and time.monotonic() - self.since > PATIENCE
            if is_late and not self.channel.requests[0].error:
                late = self.channel.requests[0]
                late.error = Busy("")
                late.error.set_request(late.path, late.headers)
            self.channel.service()
        finally:
            self.queue.release(self)

    def cancel(self) -> None:
        """Close the connection."""
        self.channel.cancel()


class PriorityQueue(deque[object]):
    """Requests by priority, the shares of one priority in turns; for waitress it is a queue like any other.

    It seems empty while all shares that wait are served as often as they may be at a time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Priority, dict[Share, deque[QueuedRequest]]] = {one: {} for one in Priority}
        self.served = Counter[Share]()
        self.is_over = False
        self._guard = threading.RLock()

    def append(self, channel: Any, /) -> None:
        """Add a connection's next request behind those of its priority and share."""
        request = QueuedRequest(channel, self)
        with self._guard:
            self.waiting[request.priority].setdefault(request.share, deque()).append(request)

    def popleft(self) -> Any:
        """Return the next request (`QueuedRequest`); its share goes behind the others of its priority."""
        with self._guard:
            shares, share = next(self._servable_shares())
            requests = shares.pop(share)
            request = requests.popleft()
            if requests:
                shares[share] = requests
            self.served[lane_of(share)] += 1
            return request

    def release(self, request: QueuedRequest) -> None:
        """Count a request as served; the thread that served it takes the next one itself."""
        with self._guard:
            lane = lane_of(request.share)
            self.served[lane] -= 1
            if not self.served[lane]:
                del self.served[lane]

    def _servable_shares(self) -> Iterator[tuple[dict[Share, deque[QueuedRequest]], Share]]:
        """Yield, in order, each share of which a request may be served now, with the dict that holds it."""
        for shares in self.waiting.values():
            for share in shares:
                if self.is_over or self.served[lane_of(share)] < AT_ONCE.get(share, AT_ONCE_OF_ONE[share[0]]):
                    yield shares, share

    def __len__(self) -> int:
        with self._guard:
            return sum(len(shares[share]) for shares, share in self._servable_shares())

    def __bool__(self) -> bool:
        with self._guard:
            return next(self._servable_shares(), None) is not None


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """waitress's own threads behind the priority queue."""

    queue: PriorityQueue

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.queue = PriorityQueue()
        self.set_thread_count(threads)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads, in at most `timeout` seconds; then close all waiting connections, readers' too.

        Return whether those were closed: `cancel_pending`.
        """
        self.queue.is_over = True
        cancelled: bool = super().shutdown(cancel_pending, timeout)
        return cancelled
