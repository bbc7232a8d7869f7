"""The whole record, line by line and act by act."""

from collections.abc import Callable, Iterator, Sequence

from checker.day import (
    breaks,
    drawn_games,
    penalties,
    playing,
    points_threshold,
    rulings,
    second_seats,
    starters,
)
from checker.draw import bracket, promises
from checker.ending import results, standings
from checker.ending.corrections import Corrections, apply_correction
from checker.entering import authors, decks, entries
from checker.games import GAMES
from checker.reading.findings import MOST_FINDINGS, Finding
from checker.reading.lines import Line, has_second_format
from checker.reading.shapes import shape_faults
from checker.stages import closing, rounds
from checker.state import UNDECIDED, Match, State

Handler = Callable[[State, Line], None]


HANDLERS: dict[str, Handler] = {
    "tournament.created": entries.create,
    "tournament.changed": entries.change_terms,
    "tournament.announced": entries.announce,
    "regulation.confirmed": entries.confirm_regulation,
    "staff.assigned": entries.assign_role,
    "staff.removed": entries.remove_role,
    "entry.added": entries.add,
    "entry.changed": entries.change,
    "entry.checked_in": entries.check_in,
    "entry.checked_out": entries.check_out,
    "entry.withdrawn": entries.withdraw,
    "entry.reinstated": entries.reinstate,
    "entry.disqualified": entries.disqualify,
    "deck.accepted": decks.store_deck,
    "deck.waived": decks.store_waiver,
    "draw.committed": promises.store_commitment,
    "draw.published": bracket.add_draw,
    "draw.withdrawn": bracket.withdraw_draw,
    "round.drawn": rounds.add_round,
    "round.withdrawn": rounds.withdraw_round,
    "stage.closed": closing.close_stage,
    "round.redrawn": bracket.redraw_round,
    "match.placed": playing.check_call_to_table,
    "match.started": playing.start_match,
    "match.time_called": playing.call_time,
    "match.extended": playing.extend_time,
    "redraw.noted": playing.count_redraw,
    "game.drawn": drawn_games.restart_after_drawn_game,
    "game.resumed": drawn_games.take_back_drawn_game,
    "game.seeded": drawn_games.check_seed_hash,
    "redraw.taken_back": playing.take_back_redraw,
    "break.planned": breaks.store_break,
    "break.ended": breaks.end_break,
    "integrity.noted": playing.apply_integrity_note,
    "pineapples.changed": playing.change_pineapples,
    "starter.noted": starters.store_starter,
    "ruling.noted": rulings.store_ruling,
    "penalty.noted": penalties.store_penalty,
    "penalty.withdrawn": penalties.withdraw_penalty,
    "tournament.cancelled": entries.cancel,
}


def replay(lines: Sequence[Line]) -> list[Finding]:
    """Replay the lines and return their discrepancies; after a line of a wrong shape only those of shapes.

    It ends at `MOST_FINDINGS`.
    """
    if lines[0].type != "tournament.created":
        return [Finding(lines[0].seq, "setup", f"the record begins with {lines[0].type}")]
    state = State(GAMES[lines[0].data["game"]], is_second_format=has_second_format(lines[0]))
    corrections, readable = Corrections(), True
    for place, line in enumerate(lines):
        wrong = shape_faults(line, state.game, is_second_format=state.is_second_format)
        state.note_faults(line, "shape", wrong)
        readable = readable and not wrong
        if not readable:
            continue  # nothing follows from a line of another shape
        if place and line.at != lines[place - 1].at:
            _close_act(state, lines[place - 1], corrections)
        _apply_line(state, line, corrections)
        if not state.setup or len(state.findings) >= MOST_FINDINGS:
            return state.findings
    if readable:
        _close_act(state, lines[-1], corrections)
    return state.findings


def _apply_line(state: State, line: Line, corrections: Corrections) -> None:
    """Check one line and apply it to the state."""
    _note_lines_after_end(state, line)
    if state.setup:
        authors.check_and_store_author(state, line)
    if line.type == "sheet.recorded":
        results.store_sheet(state, line, corrections)
    elif line.type == "seat.filled":
        state.note_faults(line, "correction", results.too_early_faults(state, line, corrections))
        playing.fill_seat(state, line)
    elif line.type == "correction.applied":
        apply_correction(state, line, corrections)
    elif line.type == "tournament.finished":
        _close_act(state, line, corrections)
        _compare_and_finish(state, line)
    elif line.type == "tournament.reopened":
        _reopen(state, line)
    else:
        HANDLERS[line.type](state, line)


def _note_lines_after_end(state: State, line: Line) -> None:
    """Note a fault for a line after the finish that does not reopen, and for any after a cancellation."""
    if state.finished and line.type != "tournament.reopened":
        state.note_fault(line, "finish", f"{line.type} after the finish")
    if state.cancelled:
        state.note_fault(line, "finish", f"{line.type} after the tournament was cancelled")


# --- when an act is over ------------------------------------------------------------------------------


def _close_act(state: State, line: Line, corrections: Corrections) -> None:
    """Note what the act that ends with `line` owes and lacks; then clear the state of the act."""
    state.note_faults(line, "correction", corrections.owed.values())
    state.note_faults(line, "correction", (f"{code} is not rewritten" for code in corrections.rewrites))
    state.note_faults(line, "correction", (f"{code} does not get its sheet back" for code in state.restoring))
    if state.owes_promise:
        state.note_fault(line, "promise", "no secret is promised for the next draw")
    if state.stage.owes_bracket:
        state.note_fault(line, "stage", "the stage is closed, and no bracket of those who go on follows")
    state.lost = state.owes_promise = False
    state.note_faults(line, "match", _unplayed_after_walkover(state))
    for entry, by in state.accused:
        state.note_fault(line, "author", f"{by} disqualifies {entry}, and no sheet of this act says so")
    for code in sorted(state.unfinished):
        state.note_fault(
            line, "sheet", f"a player is disqualified during {code}, and its sheet does not follow"
        )
    state.note_faults(line, "entry", _still_winning_faults(state))
    late = () if state.has_round_left else sorted(state.arriving)
    state.note_faults(line, "entry", (f"{code} comes late and takes no seat" for code in late))
    for code in sorted(state.dealt & state.matches.keys()):
        state.note_faults(line, "seat", bracket.suit_faults(state, state.matches[code], complete=False))
    for code in sorted(code for code in state.touched if code in state.matches):
        state.note_faults(line, "advance", _seat_faults(state, state.matches[code]))
    corrections.owed.clear()
    corrections.rewrites.clear()
    for pending in (
        state.restoring,
        state.reopened,
        state.superseding,
        state.leaving,
        state.touched,
        state.dealt,
    ):
        pending.clear()
    state.acting.clear()
    state.noted.clear()
    state.lucky.clear()
    state.arriving.clear()
    state.chairs.clear()
    state.unfinished.clear()
    state.accused.clear()


def _unplayed_after_walkover(state: State) -> Iterator[str]:
    """Yield a fault for each match that this act started after its walkover without a new sheet."""
    for code, version in state.superseding.items():
        if code in state.matches and state.matches[code].version == version:
            yield f"{code} starts after its walkover, and nothing played follows"


def _still_winning_faults(state: State) -> Iterator[str]:
    """Yield a fault for each entry disqualified in this act that still wins a match it has to lose."""
    for entry, code in state.leaving:
        match = state.matches.get(code)
        if match and match.sheet and match.sheet["winner"] == entry:
            yield f"{entry} is disqualified and still wins {code}"


def _seat_faults(state: State, match: Match) -> Iterator[str]:
    """Yield faults of the seats of a match after an act; only before it begins, who has to sit there."""
    yield from playing.occupant_faults(state, match)
    if match.by_hand:
        yield from _seated_twice_faults(state, match)
    yield from second_seats.two_side_faults(state, match)
    if not match.is_frozen:
        yield from _unbegun_faults(state, match)


def _unbegun_faults(state: State, match: Match) -> Iterator[str]:
    """Yield faults of a match that has not begun: another entry than is due, none at all, or an open bye."""
    for side, seated in match.sides.items():
        due = state.due_entry(match, side)
        settled = all(seat.settled for seat in match.seats_of(side))
        if side in match.kept or (due is UNDECIDED and not settled):
            continue
        if due is UNDECIDED or not settled or seated != due:
            wanted = "not decided" if due is UNDECIDED else due
            yield f"{match.code}: side {side} has {seated}, due is {wanted}"
    if not match.entries and all(seat.settled for seat in match.seats.values()):
        yield f"{match.code}: it is empty and has no sheet"
    if len(match.sides) == 1:
        yield f"{match.code}: a bye without its sheet"


def _seated_twice_faults(state: State, match: Match) -> Iterator[str]:
    """Yield a fault for each entry of the match that also sits at another one of its round."""
    others = (x for x in state.matches.values() if x.round == match.round and x is not match)
    seated = {entry for other in others for entry in other.entries}
    yield from (f"{entry} sits twice in round {match.round}" for entry in match.entries if entry in seated)


# --- the end ------------------------------------------------------------------------------------------


def _compare_and_finish(state: State, line: Line) -> None:
    """Note differences from the classification that follows from the sheets, and store the finish.

    If there is no draw, or a match is open, note only that fault; nothing is stored.
    """
    open_matches = [match.code for match in state.matches.values() if match.sheet is None]
    if state.draw is None or open_matches:
        state.note_fault(line, "finish", f"finished without a draw, or with open matches {open_matches[:5]}")
        return
    if state.plan and state.stage.places is None:
        state.note_fault(line, "finish", "finished without closing the stage")
    said = line.data["classification"]
    reason = points_threshold.reason_without_points(state)
    if line.data.get("without_points") != reason:
        state.note_fault(
            line, "points", f"without_points is {line.data.get('without_points')}, {reason} follows"
        )
    pays = bool(state.setup["ranked"]) and reason is None
    wanted = closing.with_stage_places(state, standings.classification_rows(state, pays=pays), pays=pays)
    state.note_faults(line, "classification", _row_faults(said, wanted, ("place", "entries", "why")))
    state.note_faults(line, "points", _row_faults(said, wanted, ("points",)))
    state.finished = True


def _row_faults(
    said: list[dict[str, object]], wanted: list[dict[str, object]], keys: tuple[str, ...]
) -> Iterator[str]:
    """Yield a fault for each of these keys that differs, place by place, and for another number of places.

    `said`: the rows of the line. The order within a list does not matter.
    """
    if len(said) != len(wanted):
        yield f"{len(said)} places are given, {len(wanted)} follow from the sheets"
    for one, other in zip(said, wanted, strict=False):
        for key in keys:
            if _sorted_if_list(one[key]) != _sorted_if_list(other[key]):
                yield f"place {one['place']}: {key} is {one[key]!r:.80}, {other[key]!r:.80} follows"


def _sorted_if_list(value: object) -> object:
    """Return a list sorted, any other value as it is."""
    return sorted(value) if isinstance(value, list) else value


def _reopen(state: State, line: Line) -> None:
    """Store that the tournament goes on after its finish; a fault if it was not finished."""
    if not state.finished:
        state.note_fault(line, "finish", "reopened without having been finished")
    state.finished = False
