"""Statistics of a player's participations: figures, suits, opponents, and the events of a season."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from tournaments.entry_names import PublicPlayer
from tournaments.models import State, Tournament
from tournaments.standings.profile import Participation, PlayedMatch, gives_points
from tournaments.standings.selectors import EventResult, SeasonLine, season, season_events

Season = tuple[str, int]
"""A game and a year."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of tournaments, titles, matches with opponents, and matches won."""

    tournaments: int
    titles: int
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class WinCount:
    """Numbers of matches with this suit or against this person, and of those won."""

    what: str | PublicPlayer
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event of a season; `result` is None if the player has no place, `total` the points so far."""

    tournament: Tournament
    result: EventResult | None
    total: Decimal


@dataclass(frozen=True, slots=True)
class SeasonOfPlayer:
    """A player's season line among `players` lines, and every event of the season in order of finish."""

    game: str
    year: int
    line: SeasonLine
    players: int
    events: tuple[SeasonEvent, ...]


def figures(played: Sequence[Participation]) -> Figures:
    """Return the player's figures. Byes are not matches; only a finished tournament gives a title."""
    matches = _attended_matches(played)
    titles = sum(one.place == 1 and one.tournament.state == State.FINISHED for one in played)
    return Figures(len(played), titles, len(matches), sum(match.won for match in matches))


def suits(played: Sequence[Participation]) -> list[WinCount]:
    """Return match counts by suit, most frequent first."""
    return _count_wins([(match.suit, match.won) for match in _attended_matches(played) if match.suit])


def opponents(played: Sequence[Participation], most: int) -> list[WinCount]:
    """Return match counts by opponent, most frequent first, at most `most`."""
    met = [(person, match.won) for match in _attended_matches(played) for person in match.opponents]
    return _count_wins(met)[:most]


def seasons(played: Sequence[Participation]) -> list[Season]:
    """Return the seasons for which these tournaments give points, newest first.

    The player may have no place in one, as after a disqualification.
    """
    found = {(one.tournament.game, one.tournament.year) for one in played if gives_points(one.tournament)}
    return sorted(found, key=lambda season: (-season[1], season[0]))


def season_of(player_code: str, game: str, year: int) -> SeasonOfPlayer | None:
    """Return the player's season, or None without a place in it."""
    lines = season(game, year)
    line = next((line for line in lines if line.player_code == player_code), None)
    if line is None:
        return None
    return SeasonOfPlayer(game, year, line, len(lines), _events(game, year, line.results))


def _events(game: str, year: int, results: Mapping[str, EventResult]) -> tuple[SeasonEvent, ...]:
    """Return every event of the season with the player's result there; `results` are by event slug."""
    events = list(season_events(game, year))
    held = [results.get(event.slug) for event in events]
    totals = accumulate(Decimal(result.points) if result else Decimal() for result in held)
    return tuple(SeasonEvent(*row) for row in zip(events, held, totals, strict=True))


def _attended_matches(played: Sequence[Participation]) -> list[PlayedMatch]:
    """Return the matches that the player attended, without byes."""
    return [match for one in played for match in one.matches if match.opponents and not match.absent]


def _count_wins(met: Sequence[tuple[str, bool]] | Sequence[tuple[PublicPlayer, bool]]) -> list[WinCount]:
    """Count matches and wins for each suit or opponent, the most frequent first."""
    often, won = Counter(what for what, _ in met), Counter(what for what, is_won in met if is_won)
    return [WinCount(what, times, won[what]) for what, times in often.most_common()]
