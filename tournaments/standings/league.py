"""A league within a season or several games: chosen events, each player's best results, one club.

All choices are in the address of its page, so a league is a link that anyone can share.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.errors import Violation
from core.versions import RecordVersion
from rulesets.registry import GAMES
from tournaments.entry_names import PublicPlayer
from tournaments.models import Tournament
from tournaments.standings.season import SeasonResult, best_results
from tournaments.standings.selectors import (
    EventResult,
    SeasonLine,
    results_by_player,
    season_events,
    season_lines,
    season_results,
)

MAX_LEAGUES = 8  # cached rankings
MAX_BEST = 99
MAX_EVENTS = 500  # in one league


@dataclass(frozen=True, slots=True)
class League:
    """The choices of a league:

    `events` by slug (empty: all), number of `best` results, `club` by its number. `also`: other games whose
    season of the same year is added.
    """

    game: str
    year: int
    events: frozenset[str] = frozenset()
    best: int | None = None
    club: int | None = None
    also: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LeagueRanking:
    """The ranking, and the results that do not count in it, by player and event."""

    lines: tuple[SeasonLine, ...]
    left_out: Mapping[str, Mapping[str, EventResult]]

    def left_out_of(self, player: str) -> Mapping[str, EventResult]:
        """Return a player's results that do not count, by event slug."""
        return self.left_out.get(player, {})


def events_to_choose(league: League) -> list[Tournament]:
    """Return the events that a league may choose from: the public ones."""
    return [one for one in season_events(league.game, league.year, league.also) if one.is_public]


def check_league(league: League) -> Iterator[Violation]:
    """Yield a violation for each unknown game of `also`, and for each event that is no public one there."""
    for game in sorted(league.also - GAMES.keys()):
        yield Violation("unknown_game", {"game": game}, "also")
    for slug in sorted(league.events - {event.slug for event in events_to_choose(league)}):
        yield Violation("event_not_of_season", {"event": slug}, "event")


@lru_cache(MAX_LEAGUES)
def league_at(league: League, _: RecordVersion) -> LeagueRanking:
    """Return the league's ranking at this version of all seasons, read in the same snapshot.

    With a club, players who hid their page are left out.
    """
    results, players = _results(league)
    counted = best_results(results, league.best) if league.best else results
    lines = season_lines(counted, players)
    if len(counted) == len(results):
        return LeagueRanking(lines, {})
    taken = set(counted)
    return LeagueRanking(lines, results_by_player(one for one in results if one not in taken))


def _results(league: League) -> tuple[list[SeasonResult], dict[str, PublicPlayer]]:
    """Return the placings that the league may count, and the players by their code."""
    wanted = {"tournament__slug__in": league.events, "entry__club": league.club}
    only = {name: value for name, value in wanted.items() if value}
    results, players = season_results(league.game, league.year, league.also, **only)
    if league.club:
        results = [one for one in results if players[one.player].page]
    return results, players
