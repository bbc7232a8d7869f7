"""Matches under review: what else was said of them, and by whom."""

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
    """A doubt about a recorded sheet. `seq` is the record's line.

    `sheet` is another one that was not recorded; None where a `side` says that it is wrong, with its `note`.
    `name` is who says so, empty for a phone at the table.
    """

    seq: int
    match: MatchView
    sheet: Sheet | None
    name: str
    at: datetime
    side: int | None = None
    note: str = ""


def open_disputes(tournament: Tournament) -> tuple[SheetDoubt, ...]:
    """Everything that waits for the coordinator, oldest first."""
    return _shown(tournament, _open(tournament))


def disputes_about(tournament: Tournament, match: Match) -> tuple[SheetDoubt, ...]:
    """What waits for the coordinator at one match."""
    return _shown(tournament, _open(tournament).filter(match=match))


def find_dispute(tournament: Tournament, seq: int) -> Dispute:
    """The dispute with this number, resolved or not; `Forbidden` `not_found` where there is none."""
    found = (
        Dispute.objects.filter(match__ledger=tournament.ledger_id, seq=seq).select_related("match").first()
    )
    if found is None:
        raise Forbidden("not_found")
    return found


def other_sheet(tournament: Tournament, match: Match, seq: int) -> Sheet | None:
    """The sheet that was not recorded, if this number is one of the match's."""
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
