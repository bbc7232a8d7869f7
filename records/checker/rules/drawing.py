"""The draw: who may be drawn, and that the bracket is the one that order and seed give."""

from collections import Counter
from collections.abc import Sequence

from core.errors import Impossible
from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.play import bracket
from records.checker.replay.state import Draw, Line, Match, State
from records.checker.rules import decks, shape
from records.checker.rules.committing import check_promised, check_seed, lots_of, promises
from records.checker.rules.gate import check_gate, people_drawn
from records.checker.rules.passing import check_passed_over, lists_of
from records.checker.rules.seating import check_seats
from tournaments.bracket.draw import Drawn, draw
from tournaments.bracket.seeding import Seedable
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import Plan, plan

Bracket = dict[tuple[int, int], list[tuple[object, ...]]]
"""By round and number of each match: one tuple a side, or a seat."""

BY_STRENGTH = ("season", "rating")
MOST_APART = 10_000
"""Entries up to which a draw with mates kept apart is repeated: more take too long."""


def published(state: State, line: Line) -> Findings:
    """Everything wrong with a draw: gate, order, shape, seats, and that it can be repeated."""
    if state.draw is not None:
        yield Discrepancy(line.seq, "draw_stands", f"the draw of line {state.draw.seq} was not withdrawn")
    found = [*_who(state, line), *check_passed_over(state, line), *_bracket(state, line)]
    yield from found
    yield from check_promised(state, line)
    yield from check_seed(state, line)
    yield from decks.drawn(state, line)
    if not found:
        yield from _repeated(state, line, bracket(line))


def withdrawn(state: State, line: Line) -> Findings:
    """Only a draw that stands, and of which nothing was played."""
    if state.draw is None:
        yield Discrepancy(line.seq, "no_draw", "no draw is published")
    elif any(match.started or _decided(match, state.draw) for match in state.draw.matches.values()):
        yield Discrepancy(line.seq, "draw_has_begun", "a match was started or decided")


def _decided(match: Match, found: Draw) -> bool:
    return match.version > 0 and match.id not in found.byes


def _who(state: State, line: Line) -> Findings:
    """Everybody checked in is drawn, once, and nobody else; the ranked gate."""
    order = line.data["order"]
    twice = [entry for entry, count in Counter(order).items() if count > 1]
    due = {entry.id for entry in state.entries.values() if entry.is_live and entry.checked_in}
    if twice:
        yield Discrepancy(line.seq, "drawn_twice", listed(twice))
    if strangers := set(order) - due:
        yield Discrepancy(line.seq, "drawn_not_present", f"{listed(strangers)}: not checked in, or gone")
    if forgotten := due - set(order):
        yield Discrepancy(line.seq, "not_drawn", f"{listed(forgotten)}: checked in and live")
    if line.data["method"] == "random" and line.data["seed"] is None:
        yield Discrepancy(line.seq, "seed_missing", "a random draw keeps its seed")
    if state.facts["ranked"]:
        yield from check_gate(state, line, people_drawn(state, order))


def _bracket(state: State, line: Line) -> Findings:
    """Shape, seats, byes, halves and feeds."""
    matches = line.data["matches"]
    ids = [match["match"] for match in matches]
    if len(set(ids)) < len(ids) or state.match_ids.intersection(ids):
        yield Discrepancy(line.seq, "match_twice", "a match id is there twice, or was used before")
        return
    found = bracket(line)
    yield from shape.check_sizes(state, line, found)
    for match in matches:
        yield from check_seats(state, line, match)
    yield from _seated_once(line, found)
    feeds = list(shape.check_feeds(line, found))
    yield from feeds
    yield from shape.check_byes(line, found)
    if not feeds:
        yield from shape.check_halves(line, found)


def _seated_once(line: Line, found: Draw) -> Findings:
    """Everybody in the order sits at exactly one match of round 1."""
    first = (match for match in found.matches.values() if match.round == 1)
    seated = Counter(entry for match in first for entry in match.occupied.values())
    if seated != Counter(found.order):
        wrong = (seated - Counter(found.order)) + (Counter(found.order) - seated)
        what = f"{listed(list(wrong))}: each entry of the order sits at one match of round 1"
        yield Discrepancy(line.seq, "seated_once", what)


def _repeated(state: State, line: Line, found: Draw) -> Findings:
    """The bracket follows from the order; the order, and the suits, follow from the seed."""
    sizes = Shape(found.rounds)
    try:
        if _planned(plan(found.order, sizes, sizes.third_place), found) != _seated(found):
            yield Discrepancy(line.seq, "bracket_differs", "another bracket follows from order and shape")
        else:
            yield from _from_seed(state, line, found)
    except Impossible as error:
        yield Discrepancy(line.seq, "bracket_differs", shown(str(error)))


def _planned(due: Plan, found: Draw) -> Bracket:
    """The plan in the words of the record: who is on each side, or where they come from."""
    ids = {(match.round, match.number): match.id for match in found.matches.values()}
    return {
        (match.round, match.number): [
            (side.entry, side.feed and ids[side.feed.round, side.feed.number]) for side in match.sides
        ]
        for match in due.matches
    }


def _seated(found: Draw) -> Bracket:
    return {
        (match.round, match.number): [
            (seat.drawn, seat.source) for seat in match.seats.values() if seat.number <= len(match.sides)
        ]
        for match in found.matches.values()
    }


def _from_seed(state: State, line: Line, found: Draw) -> Findings:
    """The same seed gives the same order and suits."""
    seed, drawn = shown(line.data["seed"]), _drawn_again(state, line, found)
    if drawn is None:
        return
    if drawn.plan.order != found.order:
        yield Discrepancy(line.seq, "draw_not_repeated", f"seed {seed} gives another order")
    elif _drawn_seats(drawn) != _recorded_seats(found):
        yield Discrepancy(line.seq, "draw_not_repeated", f"seed {seed} gives other suits")


def _drawn_again(state: State, line: Line, found: Draw) -> Drawn | None:
    """The draw as its seed gives it, without or with mates kept apart; None where it cannot be repeated.

    How strong entries are is not in the file: by season or rating the order is taken as it stands.
    """
    if line.data["method"] in BY_STRENGTH:
        ranked = [Seedable(entry, None, rank) for rank, entry in enumerate(found.order, 1)]
        return _draw(state, line, found, ranked) if promises(state) else None
    entries, lately = [state.entries[entry] for entry in found.order], lists_of(line)
    entered = [Seedable(e.id, e.group, e.seed, lately=lately.get(e.id)) for e in entries]
    drawn = _draw(state, line, found, entered)
    if drawn and drawn.plan.order != found.order and len(found.order) <= MOST_APART:
        drawn = _draw(state, line, found, entered, apart=True)
    return drawn


def _draw(
    state: State, line: Line, found: Draw, entered: Sequence[Seedable], *, apart: bool = False
) -> Drawn | None:
    lots, sizes = lots_of(state, line), Shape(found.rounds)
    if lots is None:
        return None
    return draw(
        entered,
        sizes,
        method="random" if line.data["method"] == "random" else "manual",
        lots=lots,
        third_place=sizes.third_place,
        apart=apart,
        team_size=state.team_size or 1,
        marks=state.game.marks if state.game else (),
        members={entry: state.entries[entry].players for entry in found.order},
    )


def _drawn_seats(drawn: Drawn) -> Bracket:
    return {
        (match.round, match.number): [(seat.side, seat.mark, seat.player) for seat in seats]
        for match, seats in zip(drawn.plan.matches, drawn.seats, strict=True)
    }


def _recorded_seats(found: Draw) -> Bracket:
    return {
        (match.round, match.number): [(seat.side, seat.suit, seat.player) for seat in match.seats.values()]
        for match in found.matches.values()
    }
