"""Lists as files for a spreadsheet: tables of plain values, and what writes them as CSV and XLSX.

A table has what the page of the same list shows, from the same selectors.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import xlsxwriter
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from core.errors import Forbidden
from core.text import escape_formula
from rulesets.names import ending_name, suit_name
from tournaments.entries.check_in_list import sort_by_name
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import all_rounds
from tournaments.models import State, Tournament
from tournaments.penalties import PenaltyView, penalties_of
from tournaments.policies import Need
from tournaments.setup.heads import head_of_seasons
from tournaments.share.match_words import names_of_rounds, open_matches, open_rounds
from tournaments.standings.league import League, events_to_choose, league_at
from tournaments.standings.selectors import (
    SeasonLine,
    StandingRow,
    check_season,
    names_without_place,
    season_at,
    season_events,
    standings_of,
)
from tournaments.state_names import ENTRY_STATES, MATCH_STATES

Cell = str | int | Decimal | datetime | None
"""None if it is unknown. Times are aware and in the zone of the venue."""
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
BOM = "\ufeff"
TIME = "%Y-%m-%d %H:%M"
ENGLISH = "en"
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE, WIDEST, TIME_WIDTH = 31, 60, 16
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "remove_timezone": True}


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A list. `title` names the sheet; each row has a cell for every heading."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class ExportFile:
    """The bytes of a file, and their content type."""

    content: bytes
    content_type: str


def check_ending(ending: str) -> None:
    """Raise `Forbidden` (`not_found`) if there is no such kind of file."""
    if ending not in CONTENT_TYPES:
        raise Forbidden("not_found")


def export_file(table: ExportTable, ending: str, language: str) -> ExportFile:
    """Return the list as CSV for a language, or as XLSX. Raises `Forbidden` `not_found` otherwise."""
    check_ending(ending)
    content = xlsx_content(table) if ending == "xlsx" else csv_content(table, language)
    return ExportFile(content, CONTENT_TYPES[ending])


def csv_content(table: ExportTable, language: str) -> bytes:
    """Return the CSV file; English has commas between cells, other languages semicolons."""
    is_english = language.startswith(ENGLISH)
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter="," if is_english else ";")
    file.write(BOM)
    for row in (table.headings, *table.rows):
        writer.writerow([_csv_text(cell, "." if is_english else ",") for cell in row])
    return file.getvalue().encode()


def _csv_text(cell: Cell, decimal_sign: str) -> str:
    """Return a cell as text for a CSV file: "" for None, times to the minute, formulas escaped."""
    match cell:
        case None:
            return ""
        case str():
            return escape_formula(cell)
        case Decimal():
            return str(cell).replace(".", decimal_sign)
        case int():
            return str(cell)
    return cell.strftime(TIME)


def xlsx_content(table: ExportTable) -> bytes:
    """Return the XLSX file, with one sheet."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        sheet = book.add_worksheet(_sheet_title(table.title))
        bold, decimal = book.add_format({"bold": True}), book.add_format({"num_format": "0.00"})
        time = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        sheet.write_row(0, 0, table.headings, bold)
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(table.rows, start=1):
            for column, cell in enumerate(row):
                _write_cell(sheet, number, column, cell, decimal, time)
        _set_widths(sheet, table)
    return file.getvalue()


def _sheet_title(title: str) -> str:
    return NOT_IN_TITLES.sub(" ", title)[:LONGEST_TITLE].strip("' ") or "1"


def _write_cell(sheet: Worksheet, row: int, column: int, cell: Cell, decimal: Format, time: Format) -> None:
    """Write the cell; an unknown one is left out."""
    match cell:
        case None:
            return
        case str():
            sheet.write_string(row, column, cell)
        case datetime():
            sheet.write_datetime(row, column, cell, time)
        case Decimal():
            sheet.write_number(row, column, float(cell), decimal)
        case int():
            sheet.write_number(row, column, cell)


def _set_widths(sheet: Worksheet, table: ExportTable) -> None:
    for column, heading in enumerate(table.headings):
        widths = (_cell_width(row[column]) for row in table.rows)
        sheet.set_column(column, column, min(max(len(heading), *widths, 0) + 2, WIDEST))


def _cell_width(cell: Cell) -> int:
    match cell:
        case str():
            return len(cell)
        case datetime():
            return TIME_WIDTH
    return 0


def entries_table(tournament: Tournament) -> ExportTable:
    """Return every entry in order of entering, with withdrawn ones."""
    return _people_table(tournament, _("Entries"), entry_views(tournament))


def check_in_table(tournament: Tournament) -> ExportTable:
    """Return the live entries, by name."""
    return _people_table(tournament, _("Check-in"), sort_by_name(entry_views(tournament)))


def penalties_table(tournament: Tournament) -> ExportTable:
    """Return the penalties in order of time, with those taken back. For the staff only."""
    headings = (
        _("Time"), _("Name"), _("Penalty"), _("Reason"), _("Round"), _("Match"), _("Given by"),
        _("Taken back at"),
    )  # fmt: skip
    rows = [_penalty_row(tournament, row) for row in penalties_of(tournament)]
    return ExportTable(_("Penalties"), headings, rows)


def venue_time(tournament: Tournament, at: datetime | None) -> datetime | None:
    """Return the time in the venue's zone; None for None."""
    return localtime(at, ZoneInfo(tournament.zone)) if at else None


def _people_table(tournament: Tournament, title: str, rows: Iterable[EntryView]) -> ExportTable:
    """Return number, names, club, seed and status of each entry; the import of a list knows the headings."""
    size = team_size(tournament)
    names = (_("Name"), *([_("Partner")] if size > 1 else []))
    headings = (_("No."), *names, _("Club or city"), _("Seed"), _("Status"))
    return ExportTable(title, headings, [_entry_row(row, size) for row in rows])


def _entry_row(row: EntryView, size: int) -> tuple[Cell, ...]:
    names = (*row.names, *[None] * size)[:size]
    return (row.number, *names, row.club or None, row.seed, str(ENTRY_STATES[row.state]))


def _penalty_row(tournament: Tournament, row: PenaltyView) -> tuple[Cell, ...]:
    return (
        venue_time(tournament, row.at),
        row.name,
        str(row.kind_name),
        row.reason,
        row.match.round if row.match else None,
        row.match.number if row.match else None,
        row.by,
        venue_time(tournament, row.withdrawn_at),
    )


def seats_table(tournament: Tournament) -> ExportTable:
    """Return the seats of ready, called and playing matches, round by round, by table."""
    headings = (_("Round"), _("Match"), _("Table"), _("Seat"), _("Name"), _("Suit"))
    rounds = open_rounds(tournament)
    title = names_of_rounds(tournament, rounds) or _("Seats")
    rows = [row for one in rounds for match in open_matches(one) for row in _seat_rows(match)]
    return ExportTable(title, headings, rows)


def matches_table(tournament: Tournament) -> ExportTable:
    """Return every match with a row for each side, in bracket order.

    Only with a second chance a last column says which matches are of it.
    """
    headings = (
        _("Round"), _("Match"), _("Table"), _("Status"), _("Side"), _("Name"), _("Place"), _("Score"),
        _("Winner"), _("Called at"), _("Started at"), _("Ended at"), _("How it ended"),
    )  # fmt: skip
    matches = [match for one in all_rounds(tournament) for match in one.matches]
    if any(match.second_chance for match in matches):
        rows = [
            (*row, _second_chance_cell(match)) for match in matches for row in _side_rows(tournament, match)
        ]
        return ExportTable(_("Matches"), (*headings, _("Second chance")), rows)
    return ExportTable(
        _("Matches"), headings, [row for one in matches for row in _side_rows(tournament, one)]
    )


def _second_chance_cell(match: MatchView) -> Cell:
    return _("yes") if match.second_chance else None


def _seat_rows(match: MatchView) -> Iterator[tuple[Cell, ...]]:
    for seat in sorted(match.seats, key=lambda seat: seat.number):
        suit = suit_name(seat.suit) if seat.suit else None
        yield (match.round, match.number, _table_cell(match), seat.number, seat.name or None, suit)


def _side_rows(tournament: Tournament, match: MatchView) -> Iterator[tuple[Cell, ...]]:
    before = (match.round, match.number, _table_cell(match), str(MATCH_STATES[match.state]))
    times = (match.called_at, match.started_at, match.ended_at)
    ending = capfirst(ending_name(match.ended_by, match.game)) if match.ended_by else None
    after = (*(venue_time(tournament, at) for at in times), ending)
    for side in match.sides:
        wins = _("yes") if side.is_winner else None
        yield (*before, side.number, _side_cell(side), side.place, side.score, wins, *after)


def _side_cell(side: SideView) -> str | None:
    """Return the names of the side, or where its entry comes from."""
    return _join_names(side.names) or side.feed


def _table_cell(match: MatchView) -> Cell:
    """Return the table's label; a number of at most five digits as a number."""
    label = match.table_label
    return int(label) if label and label.isascii() and label.isdecimal() and len(label) < 6 else label


def _join_names(names: Sequence[str]) -> str:
    return " & ".join(names)


def standings_table(tournament: Tournament) -> ExportTable:
    """Return the classification, final or provisional; entries without a place come last, without one.

    Only a finished ranked tournament that gives points has them.
    """
    has_points = tournament.ranked and tournament.state == State.FINISHED and not tournament.without_points
    headings = (_("Place"), _("Name"), _("Points"), _("Why this place"))
    placed = standings_of(tournament)
    rows = [_standing_row(row, has_points=has_points) for row in placed]
    rows += [(None, _join_names(names), None, None) for names in names_without_place(tournament, placed)]
    return ExportTable(_("Standings"), headings, rows)


def season_table(game: str, year: int) -> ExportTable:
    """Return the ranking of a game's year. Raises `Forbidden` (`not_found`) for an impossible season."""
    check_season(game, year)
    lines = season_at(game, year, head_of_seasons())
    return _ranking_table(lines, list(season_events(game, year)), year)


def league_table(league: League) -> ExportTable:
    """Return the ranking of a league checked by `check_league`, with the results that count."""
    events = [one for one in events_to_choose(league) if not league.events or one.slug in league.events]
    return _ranking_table(league_at(league, head_of_seasons()).lines, events, league.year)


def _ranking_table(lines: Sequence[SeasonLine], events: Sequence[Tournament], year: int) -> ExportTable:
    """Return a ranking with the points that count at each event; None for players without a result there."""
    titles = (event.title if event.is_public else _("Taken down") for event in events)
    headings = (_("Place"), _("Name"), _("Points"), _("Tournaments"), *titles)
    rows = [_season_row(line, [event.slug for event in events]) for line in lines]
    return ExportTable(f"{_('Season')} {year}", headings, rows)


def _standing_row(row: StandingRow, *, has_points: bool) -> tuple[Cell, ...]:
    if not row.is_placed:
        return (None, _join_names(row.names), None, None)
    points = Decimal(row.points_decimal) if has_points else None
    return (row.place, _join_names(row.names), points, row.why_sentence or None)


def _season_row(line: SeasonLine, events: Sequence[str]) -> tuple[Cell, ...]:
    results = (line.results.get(event) for event in events)
    points = (Decimal(result.points) if result else None for result in results)
    return (line.rank, line.name, Decimal(line.points_decimal), line.tournaments, *points)


@dataclass(frozen=True, slots=True)
class TournamentList:
    """A list of a tournament as a file. `file_name` has no ending; it is in the page's address and the pack.

    `name`: of the page's address for `reverse()`, after `export_`. `need`: who may read the list.
    """

    name: str
    file_name: str
    table: Callable[[Tournament], ExportTable]
    need: Need = "see"


TOURNAMENT_LISTS = (
    TournamentList("entries", "inscricoes", entries_table),
    TournamentList("check_in", "check-in", check_in_table, "judge"),
    TournamentList("seats", "lugares", seats_table),
    TournamentList("matches", "partidas", matches_table),
    TournamentList("standing", "classificacao", standings_table),
    TournamentList("penalties", "penalidades", penalties_table, "judge"),
)
