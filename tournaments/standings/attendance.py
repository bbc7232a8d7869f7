"""Whether a ranked tournament gives points for the season: at least eight people sat at a game."""

from dataclasses import dataclass

from django.db.models import Count

from core.errors import Violation
from matches.models import EntryState, MatchState, Member, SheetLine, Side
from rulesets.kernel.sheet import Out
from tournaments.attendance import LEAST_PEOPLE, LEAST_SIDES, without_points
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import State, Tournament

ENOUGH_GAMES = 4 * LEAST_PEOPLE  # fewer than eight people never come to so many


@dataclass(frozen=True, slots=True)
class Attendance:
    """`played`: people who sat at a game. `may_play`: those and who may still come to one.

    Both are exact below `least`, and `least` or more from there on.
    """

    played: int
    may_play: int
    least: int = LEAST_PEOPLE


def attendance(tournament: Tournament) -> Attendance:
    """How many people sat at a game, and how many can have in the end."""
    played, coming = _played(tournament), _still_coming(tournament)
    return Attendance(len(played), len(played | coming))


@cache_version
def reason_without_points(tournament: Tournament) -> str:
    """Why no points are given, as soon as it is certain; empty if they are, or if no one gets any.

    A finished tournament keeps what it was finished with, and a record of the first format knows no reason.
    """
    if tournament.state in (State.FINISHED, State.PREPARING):
        return tournament.without_points
    if not tournament.ranked or tournament.record_format < 2:
        return ""
    return without_points(attendance(tournament).may_play) or ""


def points_warning(tournament: Tournament) -> Violation | None:
    """That so few people will have sat at a game that no one gets points, as soon as it is certain."""
    if tournament.state == State.FINISHED or not reason_without_points(tournament):
        return None
    found = attendance(tournament)
    facts = {"people": found.may_play, "least": found.least}
    return Violation("too_few_will_have_played", facts, rule="house:people_played")


def _played(tournament: Tournament) -> set[str]:
    """People at matches that were begun and to which two sides came, as the sheets that count say."""
    came = Side.objects.filter(
        match__ledger=tournament.ledger_id,
        match__state=MatchState.ENDED,
        match__started_at__isnull=False,
        entry__isnull=False,
        absent=False,
    )
    games = came.values("match").annotate(sides=Count("pk")).filter(sides__gte=LEAST_SIDES)
    some = list(games.values_list("match", flat=True)[:ENOUGH_GAMES])  # a list: any plan is quick
    lines = SheetLine.objects.filter(sheet__is_current=True, sheet__match__in=some).exclude(out=Out.ABSENT)
    return set(lines.order_by().values_list("persona__code", flat=True).distinct()[:LEAST_PEOPLE])


def _still_coming(tournament: Tournament) -> set[str]:
    """People of the entries that sit at a match without a sheet."""
    members = Member.objects.filter(
        live=True,
        entry__state=EntryState.CHECKED_IN,
        entry__sides__match__ledger=tournament.ledger_id,
        entry__sides__match__state__in=[state for state in MatchState if state != MatchState.ENDED],
    )
    return set(members.order_by().values_list("persona__code", flat=True).distinct()[:LEAST_PEOPLE])
