"""The checker's door: one file in, every discrepancy out."""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType

from records.checker.format.chain import Chain, Head
from records.checker.format.findings import Discrepancy, Findings
from records.checker.format.lines import format_of, shape_faults
from records.checker.format.people import People, check_people
from records.checker.format.reading import Raw, read
from records.checker.format.texts import Texts, check_texts
from records.checker.replay import play
from records.checker.replay.setup import SETUP
from records.checker.replay.state import Line, State
from records.checker.rules import (
    breaks,
    committing,
    corrections,
    decks,
    drawing,
    dues,
    entering,
    finishing,
    gate,
    penalties,
    playing,
    redrawing,
    rulings,
    seats,
    setup,
    sheets,
)
from records.checker.rules.authors import check_author
from records.checker.rules.rewriting import rewritten_before
from records.checker.rules.verdicts import verdict_of

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
        "draw.committed": committing.committed,
        "draw.published": drawing.published,
        "draw.withdrawn": drawing.withdrawn,
        "round.redrawn": redrawing.redrawn,
        "match.placed": playing.placed,
        "match.started": playing.started,
        "match.time_called": playing.time_called,
        "match.extended": playing.extended,
        "pineapples.changed": playing.pineapples_changed,
        "ruling.noted": rulings.noted,
        "penalty.noted": penalties.noted,
        "penalty.withdrawn": penalties.withdrawn,
        "redraw.noted": playing.redraw_noted,
        "redraw.taken_back": playing.redraw_taken_back,
        "break.planned": breaks.planned,
        "break.ended": breaks.ended,
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
        "draw.committed": play.committed,
        "draw.published": play.published,
        "draw.withdrawn": play.withdrawn,
        "round.redrawn": play.redrawn,
        "match.started": play.started,
        "match.time_called": play.time_called,
        "match.extended": play.extended,
        "pineapples.changed": play.pineapples_changed,
        "ruling.noted": rulings.kept,
        "penalty.noted": penalties.keep,
        "penalty.withdrawn": penalties.take_back,
        "redraw.noted": play.redraw_noted,
        "redraw.taken_back": play.redraw_taken_back,
        "break.planned": breaks.keep,
        "break.ended": breaks.end,
        "game.drawn": play.game_drawn,
        "game.resumed": play.game_resumed,
        "seat.filled": play.filled,
        "correction.applied": play.corrected,
        "integrity.noted": play.noted,
    }
)


def check_record(
    path: Path, *, head: Head | None = None, people: People | None = None, texts: Texts | None = None
) -> list[Discrepancy]:
    """Every discrepancy of a record file, in the order of its lines; none where it is sound.

    `head` is the last line's number and hash as kept outside the file, `people` the file of names, `texts`
    that of the texts it has the hashes of. After a line of another shape the rest is checked for shape and
    chain only. Raises `Unreadable`.
    """
    return examine(path, head=head, people=people, texts=texts)[0]


def examine(
    path: Path, *, head: Head | None = None, people: People | None = None, texts: Texts | None = None
) -> tuple[list[Discrepancy], State]:
    """As `check_record`, and the tournament as the lines leave it."""
    chain, state = Chain(), State()
    found: list[Discrepancy] = []
    readable, written_in = True, ""
    for raw in read(path):
        found += chain.follow(raw)
        written_in = written_in or format_of(raw.value)
        faults = list(_shape(raw, written_in))
        found += faults
        readable = readable and not faults
        if readable:
            found += _line(state, _as_line(raw))
            found += check_texts(state, _as_line(raw), texts) if texts else ()
            readable = bool(state.facts)
    found += _end(chain, state, head, people, readable=readable)
    return sorted(found, key=attrgetter("seq")), state


def _shape(raw: Raw, written_in: str) -> Findings:
    for rule, place, what in shape_faults(raw.value, written_in):
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
    if state.cancelled:
        yield Discrepancy(line.seq, "after_cancelling", f"{line.type} in a cancelled tournament")
    yield from check_author(state, line)
    state.act.authors.add(line.by)
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
    play.recorded(state, line, scores or _kept_scores(state, line))
    dues.decided(state, line, before)


def _kept_scores(state: State, line: Line) -> Mapping[int, int | None]:
    """A rewritten sheet bears no cards of who came in; the others keep their scores."""
    match = state.match(line.data["match"])
    if match is None or not line.data["rewritten"]:
        return {}
    if again := rewritten_before(line, match):
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
            yield from check_people(chain.head.seq, people, state.everybody, state.texts)
