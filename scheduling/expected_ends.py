"""When matches at tables are expected to end."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Count

from matches.models import Match, Seat
from scheduling.models import PlannedMatch
from scheduling.planning.lengths import SeenLength, change_over, expected, left_of, lengths_of
from scheduling.recorded_lengths import length_class_of, seen_matches
from tournaments.models import Tournament
from tournaments.pauses import running_time


def expected_ends(matches: Sequence[Match], now: datetime) -> dict[int, datetime]:
    """Return when each of these matches is expected to end, later than now: by its
    timetable, else as usual.
    """
    planned = PlannedMatch.objects.filter(match__in=matches, timetable__made_at__isnull=False)
    ends = dict(planned.values_list("match", "ends_at"))
    seats = dict(Seat.objects.filter(match__in=matches).order_by().values_list("match").annotate(Count("pk")))
    late = [match for match in matches if ends.get(match.pk, now) <= now]
    seen = {game: seen_matches(game) for game in {match.ledger.tournament.game for match in late}}
    for match in late:
        tournament = match.ledger.tournament
        ends[match.pk] = now + _left(tournament, match, seats.get(match.pk, 2), seen[tournament.game], now)
    return ends


def _left(
    tournament: Tournament, match: Match, people: int, seen: Sequence[SeenLength], now: datetime
) -> timedelta:
    lengths = lengths_of(length_class_of(tournament, people), seen)
    if match.started_at is None:
        return timedelta(seconds=change_over(seen) + expected(lengths))
    played = running_time(match.started_at, now, tournament.pauses)
    return timedelta(seconds=expected(left_of(lengths, int(played.total_seconds()))))
