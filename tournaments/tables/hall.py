"""The physical tables of the hall, and what is played at each."""

from dataclasses import dataclass

from matches.models import AT_TABLE, Match, PhysicalTable
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class TableView:
    """A physical table by its place in the hall; `match` is the code of the one called or played there."""

    position: int
    label: str
    is_open: bool
    match: str | None
    is_accessible: bool = False


def tables_of(tournament: Tournament) -> tuple[TableView, ...]:
    """Every table in its order, closed ones too; two queries."""
    on = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE, table__isnull=False)
    matches = dict(on.values_list("table_id", "code"))
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    return tuple(
        TableView(
            table.position,
            table.label,
            table.is_open,
            matches.get(table.pk),
            is_accessible=table.accessible_since is not None,
        )
        for table in tables
    )
