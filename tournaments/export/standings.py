"""Classification, season and league as tables, with the content of their pages."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.export.files import Cell, ExportTable
from tournaments.models import State, Tournament
from tournaments.setup.heads import head_of_seasons
from tournaments.standings.league import League, events_offered, league_at
from tournaments.standings.selectors import (
    SeasonLine,
    StandingRow,
    check_season,
    season_at,
    season_events,
    standing,
    unplaced,
)


def standing_table(tournament: Tournament) -> ExportTable:
    """Return the classification, final or provisional; entries without a place have an empty one."""
    has_points = tournament.ranked and tournament.state == State.FINISHED and not tournament.without_points
    headings = (_("Place"), _("Name"), _("Points"), _("Why this place"))
    placed = standing(tournament)
    rows = [_standing(row, has_points=has_points) for row in placed]
    rows += [(None, _joined(names), None, None) for names in unplaced(tournament, placed)]
    return ExportTable(_("Standings"), headings, rows)


def season_table(game: str, year: int) -> ExportTable:
    """Return the whole ranking of a year. Raises `Forbidden` (`not_found`) for an impossible season."""
    check_season(game, year)
    lines = season_at(game, year, head_of_seasons())
    return _ranking_table(lines, list(season_events(game, year)), year)


def league_table(league: League) -> ExportTable:
    """Return the ranking of a league checked by `check_league`, with the results that count."""
    events = [one for one in events_offered(league) if not league.events or one.slug in league.events]
    return _ranking_table(league_at(league, head_of_seasons()).lines, events, league.year)


def _ranking_table(lines: Sequence[SeasonLine], events: Sequence[Tournament], year: int) -> ExportTable:
    """Return a ranking with the points that count at each event; empty for players not there."""
    titles = (event.title if event.is_public else _("Taken down") for event in events)
    headings = (_("Place"), _("Name"), _("Points"), _("Tournaments"), *titles)
    rows = [_season(line, [event.slug for event in events]) for line in lines]
    return ExportTable(f"{_('Season')} {year}", headings, rows)


def _standing(row: StandingRow, *, has_points: bool) -> tuple[Cell, ...]:
    if row.open:
        return (None, _joined(row.names), None, None)
    points = Decimal(row.points_decimal) if has_points else None
    return (row.place, _joined(row.names), points, row.why_sentence or None)


def _season(line: SeasonLine, events: Sequence[str]) -> tuple[Cell, ...]:
    results = (line.results.get(event) for event in events)
    points = (Decimal(result.points) if result else None for result in results)
    return (line.rank, line.name, Decimal(line.points_decimal), line.tournaments, *points)


def _joined(names: Sequence[str]) -> str:
    return " & ".join(names)
