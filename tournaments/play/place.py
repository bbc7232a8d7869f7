"""A match and the physical table it is played at: free ones, who is busy, and the call."""

from collections.abc import Iterable

from django.db.models import QuerySet

from core.errors import Refused, Violation
from core.models import Ledger
from matches.models import AT_TABLE, Match, MatchState, PhysicalTable, Seat
from tournaments.act import ActContext
from tournaments.lines.matches import MatchPlaced


def free_tables(ledger: Ledger) -> QuerySet[PhysicalTable]:
    """Open tables without a match, in their order."""
    tables = PhysicalTable.objects.filter(ledger=ledger, is_open=True)
    return tables.exclude(matches__state__in=AT_TABLE).order_by("position")


def people_at(matches: Iterable[Match]) -> set[int]:
    """Everybody who sits at one of the matches."""
    seats = Seat.objects.filter(match__in=matches, persona__isnull=False)
    return set(seats.values_list("persona", flat=True))


def busy_elsewhere(match: Match) -> bool:
    """Whether somebody of the match is at another table."""
    others = Match.objects.filter(ledger=match.ledger_id, state__in=AT_TABLE).exclude(pk=match.pk)
    return bool(people_at([match]) & people_at(others))


def call_to(ctx: ActContext, match: Match, table: PhysicalTable) -> None:
    """Note place and time; the caller saves the match."""
    ctx.act.write(MatchPlaced(match.code, table.label))
    match.state, match.table = MatchState.CALLED, table
    match.called_at = ctx.act.now
    ctx.touch(match)


def take_table(ctx: ActContext, match: Match) -> None:
    """Call a match that has no table to the first free one; the caller saves it.

    Raises `Refused` with `no_table_free` or `players_busy`.
    """
    table = free_tables(ctx.act.ledger).first()
    if table is None:
        raise Refused([Violation("no_table_free")])
    if busy_elsewhere(match):
        raise Refused([Violation("players_busy")])
    call_to(ctx, match, table)
