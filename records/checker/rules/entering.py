"""Entries: who is in them, checking in, leaving and coming back."""

from collections.abc import Iterable

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Entry, Line, State
from records.checker.rules.committing import check_promised
from records.checker.rules.decks import decks_there
from rulesets.registry import takes_pineapples


def added(state: State, line: Line) -> Findings:
    """A new id, the right number of different people, none of them in another live entry."""
    if line.data["entry"] in state.entries:
        yield Discrepancy(line.seq, "entry_twice", f"{shown(line.data['entry'])} was added before")
    yield from _members(state, line)


def changed(state: State, line: Line) -> Findings:
    """A live entry; its people only before its first match; a reason once the draw is published."""
    entry, found = _known(state, line)
    yield from found
    if entry is None:
        return
    yield from _stays(entry, line)
    if state.draw is not None and not (line.data["reason"] or "").strip():
        yield Discrepancy(line.seq, "reason_missing", "a change after the draw needs a reason")
    if "players" in line.data:
        yield from _members(state, line)
        if _has_played(state, entry.id):
            yield Discrepancy(line.seq, "substitute_too_late", f"{entry.id} has played or plays")


def _stays(entry: Entry, line: Line) -> Findings:
    """Only the keys that changed are there; none if a name changed, which the record does not bear."""
    before = {"players": list(entry.players), "seed": entry.seed, "group": entry.group}
    for key in sorted(line.data.keys() & before.keys()):
        if line.data[key] == before[key]:
            yield Discrepancy(line.seq, "change_of_nothing", f"{key} is as it was")


def checked_in(state: State, line: Line) -> Findings:
    """A live entry; pineapples of its own people, where the variant is on."""
    entry, found = _known(state, line)
    yield from found
    if entry is None:
        return
    pineapples = line.data["pineapples"]
    if len(set(pineapples)) < len(pineapples) or not set(entry.players).issuperset(pineapples):
        yield Discrepancy(line.seq, "pineapples_wrong", f"{listed(pineapples)}: once, and of the entry only")
    if entry.checked_in and entry.pineapples == set(pineapples):
        yield Discrepancy(line.seq, "change_of_nothing", f"{entry.id} is checked in like that")
    if pineapples and not takes_pineapples(state.facts["game"], state.facts["variants"]):
        yield Discrepancy(line.seq, "pineapples_off", "nobody brings one without the variant")
    yield from decks_there(state, line, entry)
    yield from check_promised(state, line)


def checked_out(state: State, line: Line) -> Findings:
    """An entry that was checked in."""
    entry, found = _known(state, line)
    yield from found
    if entry is not None and not entry.checked_in:
        yield Discrepancy(line.seq, "not_checked_in", f"{entry.id} was not checked in")
    if line.data["pineapples"]:
        yield Discrepancy(line.seq, "pineapples_wrong", "who is not here brings none")


def left(state: State, line: Line) -> Findings:
    """An entry that was still in."""
    yield from _known(state, line)[1]


def disqualified(state: State, line: Line) -> Findings:
    """An entry that was not disqualified before; one that withdrew may still be."""
    entry = state.entries.get(line.data["entry"])
    if entry is None:
        yield _unknown(line)
    elif entry.left == "disqualified":
        yield Discrepancy(line.seq, "entry_has_left", f"{entry.id} was disqualified before")
    if state.since_2 and not (line.data["reason"] or "").strip():
        yield Discrepancy(line.seq, "reason_missing", "a disqualification needs a reason")


def reinstated(state: State, line: Line) -> Findings:
    """An entry that had left, and whose people are in no other one."""
    entry = state.entries.get(line.data["entry"])
    if entry is None:
        yield _unknown(line)
    elif entry.is_live:
        yield Discrepancy(line.seq, "entry_has_not_left", f"{entry.id} had not left")
    else:
        yield from _alone(state, line, entry.id, entry.players)


def _members(state: State, line: Line) -> Findings:
    players = line.data["players"]
    size = state.team_size
    if size is not None and len(players) != size:
        yield Discrepancy(line.seq, "team_size", f"{len(players)} players, an entry has {size}")
    if len(set(players)) < len(players):
        yield Discrepancy(line.seq, "person_twice", f"{listed(players)}: somebody is there twice")
    yield from _alone(state, line, line.data["entry"], players)


def _alone(state: State, line: Line, entry: str, players: Iterable[str]) -> Findings:
    """A person is in one live entry, never two (house rule `one_live_entry`)."""
    for player in players:
        other = state.live.get(player)
        if other is not None and other != entry:
            yield Discrepancy(line.seq, "person_twice", f"{shown(player)} is in {shown(other)} already")


def _known(state: State, line: Line) -> tuple[Entry | None, list[Discrepancy]]:
    """The entry of a line that needs a live one."""
    entry = state.entries.get(line.data["entry"])
    if entry is None:
        return None, [_unknown(line)]
    if not entry.is_live:
        return entry, [Discrepancy(line.seq, "entry_has_left", f"{entry.id} has left")]
    return entry, []


def _unknown(line: Line) -> Discrepancy:
    return Discrepancy(line.seq, "entry_unknown", f"no entry {shown(line.data['entry'])}")


def _has_played(state: State, entry: str) -> bool:
    return any(not match.is_open and len(match.sides) > 1 for match, _ in state.seats_of(entry))
