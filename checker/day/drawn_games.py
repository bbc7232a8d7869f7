"""Games within a match: one that nobody won and is played again, one that goes on, one played by a seed."""

from checker.day.playing import at, players
from checker.ending.results import table_of
from checker.reading.lines import Line
from checker.state import Match, State


def drawn(state: State, line: Line) -> None:
    """Nobody won: the match begins anew, in the same seats."""
    match = _running(state, line)
    if match is None:
        return
    named = sorted(row["player"] for row in line.data["lines"])
    if named != sorted(players(state, match)):
        state.fault(line, "drawn", f"{match.code} has lines of {named}")
    elif state.game.drawn is None:
        state.fault(line, "drawn", f"every game of {state.game.word} has a winner")
    elif not state.game.drawn(line.data["lines"], table_of(state, match)):
        state.fault(line, "drawn", f"the lines of {match.code} are no drawn game")
    match.drawn_games.append(match.time_called)
    match.time_called = False
    match.redraws.clear()


def resumed(state: State, line: Line) -> None:
    """The latest drawn game was none: it goes on, as late as it was."""
    match = _running(state, line)
    if match is None:
        return
    if not match.drawn_games:
        state.fault(line, "drawn", f"no drawn game of {match.code} stands")
        return
    match.time_called = match.drawn_games.pop()


def seeded(state: State, line: Line) -> None:
    """The product rolls for the table: the seed's hash, before the first roll."""
    match = _running(state, line)
    if match and not state.game.seeded:
        state.fault(line, "match", f"nothing is rolled in {state.game.word}")


def _running(state: State, line: Line) -> Match | None:
    match = at(state, line)
    if match and (not match.started or match.sheet is not None):
        state.fault(line, "match", f"{match.code} is not being played")
    return match
