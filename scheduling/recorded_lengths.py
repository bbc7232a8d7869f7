"""Recorded lengths of matches in this installation, for `scheduling.planning.lengths`."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Count, Q

from matches.models import Match, MatchState, Seat, Side
from scheduling.planning.lengths import LengthClass, SeenLength
from tournaments.models import Break, Tournament
from tournaments.pauses import Pause, running_time

MAX_SEEN = 600
"""The latest matches: people and rules change, and a page waits for this query."""


def recorded_lengths(game: str) -> tuple[SeenLength, ...]:
    """Return the lengths of the latest 600 recorded matches of a game, newest first, in four queries.

    They include called matches whose players did not come, since those held a table too, but not walkovers
    before the call, nor games whose start is unknown.
    """
    ended = Match.objects.filter(
        Q(started_at__isnull=False) | Q(called_at__isnull=False),
        state=MatchState.ENDED,
        ledger__tournament__game=game,
        ledger__tournament__simulated=False,
    )
    latest = ended.select_related("ledger__tournament").order_by("-ended_at")[:MAX_SEEN]
    found = {match.pk: match for match in latest}
    people = dict(Seat.objects.filter(match__in=list(found)).values_list("match").annotate(Count("pk")))
    played = _played_matches(found)
    pauses = _pauses_by_tournament({match.ledger.tournament.pk for match in found.values()})
    return tuple(
        _seen_length(match, people.get(pk, 0), pauses.get(match.ledger.tournament.pk, ()), pk in played)
        for pk, match in found.items()
        if (match.started_at if pk in played else match.called_at)
    )


def length_class_of(tournament: Tournament, people: int) -> LengthClass:
    """Return what the length of a match with so many people depends on."""
    return LengthClass(tournament.kind, frozenset(tournament.variants), people, tournament.time_limit)


def _pauses_by_tournament(tournaments: Iterable[int]) -> dict[int, list[Pause]]:
    """Return the breaks of these tournaments, by tournament (primary key), in order."""
    found: dict[int, list[Pause]] = {}
    rows = Break.objects.filter(tournament__in=tournaments).order_by("begins_at")
    for tournament, begins, ends in rows.values_list("tournament", "begins_at", "ends_at"):
        found.setdefault(tournament, []).append(Pause(begins, ends))
    return found


def _played_matches(matches: Collection[int]) -> frozenset[int]:
    """Return those matches (primary keys) to which at least two sides came."""
    came = Side.objects.filter(match__in=list(matches), entry__isnull=False, absent=False)
    two = came.values_list("match").annotate(Count("pk")).filter(pk__count__gte=2)
    return frozenset(match for match, _ in two)


def _seen_length(match: Match, people: int, pauses: Collection[Pause], was_played: bool) -> SeenLength:
    """Return the length of a recorded match; for a walkover, the time from its call to its end."""
    length_class = length_class_of(match.ledger.tournament, people)
    if not was_played:
        return SeenLength(
            length_class, _running_minutes(match.called_at, match.ended_at, pauses), was_played=False
        )
    change = _running_minutes(match.called_at, match.started_at, pauses) if match.called_at else None
    return SeenLength(length_class, _running_minutes(match.started_at, match.ended_at, pauses), change)


def _running_minutes(begins: datetime | None, ends: datetime | None, pauses: Collection[Pause]) -> float:
    """Return the minutes between two moments without breaks; 0 if one is unknown."""
    if begins is None or ends is None:
        return 0.0
    return running_time(begins, ends, pauses).total_seconds() / 60
