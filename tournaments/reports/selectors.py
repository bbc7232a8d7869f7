"""Reports of a match's sides, for the players who sit there and for the staff."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet

from accounts.models import Player
from matches.models import Match, MatchState, Report, Side
from matches.sheet_values import sheet_from_json
from rulesets.kernel.sheet import Sheet
from tournaments import match_parts
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Tournament
from tournaments.reports.agreement import contradict, reports_needed
from tournaments.rules_of import rules_of


@dataclass(frozen=True, slots=True)
class SideReport:
    """What one side says of its match.

    `name` is empty if a phone at the table reported without an account.
    """

    seq: int
    side: int
    sheet: Sheet
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchReports:
    """The reports of a match, by side.

    `silent`: numbers of sides with an entry and no report; `needed`: how many sides must agree; `differ`:
    they contradict one another.
    """

    readings: tuple[SideReport, ...]
    silent: tuple[int, ...]
    needed: int
    differ: bool


NO_REPORTS = MatchReports((), (), 0, differ=False)


def players_report(tournament: Tournament) -> bool:
    """Return whether players of this tournament may report results (an option of it)."""
    return bool(rules_of(tournament).option("player_reports"))


def current_reports(match: Match) -> QuerySet[Report]:
    """Return the reports since the match last changed, by side; earlier ones do not count."""
    rows = Report.objects.filter(side__match=match, is_current=True, seq__gt=match.changed_seq)
    return rows.select_related("side", "by__player").order_by("side__number")


def expected_sides(match: Match) -> list[int]:
    """Return the numbers of the match's sides that an entry holds, which are expected to report."""
    return list(match.sides.filter(entry__isnull=False).values_list("number", flat=True))


def reports_of_match(tournament: Tournament, match: Match) -> MatchReports:
    """Return the reports of a match in play; `NO_REPORTS` for any other match."""
    if match.state != MatchState.PLAYING:
        return NO_REPORTS
    return _match_reports(tournament, current_reports(match), expected_sides(match))


def without_reports(tournament: Tournament, match: MatchView) -> MatchReports:
    """Return the reports of a match that the caller knows to have none; no query."""
    if match.state != MatchState.PLAYING:
        return NO_REPORTS
    return _match_reports(tournament, (), [side.number for side in match.sides if side.entry_code])


def side_of(match: Match, player: Player | None) -> int | None:
    """Return the side that the person plays for, or None; both partners of a pair may report."""
    return None if player is None else match_parts.side_of(match, player.pk)


def report_at(match: Match, seq: int) -> Report | None:
    """Return the current report with this record number, or None."""
    return current_reports(match).filter(seq=seq).first()


def contested_matches(tournament: Tournament) -> tuple[tuple[MatchView, MatchReports], ...]:
    """Return the matches in play whose sides contradict one another, for the staff; oldest report first."""
    return tuple(found for found in reported_matches(tournament) if found[1].differ)


def reported_matches(tournament: Tournament) -> tuple[tuple[MatchView, MatchReports], ...]:
    """Return every match in play with a report, oldest report first; few queries."""
    rows = Report.objects.filter(
        side__match__ledger=tournament.ledger_id,
        side__match__state=MatchState.PLAYING,
        is_current=True,
        seq__gt=F("side__match__changed_seq"),
    )
    by_match: dict[str, list[Report]] = defaultdict(list)
    for row in rows.select_related("side__match", "by__player").order_by("seq"):
        by_match[row.side.match.code].append(row)
    if not by_match:
        return ()
    shown, sides = views_by_code(tournament, set(by_match)), _sides_by_match(tournament, by_match)
    return tuple(
        (shown[code], _match_reports(tournament, said, sides[code])) for code, said in by_match.items()
    )


def _sides_by_match(tournament: Tournament, codes: Iterable[str]) -> dict[str, list[int]]:
    """Return the numbers of sides that an entry holds, by match code."""
    held = Side.objects.filter(
        match__ledger=tournament.ledger_id, match__code__in=list(codes), entry__isnull=False
    )
    found: dict[str, list[int]] = defaultdict(list)
    for code, number in held.values_list("match__code", "number"):
        found[code].append(number)
    return found


def _match_reports(tournament: Tournament, rows: Iterable[Report], sides: list[int]) -> MatchReports:
    """Return these reports of one match; `sides` are the numbers of those that are expected to report."""
    readings = tuple(_side_report(row) for row in rows)
    said = {reading.side: reading.sheet for reading in readings}
    quorum = str(rules_of(tournament).option("report_quorum"))
    return MatchReports(
        readings,
        tuple(number for number in sides if number not in said),
        reports_needed(len(sides), quorum),
        differ=contradict(said),
    )


def _side_report(row: Report) -> SideReport:
    name = row.by.player.name if row.by else ""
    return SideReport(row.seq, row.side.number, sheet_from_json(row.sheet), name, row.at)
