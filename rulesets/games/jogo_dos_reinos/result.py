"""The sheet that a game of kingdoms comes to: holdings, the order of the last falls, how it ended."""

from collections.abc import Mapping, Sequence

from rulesets.games.jogo_dos_reinos.events import Event, Leave
from rulesets.games.jogo_dos_reinos.fields import lines_of
from rulesets.games.jogo_dos_reinos.state import GameState
from rulesets.kernel.sheet import EndedBy, Out, SeatAt, Sheet

_LEFT_BY: Mapping[Out, EndedBy] = {
    Out.CONCEDED: EndedBy.CONCESSION,
    Out.DISQUALIFIED: EndedBy.DISQUALIFICATION,
}


def sheet_of(
    state: GameState, events: Sequence[Event], seats: Sequence[SeatAt], *, timed: bool
) -> Sheet | None:
    """Return the sheet of a game that is over, or that time ended between two battles (`timed`); else None.

    `events` are those of the game, the last of which tells how it ended.
    """
    if state.winner:
        last = events[-1] if events else None
        if isinstance(last, Leave):
            return Sheet(_LEFT_BY[last.way], lines_of(state, seats))
        return Sheet(EndedBy.WIN_CONDITION, lines_of(state, seats), winner=state.winner)
    if timed and state.battle is None:
        return Sheet(EndedBy.TIME, lines_of(state, seats))
    return None
