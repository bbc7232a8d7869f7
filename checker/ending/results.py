"""Sheets and corrections: versions, who may write them, what follows from a change of winner."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace

from checker.day.playing import named_match, players, seated_wrongly
from checker.games import Table
from checker.reading.lines import Data, Line
from checker.reading.terms import is_blank
from checker.reading.words import WITHOUT_START
from checker.state import Match, State, loser, winner

Picture = dict[str, Match]
GIVEN = ("walkover", "nobody")
LEFT_OUT = ("version", "reason", "report")


@dataclass
class Corrections:
    """What corrections did, so that they can be undone, and what is still due in the current act."""

    before: dict[tuple[str, int], Picture] = field(default_factory=dict)
    """(match, version) → the match and all below it before that version."""
    applied: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Line of a correction → (match, version)."""
    named: dict[int, list[str]] = field(default_factory=dict)
    """Line of a correction → the matches that it named."""
    owed: dict[str, str] = field(default_factory=dict)
    """Match whose winner changed in this act → why a correction.applied must follow."""
    rewrites: dict[str, tuple[int, Data]] = field(default_factory=dict)
    """Match to be rewritten in this act → side replaced, its sheet before."""
    rewritten: dict[str, list[Data]] = field(default_factory=dict)
    """Match → its rewritten sheets so far, which an undo may bring back."""


def recorded(state: State, line: Line, corrections: Corrections) -> None:
    """Check a sheet: a first version, one of a replayed match, a correction, a rewriting or a restoration."""
    match = named_match(state, line)
    if match is None:
        return
    data = line.data
    state.faults(line, "version", _version(match, data))
    state.faults(line, "sheet", _start(match, line))
    state.faults(line, "author", _check_unplayed_author(state, match, line))
    _check_second_format(state, line, match)
    if not match.frozen and match.code not in corrections.rewrites:  # else only who was replaced is new
        state.faults(line, "sheet", seated_wrongly(state, match, data["lines"]))
    if _check_seated(state, line, match):
        for rule, what in state.game.faults(data, table_of(state, match)):
            state.fault(line, rule, what)
    state.faults(line, "sheet", _check_disqualified(state, match, data))
    if match.code in state.restoring:
        _restored(state, line, match)
    else:
        _rewriting(state, line, match, corrections)
        if match.sheet is not None:
            _remember_bracket(state, match, data, corrections)
    if data["rewritten"]:
        corrections.rewritten.setdefault(match.code, []).append(data)
    match.given = match.sheet is not None and match.sheet["ended_by"] in GIVEN
    match.sheet, match.version, match.author = data, data["version"], line.by
    match.recorded_at = line.at
    match.reports |= {data["report"]} - {None}
    state.accused = [pair for pair in state.accused if pair[0] not in match.entries]
    state.unfinished.discard(match.code)
    state.touch(match.code)


def seated_too_early(state: State, line: Line, corrections: Corrections) -> Iterator[str]:
    """Find a seat that is filled before the correction that sends another player there."""
    match = state.matches.get(line.data["match"])
    seat = match.seats.get(line.data["seat"]) if match else None
    source, _ = match.sources.get(seat.side, ("", "")) if match and seat else ("", "")
    if source in corrections.owed:
        yield f"a seat that {source} fills is taken before the correction of {source}"


def _version(match: Match, data: Data) -> Iterator[str]:
    if data["version"] != match.version + 1:
        yield f"{match.code} gets version {data['version']} after {match.version}"
    if is_blank(data["reason"]) and (data["version"] > 1 or data["ended_by"] == "ruling"):
        yield f"version {data['version']} of {match.code} gives no reason"
    if data["report"] in match.reports and not data["rewritten"]:
        yield f"{match.code} has a sheet of the report {data['report']} already"


def _check_second_format(state: State, line: Line, match: Match) -> None:
    """Check what only the second format has."""
    if state.is_second_format:
        state.faults(line, "author", _corrector(match, line))
        state.faults(line, "winner", _gone_winner(state, match, line.data))


def _corrector(match: Match, line: Line) -> Iterator[str]:
    """Check who corrects: without a coordinator only a walkover may be replaced, by a played game."""
    before = match.sheet["ended_by"] if match.sheet else None
    if before not in (None, *GIVEN) and line.role not in ("coordinator", "organizer", "system"):
        yield f"{line.by} corrects {match.code}"


def _gone_winner(state: State, match: Match, data: Data) -> Iterator[str]:
    """Check that no new version lets a disqualified entry win; a win that stood before may stay."""
    code = data["winner"]
    status = state.entries[code].status if code in state.entries else None
    if status == "disqualified" and code != winner(match):
        yield f"{code} wins {match.code} and is disqualified"


def _start(match: Match, line: Line) -> Iterator[str]:
    """Check what has to precede each ending, and who may record it."""
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


def _check_unplayed_author(state: State, match: Match, line: Line) -> Iterator[str]:
    """Check who ends a match without a game: the system alone ends byes and tables that no entry reaches.

    A walkover of the only entry left may be recorded by a judge too, and an undo may empty a table again.
    """
    how = line.data["ended_by"]
    due = how == "bye" or not match.entries
    alone = how == "walkover" and len(match.entries) == 1
    if (line.role == "system") != due and not alone and match.code not in state.restoring:
        yield f"{match.code} ended by {how} is recorded by {line.by}"


def _check_seated(state: State, line: Line, match: Match) -> bool:
    """Whether each person seated has one line, and no other has; a fault if not."""
    named = [row["player"] for row in line.data["lines"]]
    wanted = set() if line.data["ended_by"] == "bye" else set(players(state, match))
    if len(named) == len(set(named)) and set(named) == wanted:
        return True
    state.fault(line, "sheet", f"{match.code} has lines of {sorted(named)}, seated are {sorted(wanted)}")
    return False


def table_of(state: State, match: Match) -> Table:
    """What the sheets of a match are judged against."""
    return Table(
        kind=state.game.kind(state.setup),
        limit=state.setup["time_limit"],
        options=state.setup["house_rules"],
        side_of=players(state, match),
        entries=match.sides,
        started=match.started,
        called=match.time_called,
        decided=match.sheet is not None,
        is_second_format=state.is_second_format,
    )


def _check_disqualified(state: State, match: Match, data: Data) -> Iterator[str]:
    """Check that sheet and entries agree on who is disqualified, and that a first winner is still in."""
    side_of, played = players(state, match), _is_played(state, match, data)
    for row in data["lines"]:
        entry = match.sides.get(side_of.get(row["player"], 0))
        status = state.entries[entry].status if entry in state.entries else None
        if row["out"] == "disqualified" and status != "disqualified":
            yield f"{entry} is disqualified on the sheet and still in the tournament"
        if status == "disqualified" and played and not _disqualifies(match, data, side_of, entry):
            yield f"{entry} is disqualified, and not on the sheet"
    if data["winner"] and data["version"] == 1 and not state.live(data["winner"]):
        yield f"{data['winner']} wins and is not in the tournament"


def _is_played(state: State, match: Match, data: Data) -> bool:
    """Whether a sheet is of a game just played, for the first time or again."""
    if data["version"] == 1:
        return True
    again = match.sheet is None and match.code not in state.restoring and not data["rewritten"]
    return state.is_second_format and again


def _disqualifies(match: Match, data: Data, side_of: dict[str, int], entry: str | None) -> bool:
    """Return whether the sheet disqualifies a player of the entry."""
    mine = [row for row in data["lines"] if match.sides.get(side_of.get(row["player"], 0)) == entry]
    return any(row["out"] == "disqualified" for row in mine)


def _remember_bracket(state: State, match: Match, data: Data, corrections: Corrections) -> None:
    """Remember the bracket before a new version; a new winner requires a correction."""
    picture = {match.code: match, **{below.code: below for below in state.below(match.code)}}
    corrections.before[match.code, data["version"]] = deepcopy(picture)
    if winner(match) != data["winner"]:
        corrections.owed[match.code] = f"the winner of {match.code} changed without a correction"


def _rewriting(state: State, line: Line, match: Match, corrections: Corrections) -> None:
    """A rewritten sheet follows `replace`, and changes nothing but who was replaced; or it was one before."""
    order = corrections.rewrites.pop(match.code, None)
    data = line.data
    known = any(same(sheet, data) for sheet in corrections.rewritten.get(match.code, ()))
    if data["rewritten"] != (order is not None) and not known:
        state.fault(line, "correction", f"{match.code} is rewritten, or ought to be, without the other")
    if order is not None and data["rewritten"]:
        state.faults(line, "correction", _rewritten(state, match, data, *order))


def _restored(state: State, line: Line, match: Match) -> None:
    """The sheet that an undo brings back is equal to the one before."""
    before = state.restoring.pop(match.code)
    if before.sheet is None or not same(before.sheet, line.data):
        state.fault(line, "correction", f"{match.code} comes back with another sheet than it had")
    if match.seats != before.seats:
        state.fault(line, "correction", f"{match.code} comes back with other people than it had")


def _rewritten(state: State, match: Match, data: Data, side: int, before: Data) -> Iterator[str]:
    if match.sides.get(side) != state.due(match, side):
        yield f"{match.sides.get(side)} is not the rightful entry, {state.due(match, side)} is"
    side_of = players(state, match)
    others = [row for row in data["lines"] if side_of.get(row["player"]) != side]
    if [row for row in others if row not in before["lines"]]:
        yield "the cards of those not replaced changed"
    mine = [row for row in data["lines"] if side_of.get(row["player"]) == side]
    if any(row["out"] != "absent" or row["out_order"] or _cards(state, row) for row in mine):
        yield "the rightful entry is absent, without cards, on a rewritten sheet"
    if (data["winner"], data["ended_by"], data["cuts"]) != (
        before["winner"],
        before["ended_by"],
        before["cuts"],
    ):
        yield "a rewritten sheet has another winner, ending or cuts"


def _cards(state: State, row: Data) -> int:
    return sum(row[key] or 0 for key in state.game.counts)


# --- corrections --------------------------------------------------------------------------------------


def applied(state: State, line: Line, corrections: Corrections) -> None:
    """Apply a correction: a remedy for each side that now takes another entry, or an undo."""
    match = named_match(state, line)
    if match is None:
        return
    data = line.data
    if match.sheet is None or match.version != data["version"]:
        state.fault(line, "correction", f"{match.code} is at version {match.version}, not {data['version']}")
        return
    state.faults(line, "correction", _misplaced(match, line, corrections))
    corrections.owed.pop(match.code, None)
    state.faults(line, "author", _check_one_author(match, line) if state.is_second_format else ())
    named = [effect["match"] for effect in data["effects"]]
    corrections.named[line.seq] = sorted(named)
    remedies = {effect["remedy"] for effect in data["effects"]}
    if "undo" in remedies:
        _undo(state, line, match, corrections)
        return
    corrections.applied[line.seq] = (match.code, data["version"])
    before = corrections.before.get((match.code, data["version"]), {}).get(match.code, match)
    state.faults(line, "correction", _check_remedies(state, before, match, data["effects"]))
    for effect in data["effects"]:
        for following, side, _ in state.fed(match.code):
            if following.code == effect["match"]:
                state.faults(
                    line, "correction", _apply(state, following, side, effect["remedy"], corrections)
                )


def _misplaced(match: Match, line: Line, corrections: Corrections) -> Iterator[str]:
    """Check that a correction follows its version in the same act, once."""
    version = line.data["version"]
    if match.recorded_at != line.at:
        yield f"version {version} of {match.code} was recorded in another act"
    if (match.code, version) in corrections.applied.values():
        yield f"version {version} of {match.code} is explained already"


def _check_one_author(match: Match, line: Line) -> Iterator[str]:
    """Check that one person writes version and correction; a judge only if a game replaces its walkover."""
    if line.by != match.author:
        yield f"the version of {match.code} is by {match.author}, its correction by {line.by}"
    if line.role not in ("coordinator", "organizer") and not match.given:
        yield f"{line.by} corrects {match.code}"


def _check_remedies(state: State, before: Match, match: Match, effects: Sequence[Data]) -> Iterator[str]:
    """Check that each later match with another entry than before has one remedy; others it feeds may."""
    fed = {following.code: take for following, _, take in state.fed(match.code)}
    wanted = {code for code, take in fed.items() if _sent(state, before, take) != _sent(state, match, take)}
    named = [effect["match"] for effect in effects]
    if not wanted <= set(named) <= set(fed) or len(named) != len(set(named)):
        yield f"{match.code} sends others to {sorted(wanted)}, the correction names {sorted(named)}"
    yield from ("only an undo names what it undoes" for effect in effects if effect.get("of") is not None)


def _sent(state: State, match: Match, take: str) -> str | None:
    """Return whom a sheet sends on: its winner, even one that left since, or a loser who still plays."""
    coming = winner(match) if take == "winner" else loser(match)
    return coming if take == "winner" or state.live(coming) else None


def _apply(state: State, match: Match, side: int, remedy: str, corrections: Corrections) -> Iterator[str]:
    if (remedy == "reseat") == match.frozen:
        yield f"{remedy}, and {match.code} has {'begun' if match.frozen else 'not begun'}"
    match.kept.discard(side)
    match.by_hand.discard(side)
    if remedy == "keep":
        match.kept.add(side)
        return
    if remedy == "replay":
        for below in [match, *state.below(match.code)]:
            _void(state, below)
    if remedy == "replace":
        yield from _reopen_for_rewriting(state, match, side, corrections)
    state.touched.add(match.code)


def _void(state: State, match: Match) -> None:
    """Void the match and free the sides that it fed."""
    match.void()
    state.touched.add(match.code)
    for following, side, _ in state.fed(match.code):
        following.kept.discard(side)
        following.by_hand.discard(side)
        for seat in following.seats_of(side):
            seat.settled, seat.entry, seat.player = False, None, None


def _reopen_for_rewriting(state: State, match: Match, side: int, corrections: Corrections) -> Iterator[str]:
    if match.sheet is None:
        yield f"{match.code} has no sheet: no player can be replaced in it"
        return
    if match.sides.get(side) and match.sheet["winner"] == match.sides.get(side):
        yield f"{match.sides.get(side)} won {match.code} and cannot be replaced"
    corrections.rewrites[match.code] = (side, match.sheet)
    match.sheet = None
    state.reopened.add(match.code)


def _undo(state: State, line: Line, match: Match, corrections: Corrections) -> None:
    """Restore the bracket before the correction; sheets that differ are recorded again in this act."""
    ofs = {effect.get("of") for effect in line.data["effects"]}
    of = ofs.pop() if len(ofs) == 1 else None
    code, version = corrections.applied.get(of, ("", 0)) if of is not None else ("", 0)
    picture = corrections.before.get((code, version))
    if code != match.code or picture is None:
        state.fault(line, "correction", f"there is no correction of {match.code} in line {of}")
        return
    named = sorted(effect["match"] for effect in line.data["effects"])
    if named != (corrections.named.get(of or 0) or [match.code]):
        state.fault(
            line, "correction", f"line {of} reached {corrections.named.get(of or 0)}, undone is {named}"
        )
    if any(effect["remedy"] != "undo" for effect in line.data["effects"]):
        state.fault(line, "correction", "an undo has no other remedies beside it")
    corrections.applied.pop(of or 0)
    corrections.applied[line.seq] = (match.code, line.data["version"])
    before = picture[match.code].sheet
    if before is None or match.sheet is None or not same(before, match.sheet):
        state.fault(line, "correction", f"the sheet of {match.code} is not the one before the correction")
    direct = {following.code for following, _, _ in state.fed(match.code)}
    for old in picture.values():
        if old.code != match.code and old.code in state.matches:
            _bring_back(state, old, picture, direct=old.code in direct)


def _bring_back(state: State, old: Match, picture: Picture, *, direct: bool) -> None:
    """Undo a correction in one dependent match; its other sides keep what happened since."""
    now = state.matches[old.code]
    for side in (side for side, (source, _) in old.sources.items() if source in picture):
        _restore_side(now, old, side, seats=not direct)
    if old.sheet is not None and (now.sheet is None or not same(old.sheet, now.sheet)):
        state.restoring[old.code] = old
    if now.sheet != old.sheet:
        now.sheet = old.sheet
        now.resume(old)
    elif old.sheet is None and old.started and not now.started:
        now.resume(old)
        state.reopened.add(old.code)
    state.touched.add(old.code)


def _restore_side(now: Match, old: Match, side: int, *, seats: bool) -> None:
    """Restore how a side got its entry; with `seats` also who sits on it, except in open seats."""
    for marks, before in ((now.kept, old.kept), (now.by_hand, old.by_hand)):
        marks.discard(side)
        marks.update({side} & before)
    if side in old.owners:
        now.owners[side] = old.owners[side]
    if seats:  # those that became open are filled again by lines
        settled = (seat for seat in old.seats_of(side) if now.seats[seat.number].settled)
        now.seats.update({seat.number: replace(seat) for seat in settled})


def same(one: Data, other: Data) -> bool:
    """Whether two versions say the same of the match."""
    return all(one[key] == other[key] for key in one if key not in LEFT_OUT)
