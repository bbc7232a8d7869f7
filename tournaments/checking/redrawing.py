"""A round that is drawn again before it begins: the same tables, the same people, other seats."""

from collections import Counter

from tournaments.checking.findings import Discrepancy, Findings, listed
from tournaments.checking.replay_play import seats_from
from tournaments.checking.seating import check_seats
from tournaments.checking.state import Draw, Line, Match, State


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
    yield from _same_people(line, draw, due)


def _same_tables(line: Line, due: list[Match]) -> bool:
    given = [
        (item["match"], item["round"], item["number"], len({seat["side"] for seat in item["seats"]}))
        for item in line.data["matches"]
    ]
    return sorted(given) == sorted((m.id, m.round, m.number, len(m.sides)) for m in due)


def _same_people(line: Line, draw: Draw, due: list[Match]) -> Findings:
    """Whoever sat in the round, or is to come there, is there once."""
    before = Counter(who for match in due for who in _who(match))
    matches = [Match(item["match"], 0, 0, seats_from(item["seats"])) for item in line.data["matches"]]
    now = Counter(who for match in matches for who in _who(match))
    if before != now:
        wrong = (before - now) + (now - before)
        yield Discrepancy(line.seq, "seated_once", f"{listed([str(who[0] or who[1]) for who in wrong])}")


def _who(match: Match) -> set[tuple[str | None, str | None, str]]:
    """The sides of a match: who is there, or where they come from."""
    return {(seat.entry, None if seat.entry else seat.source, seat.take) for seat in match.seats.values()}
