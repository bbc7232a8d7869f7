"""Games within a match: drawn games, drawn games taken back, and games played by a seed."""

from checker.day.playing import named_match
from checker.ending.results import table_of
from checker.reading.lines import Line
from checker.state import Match, State


def restart_after_drawn_game(state: State, line: Line) -> None:
    """Check a drawn game and store it, even a faulty one; nothing if the match does not exist.

    The match goes on in the same seats, without redraws, starter and call of time.
    """
    match = _match_in_play(state, line)
    if match is None:
        return
    named = sorted(row["player"] for row in line.data["lines"])
    if named != sorted(state.sides_by_player(match)):
        state.note_fault(line, "drawn", f"{match.code} has lines of {named}")
    elif state.game.drawn is None:
        state.note_fault(line, "drawn", f"every game of {state.game.word} has a winner")
    elif not state.game.drawn(line.data["lines"], table_of(state, match)):
        state.note_fault(line, "drawn", f"the lines of {match.code} are no drawn game")
    match.drawn_games.append(match.time_called)
    match.time_called, match.starter = False, None
    match.redraws.clear()


def take_back_drawn_game(state: State, line: Line) -> None:
    """Remove the latest drawn game; its call of time stands again, and no starter is known.

    A fault if there is none, or the match is not in play.
    """
    match = _match_in_play(state, line)
    if match is None:
        return
    if not match.drawn_games:
        state.note_fault(line, "drawn", f"no drawn game of {match.code} stands")
        return
    match.time_called, match.starter = match.drawn_games.pop(), None


def check_seed_hash(state: State, line: Line) -> None:
    """Note a fault if the match is not in play, or its game rolls nothing; the state does not change."""
    match = _match_in_play(state, line)
    if match and not state.game.seeded:
        state.note_fault(line, "match", f"nothing is rolled in {state.game.word}")


def _match_in_play(state: State, line: Line) -> Match | None:
    """Return the match that the line names, even if it is not in play, or None; note a fault for both."""
    match = named_match(state, line)
    if match and (not match.started or match.sheet is not None):
        state.note_fault(line, "match", f"{match.code} is not being played")
    return match
