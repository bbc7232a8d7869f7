"""The checker's door: one file in, every discrepancy out."""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType

from tournaments.checking import (
    corrections,
    decks,
    drawing,
    dues,
    entering,
    finishing,
    gate,
    playing,
    redrawing,
    replay_play,
    seats,
    setup,
    sheets,
)
from tournaments.checking.authors import check_author
from tournaments.checking.chain import Chain, Head
from tournaments.checking.findings import Discrepancy, Findings
from tournaments.checking.lines import shape_faults
from tournaments.checking.people import People, check_people
from tournaments.checking.reading import Raw, read
from tournaments.checking.replay_setup import SETUP
from tournaments.checking.state import Line, State
from tournaments.checking.verdicts import verdict_of

Check = Callable[[State, Line], Findings]
Replay = Callable[[State, Line], None]

CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "tournament.created": setup.created,
        "tournament.changed": setup.changed,
        "regulation.confirmed": gate.confirmed,
        "staff.assigned": setup.assigned,
        "staff.removed": setup.removed,
        "entry.added": entering.added,
        "entry.changed": entering.changed,
        "entry.checked_in": entering.checked_in,
        "entry.checked_out": entering.checked_out,
        "entry.withdrawn": entering.left,
        "entry.disqualified": entering.disqualified,
        "entry.reinstated": entering.reinstated,
        "deck.accepted": decks.accepted,
        "deck.waived": decks.waived,
        "draw.published": drawing.published,
        "draw.withdrawn": drawing.withdrawn,
        "round.redrawn": redrawing.redrawn,
        "match.placed": playing.placed,
        "match.started": playing.started,
        "match.time_called": playing.time_called,
        "match.extended": playing.extended,
        "redraw.noted": playing.redraw_noted,
        "game.seeded": playing.game_seeded,
        "game.drawn": playing.game_drawn,
        "game.resumed": playing.game_resumed,
        "seat.filled": seats.filled,
        "correction.applied": corrections.applied,
        "integrity.noted": playing.noted,
        "tournament.finished": finishing.finished,
        "tournament.reopened": finishing.reopened,
    }
)
"""What is looked at before a line is replayed; `sheet.recorded` goes its own way."""

REPLAYS: Mapping[str, Replay] = MappingProxyType(
    {
        **SETUP,
        "draw.published": replay_play.published,
        "draw.withdrawn": replay_play.withdrawn,
        "round.redrawn": replay_play.redrawn,
        "match.started": replay_play.started,
        "match.time_called": replay_play.time_called,
        "match.extended": replay_play.extended,
        "redraw.noted": replay_play.redraw_noted,
        "game.drawn": replay_play.game_drawn,
        "game.resumed": replay_play.game_resumed,
        "seat.filled": replay_play.filled,
        "correction.applied": replay_play.corrected,
        "integrity.noted": replay_play.noted,
    }
)


def check_record(path: Path, *, head: Head | None = None, people: People | None = None) -> list[Discrepancy]:
    """Every discrepancy of a record file, in the order of its lines; none where it is sound.

    `head` is the last line's number and hash as kept outside the file, `people` the file of names.
    After a line of another shape the rest is checked for shape and chain only. Raises `Unreadable`.
    """
    return examine(path, head=head, people=people)[0]


def examine(
    path: Path, *, head: Head | None = None, people: People | None = None
) -> tuple[list[Discrepancy], State]:
    """As `check_record`, and the tournament as the lines leave it."""
    chain, state = Chain(), State()
    found: list[Discrepancy] = []
    readable = True
    for raw in read(path):
        found += chain.follow(raw)
        faults = list(_shape(raw))
        found += faults
        readable = readable and not faults
        if readable:
            found += _line(state, _as_line(raw))
            readable = bool(state.facts)
    found += _end(chain, state, head, people, readable=readable)
    return sorted(found, key=attrgetter("seq")), state


def _shape(raw: Raw) -> Findings:
    for rule, place, what in shape_faults(raw.value):
        yield Discrepancy(raw.seq, rule, f"{place or 'line'}: {what}")
    if raw.seq == 0 and raw.value.get("type") != "tournament.created":
        yield Discrepancy(0, "first_line", "a record begins with tournament.created")


def _as_line(raw: Raw) -> Line:
    value = raw.value
    return Line(raw.seq, value["at"], value["by"], value["type"], value["data"])


def _line(state: State, line: Line) -> Iterator[Discrepancy]:
    """One well-formed line against the state before it, then the state after it."""
    yield from dues.turn(state, line)
    if state.finished and line.type != "tournament.reopened":
        yield Discrepancy(line.seq, "after_finish", f"{line.type} after the finish")
    yield from check_author(state, line)
    yield from dues.byes_first(state, line)
    if line.type == "sheet.recorded":
        yield from _sheet(state, line)
        return
    if line.type in CHECKS:
        yield from CHECKS[line.type](state, line)
    if line.type in REPLAYS:
        REPLAYS[line.type](state, line)
    if line.type in dues.AFTER:
        dues.AFTER[line.type](state, line)
    if line.type in ("tournament.created", "tournament.changed"):
        yield from setup.facts_stand(state, line)


def _sheet(state: State, line: Line) -> Iterator[Discrepancy]:
    """A sheet is judged once: its scores go into the state."""
    form = list(sheets.well_formed(state, line))
    match = state.match(line.data["match"])
    judged = verdict_of(state, match, line.data) if match and match.occupied and not form else None
    yield from form or sheets.recorded(state, line, judged)
    before = match.current if match else None
    scores = judged.scores if judged else {}
    replay_play.recorded(state, line, scores or _kept_scores(state, line))
    dues.decided(state, line, before)


def _kept_scores(state: State, line: Line) -> Mapping[int, int]:
    """A rewritten sheet bears no cards of who came in; the others keep their scores."""
    match = state.match(line.data["match"])
    if match is None or not line.data["rewritten"]:
        return {}
    if again := sheets.rewritten_before(line, match):
        return again.scores
    if match.current is None:
        return {}
    before, now = match.current, match.occupied
    kept = (side for side, entry in before.entries.items() if now.get(side) == entry)
    return {side: before.scores[side] for side in kept if side in before.scores}


def _end(
    chain: Chain, state: State, head: Head | None, people: People | None, *, readable: bool
) -> Iterator[Discrepancy]:
    """What only the whole file shows."""
    if readable:
        yield from dues.settle(state)
    if head is not None:
        yield from chain.compare(head, "head_differs")
    if people is not None:
        yield from chain.compare(people.head, "people_head_differs")
        if readable:
            yield from check_people(chain.head.seq, people, state.everybody)
