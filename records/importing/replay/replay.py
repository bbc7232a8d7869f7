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
        "draw.published": play.add_draw,
        "round.drawn": play.add_round,
        "draw.withdrawn": play.remove_draw,
        "round.withdrawn": play.remove_round,
        "round.redrawn": play.replace_round,
        "match.started": play.start_match,
        "match.time_called": play.call_time,
        "match.extended": play.extend_time,
        "pineapples.changed": play.set_pineapples,
        "starter.noted": play.set_starter,
        "redraw.noted": play.count_redraw,
        "redraw.taken_back": play.take_redraw_back,
        "game.drawn": play.restart_after_drawn_game,
        "game.resumed": play.resume_game,
        "sheet.recorded": play.add_sheet,
        "seat.filled": play.fill_seat,
        "correction.applied": play.apply_correction,
        "integrity.noted": play.note_irregularity,
    }
)


def replay_record(lines: Iterable[Line]) -> State:
    """Return the state after all lines of a record that the checker found sound; other kinds are skipped."""
    state = State()
    for line in lines:
        if line.at != state.act.at:
            state.act = ActInProgress(line.at)
        if line.type in REPLAYS:
            REPLAYS[line.type](state, line)
    return state
