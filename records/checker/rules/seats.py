"""Who takes a seat, and that every act leaves the seats as the bracket says."""

from collections.abc import Collection

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, Match, Seat, SeatKey, State
from records.checker.rules.chairs import takes_chair
from records.checker.rules.takers import Takers, from_bracket, holds, takers


def filled(state: State, line: Line) -> Findings:
    """Everything wrong with one `seat.filled`."""
    data = line.data
    match = state.match(data["match"])
    seat = match.seats.get(data["seat"]) if match else None
    if match is None or seat is None:
        what = f"no seat {data['seat']} at {shown(data['match'])} in a standing draw"
        yield Discrepancy(line.seq, "seat_unknown", what)
        return
    yield from _may_change(state, line, match, seat)
    yield from _right_entry(state, line, match, seat)
    yield from _right_player(state, line, seat)
    yield from _other_suit(line, match, seat)
    if (match.id, seat.number) in state.act.chairs and not seat.filled:
        yield from takes_chair(state, line, match)
    elif state.since_2 and data["suit"] != seat.suit and data["entry"] != seat.entry:
        what = f"seat {seat.number} of {match.id}: a suit is changed by hand, in a line of its own"
        yield Discrepancy(line.seq, "suit_changed", what)


def _may_change(state: State, line: Line, match: Match, seat: Seat) -> Findings:
    """Seats change before the match; later a suit may, or what a remedy opened."""
    data = line.data
    same = (data["entry"], data["player"], True) == seat.taken
    opened = match.id in state.act.opened
    if seat.source is not None and ("correction", seat.source) in state.act.dues:
        yield Discrepancy(line.seq, "order_in_act", "correction.applied comes before the seats")
    if not opened and (match.current is not None or (match.started and not same)):
        yield Discrepancy(line.seq, "seat_after_start", f"{match.id} has begun")
    if same and data["suit"] == seat.suit:
        yield Discrepancy(line.seq, "seat_repeated", f"seat {seat.number} of {match.id} is as it was")


def _right_entry(state: State, line: Line, match: Match, seat: Seat) -> Findings:
    """Whom the bracket sends, unless the seat is filled by hand; never who has left."""
    entry = line.data["entry"]
    if _comes_back(state, match):
        return
    if entry is not None and not state.is_live(entry):
        yield Discrepancy(line.seq, "seated_after_leaving", f"{shown(entry)} has left or never was there")
        return
    if (match.id, seat.number) in state.act.hands:
        return
    if seat.kept and not state.is_live(seat.entry):
        due: Takers | None = frozenset([None])  # the rightful winner's last table stays the one it won
    else:
        due = from_bracket(state, seat) if match.id in state.act.opened else takers(state, seat)
    if due is None:
        yield Discrepancy(line.seq, "seat_too_early", f"{shown(seat.source)} has no sheet yet")
    elif entry not in due:
        yield Discrepancy(line.seq, "seat_wrong", f"{shown(entry)} instead of {_told(due)}")


def _comes_back(state: State, match: Match) -> bool:
    """Whether an undo restores it: `check_undone` compares who sat there, also those who have left since."""
    return bool(state.act.undone) and match.id in state.act.opened


def _right_player(state: State, line: Line, seat: Seat) -> Findings:
    """A member in pairs, nobody by name elsewhere."""
    entry = state.entries.get(line.data["entry"] or "")
    pairs = (state.team_size or 1) > 1
    due = entry.players if entry and pairs else (None,)
    if line.data["player"] not in due:
        what = f"{shown(line.data['player'])} is not due at seat {seat.number}"
        yield Discrepancy(line.seq, "player_wrong", what)


def _other_suit(line: Line, match: Match, seat: Seat) -> Findings:
    """The same suit is never twice at a table (1.1); a person neither."""
    others = [other for other in match.seats.values() if other.number != seat.number]
    if line.data["suit"] is not None and line.data["suit"] in [other.suit for other in others]:
        yield Discrepancy(line.seq, "suit_twice", f"{match.id}: {line.data['suit']} is taken")
    mates = [other for other in others if other.side == seat.side and other.entry == line.data["entry"]]
    if line.data["player"] is not None and line.data["player"] in [mate.player for mate in mates]:
        yield Discrepancy(line.seq, "player_wrong", f"{shown(line.data['player'])} sits at {match.id} twice")


def check_holders(state: State, line: Line, match: Match, but: Collection[str] = ()) -> Findings:
    """Every seat of a match that begins or is decided is known, and nobody sits there who had left."""
    waiting = [seat.number for seat in match.seats.values() if not seat.filled]
    if waiting:
        yield Discrepancy(line.seq, "match_not_ready", f"{match.id} waits at seats {listed(waiting)}")
    if not match.is_open or _comes_back(state, match):
        return
    for entry in match.occupied.values():
        if entry not in but and not state.is_live(entry):
            yield Discrepancy(line.seq, "seated_after_leaving", f"{shown(entry)} has left")


def check_watched(state: State) -> Findings:
    """At the end of an act: the seats that its lines changed are filled as the bracket now says."""
    act = state.act
    found = {**{key: seq for key, seq in act.emptying.items() if _is_open(state, key)}, **act.watched}
    for (name, number), seq in sorted(found.items(), key=lambda item: (item[1], item[0])):
        match = state.match(name)
        seat = match.seats.get(number) if match else None
        if state.act.undone and not _is_open(state, (name, number)):
            continue  # `check_undone` compares; who was seated rightly may have left after the match
        if seat is not None and not holds(state, seat):
            rule = "seat_wrong" if seat.filled else "seat_not_filled"
            due = _told(takers(state, seat))
            what = f"seat {number} of {name} holds {shown(seat.entry)}, due is {due}"
            yield Discrepancy(seq, rule, what)


def check_moved(state: State) -> Findings:
    """At the end of an act: whoever changed seats sits at one match of the round; who is live, at one."""
    seated = state.draw.seated if state.draw else {}
    for (round_, entry), seq in state.act.moved.items():
        places = seated.get((round_, entry), set())
        if len(places) > 1:
            what = f"{shown(entry)} sits at {listed(sorted(name for name, _ in places))} in one round"
            yield Discrepancy(seq, "seated_twice", what)
        elif not places and state.act.hands and state.is_live(entry) and not state.act.opened:
            yield Discrepancy(seq, "unseated", f"{shown(entry)} is live and sits nowhere in round {round_}")


def _is_open(state: State, key: SeatKey) -> bool:
    match = state.match(key[0])
    return match is not None and match.is_open


def _told(due: Takers | None) -> str:
    return "nobody yet" if due is None else listed([entry or "nobody" for entry in due])
