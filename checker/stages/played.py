"""What was played in the rounds of a stage so far, by the sheets that count now."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.day.playing import players
from checker.ending.sides import ranks
from checker.ending.standings import came
from checker.stages.hall import StageEntry
from checker.state import Match, State, winner


@dataclass(frozen=True)
class StageGame:
    """A match at which at least two entries were present, with the place and the score of each of them."""

    places: Mapping[str, int]
    scores: Mapping[str, int | None]


def rounds(state: State) -> list[Match]:
    """Return the matches of the stage."""
    return [match for match in state.matches.values() if match.round <= state.stage.rounds]


def points(state: State) -> Counter[str]:
    """Return the number of wins of everyone who was drawn or seated in the stage; byes are wins."""
    found: Counter[str] = Counter()
    for match in rounds(state):
        found.update(dict.fromkeys([*match.drawn, *match.entries], 0))
        found.update([code for code in [winner(match)] if code])
    return found


def games(state: State) -> list[StageGame]:
    """Return the games of the stage."""
    return [game for match in rounds(state) if (game := _game(state, match))]


def _game(state: State, match: Match) -> StageGame | None:
    present = [entry for entry in match.entries if came(state, match, entry)]
    if match.sheet is None or len(present) < 2:
        return None
    placed = ranks(match.sheet["placement"])
    sides = state.game.sides(match.sheet["lines"], players(state, match))
    scores = {side.number: side.score for side in sides}
    seated = {entry: match.side_of(entry) or 0 for entry in present}
    return StageGame(
        {entry: placed.get(side, len(match.sides) + 1) for entry, side in seated.items()},
        {entry: scores.get(side) for entry, side in seated.items()},
    )


def known(state: State, codes: list[str]) -> list[StageEntry]:
    """Return what the pairing of the next round knows of these entries."""
    won, byes, short = points(state), Counter(_byes(state)), Counter(_at_short_tables(state))
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for game in games(state):
        for code in game.places:
            met[code].update(other for other in game.places if other != code)
    return [
        StageEntry(code, won[code], met[code], byes[code], byes[code] + short[code], entry.group)
        for code in codes
        if (entry := state.entries.get(code))
    ]


def _byes(state: State) -> Iterator[str]:
    for match in rounds(state):
        if len(match.sides) == 1:
            yield from match.drawn


def _at_short_tables(state: State) -> Iterator[str]:
    """Yield each entry drawn at a table smaller than the largest of its round."""
    largest: Counter[int] = Counter()
    for match in rounds(state):
        largest[match.round] = max(largest[match.round], len(match.drawn))
    for match in rounds(state):
        if 1 < len(match.drawn) < largest[match.round]:
            yield from match.drawn
