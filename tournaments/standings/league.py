"""A league within a season, or several games': some events, each one's best results, one club's people.

All that is asked for is in the address of its page, so that a league is a link that anybody may pass on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.errors import Violation
from core.versions import RecordVersion
from rulesets.registry import GAMES
from tournaments.models import Tournament
from tournaments.standings.season import SeasonResult, best_of
from tournaments.standings.selectors import (
    EventResult,
    SeasonLine,
    results_by_player,
    season_events,
    season_lines,
    season_results,
)

MOST_LEAGUES = 8  # that are kept ranked
MOST_BEST = 99
MOST_EVENTS = 500  # that one league names


@dataclass(frozen=True, slots=True)
class League:
    """What is asked for: `events` by their addresses, none for all; `best` results, `club` by its number.

    `also`: other games whose season of the year is added up with it.
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
        """What a player has at the event of this address, and does not count."""
        return self.left_out.get(player, {})


def events_offered(league: League) -> list[Tournament]:
    """The events of which it may choose: what strangers see."""
    return [one for one in season_events(league.game, league.year, league.also) if one.is_public]


def check_league(league: League) -> Iterator[Violation]:
    """Games that there are not, and events that the season does not have, or that strangers do not see."""
    for game in sorted(league.also - GAMES.keys()):
        yield Violation("unknown_game", {"game": game}, "also")
    for slug in sorted(league.events - {event.slug for event in events_offered(league)}):
        yield Violation("event_not_of_season", {"event": slug}, "event")


@lru_cache(MOST_LEAGUES)
def league_at(league: League, _: RecordVersion) -> LeagueRanking:
    """The league at the head of all seasons, which was read in the same look.

    Who hid their page is gathered under no club.
    """
    results, players = _results(league)
    counted = best_of(results, league.best) if league.best else results
    lines = season_lines(counted, players)
    if len(counted) == len(results):
        return LeagueRanking(lines, {})
    taken = set(counted)
    return LeagueRanking(lines, results_by_player(one for one in results if one not in taken))


def _results(league: League) -> tuple[list[SeasonResult], dict[str, tuple[str, str]]]:
    wanted = {"tournament__slug__in": league.events, "entry__club": league.club}
    only = {name: value for name, value in wanted.items() if value}
    results, players = season_results(league.game, league.year, league.also, **only)
    if league.club:
        results = [one for one in results if players[one.player][1]]
    return results, players
