"""Acts: the only code that writes lines of a record.

An *act* is one thing that one person does: one transaction, under the lock of one ledger, all lines with one
timestamp. Nothing outside `acting` writes a line.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from core.db.compiled_query import add_rows, save_rows
from core.errors import Impossible
from core.failpoints import reached
from core.models import Ledger, RecordLine
from core.record.after_commit import WrittenLine, schedule_handlers
from core.record.line import LATEST_FORMAT, NewLine, canonical, digest, stamp

SYSTEM_ACTOR = "system"


@dataclass(slots=True)
class Act:
    """One act in progress; `write` adds a line, `seq` is the number of the latest one.

    `by` is who acts, as lines name them: role and the persona's code with a colon, or `system`.
    `record_format` is the format that the record was begun in. `name_filter` raises if a line may not be
    written; it is called before each.
    """

    ledger: Ledger
    by: str
    now: datetime
    record_format: int = LATEST_FORMAT
    lines: list[RecordLine] = field(default_factory=list)
    written: list[WrittenLine] = field(default_factory=list)
    name_filter: Callable[[NewLine], None] | None = None

    @property
    def seq(self) -> int:
        """Return the number of the record's latest line: once the act commits, the tournament's version."""
        return self.ledger.head_seq

    def write(self, line: NewLine, *, by: str | None = None) -> int:
        """Append a line in the record's own format and return its number; it is stored when the act ends.

        `by` is given if it is not the act's. Raise what `name_filter` raises, and `Impossible`
        for a line that the record's format cannot express.
        """
        if self.name_filter is not None:
            self.name_filter(line)
        known, seq, by = line.as_known_in(self.record_format), self.ledger.head_seq + 1, by or self.by
        body = {
            "seq": seq,
            "prev": self.ledger.head_hash,
            "at": stamp(self.now),
            "by": by,
            "type": known.type,
            "data": known.plain(self.record_format),
        }
        text = canonical(body)
        self.lines.append(RecordLine(ledger=self.ledger, seq=seq, type=known.type, at=self.now, text=text))
        self.written.append(WrittenLine(seq, by, line))
        self.ledger.head_seq, self.ledger.head_hash = seq, digest(text)
        return seq


_WHOLE: ContextVar[bool] = ContextVar("whole", default=False)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Open a transaction that any error inside it rolls back, so that acts in it need no savepoint.

    The block must not catch the error of an act and go on.
    """
    token = _WHOLE.set(True)
    try:
        with transaction.atomic():
            yield
    finally:
        _WHOLE.reset(token)


_COMMITTED: ContextVar[int] = ContextVar("committed", default=0)


def no_act_since() -> Callable[[], bool]:
    """Return a function that returns True while this thread has committed no act since: a retry is safe.

    Acts within another transaction are not counted, since that may roll back.
    """
    before = _COMMITTED.get()
    return lambda: _COMMITTED.get() == before


@contextmanager
def acting(ledger_id: int, *, by: str = SYSTEM_ACTOR, now: datetime) -> Iterator[Act]:
    """Lock the ledger in a transaction, yield the act, and at the end store its lines and the record's head.

    Schedule the lines' handlers for after the commit. Raise `Impossible` if `now` has no time zone.
    """
    if now.tzinfo is None:
        raise Impossible("naive time in an act")
    with transaction.atomic(savepoint=not _WHOLE.get()):
        # A row that merely points at the ledger, as a job's does, need not wait for this lock.
        ledger = Ledger.objects.select_for_update(no_key=True).get(pk=ledger_id)
        act = Act(ledger, by, now)
        reached("act.locked")
        yield act
        reached("act.ended")
        if act.lines:
            add_rows(act.lines)
            save_rows([ledger], "head_seq", "head_hash")
            schedule_handlers(ledger.pk, now, act.written)
        reached("act.recorded")
    if not connection.in_atomic_block:
        _COMMITTED.set(_COMMITTED.get() + 1)


def export_lines(ledger: Ledger) -> Iterator[str]:
    """Yield the record's lines in order, each with its LF: the bytes of an exported record."""
    for text in ledger.lines.order_by("seq").values_list("text", flat=True).iterator(chunk_size=2000):
        yield text + "\n"
