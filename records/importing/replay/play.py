"""Lines about draw, matches, seats and sheets, applied to the state."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from checker.reading.lines import Line
from records.importing.replay.scores import scores_of
from records.importing.replay.state import (
    Correction,
    Draw,
    Match,
    NotedGame,
    ReplayedSheet,
    Seat,
    SeatKey,
    State,
)
from tournaments.lines.integrity import LateEntry

Data = Mapping[str, Any]
Voided = dict[str, NotedGame]


def add_draw(state: State, line: Line) -> None:
    """Add the drawn bracket, with its first round seated."""
    _add_matches(state, line, stage=None)


def add_round(state: State, line: Line) -> None:
    """Add a round of a stage, with all its seats."""
    _add_matches(state, line, stage=line.data["stage"])


def _add_matches(state: State, line: Line, stage: int | None) -> None:
    """Add the line's matches to the draw, with their published seats; `stage` is None for the bracket."""
    state.draw = state.draw or Draw()
    for item in line.data["matches"]:
        match = Match(item["match"], item["round"], item["number"], _seats_by_number(item["seats"]), stage)
        match.second_chance = _is_second_chance(state.draw, match)
        state.draw.matches[match.id] = match
    state.draw.fed = _fed_seats(state.draw.matches.values())


def _is_second_chance(draw: Draw, match: Match) -> bool:
    """Return whether the match is of the second chance, by its published seats.

    Then a seat comes from a certain side of a match, or all come from matches of the second chance.
    """
    fed = [seat for seat in match.seats.values() if seat.source is not None]
    sources = [draw.matches.get(seat.source or "") for seat in fed]
    is_after = bool(fed) and all(source is not None and source.second_chance for source in sources)
    return is_after or any(seat.source_side is not None for seat in fed)


def _seats_by_number(items: Iterable[Data]) -> dict[int, Seat]:
    """Return the seats of a published match by number."""
    return {item["seat"]: _published_seat(item) for item in items}


def _published_seat(item: Data) -> Seat:
    """Return a published seat; it is filled if the draw seats an entry."""
    source = item["from"] or {"match": None, "take": "winner"}
    return Seat(
        number=item["seat"],
        side=item["side"],
        suit=item["suit"],
        entry=item["entry"],
        player=item["player"],
        source=source["match"],
        take=source["take"],
        source_side=source.get("side"),
        filled=item["entry"] is not None,
        drawn=item["entry"],
    )


def _fed_seats(matches: Iterable[Match]) -> dict[str, list[SeatKey]]:
    """Return the seats that wait for each match's winner or loser, by the match's id."""
    fed: dict[str, list[SeatKey]] = {}
    for match in matches:
        for seat in match.seats.values():
            if seat.source is not None:
                fed.setdefault(seat.source, []).append((match.id, seat.number))
    return fed


def remove_draw(state: State, line: Line) -> None:
    """Remove all matches that were drawn."""
    state.draw = None


def remove_round(state: State, line: Line) -> None:
    """Remove the matches of a round of a stage; they fed no other."""
    if state.draw is None:
        return
    kept = {code: match for code, match in state.draw.matches.items() if match.round != line.data["round"]}
    state.draw.matches = kept


def replace_round(state: State, line: Line) -> None:
    """Replace all seats of one round."""
    if state.draw is None:
        return
    for item in line.data["matches"]:
        state.draw.matches[item["match"]].seats = _seats_by_number(item["seats"])
    state.draw.fed = _fed_seats(state.draw.matches.values())


def start_match(state: State, line: Line) -> None:
    """Start a match, and with the first one the tournament."""
    state.started = True
    if match := state.match(line.data["match"]):
        match.started = True


def set_pineapples(state: State, line: Line) -> None:
    """Set the pineapples of everyone at the match, for this match and later ones."""
    match = state.match(line.data["match"])
    for code in match.occupied.values() if match else ():
        if entry := state.entries.get(code):
            entry.pineapples = frozenset(line.data["pineapples"]) & set(entry.players)


def call_time(state: State, line: Line) -> None:
    """Mark the match's time as called."""
    if match := state.match(line.data["match"]):
        match.time_called = True


def extend_time(state: State, line: Line) -> None:
    """Mark the match's time as not called: it has more time now."""
    if match := state.match(line.data["match"]):
        match.time_called = False


def restart_after_drawn_game(state: State, line: Line) -> None:
    """Restart the match after a drawn game: without redraws, starter and call of time."""
    if match := state.match(line.data["match"]):
        match.drawn_games.append(match.time_called)
        match.time_called, match.starter = False, None
        match.redraws.clear()


def resume_game(state: State, line: Line) -> None:
    """Take the latest drawn game back; the game goes on."""
    match = state.match(line.data["match"])
    if match is not None and match.drawn_games:
        match.time_called, match.starter = match.drawn_games.pop(), None


def count_redraw(state: State, line: Line) -> None:
    """Count one more redraw of a player; who began is unknown again."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] += 1
        match.starter = None


def set_starter(state: State, line: Line) -> None:
    """Set the seat that began; None if it is unknown again."""
    if match := state.match(line.data["match"]):
        match.starter = line.data["seat"]


def take_redraw_back(state: State, line: Line) -> None:
    """Count one redraw of a player less."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] -= 1


def note_irregularity(state: State, line: Line) -> None:
    """Let the seat of an irregular act, and its partner's, be filled by hand in this act.

    A late entry gets a new seat. Do nothing if the act names no match or no seat.
    """
    match = state.match(line.data.get("match") or "")
    number = line.data.get("seat")
    if match is None or number is None:
        return
    if state.since_2 and line.data["what"] == LateEntry.what and number == len(match.seats) + 1:
        match.seats[number] = Seat(number, number, None, None, None, None, "winner", filled=False, drawn=None)
    side = match.seats[number].side
    pair = {seat.number for seat in match.seats.values() if seat.side == side and state.since_2}
    state.act.hands |= {(match.id, other) for other in {number, *pair}}


def fill_seat(state: State, line: Line) -> None:
    """Seat an entry (None: the seat stays empty), and mark whether it was by hand.

    An act that opens the match first removes the marks `by_hand` and `kept`, but an undo keeps them.
    """
    match = state.match(line.data["match"])
    if match is None:
        return
    seat = match.seats[line.data["seat"]]
    if match.id in state.act.opened and not state.act.undoes and not _stays_kept(state, seat):
        seat.by_hand = seat.kept = False
    if (match.id, seat.number) in state.act.hands:
        seat.by_hand, seat.kept = True, False
    seat.entry, seat.player, seat.suit = (line.data[key] for key in ("entry", "player", "suit"))
    seat.filled = True


def _stays_kept(state: State, seat: Seat) -> bool:
    """Return whether the seat was kept for an entry that has left since; then it counts as kept still."""
    return seat.kept and not state.is_live(seat.entry)


def add_sheet(state: State, line: Line) -> None:
    """Make a version of a sheet the match's current one, with the scores that the rules give it.

    For a later version, note which matches after it have no sheet yet (`State.open_before`).
    """
    match = state.match(line.data["match"])
    if match is None:
        return
    if match.current is not None:
        reached = [match, *state.later(match.id)]
        state.open_before[match.id] = frozenset(one.id for one in reached if one.current is None)
    scores = scores_of(state, match, line.data)
    match.current = ReplayedSheet(
        line.seq, line.data, match.occupied, _absent_entries(state, match, line.data), scores
    )
    if line.data["rewritten"]:
        match.rewritten.append(match.current)


def _absent_entries(state: State, match: Match, data: Data) -> frozenset[str]:
    """Return the ids of the entries at the match of which a member is marked absent."""
    gone = {item["player"] for item in data["lines"] if item["out"] == "absent"}
    seated = (state.entries[entry] for entry in match.occupied.values())
    return frozenset(entry.id for entry in seated if gone.intersection(entry.players))


# --- corrections --------------------------------------------------------------------------------------


def apply_correction(state: State, line: Line) -> None:
    """Apply the remedies: seats open again or are kept, matches become void, or a correction is undone."""
    name = line.data["match"]
    exceptions = {
        (target.id, seat.number): (seat.by_hand, seat.kept)
        for match in [name, *(later.id for later in state.later(name))]
        for target, seat in state.fed_seats(match)
    }
    voided: Voided = {}
    for effect in line.data["effects"]:
        _EFFECTS[effect["remedy"]](state, name, effect, voided)
    before = state.open_before.get(name, frozenset())
    state.corrections[line.seq] = Correction(before, voided, exceptions)


def _reseat(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Open the effect's match; its seats that the corrected match (`name`) fills are no longer kept."""
    state.act.opened.add(effect["match"])
    for target, seat in state.fed_seats(name):
        seat.kept = seat.kept and target.id != effect["match"]


def _keep_seats(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Mark the seats of the effect's match that the corrected match (`name`) fills as kept."""
    for target, seat in state.fed_seats(name):
        if target.id == effect["match"]:
            seat.kept = True


def _replay_matches(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Make the effect's match and all later ones void, empty the seats that they had filled, and reseat.

    Their games are added to `voided`, unless they are there.
    """
    first, later = state.match(effect["match"]), state.later(effect["match"])
    sources = {effect["match"], *(match.id for match in later)}
    for match in [*([first] if first else []), *later]:
        voided.setdefault(match.id, match.noted_game())
        match.void()
        if match is not first:
            _empty_seats(match, sources)
    _reseat(state, name, effect, voided)


def _empty_seats(match: Match, void: set[str]) -> None:
    """Empty the seats that the void matches (ids) had filled, and remove their marks."""
    for seat in match.seats.values():
        if seat.source in void:
            seat.entry = seat.player = None
            seat.filled = seat.by_hand = seat.kept = False


def _undo_correction(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Undo the correction that the effect names: matches resume, and seats have their exceptions again."""
    correction = state.corrections.get(effect.get("of") or -1)
    state.act.opened.add(effect["match"])
    if correction is None:
        return
    for code, game in correction.voided.items():
        state.act.opened.add(code)
        if match := state.match(code):
            match.resume(game)
    for (code, number), (by_hand, kept) in correction.exceptions.items():
        if match := state.match(code):
            match.seats[number].by_hand, match.seats[number].kept = by_hand, kept
    _reopen_matches(state, correction, voided)
    state.act.undoes = True


def _reopen_matches(state: State, correction: Correction, voided: Voided) -> None:
    """Reopen matches that were open before the correction and ended by it."""
    found = [match for code in correction.open_before if (match := state.match(code)) and match.current]
    for match in found:
        voided.setdefault(match.id, match.noted_game())
        match.void()
        state.act.opened.add(match.id)
        for later in state.later(match.id):
            _empty_seats(later, {match.id})


_EFFECTS: Mapping[str, Callable[[State, str, Data, Voided], None]] = MappingProxyType(
    {
        "reseat": _reseat,
        "keep": _keep_seats,
        "replay": _replay_matches,
        "replace": _reseat,
        "undo": _undo_correction,
    }
)
