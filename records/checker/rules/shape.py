"""The shape of a published bracket: table sizes, byes, halves, the third-place match (domain.md §3)."""

from collections.abc import Iterator

from core.errors import Refused
from records.checker.format.findings import Discrepancy, Findings, listed
from records.checker.replay.state import Draw, Line, Match, State
from tournaments.bracket.shapes import Shape, Sizes, check_shape, default_shape, without_third_place


def check_sizes(state: State, line: Line, draw: Draw) -> Findings:
    """Table sizes that the shape of a tournament must not have, or that the matches do not have."""
    shape = Shape(draw.rounds)
    table, entries = state.facts["table"], len(draw.order)
    broken = check_shape(shape, entries, table["min"], table["max"], short_final=short_final(state))
    for violation in broken:
        yield Discrepancy(line.seq, violation.code, f"{violation.field}: {listed(violation.facts.values())}")
    yield from _seated_as_said(line, draw)
    if not broken:
        yield from _default_or_chosen(state, line, shape)
        yield from _third_place(state, line, shape)


def short_final(state: State) -> bool:
    """Whether the coordinator allowed a final below the smallest table."""
    return state.facts["house_rules"].get("short_final") is True


def _seated_as_said(line: Line, draw: Draw) -> Findings:
    """Every match of `rounds` is there once, with as many sides as `rounds` says."""
    said = {
        (number, place): size
        for number, sizes in enumerate(draw.rounds, start=1)
        for place, size in enumerate(sizes, start=1)
    }
    there = [(match.round, match.number) for match in draw.matches.values()]
    if len(there) != len(said) or set(there) != said.keys():
        yield Discrepancy(line.seq, "matches_wrong", f"{len(there)} matches, rounds say {len(said)}")
        return
    for match in draw.matches.values():
        if len(match.sides) != said[match.round, match.number]:
            what = f"{match.id} has {len(match.sides)} sides, rounds say {said[match.round, match.number]}"
            yield Discrepancy(line.seq, "table_size", what)


def _default_or_chosen(state: State, line: Line, shape: Shape) -> Findings:
    table = state.facts["table"]
    try:
        default = default_shape(shape.entries, table["min"], table["max"], short_final=short_final(state))
    except Refused:
        return
    is_default = _sorted(without_third_place(shape)) == _sorted(default)
    if is_default != (line.data["shape"] == "default"):
        what = f"said to be {line.data['shape']}, it is {'' if is_default else 'not '}the default"
        yield Discrepancy(line.seq, "shape_claim", what)


def _sorted(shape: Shape) -> list[Sizes]:
    return [tuple(sorted(sizes)) for sizes in shape.rounds]


def _third_place(state: State, line: Line, shape: Shape) -> Findings:
    """There is such a match where the option asks for one and the shape has room for it."""
    wanted = bool(state.rules.option("third_place_match")) if state.rules else shape.third_place
    if shape.third_place != (wanted and without_third_place(shape).allows_third_place):
        what = "a third-place match that nobody asked for" if shape.third_place else "no third-place match"
        yield Discrepancy(line.seq, "third_place", what)


def check_byes(line: Line, draw: Draw) -> Findings:
    """Byes go to the first in the order (house rule `byes`)."""
    byes = {seat.entry for name in draw.byes for seat in draw.matches[name].seats.values()}
    first = set(draw.order[: len(draw.byes)])
    if byes != first:
        what = f"{listed(byes - first)} instead of {listed(first - byes)}"
        yield Discrepancy(line.seq, "bye_to_others", what)


def check_halves(line: Line, draw: Draw) -> Findings:
    """The first two in the order can meet in the final only."""
    paths = [set(_path(draw, entry)) for entry in draw.order[:2]]
    final = len(draw.rounds)
    meet = [draw.matches[name] for name in paths[0].intersection(*paths[1:])]
    if any(match.round < final for match in meet):
        what = f"{listed(draw.order[:2])} meet at {listed([match.id for match in meet])}"
        yield Discrepancy(line.seq, "same_half", what)


def _path(draw: Draw, entry: str) -> Iterator[str]:
    """The matches that an entry comes through if it wins all of them."""
    here = next((match for match in draw.matches.values() if any(match.seats_of(entry))), None)
    while here is not None:
        yield here.id
        here = _next(draw, here)


def _next(draw: Draw, match: Match) -> Match | None:
    targets = ((draw.matches[name], number) for name, number in draw.fed.get(match.id, ()))
    won = [target for target, number in targets if target.seats[number].take == "winner"]
    return won[0] if won and won[0].round > match.round else None


def check_feeds(line: Line, draw: Draw) -> Findings:
    """Round 1 is seated, later rounds are fed: each match of the round before, once, by its winner."""
    sources: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for match in draw.matches.values():
        for seat in match.seats.values():
            if (seat.source is None) != (match.round == 1) or (seat.drawn is None) == (match.round == 1):
                what = f"seat {seat.number} of {match.id}: an entry in round 1, a match that feeds it later"
                yield Discrepancy(line.seq, "feed_wrong", what)
            elif seat.source is not None:
                yield from _source(line, draw, match, seat.source)
                sources.setdefault((seat.source, seat.take), set()).add((match.id, seat.side))
    yield from _fed_once(line, draw, sources)


def _source(line: Line, draw: Draw, match: Match, name: str) -> Findings:
    source = draw.matches.get(name)
    if source is None or source.round != match.round - 1:
        yield Discrepancy(line.seq, "feed_wrong", f"{match.id} is fed by no match of the round before it")


def _fed_once(line: Line, draw: Draw, fed: dict[tuple[str, str], set[tuple[str, int]]]) -> Findings:
    final, third = len(draw.rounds), draw.third_place
    for (source, take), targets in fed.items():
        goes_to_third = {name for name, _ in targets} == {third}
        if take == "lucky" or len(targets) > 1 or (take == "loser") != goes_to_third:
            what = f"the {take} of {source} goes to {listed([name for name, _ in targets])}"
            yield Discrepancy(line.seq, "feed_wrong", what)
    for match in draw.matches.values():
        if match.round < final and (match.id, "winner") not in fed:
            yield Discrepancy(line.seq, "feed_wrong", f"nobody takes the winner of {match.id}")
