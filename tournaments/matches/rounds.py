"""The bracket, round by round: which rounds it has, and the matches of those that are shown."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from django.db.models import Count, Q

from matches.models import Match
from tournaments.matches.bracket import MatchView
from tournaments.matches.match_cache import all_matches, matches_of_rounds
from tournaments.matches.versioned_cache import cache_version
from tournaments.models import Tournament

BY_PLACE = attrgetter("round", "number")


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, its matches from top to bottom."""

    number: int
    matches: tuple[MatchView, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class RoundSize:
    """A round, how many matches it has, and how many of them are for more than third place."""

    number: int
    matches: int
    played: int


def bracket(tournament: Tournament) -> tuple[RoundView, ...]:
    """All rounds of the drawn bracket; empty before the draw."""
    return _in_rounds(all_matches(tournament))


def some_rounds(tournament: Tournament, numbers: Collection[int]) -> tuple[RoundView, ...]:
    """These rounds of it: what no page shows is not read."""
    found = matches_of_rounds(tournament, numbers)
    return tuple(one for one in _in_rounds(found) if one.number in numbers)


@cache_version
def round_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Every round from the first on; empty before the draw."""
    found = Match.objects.filter(ledger=tournament.ledger_id).order_by("round").values_list("round")
    sizes = found.annotate(matches=Count("pk"), played=Count("pk", filter=Q(third_place=False)))
    return tuple(RoundSize(*row) for row in sizes)


def _in_rounds(matches: Mapping[str, MatchView]) -> tuple[RoundView, ...]:
    rounds: dict[int, list[MatchView]] = defaultdict(list)
    for view in sorted(matches.values(), key=BY_PLACE):
        rounds[view.round].append(view)
    return tuple(RoundView(number, tuple(rounds[number])) for number in sorted(rounds))
