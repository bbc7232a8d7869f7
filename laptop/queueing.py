"""Who is served first where many ask at once: whoever writes, then whoever is known, then who only reads.

A hall of phones must not keep a judge waiting. Readers have a few of the threads, since all threads share one
interpreter, and one who has waited for seconds is told when to come back instead of being served too late.
While somebody with an account writes no stranger's request begins. One account writes once at a time: a
program that runs wild waits for itself, and accounts take turns.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import Any, Protocol

from waitress.task import ThreadedTaskDispatcher

from laptop.answers import Busy
from laptop.heads import account_of

READERS_AT_ONCE, STRANGERS_AT_ONCE = 4, 2  # one page is drawn at a time, so that most readers only wait
AT_ONCE_OF_ONE: Mapping[bool, int] = {True: 2, False: 1}  # what one account reads and writes at once
PATIENCE = 2.0  # seconds that a reader waits for a thread
HELD_BACK = 0.05  # seconds that a stranger waits for whoever writes with an account
Share = tuple[bool, str]  # whether it only reads, and what it signs in with
AT_ONCE: Mapping[Share, int] = {(True, ""): READERS_AT_ONCE, (False, ""): STRANGERS_AT_ONCE}
READS = ("GET", "HEAD")


class Urgency(IntEnum):
    """The order in which requests are served."""

    WRITER = 0
    KNOWN = 1
    READER = 2


class Request(Protocol):
    """A request, as waitress has it; `error` is what it is answered with instead."""

    command: str
    path: str
    headers: Mapping[str, str]
    error: object


class Channel(Protocol):
    """A connection with its requests, as waitress has it."""

    requests: list[Request]

    def service(self) -> None: ...

    def cancel(self) -> None: ...


def rank_of(request: Request) -> Urgency:
    """Whose request it is, by its head alone."""
    if request.command not in READS:
        return Urgency.WRITER
    return Urgency.KNOWN if account_of(request.headers) else Urgency.READER


class QueuedRequest:
    """A request in the line: it counts for its share for as long as it is served."""

    def __init__(self, channel: Channel, line: "WaitingLine") -> None:
        self.channel, self.line, self.since = channel, line, time.monotonic()
        self.rank = rank_of(channel.requests[0])
        self.share = (self.rank is not Urgency.WRITER, account_of(channel.requests[0].headers))
        self.comes_first = self.rank is Urgency.WRITER and bool(self.share[1])

    def service(self) -> None:
        """Serve it, or tell a reader who waited too long to come back."""
        try:
            is_late = self.rank is Urgency.READER and time.monotonic() - self.since > PATIENCE
            if is_late and not self.channel.requests[0].error:
                late = self.channel.requests[0]
                late.error = Busy("")
                late.error.address(late.path, late.headers)
            self.channel.service()
        finally:
            self.line.done(self)

    def cancel(self) -> None:
        """Hang up."""
        self.channel.cancel()


class WaitingLine(deque[object]):
    """What waits, in the order of its ranks, within one in turns; for waitress it is a queue like any other.

    It seems empty where all who wait have as many served as they may. `wake` is called when strangers may
    go on.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.waiting: dict[Urgency, dict[Share, deque[QueuedRequest]]] = {rank: {} for rank in Urgency}
        self.served = Counter[Share]()
        self.first = 0  # how many who come first are served
        self.wake, self.is_over = wake, False
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
            self.first += turn.comes_first
            return turn

    def done(self, turn: QueuedRequest) -> None:
        """One of them was served; the thread that did it looks for the next itself."""
        with self._guard:
            self.served[turn.share] -= 1
            if not self.served[turn.share]:
                del self.served[turn.share]
            self.first -= turn.comes_first
        if turn.comes_first:
            self.wake()

    def _open(self) -> Iterator[tuple[dict[Share, deque[QueuedRequest]], Share]]:
        """Each share of which one may be served now, in order."""
        for shares in self.waiting.values():
            for share, turns in shares.items():
                if self.is_over or (self._has_room(share) and not self._is_held_back(turns[0])):
                    yield shares, share

    def _has_room(self, share: Share) -> bool:
        return self.served[share] < AT_ONCE.get(share, AT_ONCE_OF_ONE[share[0]])

    def _is_held_back(self, turn: QueuedRequest) -> bool:
        return bool(self.first) and not turn.share[1] and time.monotonic() - turn.since < HELD_BACK

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
        self.queue = WaitingLine(self.look_again)
        self.set_thread_count(threads)

    def look_again(self) -> None:
        """A thread for each who may be served by now: whoever was held back is no longer."""
        with self.lock:
            self.queue_cv.notify(len(self.queue))

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads; whoever still waits is hung up on, readers too."""
        self.queue.is_over = True
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended
