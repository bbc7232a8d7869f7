"""Replays the lines about draw, matches, seats and sheets into a `State`.

A sheet's scores come from its verdict, which `verdicts` works out; a remedy of a correction takes its
effect here, its legality is looked at in `corrections`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from records.checker.replay.state import (
    Correction,
    Draw,
    Line,
    Look,
    Match,
    Picture,
    Seat,
    SeatKey,
    Sheet,
    State,
    Undo,
)
from records.checker.rules.chairs import grow, is_chair_more
from records.checker.rules.committing import LOST

Data = Mapping[str, Any]


def committed(state: State, line: Line) -> None:
    """A secret is promised for the next draw."""
    state.promise = line.data["hash"]
    state.promises.add(line.data["hash"])
    state.act.dues.pop(("commitment", "draw"), None)
    state.act.secret_lost = False


def published(state: State, line: Line) -> None:
    """A new bracket, with round 1 seated."""
    state.draw = bracket(line)
    state.match_ids.update(state.draw.matches)


def bracket(line: Line) -> Draw:
    """The bracket that a `draw.published` describes."""
    data = line.data
    matches: dict[str, Match] = {}
    for item in data["matches"]:
        match = Match(item["match"], item["round"], item["number"], seats_from(item["seats"]))
        matches.setdefault(match.id, match)
    rounds = tuple(map(tuple, data["rounds"]))
    byes = {match.id for match in matches.values() if len(match.sides) == 1}
    fed, seated = feeds_of(matches.values()), seated_at(matches.values())
    return Draw(line.seq, tuple(data["order"]), rounds, matches, fed, byes, seated)


def seats_from(items: Iterable[Data]) -> dict[int, Seat]:
    """The seats of a published match."""
    seats: dict[int, Seat] = {}
    for item in items:
        source = item["from"] or {"match": None, "take": "winner"}
        seat = Seat(
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
        seats.setdefault(seat.number, seat)
    return seats


def feeds_of(matches: Iterable[Match]) -> dict[str, list[SeatKey]]:
    """Which seats each match fills."""
    fed: dict[str, list[SeatKey]] = {}
    for match in matches:
        for seat in match.seats.values():
            if seat.source is not None:
                fed.setdefault(seat.source, []).append((match.id, seat.number))
    return fed


def seated_at(matches: Iterable[Match]) -> dict[tuple[int, str], set[tuple[str, int]]]:
    """Where each entry sits in each round."""
    seated: dict[tuple[int, str], set[tuple[str, int]]] = {}
    for match in matches:
        for side, entry in match.occupied.items():
            seated.setdefault((match.round, entry), set()).add((match.id, side))
    return seated


def withdrawn(state: State, line: Line) -> None:
    """The bracket is gone; its match ids stay used, and its secret is known."""
    state.draw = state.promise = None


def redrawn(state: State, line: Line) -> None:
    """All seats of one round are replaced."""
    if state.draw is None:
        return
    for item in line.data["matches"]:
        match = state.draw.matches.get(item["match"])
        if match is not None:
            match.seats = seats_from(item["seats"])
    state.draw.fed = feeds_of(state.draw.matches.values())
    state.draw.seated = seated_at(state.draw.matches.values())


def started(state: State, line: Line) -> None:
    """A match begins, and with the first the tournament."""
    state.started = True
    if match := state.match(line.data["match"]):
        match.started = True


def pineapples_changed(state: State, line: Line) -> None:
    """Of everybody at the match: what counts there and at the later ones."""
    match = state.match(line.data["match"])
    for code in match.occupied.values() if match else ():
        if entry := state.entries.get(code):
            entry.pineapples = frozenset(line.data["pineapples"]) & set(entry.players)


def time_called(state: State, line: Line) -> None:
    """The limit is reached."""
    if match := state.match(line.data["match"]):
        match.time_called = True


def extended(state: State, line: Line) -> None:
    """More time: if it was called, it is not any more."""
    if match := state.match(line.data["match"]):
        match.time_called = False


def game_drawn(state: State, line: Line) -> None:
    """Nobody won: the match begins anew."""
    if match := state.match(line.data["match"]):
        match.drawn.append(match.time_called)
        match.time_called = False
        match.redraws.clear()


def game_resumed(state: State, line: Line) -> None:
    """The latest drawn game was none: it goes on."""
    match = state.match(line.data["match"])
    if match is not None and match.drawn:
        match.time_called = match.drawn.pop()


def redraw_noted(state: State, line: Line) -> None:
    """One more redraw of a player."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] += 1


def redraw_taken_back(state: State, line: Line) -> None:
    """One redraw less."""
    if match := state.match(line.data["match"]):
        match.redraws[line.data["player"]] -= 1


def noted(state: State, line: Line) -> None:
    """An act outside the ordinary run; with a seat, that seat may be filled by hand in this act.

    Where the system says that a secret is lost, another one may be promised.
    """
    match, seat = line.data["match"], line.data["seat"]
    state.act.secret_lost |= line.data["what"] == LOST and line.role == "system"
    here = state.match(match) if match is not None else None
    if here is not None and is_chair_more(state, line, here):
        grow(state, line, here)
    if here is None or seat not in here.seats:
        return
    side = here.seats[seat].side
    pair = {other.number for other in here.seats.values() if other.side == side and state.since_2}
    state.act.hands |= {(here.id, number) for number in {seat, *pair}}


def filled(state: State, line: Line) -> None:
    """Somebody, or for certain nobody, takes a seat."""
    data = line.data
    match = state.match(data["match"])
    seat = match.seats.get(data["seat"]) if match else None
    if match is None or seat is None:
        return
    if match.id in state.act.opened and not state.act.undone and not _stays_kept(state, seat):
        seat.by_hand = seat.kept = False
    if (match.id, seat.number) in state.act.hands:
        seat.by_hand, seat.kept = True, False
    _move(state, match, seat, data["entry"], line.seq)
    seat.player, seat.suit, seat.filled = data["player"], data["suit"], True


def _stays_kept(state: State, seat: Seat) -> bool:
    """A kept seat whose holder has left: the rightful winner's last table stays the one it won."""
    return seat.kept and not state.is_live(seat.entry)


def _move(state: State, match: Match, seat: Seat, entry: str | None, seq: int) -> None:
    """Another entry takes the seat; who sits where in this round is kept, and who moved in this act."""
    before, seat.entry = seat.entry, entry
    seated = state.draw.seated if state.draw else {}
    for moved in {before, entry} - {None}:
        here = {(match.id, other.side) for other in match.seats.values() if other.entry == moved}
        elsewhere = {place for place in seated.get((match.round, str(moved)), ()) if place[0] != match.id}
        seated[match.round, str(moved)] = here | elsewhere
        state.act.moved[match.round, str(moved)] = seq


def recorded(state: State, line: Line, scores: Mapping[int, int | None]) -> None:
    """A version of a sheet, which counts from now on."""
    match = state.match(line.data["match"])
    if match is None:
        return
    if match.current is not None:
        state.pictures[match.id] = snapshots_of(state, [match.id, *_later(state, match.id)])
    match.version = line.data["version"]
    match.superseded = match.current.ended_by if match.current else None
    if line.data["report"] is not None:
        match.reports.add(line.data["report"])
    match.current = Sheet(
        line.seq, line.at, line.by, line.data, match.occupied, absent(state, match, line), scores
    )
    if line.data["rewritten"]:
        match.rewritten.append(match.current)
    state.act.dues.pop(("rewrite", match.id), None)
    state.act.dues.pop(("version", match.id), None)


def absent(state: State, match: Match, line: Line) -> frozenset[str]:
    """The entries of whom somebody is marked absent."""
    gone = {str(item.get("player")) for item in line.data["lines"] if item.get("out") == "absent"}
    return frozenset(
        entry
        for entry in match.occupied.values()
        if entry in state.entries and gone.intersection(state.entries[entry].players)
    )


def snapshots_of(state: State, matches: Iterable[str]) -> Picture:
    """What some matches look like now: who sits there, and what their sheets say."""
    found = (state.match(name) for name in matches)
    return {match.id: _look(match) for match in found if match is not None}


def corrected(state: State, line: Line) -> None:
    """The remedies take effect: seats open again, are kept, matches are void, or all is taken back."""
    name = line.data["match"]
    state.act.dues.pop(("correction", name), None)
    named = frozenset(effect["match"] for effect in line.data["effects"])
    exceptions = _exceptions(state, [name, *_later(state, name)])
    voided: dict[str, tuple[bool, bool]] = {}
    for effect in line.data["effects"]:
        _EFFECTS[effect["remedy"]](state, line, effect, voided)
    before = state.pictures.get(name, {})
    version = line.data["version"]
    state.corrections[line.seq] = Correction(
        line.seq, name, version, before, named | {name}, named, voided, exceptions
    )


def _exceptions(state: State, names: Sequence[str]) -> Mapping[SeatKey, tuple[bool, bool]]:
    """Of the seats that these matches fill."""
    return {
        (target.id, seat.number): (seat.by_hand, seat.kept)
        for name in names
        for target, seat in state.fed_seats(name)
    }


def _open(state: State, line: Line, effect: Data, voided: dict[str, tuple[bool, bool]]) -> None:
    state.act.opened.add(effect["match"])
    for target, seat in state.fed_seats(line.data["match"]):
        seat.kept = seat.kept and target.id != effect["match"]


def _keep(state: State, line: Line, effect: Data, voided: dict[str, tuple[bool, bool]]) -> None:
    for target, seat in state.fed_seats(line.data["match"]):
        if target.id == effect["match"]:
            seat.kept = True


def _replay(state: State, line: Line, effect: Data, voided: dict[str, tuple[bool, bool]]) -> None:
    for name in [effect["match"], *_later(state, effect["match"])]:
        match = state.match(name)
        if match is None:
            continue
        voided.setdefault(name, (match.started, match.time_called))
        match.started = match.time_called = False
        match.redraws.clear()
        match.drawn.clear()
        match.current = None
        if name != effect["match"]:
            _unseat(state, match, {effect["match"], *_later(state, effect["match"])}, line.seq)
    _open(state, line, effect, voided)


def _unseat(state: State, match: Match, void: set[str], seq: int) -> None:
    """Seats that void matches had filled wait again."""
    for seat in match.seats.values():
        if seat.source in void:
            _move(state, match, seat, None, seq)
            seat.player = None
            seat.filled = seat.by_hand = seat.kept = False


def _replace(state: State, line: Line, effect: Data, voided: dict[str, tuple[bool, bool]]) -> None:
    match = state.match(effect["match"])
    _open(state, line, effect, voided)
    if match is not None and match.current is not None:
        state.act.dues["rewrite", match.id] = line.seq


def _undo(state: State, line: Line, effect: Data, voided: dict[str, tuple[bool, bool]]) -> None:
    correction = state.corrections.get(effect.get("of") or -1)
    state.act.opened.add(effect["match"])
    if correction is None:
        return
    for name, (was_started, was_called) in correction.voided.items():
        state.act.opened.add(name)
        if match := state.match(name):
            match.started, match.time_called = was_started, was_called
    for (name, number), (by_hand, kept) in correction.exceptions.items():
        if match := state.match(name):
            match.seats[number].by_hand, match.seats[number].kept = by_hand, kept
    _unmake(state, correction, line.seq, voided)
    state.undone.add(correction.seq)
    if all(undo.correction is not correction for undo in state.act.undone):
        state.act.undone.append(Undo(line.seq, correction))


def _unmake(state: State, correction: Correction, seq: int, voided: dict[str, tuple[bool, bool]]) -> None:
    """Matches that were open before the correction, and over by it, are open again."""
    open_before = (name for name, (_, sheet) in correction.before.items() if sheet is None)
    found = [match for name in open_before if (match := state.match(name)) and match.current is not None]
    for match in found:
        voided.setdefault(match.id, (match.started, match.time_called))
        match.started = match.time_called = False
        match.redraws.clear()
        match.drawn.clear()
        match.current = None
        state.act.opened.add(match.id)
        for later in _later(state, match.id):
            if target := state.match(later):
                _unseat(state, target, {match.id}, seq)


def _later(state: State, match: str) -> list[str]:
    return state.draw.later(match) if state.draw else []


def _look(match: Match) -> Look:
    seats = tuple(match.seats[number].taken for number in sorted(match.seats))
    return seats, match.current.content if match.current else None


_EFFECTS = {"reseat": _open, "keep": _keep, "replay": _replay, "replace": _replace, "undo": _undo}
