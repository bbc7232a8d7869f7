"""The whole bracket, round by round."""

from collections import defaultdict
from dataclasses import dataclass, field

from tournaments.matches.bracket import MatchView
from tournaments.matches.kept import all_matches
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, its matches from top to bottom."""

    number: int
    matches: tuple[MatchView, ...] = field(default=())


def bracket(tournament: Tournament) -> tuple[RoundView, ...]:
    """All rounds of the drawn bracket; empty before the draw."""
    rounds: dict[int, list[MatchView]] = defaultdict(list)
    for view in sorted(all_matches(tournament).values(), key=lambda view: (view.round, view.number)):
        rounds[view.round].append(view)
    return tuple(RoundView(number, tuple(rounds[number])) for number in sorted(rounds))
