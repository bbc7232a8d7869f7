"""Replay a record line by line to its final state."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from checker.reading.lines import Line
from records.importing.replay import play
from records.importing.replay.setup import SETUP
from records.importing.replay.state import ActInProgress, State

REPLAYS: Mapping[str, Callable[[State, Line], None]] = MappingProxyType(
    {
        **SETUP,
        "draw.published": play.published,
        "round.drawn": play.round_drawn,
        "draw.withdrawn": play.withdrawn,
        "round.redrawn": play.redrawn,
        "match.started": play.started,
        "match.time_called": play.time_called,
        "match.extended": play.extended,
        "pineapples.changed": play.pineapples_changed,
        "starter.noted": play.starter_noted,
        "redraw.noted": play.redraw_noted,
        "redraw.taken_back": play.redraw_taken_back,
        "game.drawn": play.game_drawn,
        "game.resumed": play.game_resumed,
        "sheet.recorded": play.recorded,
        "seat.filled": play.filled,
        "correction.applied": play.corrected,
        "integrity.noted": play.noted,
    }
)


def replay_record(lines: Iterable[Line]) -> State:
    """Return the state after all lines of a record that the checker found sound."""
    state = State()
    for line in lines:
        if line.at != state.act.at:
            state.act = ActInProgress(line.at)
        if line.type in REPLAYS:
            REPLAYS[line.type](state, line)
    return state
