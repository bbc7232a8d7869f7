"""Corrections: the remedy for each later match that takes another entry now, and undoing one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.day.playing import named_match
from checker.reading.lines import Data, Line
from checker.state import Match, State, Take

Picture = dict[str, Match]
"""Match → a copy of it: the corrected match and all that depend on it, before a version."""
NOT_COMPARED = ("version", "reason", "report")


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


def apply_correction(state: State, line: Line, corrections: Corrections) -> None:
    """Check a correction and store what it does: its remedies at later matches, or an undo.

    Faults of version, author and remedies are noted; nothing is stored for another version.
    """
    match = named_match(state, line)
    if match is None:
        return
    data = line.data
    if match.sheet is None or match.version != data["version"]:
        state.note_fault(
            line, "correction", f"{match.code} is at version {match.version}, not {data['version']}"
        )
        return
    state.note_faults(line, "correction", _timing_faults(match, line, corrections))
    corrections.owed.pop(match.code, None)
    state.note_faults(line, "author", _author_faults(match, line) if state.is_second_format else ())
    named = [effect["match"] for effect in data["effects"]]
    corrections.named[line.seq] = sorted(named)
    remedies = {effect["remedy"] for effect in data["effects"]}
    if "undo" in remedies:
        _undo(state, line, match, corrections)
        return
    corrections.applied[line.seq] = (match.code, data["version"])
    before = corrections.before.get((match.code, data["version"]), {}).get(match.code, match)
    state.note_faults(line, "correction", _remedy_faults(state, before, match, data["effects"]))
    moved = {code: _sides_to_remedy(state, before, match, code) for code in _fed_sides(state, match)}
    state.note_faults(line, "correction", _begun_faults(state, match, data["effects"]))
    state.note_faults(line, "correction", _replacing_faults(state, match, data["effects"]))
    for effect in data["effects"]:
        if sides := moved.get(effect["match"]):
            later = state.matches[effect["match"]]
            _apply_remedy(state, line, later, sides, effect["remedy"], corrections)


def _losers_that_may_keep(state: State, match: Match, effects: Sequence[Data]) -> set[str]:
    """Return the matches of losers for which `keep` is allowed before they begin.

    All of them if the winner's next match has begun and keeps its entry; else none.
    """
    kept = {effect["match"] for effect in effects if effect["remedy"] == "keep"}
    onward = [
        later for later, _, take in state.sides_fed_by(match.code) if take == "winner" and later.code in kept
    ]
    losers = {later.code for later, _, take in state.sides_fed_by(match.code) if isinstance(take, int)}
    return losers if any(later.is_frozen for later in onward) else set()


def _begun_faults(state: State, match: Match, effects: Sequence[Data]) -> Iterator[str]:
    """Yield a fault for each remedy that is wrong for a match that has, or has not, begun.

    `reseat` is for those that have not, the others for those that have, but for `_losers_that_may_keep`.
    """
    fed, may_keep = _fed_sides(state, match), _losers_that_may_keep(state, match, effects)
    for code, remedy in ((effect["match"], effect["remedy"]) for effect in effects):
        is_wrong = code in fed and (remedy == "reseat") == state.matches[code].is_frozen
        if is_wrong and not (remedy == "keep" and code in may_keep):
            yield f"{remedy}, and {code} has {'begun' if state.matches[code].is_frozen else 'not begun'}"


def _replacing_faults(state: State, match: Match, effects: Sequence[Data]) -> Iterator[str]:
    """Yield a fault for each `replace` at a match of which the corrected one feeds two sides or more."""
    fed = _fed_sides(state, match)
    for code in (effect["match"] for effect in effects if effect["remedy"] == "replace"):
        if len(fed.get(code, ())) > 1:
            yield f"replace, and {match.code} feeds several sides of {code}"


def _timing_faults(match: Match, line: Line, corrections: Corrections) -> Iterator[str]:
    """Yield faults if the version is of another act, or was corrected already."""
    version = line.data["version"]
    if match.recorded_at != line.at:
        yield f"version {version} of {match.code} was recorded in another act"
    if (match.code, version) in corrections.applied.values():
        yield f"version {version} of {match.code} is explained already"


def _author_faults(match: Match, line: Line) -> Iterator[str]:
    """Yield faults if another person or role wrote the version, or has no right to this correction.

    More than a walkover or an empty table is corrected by organizer and coordinator only.
    """
    if line.by != match.author:
        yield f"the version of {match.code} is by {match.author}, its correction by {line.by}"
    if line.role not in ("coordinator", "organizer") and not match.given:
        yield f"{line.by} corrects {match.code}"


def _remedy_faults(state: State, before: Match, match: Match, effects: Sequence[Data]) -> Iterator[str]:
    """Yield faults unless each later match that gets another entry has one remedy.

    Other matches that the corrected one feeds may have one. `of` is a fault: only an undo has it.
    """
    fed = _fed_sides(state, match)
    wanted = {code for code, sides in fed.items() if _sides_sent_elsewhere(state, before, match, sides)}
    named = [effect["match"] for effect in effects]
    if not wanted <= set(named) <= set(fed) or len(named) != len(set(named)):
        yield f"{match.code} sends others to {sorted(wanted)}, the correction names {sorted(named)}"
    yield from ("only an undo names what it undoes" for effect in effects if effect.get("of") is not None)


def _fed_sides(state: State, match: Match) -> dict[str, dict[int, Take]]:
    """Return later match → {side there that this match feeds: what it takes}."""
    found: dict[str, dict[int, Take]] = {}
    for following, side, take in state.sides_fed_by(match.code):
        found.setdefault(following.code, {})[side] = take
    return found


def _sides_sent_elsewhere(state: State, before: Match, match: Match, sides: Mapping[int, Take]) -> list[int]:
    """Return those of the sides to which the sheet now sends another entry than `before`."""
    return [
        side
        for side, take in sides.items()
        if entry_sent_on(state, before, take) != entry_sent_on(state, match, take)
    ]


def entry_sent_on(state: State, match: Match, take: Take) -> str | None:
    """Return whom a sheet sends on: its winner, even one that left since, or a loser who is live."""
    coming = state.entry_sent(match, take)
    return coming if take == "winner" or state.may_come(coming, take) else None


def _sides_to_remedy(state: State, before: Match, match: Match, code: str) -> list[int]:
    """Return the sides of a later match that its remedy is for: those that take another entry, or all.

    A remedy is for all sides that the corrected match feeds there if none of them takes another entry.
    """
    sides = _fed_sides(state, match)[code]
    return _sides_sent_elsewhere(state, before, match, sides) or [*sides]


def _apply_remedy(
    state: State, line: Line, match: Match, sides: Collection[int], remedy: str, corrections: Corrections
) -> None:
    """Change a later match as a remedy says for these sides; note why a sheet cannot be rewritten."""
    match.kept.difference_update(sides)
    match.by_hand.difference_update(sides)
    if remedy == "keep":
        match.kept.update(sides)
        return
    if remedy == "replay":
        for below in [match, *state.dependents(match.code)]:
            _void(state, below)
    if remedy == "replace":
        _remove_sheet_to_rewrite(state, line, match, min(sides), corrections)
    state.touched.add(match.code)


def _void(state: State, match: Match) -> None:
    """Reset the match to be played again, and empty the sides that it fed."""
    match.void()
    state.touched.add(match.code)
    for following, side, _ in state.sides_fed_by(match.code):
        following.kept.discard(side)
        following.by_hand.discard(side)
        for seat in following.seats_of(side):
            seat.settled, seat.entry, seat.player = False, None, None


def _remove_sheet_to_rewrite(
    state: State, line: Line, match: Match, side: int, corrections: Corrections
) -> None:
    """Remove the sheet of a match and require a rewritten one in this act; its seats may be filled.

    A fault without a sheet, or if the side won: the sheet of a winner is removed all the same.
    """
    if match.sheet is None:
        state.note_fault(line, "correction", f"{match.code} has no sheet: no player can be replaced in it")
        return
    seated = match.sides.get(side)
    if seated and match.sheet["winner"] == seated:
        state.note_fault(line, "correction", f"{seated} won {match.code} and cannot be replaced")
    corrections.rewrites[match.code] = (side, match.sheet)
    match.sheet = None
    state.reopened.add(match.code)


def _undo(state: State, line: Line, match: Match, corrections: Corrections) -> None:
    """Restore the later matches as they were before the correction that the line undoes, or note a fault.

    The corrected match has to have its old sheet already. Later sheets that differ have to be recorded again
    in this act.
    """
    ofs = {effect.get("of") for effect in line.data["effects"]}
    of = ofs.pop() if len(ofs) == 1 else None
    code, version = corrections.applied.get(of, ("", 0)) if of is not None else ("", 0)
    picture = corrections.before.get((code, version))
    if code != match.code or picture is None:
        state.note_fault(line, "correction", f"there is no correction of {match.code} in line {of}")
        return
    named = sorted(effect["match"] for effect in line.data["effects"])
    if named != (corrections.named.get(of or 0) or [match.code]):
        state.note_fault(
            line, "correction", f"line {of} reached {corrections.named.get(of or 0)}, undone is {named}"
        )
    if any(effect["remedy"] != "undo" for effect in line.data["effects"]):
        state.note_fault(line, "correction", "an undo has no other remedies beside it")
    corrections.applied.pop(of or 0)
    corrections.applied[line.seq] = (match.code, line.data["version"])
    before = picture[match.code].sheet
    if before is None or match.sheet is None or not is_same_sheet(before, match.sheet):
        state.note_fault(
            line, "correction", f"the sheet of {match.code} is not the one before the correction"
        )
    direct = {following.code for following, _, _ in state.sides_fed_by(match.code)}
    for old in picture.values():
        if old.code != match.code and old.code in state.matches:
            _restore_match(state, old, picture, direct=old.code in direct)


def _restore_match(state: State, old: Match, picture: Picture, *, direct: bool) -> None:
    """Undo a correction in a match that depends on the corrected one; other sides keep what happened since.

    `direct`: the corrected match feeds it; lines of this act then fill its seats.
    """
    now = state.matches[old.code]
    for side in (side for side, (source, _) in old.sources.items() if source in picture):
        _restore_side(now, old, side, seats=not direct)
    if old.sheet is not None and (now.sheet is None or not is_same_sheet(old.sheet, now.sheet)):
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


def is_same_sheet(one: Data, other: Data) -> bool:
    """Whether two sheets are equal but for version, reason and report."""
    return all(one[key] == other[key] for key in one if key not in NOT_COMPARED)
