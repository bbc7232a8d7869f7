"""Players in two tournaments: when one has them at a table, for the timetable of the other (ADR 0045).

Of two timetables the later one avoids the earlier one, which holds.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from matches.models import Match, MatchState, Member, Seat, Side, Sitting
from scheduling.models import PlannedMatch, Timetable, TimetableState
from scheduling.planning.lengths import (
    SeenLength,
    change_over_seconds,
    lengths_of,
    mean_seconds,
    remaining_lengths,
)
from scheduling.planning.problem import Span, merge_spans
from scheduling.recorded_lengths import length_class_of, recorded_lengths
from tournaments.models import State, Tournament
from tournaments.pauses import running_time
from tournaments.tables.shared_hall import MAX_HELD


def expected_ends(matches: Sequence[Match], now: datetime) -> dict[int, datetime]:
    """Return by match (primary key) when it is expected to end, always later than now.

    The timetable says so, if there is one and that time is not past; else the usual length.
    """
    planned = PlannedMatch.objects.filter(match__in=matches, timetable__made_at__isnull=False)
    ends = dict(planned.values_list("match", "ends_at"))
    seats = dict(Seat.objects.filter(match__in=matches).order_by().values_list("match").annotate(Count("pk")))
    late = [match for match in matches if ends.get(match.pk, now) <= now]
    seen = {game: recorded_lengths(game) for game in {match.ledger.tournament.game for match in late}}
    for match in late:
        tournament = match.ledger.tournament
        ends[match.pk] = now + _time_left(
            tournament, match, seats.get(match.pk, 2), seen[tournament.game], now
        )
    return ends


def _time_left(
    tournament: Tournament, match: Match, people: int, seen: Sequence[SeenLength], now: datetime
) -> timedelta:
    """Return how much longer this called or running match of `people` people is expected to take."""
    lengths = lengths_of(length_class_of(tournament, people), seen)
    if match.started_at is None:
        return timedelta(seconds=change_over_seconds(seen) + mean_seconds(lengths))
    played = running_time(match.started_at, now, tournament.pauses)
    return timedelta(seconds=mean_seconds(remaining_lengths(lengths, int(played.total_seconds()))))


def busy_spans_by_match(tournament: Tournament, moment: datetime) -> dict[int, tuple[Span, ...]]:
    """Return by match (primary key) when people who may play it may be at a table elsewhere.

    Another tournament has them at a table now, or an earlier timetable does. {} if neither is so; then it
    takes two queries. Spans are in Unix seconds, sorted and apart.
    """
    others = list(earlier_timetables(tournament).values_list("ledger", flat=True))
    shared = _people_in_both(tournament.ledger_id, others) if others else frozenset()
    spans = _spans_at_tables(tournament.ledger_id, moment)
    for player, planned in (_planned_spans(others, shared) if shared else {}).items():
        spans.setdefault(player, []).extend(planned)
    if not spans:
        return {}
    mine = possible_players([tournament.ledger_id], frozenset(spans))
    return {
        match: merge_spans(span for player in players for span in spans.get(player, ()))
        for match, players in mine.items()
    }


def _spans_at_tables(ledger: int, moment: datetime) -> dict[int, list[Span]]:
    """Return by person (primary key) the span, from `moment` on, at a table of another tournament."""
    mine = Member.objects.filter(entry__ledger=ledger, live=True).values("persona__player")
    there = Sitting.objects.filter(player__in=mine, since__gt=moment - MAX_HELD)
    rows = list(there.exclude(match__ledger=ledger).select_related("match__ledger__tournament"))
    ends = expected_ends([row.match for row in rows], moment) if rows else {}
    begins = int(moment.timestamp())
    return {row.player_id: [Span(begins, int(ends[row.match_id].timestamp()))] for row in rows}


def possible_players(ledgers: Collection[int], people: Collection[int]) -> dict[int, set[int]]:
    """Return by match (primary key) that is not over which of these people play it, or may reach it."""
    of_entry: dict[int, set[int]] = {}
    members = Member.objects.filter(entry__ledger__in=ledgers, live=True, persona__player__in=people)
    for entry, player in members.values_list("entry", "persona__player"):
        of_entry.setdefault(entry, set()).add(player)
    found: dict[int, set[int]] = {}
    sides = Side.objects.filter(match__ledger__in=ledgers).exclude(match__state=MatchState.ENDED)
    for match, entry, source in sides.order_by("match__round").values_list("match", "entry", "source"):
        come = of_entry.get(entry, set()) if entry else found.get(source or 0, set())
        found.setdefault(match, set()).update(come)
    return found


def earlier_timetables(tournament: Tournament) -> QuerySet[Timetable]:
    """Return other tournaments' timetables made before this one's; all of them while it has no ready one.

    Only those of tournaments that are drawn or running count.
    """
    made = Timetable.objects.filter(
        made_at__isnull=False,
        ledger__tournament__state__in=[State.DRAWN, State.RUNNING],
        ledger__tournament__binned_at=None,
    ).exclude(ledger=tournament.ledger_id)
    mine = Timetable.objects.filter(ledger=tournament.ledger_id, state=TimetableState.READY).first()
    if mine is None:
        return made
    return made.filter(Q(made_at__lt=mine.made_at) | Q(made_at=mine.made_at, pk__lt=mine.pk))


def _people_in_both(ledger: int, others: Collection[int]) -> frozenset[int]:
    """Return the players (primary keys) of this record who are also in one of the others.

    Python computes it, because PostgreSQL without statistics compares all pairs.
    """
    return _players_of([ledger]) & _players_of(others)


def _players_of(ledgers: Collection[int]) -> frozenset[int]:
    """Return the players (primary keys) of live entries in these records."""
    found = Member.objects.filter(entry__ledger__in=ledgers, live=True).order_by()
    return frozenset(found.values_list("persona__player", flat=True))


def _planned_spans(ledgers: Collection[int], people: Collection[int]) -> Mapping[int, list[Span]]:
    """Return by person (primary key) when they may be at a table, by these tournaments' timetables."""
    players = possible_players(ledgers, people)
    planned = PlannedMatch.objects.filter(match__ledger__in=ledgers).exclude(match__state=MatchState.ENDED)
    found: dict[int, list[Span]] = {}
    for match, begins, ends in planned.values_list("match", "begins_at", "ends_at"):
        span = Span(int(begins.timestamp()), int(ends.timestamp()))
        for player in players.get(match, ()):
            found.setdefault(player, []).append(span)
    return found
