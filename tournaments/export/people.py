"""Entries, check-in and penalties as tables, with the content of their pages."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.entries.check_in_list import by_name
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.export.files import Cell, ExportTable
from tournaments.models import Tournament
from tournaments.penalties.selectors import PenaltyView, penalties_of
from tournaments.state_names import ENTRY_STATES, PENALTIES


def entries_table(tournament: Tournament) -> ExportTable:
    """Return every entry in order of entering, with withdrawn ones."""
    return _people_table(tournament, _("Entries"), entry_views(tournament))


def check_in_table(tournament: Tournament) -> ExportTable:
    """Return the live entries, by name."""
    return _people_table(tournament, _("Check-in"), by_name(entry_views(tournament)))


def penalties_table(tournament: Tournament) -> ExportTable:
    """Return the penalties in order of time. For the staff only."""
    headings = (
        _("Time"), _("Name"), _("Penalty"), _("Reason"), _("Round"), _("Match"), _("Given by"),
        _("Taken back at"),
    )  # fmt: skip
    rows = [_penalty(tournament, row) for row in penalties_of(tournament)]
    return ExportTable(_("Penalties"), headings, rows)


def venue_time(tournament: Tournament, at: datetime | None) -> datetime | None:
    """Return the time in the venue's zone; None for None."""
    return localtime(at, ZoneInfo(tournament.zone)) if at else None


def _people_table(tournament: Tournament, title: str, rows: Iterable[EntryView]) -> ExportTable:
    """Return a table whose headings the import of a list understands."""
    size = team_size(tournament)
    names = (_("Name"), *([_("Partner")] if size > 1 else []))
    headings = (_("No."), *names, _("Club or city"), _("Seed"), _("Status"))
    return ExportTable(title, headings, [_entry(row, size) for row in rows])


def _entry(row: EntryView, size: int) -> tuple[Cell, ...]:
    names = (*row.names, *[None] * size)[:size]
    return (row.number, *names, row.club or None, row.seed, str(ENTRY_STATES[row.state]))


def _penalty(tournament: Tournament, row: PenaltyView) -> tuple[Cell, ...]:
    return (
        venue_time(tournament, row.at),
        row.name,
        str(PENALTIES[row.kind]),
        row.reason,
        row.match.round if row.match else None,
        row.match.number if row.match else None,
        row.by,
        venue_time(tournament, row.withdrawn_at),
    )
