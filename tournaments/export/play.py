"""Seats and matches as tables, with the content of their pages."""

from collections.abc import Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets.names import ending_name, suit_name
from tournaments.export.files import Cell, ExportTable
from tournaments.export.people import venue_time
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import bracket
from tournaments.models import Tournament
from tournaments.share.match_words import current_round, name_of_round, unended
from tournaments.state_names import MATCH_STATES


def seats_table(tournament: Tournament) -> ExportTable:
    """Return the seats of the current round, by table; no rows before the draw and after the end."""
    headings = (_("Round"), _("Match"), _("Table"), _("Seat"), _("Name"), _("Suit"))
    current = current_round(tournament)
    title = name_of_round(tournament, current.number) if current else _("Seats")
    rows = [row for match in (unended(current) if current else ()) for row in _seats(match)]
    return ExportTable(title, headings, rows)


def matches_table(tournament: Tournament) -> ExportTable:
    """Return every match with a row for each side, in bracket order."""
    headings = (
        _("Round"), _("Match"), _("Table"), _("Status"), _("Side"), _("Name"), _("Place"), _("Score"),
        _("Winner"), _("Called at"), _("Started at"), _("Ended at"), _("How it ended"),
    )  # fmt: skip
    rows = [row for one in bracket(tournament) for match in one.matches for row in _sides(tournament, match)]
    return ExportTable(_("Matches"), headings, rows)


def _seats(match: MatchView) -> Iterator[tuple[Cell, ...]]:
    for seat in sorted(match.seats, key=lambda seat: seat.number):
        suit = suit_name(seat.suit) if seat.suit else None
        yield (match.round, match.number, _label(match), seat.number, seat.name or None, suit)


def _sides(tournament: Tournament, match: MatchView) -> Iterator[tuple[Cell, ...]]:
    before = (match.round, match.number, _label(match), str(MATCH_STATES[match.state]))
    times = (match.called_at, match.started_at, match.ended_at)
    ending = capfirst(ending_name(match.ended_by, match.game)) if match.ended_by else None
    after = (*(venue_time(tournament, at) for at in times), ending)
    for side in match.sides:
        wins = _("yes") if side.is_winner else None
        yield (*before, side.number, _name(side), side.place, side.score, wins, *after)


def _name(side: SideView) -> str | None:
    return _joined(side.names) or side.feed


def _label(match: MatchView) -> Cell:
    """Return the table's label; a plain number as a number."""
    label = match.table_label
    return int(label) if label and label.isascii() and label.isdecimal() and len(label) < 6 else label


def _joined(names: Sequence[str]) -> str:
    return " & ".join(names)
