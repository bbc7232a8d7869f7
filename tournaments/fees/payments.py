"""Payments of entry fees: mark an entry as paid, list and count who paid and who owes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from matches.models import Entry
from tournaments.act import acting_on, refetch
from tournaments.entries.check_in_list import LIVE
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.models import FeeMark, Tournament


def mark_fee(entry: Entry, *, paid: bool, by: Player, now: datetime) -> FeeMark | None:
    """Mark the entry's fee as paid, or take that back (`paid` False), and return the latest mark. Idempotent.

    None if there is nothing to take back, as it never was paid.

    Raises `Forbidden` `not_found` if the entry is gone.
    """
    with acting_on(entry, by=by, need="judge", now=now) as ctx:
        fresh = refetch(entry, ctx.act.ledger)
        latest = FeeMark.objects.filter(entry=fresh).last()
        if paid == (latest is not None and latest.paid):
            return latest
        return FeeMark.objects.create(entry=fresh, paid=paid, by=ctx.persona, at=now)


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
        """Return whether the entry takes part and has not paid a fee that is due."""
        return self.is_charged and not self.is_paid and self.entry.state in LIVE

    @property
    def is_to_return(self) -> bool:
        """Return whether the entry left and has paid."""
        return self.is_paid and self.entry.state not in LIVE


@dataclass(frozen=True, slots=True)
class FeeCount:
    """How many entries paid, also those that left, and how many still owe; `cents` is what the first paid."""

    paid: int
    owing: int
    cents: int


def fee_rows(tournament: Tournament) -> tuple[FeeRow, ...]:
    """Return entries that take part or have a mark, in order of entering; without a fee only paid ones."""
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
    """Count the rows that paid and that owe; `cents` is at the present fee, even if it was another before."""
    paid = sum(row.is_paid for row in rows)
    return FeeCount(paid, sum(row.is_owing for row in rows), paid * (tournament.entry_fee or 0))


def is_paid(entry: Entry) -> bool:
    """Return whether the latest mark of this entry says that it is paid; False without a mark."""
    latest = FeeMark.objects.filter(entry=entry).last()
    return latest is not None and latest.paid


FEE_SENTENCES: Mapping[str, str | Promise] = {
    "pix_kind_unknown": _("Choose what kind of Pix key it is."),
    "pix_cpf_wrong": _("This is not a valid CPF. Check its eleven digits."),
    "pix_cnpj_wrong": _("This is not a valid CNPJ. Check its fourteen characters."),
    "pix_phone_wrong": _("This is not a Brazilian phone number with its area code."),
    "pix_mail_wrong": _("This is not a valid e-mail address."),
    "pix_random_wrong": _(
        "This is not a random key, which has 32 digits and letters from a to f in five groups."
    ),
    "pix_name_missing": _("Write in Latin letters the recipient’s name, as the bank has it."),
    "pix_city_missing": _("Write in Latin letters the recipient’s city."),
    "pix_too_long": _("At most %(most)s characters are allowed here."),
}
