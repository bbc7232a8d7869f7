"""A round that is drawn again before it begins: the same tables, the same people, other seats."""

from collections import Counter
from collections.abc import Iterable

from records.checker.format.findings import Discrepancy, Findings, listed
from records.checker.replay.play import seats_from
from records.checker.replay.state import Line, Match, State
from records.checker.rules.seating import check_seats

Side = tuple[str | None, str | None, str]


def redrawn(state: State, line: Line) -> Findings:
    """Everything wrong with a `round.redrawn`."""
    draw = state.draw
    if draw is None:
        yield Discrepancy(line.seq, "no_draw", "no draw is published")
        return
    due = [match for match in draw.matches.values() if match.round == line.data["round"]]
    if any(not match.is_open for match in due):
        yield Discrepancy(line.seq, "redrawn_too_late", f"round {line.data['round']} has begun")
    if not _same_tables(line, due):
        what = f"other matches or sizes than those of round {line.data['round']}"
        yield Discrepancy(line.seq, "matches_wrong", what)
        return
    for match in line.data["matches"]:
        yield from check_seats(state, line, match)
    yield from _same_people(line, due)


def _same_tables(line: Line, due: list[Match]) -> bool:
    given = [
        (item["match"], item["round"], item["number"], len({seat["side"] for seat in item["seats"]}))
        for item in line.data["matches"]
    ]
    return sorted(given) == sorted((m.id, m.round, m.number, len(m.sides)) for m in due)


def _same_people(line: Line, due: list[Match]) -> Findings:
    """Whoever sat in the round, or is to come there, is there once, and comes from where they came from."""
    matches = [Match(item["match"], 0, 0, seats_from(item["seats"])) for item in line.data["matches"]]
    before, now = _sides(due), _sides(matches)
    wrong = (Counter(map(_who, before)) - Counter(map(_who, now))) + (
        Counter(map(_who, now)) - Counter(map(_who, before))
    )
    foreign = {source for _, source, _ in now if source is not None} - {source for _, source, _ in before}
    moved = [entry for entry, source, take in now if source and (entry, source, take) not in before]
    if wrong or foreign or moved:
        what = listed([str(who) for who in [*wrong, *foreign, *moved]])
        yield Discrepancy(line.seq, "seated_once", f"{what}: everybody of the round sits once")


def _sides(matches: Iterable[Match]) -> list[Side]:
    """Who is on each side, and where they come from."""
    return [
        (seat.entry, seat.source, seat.take)
        for match in matches
        for seat in match.seats.values()
        if seat.number <= len(match.sides)
    ]


def _who(side: Side) -> str | None:
    """An entry, or the match that sends one."""
    return side[0] or side[1]
