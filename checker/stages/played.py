"""What was played in the rounds of a stage so far, by the sheets that count now."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from checker.ending.sides import places_by_side
from checker.ending.standings import entry_came
from checker.stages.hall import StageEntry
from checker.state import Match, State, winner

OF_THE_FIRST = 3
"""What the first of a table gets where places count."""


@dataclass(frozen=True)
class StageGame:
    """A match at which at least two entries were present, with the place and the score of each of them."""

    places: Mapping[str, int]
    scores: Mapping[str, int | None]

    def behind(self, code: str) -> Fraction:
        """Return which part, 0 to 1, of the others is placed behind an entry; equal ones count half."""
        mine = self.places[code]
        others = [place for other, place in self.places.items() if other != code]
        halves = sum(2 * (place > mine) + (place == mine) for place in others)
        return Fraction(halves, 2 * len(others))


def stage_matches(state: State) -> list[Match]:
    """Return the matches of the stage."""
    return [match for match in state.matches.values() if match.round <= state.stage.rounds]


def stage_points(state: State) -> dict[str, Fraction]:
    """Return entry → points for everyone drawn or seated in the stage; byes and walkovers are wins."""
    found: dict[str, Fraction] = {}
    for match in stage_matches(state):
        for code in [*match.drawn, *match.entries]:
            found.setdefault(code, Fraction(0))
        for code, gained in _match_points(state, match):
            found[code] = found.get(code, Fraction(0)) + gained
    return found


def _match_points(state: State, match: Match) -> Iterator[tuple[str, Fraction]]:
    """Yield (entry, points) of a match: 1 to its winner, or by place 3 to the first and 0 to the last.

    Nothing without a winner; 3 for a bye or walkover if places count.
    """
    first, game = winner(match), _game_at(state, match)
    if first is None:
        return
    if "points" not in (state.plan or {}):
        yield first, Fraction(1)
    elif game is None:
        yield first, Fraction(OF_THE_FIRST)
    else:
        yield from ((code, OF_THE_FIRST * game.behind(code)) for code in game.places)


def stage_games(state: State) -> list[StageGame]:
    """Return the games of the stage, without byes, walkovers and matches that have no sheet."""
    return [game for match in stage_matches(state) if (game := _game_at(state, match))]


def last_match_by_entry(state: State) -> dict[str, str]:
    """Return entry → its match in the latest round, for entries that met another one there."""
    last = [match for match in stage_matches(state) if match.round == state.stage.rounds]
    found = [(match.code, game) for match in last if (game := _game_at(state, match))]
    return {entry: code for code, game in found for entry in game.places}


def _game_at(state: State, match: Match) -> StageGame | None:
    """Return places and scores at a match; None if it has no sheet, or fewer than two entries came."""
    present = [entry for entry in match.entries if entry_came(state, match, entry)]
    if match.sheet is None or len(present) < 2:
        return None
    placed = places_by_side(match.sheet["placement"])
    sides = state.game.sides(match.sheet["lines"], state.sides_by_player(match))
    scores = {side.number: side.score for side in sides}
    seated = {entry: match.side_of(entry) or 0 for entry in present}
    return StageGame(
        {entry: placed.get(side, len(match.sides) + 1) for entry, side in seated.items()},
        {entry: scores.get(side) for entry, side in seated.items()},
    )


def stage_entries(state: State, codes: list[str]) -> list[StageEntry]:
    """Return what the pairing of the next round needs of these entries; unknown codes are left out."""
    won, byes, short = stage_points(state), Counter(_byes(state)), Counter(_at_short_tables(state))
    met: dict[str, Counter[str]] = defaultdict(Counter)
    for game in stage_games(state):
        for code in game.places:
            met[code].update(other for other in game.places if other != code)
    return [
        StageEntry(
            code, won.get(code, Fraction(0)), met[code], byes[code], byes[code] + short[code], entry.group
        )
        for code in codes
        if (entry := state.entries.get(code))
    ]


def _byes(state: State) -> Iterator[str]:
    """Yield the entry of each bye of the stage."""
    for match in stage_matches(state):
        if len(match.sides) == 1:
            yield from match.drawn


def _at_short_tables(state: State) -> Iterator[str]:
    """Yield each entry drawn at a table smaller than the largest of its round, or of its group there.

    Without byes.
    """
    largest: Counter[tuple[int, int]] = Counter()
    parts = {
        match.code: (match.round, state.stage.group_of(*match.drawn[:1])) for match in stage_matches(state)
    }
    for match in stage_matches(state):
        largest[parts[match.code]] = max(largest[parts[match.code]], len(match.drawn))
    for match in stage_matches(state):
        if 1 < len(match.drawn) < largest[parts[match.code]]:
            yield from match.drawn
