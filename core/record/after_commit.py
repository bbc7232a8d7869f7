"""Handlers that run after the commit of an act, chosen by the kinds of its lines.

An app registers handlers in its module `after_commit.py`, which is imported at the start. A handler is called
once for each act, after the commit of the outermost transaction, in the order of acts and of registration. It
is never called for an act that was rolled back or only tried. Its errors are logged and affect neither the
act nor other handlers. It runs before the response is sent, so it must be short.

A process killed right after the commit calls none. So a handler is only for work whose loss is harmless, such
as a statistic or a cache. Work that must happen is a job that the act itself writes (`core.jobs`).
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.transaction import on_commit

from core.record.line import NewLine

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line with its number in the record and who wrote it (`by`, as `Act.by`).

    `line` is what the act wrote, even if the record's older format stores it differently.
    """

    seq: int
    by: str
    line: NewLine


@dataclass(frozen=True, slots=True)
class CommittedAct:
    """The lines of one act that a handler listens to, in order; `ledger` is a primary key."""

    ledger: int
    at: datetime
    lines: tuple[WrittenLine, ...]


Handler = Callable[[CommittedAct], None]
Kinds = tuple[type[NewLine], ...]
_handlers: list[tuple[Kinds, Handler]] = []


def after_commit(*kinds: type[NewLine]) -> Callable[[Handler], Handler]:
    """Return a decorator that registers a handler of these kinds of lines and their subclasses."""

    def register(handler: Handler) -> Handler:
        """Register the handler, and return it."""
        _handlers.append((kinds, handler))
        return handler

    return register


def schedule_handlers(ledger: int, at: datetime, written: Sequence[WrittenLine]) -> None:
    """Schedule the handlers of these lines for after the commit; call it within the act's transaction."""
    for kinds, handler in _handlers:
        lines = tuple(one for one in written if isinstance(one.line, kinds))
        if lines:
            _schedule(handler, CommittedAct(ledger, at, lines))


def _schedule(handler: Handler, committed: CommittedAct) -> None:
    """Schedule the handler for after the commit; its errors are logged."""

    def call() -> None:
        """Call the handler now, and log its error."""
        try:
            handler(committed)
        except Exception:
            seqs = [one.seq for one in committed.lines]
            log.exception("%s: lines %s of ledger %s", handler.__qualname__, seqs, committed.ledger)

    on_commit(call)
