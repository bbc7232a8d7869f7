"""The append-only record: canonical bytes, the hash chain, and the act that writes it.

An *act* is one thing that one person does: one transaction, under the lock of one ledger, all
lines with one timestamp. Nothing outside `acting` writes a line.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction

from core.db.compiled_query import Prepared, add_rows, save_rows
from core.errors import Impossible
from core.failpoints import reached
from core.models import Ledger, RecordLine

SYSTEM_ACTOR = "system"


def canonical(value: Mapping[str, Any]) -> str:
    """The one text of a JSON object: keys sorted, no blanks, no escapes that UTF-8 spares."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """SHA-256 of a line without its LF, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp(moment: datetime) -> str:
    """UTC in RFC 3339 with `Z`, to the millisecond."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


@dataclass(slots=True)
class Act:
    """One act in progress; `write` adds a line, `seq` is the number of the latest one."""

    ledger: Ledger
    by: str
    now: datetime
    lines: list[RecordLine] = field(default_factory=list)

    @property
    def seq(self) -> int:
        """Number of the latest line written, the tournament's version once the act commits."""
        return self.ledger.head_seq

    def write(self, type_: str, *, by: str | None = None, **data: Any) -> int:
        """Append a line and return its `seq`."""
        seq = self.ledger.head_seq + 1
        body = {
            "seq": seq,
            "prev": self.ledger.head_hash,
            "at": stamp(self.now),
            "by": by or self.by,
            "type": type_,
            "data": data,
        }
        text = canonical(body)
        self.lines.append(RecordLine(ledger=self.ledger, seq=seq, type=type_, at=self.now, text=text))
        self.ledger.head_seq, self.ledger.head_hash = seq, digest(text)
        return seq


_WHOLE: ContextVar[bool] = ContextVar("whole", default=False)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """A transaction that ends with the first error inside it, so that acts in it need no savepoint."""
    token = _WHOLE.set(True)
    try:
        with transaction.atomic():
            yield
    finally:
        _WHOLE.reset(token)


_COMMITTED: ContextVar[int] = ContextVar("committed", default=0)


def no_act_since() -> Callable[[], bool]:
    """What tells whether this thread has committed no act from now on, so that none can be done twice."""
    before = _COMMITTED.get()
    return lambda: _COMMITTED.get() == before


_LOCKED = Prepared(lambda pk: Ledger.objects.filter(pk=pk).select_for_update())


@contextmanager
def acting(ledger_id: int, *, by: str = SYSTEM_ACTOR, now: datetime) -> Iterator[Act]:
    """Open the transaction, take the ledger's lock, and store what was written at the end."""
    if now.tzinfo is None:
        raise Impossible("naive time in an act")
    with transaction.atomic(savepoint=not _WHOLE.get()):
        (ledger,) = _LOCKED(ledger_id)
        act = Act(ledger, by, now)
        reached("act.locked")
        yield act
        reached("act.ended")
        if act.lines:
            add_rows(act.lines)
            save_rows([ledger], "head_seq", "head_hash")
        reached("act.recorded")
    if not connection.in_atomic_block:
        _COMMITTED.set(_COMMITTED.get() + 1)


def export_lines(ledger: Ledger) -> Iterator[str]:
    """The record's lines in order, each with its LF."""
    for text in ledger.lines.order_by("seq").values_list("text", flat=True).iterator(chunk_size=2000):
        yield text + "\n"
