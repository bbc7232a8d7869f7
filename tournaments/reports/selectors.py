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
from tournaments.reports.agreement import do_contradict, reports_needed
from tournaments.rules_of import rules_of


@dataclass(frozen=True, slots=True)
class Reading:
    """One side's report. `name` is empty if a phone at the table reported without an account."""

    seq: int
    side: int
    sheet: Sheet
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Readings:
    """The reports of a match. `silent`: present sides without a report; `needed`: how many must agree."""

    readings: tuple[Reading, ...]
    silent: tuple[int, ...]
    needed: int
    differ: bool


NOTHING = Readings((), (), 0, differ=False)


def players_report(tournament: Tournament) -> bool:
    """Return whether players of this tournament may report results (an option of it)."""
    return bool(rules_of(tournament).option("player_reports"))


def current_reports(match: Match) -> QuerySet[Report]:
    """Return the reports since the match last changed; earlier ones do not count."""
    rows = Report.objects.filter(side__match=match, is_current=True, seq__gt=match.changed_seq)
    return rows.select_related("side", "by__player").order_by("side__number")


def expected_sides(match: Match) -> list[int]:
    """Return the numbers of sides that an entry holds."""
    return list(match.sides.filter(entry__isnull=False).values_list("number", flat=True))


def readings_of(tournament: Tournament, match: Match) -> Readings:
    """Return the reports of a match in play; none for any other match."""
    if match.state != MatchState.PLAYING:
        return NOTHING
    return _readings(tournament, current_reports(match), expected_sides(match))


def empty_readings(tournament: Tournament, match: MatchView) -> Readings:
    """Return the readings of a match without reports; no query."""
    if match.state != MatchState.PLAYING:
        return NOTHING
    return _readings(tournament, (), [side.number for side in match.sides if side.entry_code])


def side_of(match: Match, player: Player | None) -> int | None:
    """Return the side that the person plays for, or None; both partners of a pair may report."""
    return None if player is None else match_parts.side_of(match, player.pk)


def report_at(match: Match, seq: int) -> Report | None:
    """Return the current report with this record number, or None."""
    return current_reports(match).filter(seq=seq).first()


def contested_matches(tournament: Tournament) -> tuple[tuple[MatchView, Readings], ...]:
    """Return matches whose sides differ, for the staff."""
    return tuple(found for found in reported_matches(tournament) if found[1].differ)


def reported_matches(tournament: Tournament) -> tuple[tuple[MatchView, Readings], ...]:
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
    shown, sides = views_by_code(tournament, set(by_match)), _sides(tournament, by_match)
    return tuple((shown[code], _readings(tournament, said, sides[code])) for code, said in by_match.items())


def _sides(tournament: Tournament, codes: Iterable[str]) -> dict[str, list[int]]:
    """Return the numbers of sides that an entry holds, by match code."""
    held = Side.objects.filter(
        match__ledger=tournament.ledger_id, match__code__in=list(codes), entry__isnull=False
    )
    found: dict[str, list[int]] = defaultdict(list)
    for code, number in held.values_list("match__code", "number"):
        found[code].append(number)
    return found


def _readings(tournament: Tournament, rows: Iterable[Report], sides: list[int]) -> Readings:
    readings = tuple(_reading(row) for row in rows)
    said = {reading.side: reading.sheet for reading in readings}
    quorum = str(rules_of(tournament).option("report_quorum"))
    return Readings(
        readings,
        tuple(number for number in sides if number not in said),
        reports_needed(len(sides), quorum),
        differ=do_contradict(said),
    )


def _reading(row: Report) -> Reading:
    name = row.by.player.name if row.by else ""
    return Reading(row.seq, row.side.number, sheet_from_json(row.sheet), name, row.at)
