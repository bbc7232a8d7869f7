"""Whether a ranked tournament gives points for the season: at least eight people must have played."""

from dataclasses import dataclass

from django.db.models import Count

from core.errors import Violation
from matches.models import EntryState, MatchState, Member, SheetLine, Side
from rulesets.kernel.sheet import Out
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Stage, State, Tournament
from tournaments.played_games import MIN_PEOPLE, MIN_SIDES, no_points_reason

ENOUGH_GAMES = 4 * MIN_PEOPLE  # fewer than eight people cannot play so many games


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many people `played` a game, and how many `may_play` one by the end (those included).

    Both are exact below `least`, and `least` or more otherwise.
    """

    played: int
    may_play: int
    least: int = MIN_PEOPLE


def count_attendance(tournament: Tournament) -> Attendance:
    """Count the people who played a game, and those who still can."""
    played, coming = _played(tournament), _still_coming(tournament)
    return Attendance(len(played), len(played | coming))


@cache_version
def reason_without_points(tournament: Tournament) -> str:
    """Return the code of the reason why no points are given, once it is certain; else "".

    A finished tournament has the reason it was finished with; a record of the first format has none.
    """
    if tournament.state in (State.FINISHED, State.PREPARING):
        return tournament.without_points
    if not tournament.ranked or tournament.record_format < 2:
        return ""
    return no_points_reason(count_attendance(tournament).may_play) or ""


def points_warning(tournament: Tournament) -> Violation | None:
    """Return a warning once it is certain that too few people will have played for points, else None."""
    if tournament.state == State.FINISHED or not reason_without_points(tournament):
        return None
    found = count_attendance(tournament)
    facts = {"people": found.may_play, "least": found.least}
    return Violation("too_few_will_have_played", facts, rule="house:people_played")


def _played(tournament: Tournament) -> set[str]:
    """Return codes of people present at a match, by the current sheets; at most `MIN_PEOPLE`.

    The match was started and has ended, with two sides present.
    """
    came = Side.objects.filter(
        match__ledger=tournament.ledger_id,
        match__state=MatchState.ENDED,
        match__started_at__isnull=False,
        entry__isnull=False,
        absent=False,
    )
    games = came.values("match").annotate(sides=Count("pk")).filter(sides__gte=MIN_SIDES)
    some = list(games.values_list("match", flat=True)[:ENOUGH_GAMES])  # a list: any plan is quick
    lines = SheetLine.objects.filter(sheet__is_current=True, sheet__match__in=some).exclude(out=Out.ABSENT)
    return set(lines.order_by().values_list("persona__code", flat=True).distinct()[:MIN_PEOPLE])


def _still_coming(tournament: Tournament) -> set[str]:
    """Return codes of people whose entries sit at a match without a sheet, at most `MIN_PEOPLE`.

    While a stage is open, everyone who is checked in may be drawn again.
    """
    members = Member.objects.filter(
        live=True, entry__ledger=tournament.ledger_id, entry__state=EntryState.CHECKED_IN
    )
    if not Stage.objects.filter(tournament=tournament, closed_at=None).exists():
        members = members.filter(
            entry__sides__match__ledger=tournament.ledger_id,
            entry__sides__match__state__in=[state for state in MatchState if state != MatchState.ENDED],
        )
    return set(members.order_by().values_list("persona__code", flat=True).distinct()[:MIN_PEOPLE])
