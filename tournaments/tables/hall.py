"""The physical tables of the hall, with the match at each."""

from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from matches.models import AT_TABLE, Match, PhysicalTable
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class TableView:
    """A physical table by its place in the hall; `match` is the code of the match called or played there."""

    position: int
    label: str
    is_open: bool
    match: str | None
    is_accessible: bool = False


def tables_of(tournament: Tournament) -> tuple[TableView, ...]:
    """Return every table in order, closed ones too; one query."""
    on = Match.objects.filter(table=OuterRef("pk"), state__in=AT_TABLE).order_by().values("code")
    tables = PhysicalTable.objects.filter(ledger=tournament.ledger_id).order_by("position")
    rows = tables.annotate(match=Subquery(on[:1])).values_list(
        "position", "label", "is_open", "match", "accessible_since"
    )
    return tuple(
        TableView(position, label, is_open, match, is_accessible=since is not None)
        for position, label, is_open, match, since in rows
    )
