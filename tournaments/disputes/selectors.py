"""Matches under review: the other sheets and flags."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from core.errors import Forbidden
from matches.models import Dispute, Match
from matches.sheet_values import sheet_from_json
from rulesets.kernel.sheet import Sheet
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class SheetDoubt:
    """A doubt about a recorded sheet.

    `seq` is its record number. `sheet` is another sheet that was not recorded; None if a `side` flagged the
    result, with its `note`. `name` is the person, empty for a phone at the table.
    """

    seq: int
    match: MatchView
    sheet: Sheet | None
    name: str
    at: datetime
    side: int | None = None
    note: str = ""


def open_disputes(tournament: Tournament) -> tuple[SheetDoubt, ...]:
    """Return all open disputes, oldest first."""
    return _shown(tournament, _open(tournament))


def disputes_about(tournament: Tournament, match: Match) -> tuple[SheetDoubt, ...]:
    """Return the open disputes about one match."""
    return _shown(tournament, _open(tournament).filter(match=match))


def find_dispute(tournament: Tournament, seq: int) -> Dispute:
    """Return the dispute with this record number, resolved or not. Raises `Forbidden` `not_found`."""
    found = (
        Dispute.objects.filter(match__ledger=tournament.ledger_id, seq=seq).select_related("match").first()
    )
    if found is None:
        raise Forbidden("not_found")
    return found


def other_sheet(tournament: Tournament, match: Match, seq: int) -> Sheet | None:
    """Return the sheet that was not recorded, if this number is a dispute of the match."""
    found = Dispute.objects.filter(match=match, match__ledger=tournament.ledger_id, seq=seq).first()
    return sheet_from_json(found.sheet) if found and found.sheet else None


def _open(tournament: Tournament) -> QuerySet[Dispute]:
    rows = Dispute.objects.filter(match__ledger=tournament.ledger_id, resolved_at=None)
    return rows.select_related("match", "side", "by__player").order_by("seq")


def _shown(tournament: Tournament, rows: QuerySet[Dispute]) -> tuple[SheetDoubt, ...]:
    found = list(rows)
    if not found:
        return ()
    shown = views_by_code(tournament, {row.match.code for row in found})
    return tuple(_other(row, shown[row.match.code]) for row in found)


def _other(row: Dispute, match: MatchView) -> SheetDoubt:
    return SheetDoubt(
        seq=row.seq,
        match=match,
        sheet=sheet_from_json(row.sheet) if row.sheet else None,
        name=row.by.player.name if row.by else "",
        at=row.at,
        side=row.side.number if row.side else None,
        note=row.note,
    )
