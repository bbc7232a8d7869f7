"""Who has paid the entry fee and who has not; for the staff, and each for their own entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from matches.models import Entry
from tournaments.entries.check_in_list import LIVE
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.models import FeeMark, Tournament


@dataclass(frozen=True, slots=True)
class FeeRow:
    """An entry and its latest mark: `at` None if there is none; `by` empty if that is not known.

    `is_charged`: whether the tournament asks for a fee.
    """

    entry: EntryView
    is_paid: bool
    by: str
    at: datetime | None
    is_charged: bool

    @property
    def is_owing(self) -> bool:
        """Whether it takes part and has not paid a fee that is asked for."""
        return self.is_charged and not self.is_paid and self.entry.state in LIVE

    @property
    def is_to_return(self) -> bool:
        """Whether it left and has paid."""
        return self.is_paid and self.entry.state not in LIVE


@dataclass(frozen=True, slots=True)
class FeeCount:
    """How many paid and how many have not; `cents` is what was received."""

    paid: int
    owing: int
    cents: int


def fee_rows(tournament: Tournament) -> tuple[FeeRow, ...]:
    """Each entry that takes part or has a mark, in the order of entering; two queries.

    If no fee is asked for, only those that paid.
    """
    is_charged = bool(tournament.entry_fee)
    marks = FeeMark.objects.filter(entry__ledger=tournament.ledger_id).order_by("pk")
    latest = {
        mark[0]: mark[1:] for mark in marks.values_list("entry__code", "paid", "by__player__name", "at")
    }
    views = (view for view in entry_views(tournament) if view.state in LIVE or view.code in latest)
    rows = (_row(view, is_charged, *latest.get(view.code, (False, "", None))) for view in views)
    return tuple(row for row in rows if is_charged or row.is_paid)


def _row(entry: EntryView, is_charged: bool, is_paid: bool, by: str | None, at: datetime | None) -> FeeRow:
    return FeeRow(entry, is_paid, by or "", at, is_charged)


def fee_count(tournament: Tournament, rows: Sequence[FeeRow]) -> FeeCount:
    """The rows in figures."""
    paid = sum(row.is_paid for row in rows)
    return FeeCount(paid, sum(row.is_owing for row in rows), paid * (tournament.entry_fee or 0))


def is_paid(entry: Entry) -> bool:
    """Return whether the latest mark of this entry says that it is paid."""
    latest = FeeMark.objects.filter(entry=entry).last()
    return latest is not None and latest.paid
