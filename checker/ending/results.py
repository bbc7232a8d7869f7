"""Sheets: versions, who may write them, and what a new version owes."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

from checker.day.playing import named_match, wrong_seat_faults
from checker.ending.corrections import Corrections, entry_sent_on, is_same_sheet
from checker.games import Table
from checker.reading.lines import Data, Line
from checker.reading.terms import is_blank
from checker.reading.words import WITHOUT_START
from checker.state import Match, State, winner

GIVEN = ("walkover", "nobody")


def store_sheet(state: State, line: Line, corrections: Corrections) -> None:
    """Check a sheet and store it as the version that counts of its match.

    It may be a first one, of a replayed match, a correction, rewritten or restored by an undo. A new version
    also stores a snapshot of this and all later matches before it, and may owe a correction.
    """
    match = named_match(state, line)
    if match is None:
        return
    data = line.data
    state.note_faults(line, "version", _version_faults(match, data))
    state.note_faults(line, "sheet", _ending_faults(match, line))
    state.note_faults(line, "author", _unplayed_author_faults(state, match, line))
    _note_second_format_faults(state, line, match)
    if not match.is_frozen and match.code not in corrections.rewrites:  # else only who was replaced is new
        state.note_faults(line, "sheet", wrong_seat_faults(state, match, data["lines"]))
    match.replaced = _lines_replaced(match, data, corrections)
    if _has_line_for_each(state, line, match):
        for rule, what in state.game.faults(data, table_of(state, match)):
            state.note_fault(line, rule, what)
    state.note_faults(line, "sheet", _disqualified_faults(state, match, data))
    if match.code in state.restoring:
        _end_restoration(state, line, match)
    else:
        _check_rewriting(state, line, match, corrections)
        if match.sheet is not None:
            _store_snapshot(state, match, data, corrections)
    if data["rewritten"]:
        corrections.rewritten.setdefault(match.code, []).append(data)
    match.given = match.sheet is not None and match.sheet["ended_by"] in GIVEN
    match.sheet, match.version, match.author = data, data["version"], line.by
    match.recorded_at = line.at
    match.reports |= {data["report"]} - {None}
    state.accused = [pair for pair in state.accused if pair[0] not in match.entries]
    state.unfinished.discard(match.code)
    state.touch_fed_matches(match.code)


def too_early_faults(state: State, line: Line, corrections: Corrections) -> Iterator[str]:
    """Yield a fault if a seat is filled before the correction that sends another player there."""
    match = state.matches.get(line.data["match"])
    seat = match.seats.get(line.data["seat"]) if match else None
    source, _ = match.sources.get(seat.side, ("", "")) if match and seat else ("", "")
    if source in corrections.owed:
        yield f"a seat that {source} fills is taken before the correction of {source}"


def _version_faults(match: Match, data: Data) -> Iterator[str]:
    """Yield faults of the version's number, its reason, and a report that was used already."""
    if data["version"] != match.version + 1:
        yield f"{match.code} gets version {data['version']} after {match.version}"
    if is_blank(data["reason"]) and (data["version"] > 1 or data["ended_by"] == "ruling"):
        yield f"version {data['version']} of {match.code} gives no reason"
    if data["report"] in match.reports and not data["rewritten"]:
        yield f"{match.code} has a sheet of the report {data['report']} already"


def _note_second_format_faults(state: State, line: Line, match: Match) -> None:
    """Note faults of corrector and winner; nothing in the first format."""
    if state.is_second_format:
        state.note_faults(line, "author", _corrector_faults(match, line))
        state.note_faults(line, "winner", _winner_faults(state, match, line.data))


def _corrector_faults(match: Match, line: Line) -> Iterator[str]:
    """Yield a fault if another than coordinator, organizer or system replaces a sheet.

    Any author may replace a walkover, or a sheet on which no one advances.
    """
    before = match.sheet["ended_by"] if match.sheet else None
    if before not in (None, *GIVEN) and line.role not in ("coordinator", "organizer", "system"):
        yield f"{line.by} corrects {match.code}"


def _winner_faults(state: State, match: Match, data: Data) -> Iterator[str]:
    """Yield a fault if a new version lets a disqualified entry win; a win that stood before may stay."""
    code = data["winner"]
    status = state.entries[code].status if code in state.entries else None
    if status == "disqualified" and code != winner(match):
        yield f"{code} wins {match.code} and is disqualified"


def _ending_faults(match: Match, line: Line) -> Iterator[str]:
    """Yield faults of how a match ended: not started, no time called, author of a ruling, byes."""
    how = line.data["ended_by"]
    if not match.started and how not in WITHOUT_START:
        yield f"{match.code} was not started"
    if how == "time" and not match.time_called:
        yield f"time was not called at {match.code}"
    if how == "ruling" and line.role not in ("coordinator", "organizer"):
        yield f"a ruling by {line.by}"
    if (how == "bye") != (len(match.sides) == 1):
        yield f"{match.code} has {len(match.sides)} sides and ended by {how}"
    if how == "bye" and (line.role != "system" or line.data["version"] != 1):
        yield "a bye is the system's, in version 1"


def _unplayed_author_faults(state: State, match: Match, line: Line) -> Iterator[str]:
    """Yield a fault unless the system ends byes and tables that no entry reaches, and people all others.

    A walkover of the only entry left may be by both, and so may a sheet that an undo restores.
    """
    how = line.data["ended_by"]
    due = how == "bye" or not match.entries
    alone = how == "walkover" and len(match.entries) == 1
    if (line.role == "system") != due and not alone and match.code not in state.restoring:
        yield f"{match.code} ended by {how} is recorded by {line.by}"


def _has_line_for_each(state: State, line: Line, match: Match) -> bool:
    """Return whether each person seated has one line of the sheet and no other has; if not, note a fault.

    A bye has no line.
    """
    named = [row["player"] for row in line.data["lines"]]
    wanted = set() if line.data["ended_by"] == "bye" else set(state.sides_by_player(match))
    if len(named) == len(set(named)) and set(named) == wanted:
        return True
    state.note_fault(line, "sheet", f"{match.code} has lines of {sorted(named)}, seated are {sorted(wanted)}")
    return False


def table_of(state: State, match: Match) -> Table:
    """Return what a game needs to judge the sheets of a match."""
    return Table(
        kind=state.game.kind(state.setup),
        limit=state.setup["time_limit"],
        options=state.setup["house_rules"],
        side_of=state.sides_by_player(match),
        entries=match.sides,
        started=match.started,
        called=match.time_called,
        decided=match.sheet is not None,
        is_second_format=state.is_second_format,
        replaced=match.replaced,
    )


def _disqualified_faults(state: State, match: Match, data: Data) -> Iterator[str]:
    """Yield faults if sheet and entries differ in who is disqualified, or a first winner has left."""
    side_of, played = state.sides_by_player(match), _is_played(state, match, data)
    for row in data["lines"]:
        entry = match.sides.get(side_of.get(row["player"], 0))
        status = state.entries[entry].status if entry in state.entries else None
        if row["out"] == "disqualified" and status != "disqualified":
            yield f"{entry} is disqualified on the sheet and still in the tournament"
        if status == "disqualified" and played and not _disqualifies(match, data, side_of, entry):
            yield f"{entry} is disqualified, and not on the sheet"
    if data["winner"] and data["version"] == 1 and not state.is_live(data["winner"]):
        yield f"{data['winner']} wins and is not in the tournament"


def _is_played(state: State, match: Match, data: Data) -> bool:
    """Whether a sheet is of a game just played, for the first time or after a replay; no correction."""
    if data["version"] == 1:
        return True
    again = match.sheet is None and match.code not in state.restoring and not data["rewritten"]
    return state.is_second_format and again


def _disqualifies(match: Match, data: Data, side_of: dict[str, int], entry: str | None) -> bool:
    """Return whether the sheet disqualifies a player of the entry."""
    mine = [row for row in data["lines"] if match.sides.get(side_of.get(row["player"], 0)) == entry]
    return any(row["out"] == "disqualified" for row in mine)


def _store_snapshot(state: State, match: Match, data: Data, corrections: Corrections) -> None:
    """Store a copy of the matches before a new version; require a correction if it sends on other entries."""
    picture = {match.code: match, **{below.code: below for below in state.dependents(match.code)}}
    corrections.before[match.code, data["version"]] = deepcopy(picture)
    if winner(match) != data["winner"]:
        corrections.owed[match.code] = f"the winner of {match.code} changed without a correction"
    elif _sends_another_loser(state, match, data):
        corrections.owed[match.code] = f"the losers of {match.code} changed without a correction"


def _sends_another_loser(state: State, match: Match, data: Data) -> bool:
    """Whether the new version sends another loser to the second chance than the version before."""
    now = replace(match, sheet=data)
    takes = [take for _, _, take in state.sides_fed_by(match.code) if isinstance(take, int)]
    return any(entry_sent_on(state, match, take) != entry_sent_on(state, now, take) for take in takes)


def _check_rewriting(state: State, line: Line, match: Match, corrections: Corrections) -> None:
    """Note faults of a rewritten sheet that no `replace` requires, or that changes more; clear what it owed.

    One that equals an earlier rewritten sheet may come back.
    """
    order = corrections.rewrites.pop(match.code, None)
    data = line.data
    known = any(is_same_sheet(sheet, data) for sheet in corrections.rewritten.get(match.code, ()))
    if data["rewritten"] != (order is not None) and not known:
        state.note_fault(line, "correction", f"{match.code} is rewritten, or ought to be, without the other")
    if order is not None and data["rewritten"]:
        state.note_faults(line, "correction", _rewritten_faults(state, match, data, *order))


def _lines_replaced(match: Match, data: Data, corrections: Corrections) -> tuple[Data, ...]:
    """Return the lines of those replaced so far, without their players; () unless the sheet is rewritten."""
    if not data["rewritten"]:
        return ()
    _, before = corrections.rewrites.get(match.code, (0, data))
    gone = (row for row in before["lines"] if row not in data["lines"])
    return (*match.replaced, *({**row, "player": None} for row in gone))


def _end_restoration(state: State, line: Line, match: Match) -> None:
    """Note faults unless sheet and seats are those that the undo restores; clear that it is owed."""
    before = state.restoring.pop(match.code)
    if before.sheet is None or not is_same_sheet(before.sheet, line.data):
        state.note_fault(line, "correction", f"{match.code} comes back with another sheet than it had")
    if match.seats != before.seats:
        state.note_fault(line, "correction", f"{match.code} comes back with other people than it had")


def _rewritten_faults(state: State, match: Match, data: Data, side: int, before: Data) -> Iterator[str]:
    """Yield faults of a rewritten sheet: only the entry of this side is new, as absent; the result stands.

    `before`: the sheet that it replaces.
    """
    if match.sides.get(side) != state.due_entry(match, side):
        yield f"{match.sides.get(side)} is not the rightful entry, {state.due_entry(match, side)} is"
    side_of = state.sides_by_player(match)
    others = [row for row in data["lines"] if side_of.get(row["player"]) != side]
    if [row for row in others if row not in before["lines"]]:
        yield "the cards of those not replaced changed"
    mine = [row for row in data["lines"] if side_of.get(row["player"]) == side]
    if any(row["out"] != "absent" or row["out_order"] or not _has_no_cards(state, row) for row in mine):
        yield "the rightful entry is absent, without cards, on a rewritten sheet"
    if (data["winner"], data["ended_by"], data["cuts"]) != (
        before["winner"],
        before["ended_by"],
        before["cuts"],
    ):
        yield "a rewritten sheet has another winner, ending or cuts"
    if {str(side): 0, **data["scores"]} != {**before["scores"], str(side): 0}:
        yield "scores changed on a rewritten sheet, other than to 0 of who was replaced"


def _has_no_cards(state: State, row: Data) -> bool:
    """Whether all counts of a line are 0, or null in a type that counts nothing."""
    counts = {**state.game.counts, **state.game.counts_in_first}
    return all(test(row[key]) and not row[key] for key, test in counts.items())
