"""Calls for help: open ones, who answers, and how long answers took today."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from accounts.models import Player
from matches.models import HelpCall, PhysicalTable, Whom
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class HelpView:
    """A call of a table.

    `taken_by` is the name of the staff member who accepted it, or empty; `is_mine`: the reader.
    """

    code: str
    whom: str
    table: str
    match: str | None
    at: datetime
    taken_at: datetime | None
    taken_by: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class AnsweredCalls:
    """The number of accepted calls, and the median of their seconds."""

    count: int
    seconds: int

    @property
    def minutes(self) -> int:
        """Return the median in whole minutes, at least one."""
        return max(1, -(-self.seconds // 60))


def open_calls_for_help(tournament: Tournament, reader: Player | None = None) -> tuple[HelpView, ...]:
    """Return open calls: the reader's own, then those not accepted, oldest first."""
    calls = HelpCall.objects.filter(table__ledger=tournament.ledger_id, done_at=None)
    shown = [_view(call, reader) for call in calls.select_related("table", "match", "taken_by__player")]
    return tuple(sorted(shown, key=lambda call: (not call.is_mine, bool(call.taken_by), call.at)))


def open_calls_at(table: PhysicalTable) -> dict[str, HelpView]:
    """Return the open calls of a table, by the role it called for."""
    calls = HelpCall.objects.filter(table=table, done_at=None)
    return {
        call.whom: _view(call, None) for call in calls.select_related("table", "match", "taken_by__player")
    }


def answered(tournament: Tournament) -> AnsweredCalls | None:
    """Return the statistics of all accepted calls; None before the first."""
    calls = HelpCall.objects.filter(table__ledger=tournament.ledger_id, taken_at__isnull=False)
    spans = [taken - at for taken, at in calls.values_list("taken_at", "at") if taken]
    return AnsweredCalls(len(spans), _seconds(spans)) if spans else None


def _seconds(spans: list[timedelta]) -> int:
    return round(median(span.total_seconds() for span in spans))


def next_call(calls: tuple[HelpView, ...], *, coordinates: bool) -> HelpView | None:
    """Return the oldest call that is not accepted and that the reader may answer."""
    free = (call for call in calls if not call.taken_by)
    return next((call for call in free if coordinates or call.whom == Whom.JUDGE), None)


def _view(call: HelpCall, reader: Player | None) -> HelpView:
    taker = call.taken_by.player if call.taken_by else None
    return HelpView(
        code=call.code,
        whom=call.whom,
        table=call.table.label,
        match=call.match.code if call.match else None,
        at=call.at,
        taken_at=call.taken_at,
        taken_by=taker.name if taker else "",
        is_mine=taker is not None and reader is not None and taker.pk == reader.pk,
    )
