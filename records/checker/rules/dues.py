"""What a line makes necessary before its act ends: seats to fill, corrections to explain, sheets to write.

An act is a run of lines with the same `at`. `owe` is asked after a line was replayed, with the state as
it was kept from before; `settle` when the act is over.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from records.checker.format.findings import Discrepancy, Findings
from records.checker.replay.state import Act, Line, Match, Seat, Sheet, State
from records.checker.rules.committing import promises
from records.checker.rules.corrections import check_undone
from records.checker.rules.seats import check_moved, check_watched
from records.checker.rules.takers import taken_from, takers

OWED: Mapping[str, str] = MappingProxyType(
    {
        "correction": "the winner changed, a correction.applied is due",
        "rewrite": "somebody was replaced, the rewritten sheet is due",
        "version": "its winner was disqualified, a new version is due",
        "sheet": "somebody was disqualified in play, the sheet is due",
        "commitment": "the draw was withdrawn, another secret is to be promised",
        "judged": "disqualified by a judge, a sheet that says so is due",
        "late": "entered after the draw, an empty seat of round 1 is due",
    }
)


def turn(state: State, line: Line) -> Findings:
    """Before a line: settle the act before it, where this line begins another."""
    if line.at != state.act.at:
        yield from settle(state)
        state.act = Act(at=line.at)


def settle(state: State) -> Findings:
    """Everything that the act in progress still owes."""
    yield from check_watched(state)
    yield from check_moved(state)
    yield from check_undone(state)
    for (kind, name), seq in state.act.dues.items():
        yield Discrepancy(seq, f"{kind}_due", f"{name}: {OWED[kind]}")
    for name in sorted(state.act.byes):
        yield Discrepancy(state.draw.seq if state.draw else 0, "bye_due", f"{name}: its bye sheet is due")


def byes_first(state: State, line: Line) -> Findings:
    """Directly after the draw come the bye sheets and the seats that they fill, nothing else."""
    if not state.act.byes or line.type == "seat.filled":
        return
    if line.type == "sheet.recorded" and line.data["match"] in state.act.byes:
        state.act.byes.discard(line.data["match"])
        return
    yield Discrepancy(line.seq, "bye_due", f"{len(state.act.byes)} byes come first, directly after the draw")
    state.act.byes.clear()


def drawn(state: State, line: Line) -> None:
    """After a draw: its byes."""
    if state.draw is not None:
        state.act.byes = set(state.draw.byes)


def withdrawn(state: State, line: Line) -> None:
    """After a draw was taken back: a secret for the next one."""
    if promises(state):
        state.act.dues["commitment", "draw"] = line.seq


def decided(state: State, line: Line, before: Sheet | None) -> None:
    """After a sheet: the seats that it fills, and a correction where another one goes on than `before`."""
    match = state.match(line.data["match"])
    if match is None or match.current is None:
        return
    state.act.dues.pop(("sheet", match.id), None)
    for entry in match.occupied.values():
        state.act.dues.pop(("judged", entry), None)
    for target, seat in state.fed_seats(match.id):
        if not seat.filled or before is None or _changes(state, before, match.current, seat):
            state.act.watched[target.id, seat.number] = line.seq
    if before is not None and before.winner != match.current.winner:
        state.act.dues["correction", match.id] = line.seq


def _changes(state: State, before: Sheet, after: Sheet, seat: Seat) -> bool:
    if seat.take == "winner":
        return before.winner != after.winner
    return taken_from(state, before, seat.take) != taken_from(state, after, seat.take)


def gone(state: State, line: Line) -> None:
    """After an entry left: its seat at a match that has not begun becomes empty."""
    entry = line.data["entry"]
    for match, seat in state.seats_of(entry):
        if match.is_open:
            state.act.emptying[match.id, seat.number] = line.seq
    if line.type == "entry.disqualified":
        _disqualified(state, line, entry)


def _disqualified(state: State, line: Line, entry: str) -> None:
    """In play the sheet follows; who had won loses that place, if the next match has not begun.

    A judge disqualifies on a sheet only.
    """
    if state.since_2 and line.role == "judge":
        state.act.dues["judged", entry] = line.seq
    for match, seat in state.seats_of(entry):
        if match.current is None and match.started:
            state.act.dues["sheet", match.id] = line.seq
        source = state.match(seat.source or "")
        if match.is_open and source is not None and _won(source, entry):
            state.act.dues["version", source.id] = line.seq
        if _is_last(state, match) and _won(match, entry):
            state.act.dues["version", match.id] = line.seq
    for source in _left_open(state, entry) if state.since_2 else ():
        state.act.dues["version", source.id] = line.seq


def _left_open(state: State, entry: str) -> Iterator[Match]:
    """Matches that somebody won who withdrew since, and whose seat nobody has taken."""
    for match in state.draw.matches.values() if state.draw else ():
        for seat in match.seats.values() if match.is_open else ():
            source = state.match(seat.source or "")
            empty = seat.entry is None and seat.filled and not seat.kept and seat.take == "winner"
            if empty and source is not None and _won(source, entry):
                yield source


def _won(match: Match, entry: str) -> bool:
    current = match.current
    return current is not None and current.winner == entry and current.ended_by != "bye"


def _is_last(state: State, match: Match) -> bool:
    """The final, or the match for the third place."""
    return state.draw is not None and match.round == len(state.draw.rounds)


def back(state: State, line: Line) -> None:
    """After a reinstatement: its seat, where the match has not begun."""
    matches = state.draw.matches.values() if state.draw else ()
    for match in matches:
        for seat in match.seats.values() if match.is_open else ():
            if line.data["entry"] in (takers(state, seat) or ()):
                state.act.emptying[match.id, seat.number] = line.seq


def substituted(state: State, line: Line) -> None:
    """After other people came into an entry: its seats bear their names."""
    for match, seat in state.seats_of(line.data["entry"]):
        if match.is_open:
            state.act.emptying[match.id, seat.number] = line.seq


def entered(state: State, line: Line) -> None:
    """After an entry came in late: it takes an empty seat at once."""
    if state.draw is not None:
        state.act.dues["late", line.data["entry"]] = line.seq


def seated(state: State, line: Line) -> None:
    """After a seat was filled: a late entry has its seat."""
    state.act.dues.pop(("late", line.data["entry"] or ""), None)


def corrected(state: State, line: Line) -> None:
    """After a remedy: the seats of the matches that it names, as the bracket fills them."""
    named = {effect["match"] for effect in line.data["effects"]}
    for target, seat in state.fed_seats(line.data["match"]):
        if target.id in named:
            state.act.watched[target.id, seat.number] = line.seq


AFTER: Mapping[str, Callable[[State, Line], None]] = MappingProxyType(
    {
        "draw.published": drawn,
        "draw.withdrawn": withdrawn,
        "entry.added": entered,
        "entry.changed": substituted,
        "entry.withdrawn": gone,
        "entry.disqualified": gone,
        "entry.reinstated": back,
        "seat.filled": seated,
        "correction.applied": corrected,
    }
)
