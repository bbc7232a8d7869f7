"""Lists on paper, in the active language: check-in, standings, season."""

from decimal import Decimal

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from matches.models import EntryState
from tournaments.entries.check_in_list import by_name
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.export import Cell, season_table, standing_table
from tournaments.models import State, Tournament
from tournaments.printing.values import PaperColumn, PaperTable


def check_in_list(tournament: Tournament) -> PaperTable:
    """Return the live entries, A–Z, each with a box that is ticked if they are checked in."""
    entries = by_name(entry_views(tournament))
    has_clubs = any(entry.club for entry in entries)
    clubs = (PaperColumn(_("Club or city")),) if has_clubs else ()
    columns = (PaperColumn("", is_box=True), PaperColumn(_("Name"), wide=True), *clubs)
    columns = (*columns, PaperColumn(_("No."), is_right=True))
    rows = tuple(_entry(entry, has_clubs=has_clubs) for entry in entries)
    return PaperTable(tournament.title, _("Check-in list"), columns, rows)


def standings_list(tournament: Tournament) -> PaperTable:
    """Return the classification with reasons; without the points column if there are none."""
    found = standing_table(tournament)
    has_points = any(row[2] is not None for row in found.rows)
    labels = [label for number, label in enumerate(found.headings) if number != 2 or has_points]
    shown = (row if has_points else (*row[:2], *row[3:]) for row in found.rows)
    rows = tuple(tuple(map(_text, row)) for row in shown)
    is_final = tournament.state == State.FINISHED
    heading = _("Final standings") if is_final else _("Standings so far")
    return PaperTable(tournament.title, heading, _columns(labels), rows)


def season_list(tournament: Tournament) -> PaperTable:
    """Return the whole season that the tournament counts for, without the events."""
    found = season_table(tournament.game, tournament.year)
    labels = found.headings[:4]
    rows = tuple(tuple(map(_text, row[:4])) for row in found.rows)
    return PaperTable(tournament.title, found.title, _columns(labels), rows)


def _entry(entry: EntryView, *, has_clubs: bool) -> tuple[str, ...]:
    is_here = entry.state == EntryState.CHECKED_IN
    clubs = (entry.club,) if has_clubs else ()
    return ("X" if is_here else "", " & ".join(entry.names), *clubs, str(entry.number))


def _columns(labels: list[str] | tuple[str, ...]) -> tuple[PaperColumn, ...]:
    """Return the columns: texts for name and reason, right-aligned figures for the rest."""
    texts = {_("Name"), _("Why this place")}
    return tuple(PaperColumn(label, wide=label in texts, is_right=label not in texts) for label in labels)


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    return floatformat(cell, -2) if isinstance(cell, Decimal) else str(cell)
