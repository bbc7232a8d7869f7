"""Lines about matches before their sheet: tables, start, time, redraws, seats filled."""

from collections.abc import Iterator, Sequence

from checker.day import chairs, second_seats
from checker.day.breaks import check_outside_breaks
from checker.draw import promises
from checker.draw.bracket import member_faults, suit_faults
from checker.reading.lines import Data, Line
from checker.state import UNDECIDED, Match, OpenSide, Seat, State

LUCKY_LOSER = "lucky_loser"


def named_match(state: State, line: Line) -> Match | None:
    """Return the match that a line names; if there is none, note a fault and return None."""
    match = state.matches.get(line.data["match"])
    if match is None:
        state.note_fault(line, "match", f"there is no match {line.data['match']}")
    return match


def check_call_to_table(state: State, line: Line) -> None:
    """Note faults of the call of a match to a physical table and of its judge; the state does not change."""
    check_outside_breaks(state, line)
    match = named_match(state, line)
    if match and match.sheet is not None:
        state.note_fault(line, "match", f"{match.code} is decided and called to a table")
    judge = line.data["judge"]
    if judge is not None and not any(person == judge for _, person in state.staff):
        state.note_fault(line, "staff", f"{judge} judges and has no role")


def start_match(state: State, line: Line) -> None:
    """Store that a match has started; note faults of its seats, and if it was started or decided before.

    After a walkover or an empty table it may start: then this act has to record a new sheet.
    """
    match = named_match(state, line)
    if match is None:
        return
    if not match.started and match.sheet is not None and match.sheet["ended_by"] in ("walkover", "nobody"):
        state.superseding[match.code] = match.version
    elif match.is_frozen:
        state.note_fault(line, "match", f"{match.code} was started or decided before")
    if len(match.entries) < 2:
        state.note_fault(line, "match", f"{match.code} starts with {len(match.entries)} sides")
    state.note_faults(line, "seat", suit_faults(state, match, complete=True))
    if match.sheet is None:
        state.note_faults(line, "seat", wrong_seat_faults(state, match))
    match.started = state.started = True


def wrong_seat_faults(state: State, match: Match, lines: Sequence[Data] = ()) -> Iterator[str]:
    """Yield a fault for each side, of a match that has not begun, that is open or has a wrong entry.

    Not for sides that a correction keeps, nor for an entry that `lines`, those of its sheet, disqualify.
    """
    side_of = state.sides_by_player(match)
    disqualified = {side_of.get(line["player"]) for line in lines if line["out"] == "disqualified"}
    for side, seated in match.sides.items():
        if side in match.kept or (side in disqualified and not state.is_live(seated)):
            continue
        due = state.due_entry(match, side)
        if due is UNDECIDED or not all(seat.settled for seat in match.seats_of(side)):
            yield f"{match.code}: side {side} is not decided yet"
        elif seated != due:
            yield f"{match.code}: {seated} sits on side {side}, {due} ought to"


def call_time(state: State, line: Line) -> None:
    """Store that time is called; a fault without a limit, twice, or if the match is not in play.

    Also if the system calls it in a break.
    """
    check_outside_breaks(state, line)
    match = named_match(state, line)
    if match is None:
        return
    if not match.started or match.time_called or match.sheet is not None:
        state.note_fault(
            line, "match", f"time is called at {match.code}, which is not being played or was called before"
        )
    if state.setup["time_limit"] is None:
        state.note_fault(line, "match", "time is called where there is no limit")
    match.time_called = True


def extend_time(state: State, line: Line) -> None:
    """Remove a call of time, as more time is given; a fault if the match is not in play or has no limit."""
    match = named_match(state, line)
    if match is None:
        return
    if not match.started or match.sheet is not None:
        state.note_fault(line, "match", f"{match.code} gets more time and is not being played")
    if state.setup["time_limit"] is None:
        state.note_fault(line, "match", "more time is given where there is no limit")
    match.time_called = False


def change_pineapples(state: State, line: Line) -> None:
    """Store who at a match brought a pineapple, in place of what was stored.

    Faults if pineapples do not count, the match has begun, a person does not sit there, or nothing changes.
    """
    match = named_match(state, line)
    if match is None:
        return
    brought: list[str] = line.data["pineapples"]
    seated = state.sides_by_player(match)
    entries = [state.entries[code] for code in match.entries if code in state.entries]
    if "calouro-do-chacrinha" not in state.setup["variants"]:
        state.note_fault(line, "pineapple", "pineapples do not count here")
    if match.is_frozen:
        state.note_fault(line, "pineapple", f"{match.code} has begun")
    if not set(brought) <= set(seated) or len(brought) != len(set(brought)):
        state.note_fault(line, "pineapple", f"{brought} do not all sit at {match.code}, each once")
    if set(brought) == {person for entry in entries for person in entry.pineapples & set(seated)}:
        state.note_fault(line, "pineapple", "nothing changes")
    for entry in entries:
        entry.pineapples = set(brought) & set(entry.players)


def count_redraw(state: State, line: Line) -> None:
    """Count a redraw of a player, after which no starter is known.

    Faults if the match is not in play, the player does not sit there, or above the maximum of the game.
    """
    match = named_match(state, line)
    if match is None:
        return
    player = line.data["player"]
    match.redraws[player] += 1
    match.starter = None
    if not match.started or match.sheet is not None:
        state.note_fault(line, "redraw", f"{match.code} is not being played")
    if player not in state.sides_by_player(match):
        state.note_fault(line, "redraw", f"{player} does not sit at {match.code}")
    if match.redraws[player] > state.game.redraws:
        state.note_fault(line, "redraw", f"{player} redraws more often than {state.game.redraws} times")


def take_back_redraw(state: State, line: Line) -> None:
    """Subtract a redraw of a player, noted by mistake; a fault if none was counted, or not in play."""
    match = named_match(state, line)
    if match is None:
        return
    player = line.data["player"]
    if not match.started or match.sheet is not None:
        state.note_fault(line, "redraw", f"{match.code} is not being played")
    if not match.redraws[player]:
        state.note_fault(line, "redraw", f"{player} has no redraw to take back")
    match.redraws[player] -= 1


def apply_integrity_note(state: State, line: Line) -> None:
    """Check a line `integrity.noted` and store what it permits.

    It may note a lost secret. If it names a seat, the side there is filled by hand from now on; for a late
    entry it may name the seat after the last, which is added.
    """
    promises.store_loss(state, line)
    code, number = line.data.get("match"), line.data.get("seat")
    state.note_faults(line, "stage", _joining_faults(state, line))
    if code is None:
        return
    match = named_match(state, line)
    if match is None or number is None:
        return
    state.note_faults(line, "seat", second_seats.late_loser_faults(state, line, match))
    if chairs.is_new_chair(state, line, match):
        chairs.add_chair(state, line, match)
    if number in match.seats:
        _open_to_hand(state, line, match, match.seats[number].side)
    else:
        state.note_fault(line, "seat", f"{code} has no seat {number}")


def _open_to_hand(state: State, line: Line, match: Match, side: int) -> None:
    """Store that the staff fill a side by hand, and whether with a lucky loser.

    A fault if this act noted it before, or if the match has begun: then its sources still decide.
    """
    if match.is_frozen:
        state.note_fault(line, "seat", f"{match.code} has begun: its seats stand")
    if state.is_second_format and (match.code, side) in state.noted:
        state.note_fault(line, "seat", f"side {side} of {match.code} is noted twice in one act")
    state.noted.add((match.code, side))
    if line.data["what"] == LUCKY_LOSER:
        state.lucky.add((match.code, side))
    if not match.is_frozen:
        match.by_hand.add(side)


def _joining_faults(state: State, line: Line) -> Iterator[str]:
    """Yield a fault if a note says that an entry joins Swiss rounds, and none can in this act."""
    may_join = state.arriving and state.has_round_left and not state.are_groups_open
    if line.data["what"] == "joined_stage" and not may_join:
        yield "no entry joins, or no round is to come, or groups are dealt"


def fill_seat(state: State, line: Line) -> None:
    """Store who sits on a seat, an entry or none; note each reason why that may not be."""
    match = named_match(state, line)
    if match is None:
        return
    seat = match.seats.get(line.data["seat"])
    if seat is None:
        state.note_fault(line, "seat", f"{match.code} has no seat {line.data['seat']}")
        return
    if match.is_frozen and match.code not in state.restoring and match.code not in state.reopened:
        state.note_fault(line, "seat", f"{match.code} has begun: its seats stand")
    state.note_faults(line, "seat", [*_player_faults(state, line), *_group_faults(state, match, line)])
    state.note_faults(
        line, "seat", second_seats.lucky_loser_faults(state, match, seat.side, line.data["entry"])
    )
    named = tuple(line.data[key] for key in ("entry", "player", "suit"))
    if seat.settled and named == (seat.entry, seat.player, seat.suit):
        state.note_fault(line, "seat", f"seat {seat.number} of {match.code} is as it was")
    if (match.code, seat.number) in state.chairs and not seat.settled:
        state.note_faults(line, "seat", chairs.late_entry_faults(state, line))
    elif state.is_second_format and line.data["suit"] != seat.suit:
        state.note_faults(line, "seat", _suit_faults(line, match, seat))
    _seat_entry(state, match, seat, line)
    state.arriving.discard(seat.entry or "")
    state.touched.add(match.code)
    state.dealt.add(match.code)


def _suit_faults(line: Line, match: Match, seat: Seat) -> Iterator[str]:
    """Yield faults of a line that changes a suit: by player or system, with another entry, or to none."""
    if line.data["entry"] != seat.entry or not seat.settled:
        yield f"{match.code}: another suit with another entry, without a change by hand"
    if line.data["suit"] is None:
        yield f"{match.code}: seat {seat.number} loses its suit"
    if line.role in ("player", "system"):
        yield f"{match.code}: a {line.role} changes a suit"


def _player_faults(state: State, line: Line) -> Iterator[str]:
    """Yield a fault unless a pair names one of its members, or a single entry none."""
    entry, player = state.entries.get(line.data["entry"] or ""), line.data["player"]
    if player not in (entry.players if entry and state.has_pairs else [None]):
        yield f"{player} takes a seat for {line.data['entry']}"


def _group_faults(state: State, match: Match, line: Line) -> Iterator[str]:
    """Yield a fault if an entry takes a seat at a match of another group."""
    entry, stage = line.data["entry"], state.stage
    if entry is None or stage.groups is None or match.round > stage.rounds:
        return
    if stage.group_of(entry) != stage.group_of(*match.drawn[:1]):
        yield f"{entry} takes a seat at {match.code}, a match of another group"


def _seat_entry(state: State, match: Match, seat: Seat, line: Line) -> None:
    """Store entry, player and suit of a seat; faults if the entry is not due there, or has left.

    On a side filled by hand any live entry is due, and owns the side from then on.
    """
    entry = line.data["entry"]
    if seat.side in match.by_hand and state.due_entry(match, seat.side) != entry:
        match.owners[seat.side] = entry
        state.touched |= {other.code for other in state.matches.values() if entry and entry in other.entries}
    due = _entry_for_seat(state, match, seat)
    if due is UNDECIDED or due != entry:
        wanted = "not decided" if due is UNDECIDED else due
        state.note_fault(line, "seat", f"{entry} takes seat {seat.number} of {match.code}, due is {wanted}")
    if entry is not None and not state.is_live(entry) and match.code not in state.restoring:
        state.note_fault(line, "seat", f"{entry} takes a seat and is not in the tournament")
    seat.entry, seat.player, seat.suit, seat.settled = entry, line.data["player"], line.data["suit"], True


def _entry_for_seat(state: State, match: Match, seat: Seat) -> str | OpenSide | None:
    """Return the entry due on a seat, None or `UNDECIDED`; in a match that an undo restores who sat there."""
    if match.code in state.restoring:
        before = state.restoring[match.code].seats.get(seat.number)
        return before.entry if before else None
    return match.owners.get(seat.side) if seat.side in match.kept else state.due_entry(match, seat.side)


def occupant_faults(state: State, match: Match) -> Iterator[str]:
    """Yield entries that sit at a match too often; before it begins also wrong members of pairs."""
    seated = [seat.entry for seat in match.seats.values() if seat.entry]
    most = 2 if state.has_pairs else 1
    yield from (
        f"{match.code}: {entry} sits there {seated.count(entry)} times"
        for entry in {*seated}
        if seated.count(entry) > most
    )
    if match.is_frozen:
        return  # who sat there then, not who is in the entry now
    if state.has_pairs:
        yield from member_faults(state, match)
    elif any(seat.player for seat in match.seats.values()):
        yield f"{match.code}: a seat names a player outside Duplas"
