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


def published(state: State, line: Line) -> None:
    """Add the drawn bracket, with its first round seated."""
    _add(state, line, stage=None)


def round_drawn(state: State, line: Line) -> None:
    """Add a round of a stage, with all its seats."""
    _add(state, line, stage=line.data["stage"])


def _add(state: State, line: Line, stage: int | None) -> None:
    state.draw = state.draw or Draw()
    for item in line.data["matches"]:
        match = Match(item["match"], item["round"], item["number"], _seats(item["seats"]), stage)
        state.draw.matches[match.id] = match
    state.draw.fed = _feeds(state.draw.matches.values())


def _seats(items: Iterable[Data]) -> dict[int, Seat]:
    """Return the seats of a published match by number."""
    return {item["seat"]: _seat(item) for item in items}


def _seat(item: Data) -> Seat:
    source = item["from"] or {"match": None, "take": "winner"}
    return Seat(
        number=item["seat"],
        side=item["side"],
        suit=item["suit"],
        entry=item["entry"],
        player=item["player"],
        source=source["match"],
        take=source["take"],
        filled=item["entry"] is not None,
        drawn=item["entry"],
    )


def _feeds(matches: Iterable[Match]) -> dict[str, list[SeatKey]]:
    """Return the seats that each match's result fills."""
    fed: dict[str, list[SeatKey]] = {}
    for match in matches:
        for seat in match.seats.values():
            if seat.source is not None:
                fed.setdefault(seat.source, []).append((match.id, seat.number))
    return fed


def withdrawn(state: State, line: Line) -> None:
    """Remove all matches that were drawn."""
    state.draw = None


def redrawn(state: State, line: Line) -> None:
    """Replace all seats of one round."""
    if state.draw is None:
        return
    for item in line.data["matches"]:
        state.draw.matches[item["match"]].seats = _seats(item["seats"])
    state.draw.fed = _feeds(state.draw.matches.values())


def started(state: State, line: Line) -> None:
    """Start a match, and with the first one the tournament."""
    state.started = True
    if match := state.match(line.data["match"]):
        match.started = True


def pineapples_changed(state: State, line: Line) -> None:
    """Set the pineapples of everyone at the match, for this match and later ones."""
    match = state.match(line.data["match"])
    for code in match.occupied.values() if match else ():
        if entry := state.entries.get(code):
            entry.pineapples = frozenset(line.data["pineapples"]) & set(entry.players)


def time_called(state: State, line: Line) -> None:
    """Mark time as called."""
    if match := state.match(line.data["match"]):
        match.time_called = True


def extended(state: State, line: Line) -> None:
    """Give more time, so that time is no longer called."""
    if match := state.match(line.data["match"]):
        match.time_called = False


def game_drawn(state: State, line: Line) -> None:
    """Restart the match after a drawn game."""
    if match := state.match(line.data["match"]):
        match.drawn.append(match.time_called)
        match.time_called, match.starter = False, None
        match.redraws.clear()


def game_resumed(state: State, line: Line) -> None:
    """Take the latest drawn game back; the game goes on."""
    match = state.match(line.data["match"])
    if match is not None and match.drawn:
        match.time_called, match.starter = match.drawn.pop(), None


def redraw_noted(state: State, line: Line) -> None:
    """Count one more redraw of a player."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] += 1
        match.starter = None


def starter_noted(state: State, line: Line) -> None:
    """Set the seat that began, or that it is unknown again."""
    if match := state.match(line.data["match"]):
        match.starter = line.data["seat"]


def redraw_taken_back(state: State, line: Line) -> None:
    """Count one redraw less."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] -= 1


def noted(state: State, line: Line) -> None:
    """Note an irregular act; with a seat, that seat may be filled by hand in this act."""
    match = state.match(line.data.get("match") or "")
    number = line.data.get("seat")
    if match is None or number is None:
        return
    if state.since_2 and line.data["what"] == LateEntry.what and number == len(match.seats) + 1:
        match.seats[number] = Seat(number, number, None, None, None, None, "winner", filled=False, drawn=None)
    side = match.seats[number].side
    pair = {seat.number for seat in match.seats.values() if seat.side == side and state.since_2}
    state.act.hands |= {(match.id, other) for other in {number, *pair}}


def filled(state: State, line: Line) -> None:
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
    """Return whether a kept seat's holder has left; then the rightful winner's last table stays the same."""
    return seat.kept and not state.is_live(seat.entry)


def recorded(state: State, line: Line) -> None:
    """Add a version of a sheet, which is the current one from now on."""
    match = state.match(line.data["match"])
    if match is None:
        return
    if match.current is not None:
        reached = [match, *state.later(match.id)]
        state.open_before[match.id] = frozenset(one.id for one in reached if one.current is None)
    scores = scores_of(state, match, line.data)
    match.current = ReplayedSheet(
        line.seq, line.data, match.occupied, _absent(state, match, line.data), scores
    )
    if line.data["rewritten"]:
        match.rewritten.append(match.current)


def _absent(state: State, match: Match, data: Data) -> frozenset[str]:
    """Return the entries with a member marked absent."""
    gone = {item["player"] for item in data["lines"] if item["out"] == "absent"}
    seated = (state.entries[entry] for entry in match.occupied.values())
    return frozenset(entry.id for entry in seated if gone.intersection(entry.players))


# --- corrections --------------------------------------------------------------------------------------


def corrected(state: State, line: Line) -> None:
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


def _open(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Open the match; its seats that the corrected match (`name`) fills are no longer kept."""
    state.act.opened.add(effect["match"])
    for target, seat in state.fed_seats(name):
        seat.kept = seat.kept and target.id != effect["match"]


def _keep(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Mark the seats of the later match that this match feeds as kept."""
    for target, seat in state.fed_seats(name):
        if target.id == effect["match"]:
            seat.kept = True


def _replay(state: State, name: str, effect: Data, voided: Voided) -> None:
    """Make the match and all later ones void, and empty the seats that they had filled."""
    first, later = state.match(effect["match"]), state.later(effect["match"])
    sources = {effect["match"], *(match.id for match in later)}
    for match in [*([first] if first else []), *later]:
        voided.setdefault(match.id, match.noted_game())
        match.void()
        if match is not first:
            _unseat(match, sources)
    _open(state, name, effect, voided)


def _unseat(match: Match, void: set[str]) -> None:
    """Empty the seats that the void matches (ids) had filled, and remove their marks."""
    for seat in match.seats.values():
        if seat.source in void:
            seat.entry = seat.player = None
            seat.filled = seat.by_hand = seat.kept = False


def _undo(state: State, name: str, effect: Data, voided: Voided) -> None:
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
    _reopen(state, correction, voided)
    state.act.undoes = True


def _reopen(state: State, correction: Correction, voided: Voided) -> None:
    """Reopen matches that were open before the correction and ended by it."""
    found = [match for code in correction.open_before if (match := state.match(code)) and match.current]
    for match in found:
        voided.setdefault(match.id, match.noted_game())
        match.void()
        state.act.opened.add(match.id)
        for later in state.later(match.id):
            _unseat(later, {match.id})


_EFFECTS: Mapping[str, Callable[[State, str, Data, Voided], None]] = MappingProxyType(
    {"reseat": _open, "keep": _keep, "replay": _replay, "replace": _open, "undo": _undo}
)
