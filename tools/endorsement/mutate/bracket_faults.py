"""Kinds of faults in the draw, the seats, the way through the bracket.

Each function of `KINDS` puts the fault that its docstring names into the lines, in place, at a random place;
`NoPlace` if the record has none. So do those of the other modules of faults.
"""

from collections import Counter
from random import Random

from tools.endorsement.mutate.records import (
    Bodies,
    Body,
    NoPlace,
    draw,
    drawn_match,
    lines_of,
    pick,
    players,
    setup,
    sides,
)


def loser_advances(bodies: Bodies, rng: Random) -> None:
    """A loser of the match before takes the seat."""
    found = [x for x in lines_of(bodies, "seat.filled") if x["data"]["entry"] and _other_entries(bodies, x)]
    line = pick(rng, found)
    _seat_entry(bodies, line, rng.choice(_other_entries(bodies, line)))


def _feeding_match(bodies: Bodies, line: Body) -> str | None:
    """Return the code of the match whose winner or loser a line seats; None if none feeds the seat."""
    drawn = drawn_match(bodies, line["data"]["match"])
    found = (x["from"] for x in drawn["seats"] if x["seat"] == line["data"]["seat"])
    source = next(found, None)
    return source["match"] if source else None


def _other_entries(bodies: Bodies, line: Body) -> list[str]:
    """Return the other entries of the match from which a line seats an entry, sorted."""
    source = _feeding_match(bodies, line)
    seated = sides(bodies, source).values() if source else ()
    return sorted(entry for entry in seated if entry and entry != line["data"]["entry"])


def _seat_entry(bodies: Bodies, line: Body, entry: str) -> None:
    """Let a line seat another entry, with its first member."""
    people = next(
        x["data"]["players"] for x in lines_of(bodies, "entry.added") if x["data"]["entry"] == entry
    )
    if line["data"]["player"]:
        line["data"]["player"] = people[0]
    line["data"]["entry"] = entry


def stranger_advances(bodies: Bodies, rng: Random) -> None:
    """An entry from another match takes the seat."""
    line = pick(rng, (x for x in lines_of(bodies, "seat.filled") if x["data"]["entry"]))
    near = {line["data"]["entry"], *_other_entries(bodies, line)}
    others = sorted(set(players(bodies).values()) - near)
    _seat_entry(bodies, line, pick(rng, others))


def nobody_advances(bodies: Bodies, rng: Random) -> None:
    """The winner's seat stays empty."""
    line = pick(rng, (x for x in lines_of(bodies, "seat.filled") if x["data"]["entry"]))
    line["data"]["entry"] = line["data"]["player"] = None


def seat_never_filled(bodies: Bodies, rng: Random) -> None:
    """The line that seats the winner is missing."""
    line = pick(rng, lines_of(bodies, "seat.filled"))
    if _changes_suit_only(bodies, line):
        raise NoPlace
    bodies.remove(line)


def _changes_suit_only(bodies: Bodies, line: Body) -> bool:
    """Return whether a line seats an entry that sat there before, so that it changes the suit at most."""
    seats = drawn_match(bodies, line["data"]["match"])["seats"]
    if any(x["seat"] == _seat_key(line)[1] and x["entry"] is not None for x in seats):
        return True
    same = [x for x in lines_of(bodies, "seat.filled") if _seat_key(x) == _seat_key(line)]
    return any(x["data"]["entry"] == line["data"]["entry"] for x in same if x is not line)


def _seat_key(line: Body) -> tuple[str, int]:
    """Return match and number of the seat that a line fills."""
    return line["data"]["match"], line["data"]["seat"]


def suit_twice(bodies: Bodies, rng: Random) -> None:
    """Two seats of a table have the same suit."""
    drawn = draw(bodies)
    match = pick(rng, (x for x in drawn["matches"] if len(x["seats"]) > 1 and x["seats"][0]["suit"]))
    match["seats"][1]["suit"] = match["seats"][0]["suit"]


def partners_together(bodies: Bodies, rng: Random) -> None:
    """Partners sit next to each other."""
    drawn = draw(bodies)
    if setup(bodies)["kind"] != "duplas":
        raise NoPlace
    match = pick(rng, (x for x in drawn["matches"] if len(x["seats"]) == 4))
    second, third = match["seats"][1], match["seats"][2]
    for key in ("side", "entry", "player", "from"):
        second[key], third[key] = third[key], second[key]


def entry_left_out(bodies: Bodies, rng: Random) -> None:
    """An entry that is checked in is not drawn; another one is drawn twice."""
    drawn = draw(bodies)
    first, second = rng.sample(drawn["order"], 2)
    for seat in (seat for match in drawn["matches"] for seat in match["seats"] if seat["entry"] == first):
        seat["entry"] = second


def order_incomplete(bodies: Bodies, rng: Random) -> None:
    """The order does not name everybody."""
    drawn = draw(bodies)
    if len(drawn["order"]) < 3:
        raise NoPlace
    drawn["order"].remove(rng.choice(drawn["order"]))


def sizes_misstated(bodies: Bodies, rng: Random) -> None:
    """The sizes of the tables are not those of the matches."""
    drawn = draw(bodies)
    drawn["rounds"][0][0] += 1


def winner_taken_twice(bodies: Bodies, rng: Random) -> None:
    """Two seats wait for one match, another match feeds none."""
    drawn = draw(bodies)
    fed = [seat for match in drawn["matches"] for seat in match["seats"] if seat["from"]]
    sources = sorted({seat["from"]["match"] for seat in fed if seat["from"]["take"] == "winner"})
    if len(sources) < 2:
        raise NoPlace
    first, second = rng.sample(sources, 2)
    for seat in fed:
        if seat["from"]["match"] == first:
            seat["from"] = {**seat["from"], "match": second}


def loser_taken(bodies: Bodies, rng: Random) -> None:
    """A seat waits for a loser."""
    drawn = draw(bodies)
    fed = [x for match in drawn["matches"] for x in match["seats"] if x["from"]]
    seat = pick(rng, (x for x in fed if x["from"]["take"] == "winner"))
    seat["from"] = {**seat["from"], "take": "loser"}


def bye_to_another(bodies: Bodies, rng: Random) -> None:
    """The bye goes to an entry that is not first in the order."""
    drawn = draw(bodies)
    free = sum(len({seat["side"] for seat in x["seats"]}) == 1 for x in drawn["matches"])
    if not free:
        raise NoPlace
    first, other = rng.choice(drawn["order"][:free]), rng.choice(drawn["order"][free:])
    at = drawn["order"].index(first), drawn["order"].index(other)
    drawn["order"][at[0]], drawn["order"][at[1]] = other, first


def passed_over_in_vain(bodies: Bodies, rng: Random) -> None:
    """An entry is listed as passed over, but sits at a short table as if it were not."""
    drawn = draw(bodies)
    if "passed_over" in drawn:
        raise NoPlace
    tables = [_seated_entries(match) for match in _first_round(drawn)]
    largest = max(map(len, tables))
    short = sorted(entry for table in tables if len(table) < largest for entry in table)
    drawn["passed_over"] = [[rng.choice(short or drawn["order"])]]


def first_two_together(bodies: Bodies, rng: Random) -> None:
    """The order's second is in the half of its first."""
    drawn = draw(bodies)
    if setup(bodies)["table"]["max"] != 2 or len(drawn["order"]) < 4:
        raise NoPlace
    first_round = _first_round(drawn)
    half = len(first_round) // 2
    place = next(i for i, x in enumerate(first_round) if drawn["order"][0] in _seated_entries(x))
    near = first_round[:half] if place < half else first_round[half:]
    others = sorted({e for x in near for e in _seated_entries(x)} - set(drawn["order"][:2]))
    other = pick(rng, others)
    at = drawn["order"].index(other)
    drawn["order"][1], drawn["order"][at] = other, drawn["order"][1]


def _first_round(drawn: Body) -> list[Body]:
    """Return the matches of the first round in a draw; of a draw after Swiss rounds not round 1."""
    first = min(match["round"] for match in drawn["matches"])
    return [match for match in drawn["matches"] if match["round"] == first]


def _seated_entries(match: Body) -> set[str]:
    return {seat["entry"] for seat in match["seats"] if seat["entry"]}


def started_before_seated(bodies: Bodies, rng: Random) -> None:
    """A match starts before the one that feeds it is decided."""
    fed = {x["data"]["match"] for x in lines_of(bodies, "seat.filled") if x["data"]["entry"]}
    line = pick(rng, (x for x in lines_of(bodies, "match.started") if x["data"]["match"] in fed))
    place = next(i for i, x in enumerate(bodies) if x["type"] in ("draw.published", "round.drawn"))
    bodies.remove(line)
    bodies.insert(place + 1, {**line, "at": bodies[place]["at"]})


def never_started(bodies: Bodies, rng: Random) -> None:
    """A played match was never started. (One that was played again may do without its first start.)"""
    played = {
        x["data"]["match"]
        for x in lines_of(bodies, "sheet.recorded")
        if x["data"]["ended_by"] in ("win_condition", "decked_out", "concession", "time")
    }
    starts = Counter(x["data"]["match"] for x in lines_of(bodies, "match.started"))
    once = {match for match in played if starts[match] == 1}
    line = pick(rng, (x for x in lines_of(bodies, "match.started") if x["data"]["match"] in once))
    bodies.remove(line)


def time_never_called(bodies: Bodies, rng: Random) -> None:
    """Time decided a match, and was not called."""
    timed = {
        x["data"]["match"] for x in lines_of(bodies, "sheet.recorded") if x["data"]["ended_by"] == "time"
    }
    line = pick(rng, (x for x in lines_of(bodies, "match.time_called") if x["data"]["match"] in timed))
    bodies.remove(line)


def started_twice(bodies: Bodies, rng: Random) -> None:
    """A match starts again without having been voided."""
    line = pick(rng, lines_of(bodies, "match.started"))
    bodies.insert(bodies.index(line) + 1, dict(line))


def third_redraw(bodies: Bodies, rng: Random) -> None:
    """A player redraws three times."""
    line = pick(rng, lines_of(bodies, "match.started"))
    seated = [x for x in lines_of(bodies, "sheet.recorded") if x["data"]["match"] == line["data"]["match"]]
    if not seated or not seated[0]["data"]["lines"]:
        raise NoPlace
    player = seated[0]["data"]["lines"][0]["player"]
    noted = {**line, "type": "redraw.noted", "data": {**line["data"], "player": player}}
    place = bodies.index(line) + 1
    bodies[place:place] = [dict(noted), dict(noted), dict(noted)]


def _extra_seats(bodies: Bodies) -> Bodies:
    """Return the lines that fill a seat which the draw does not have, an extra chair for a late entry."""
    return [x for x in lines_of(bodies, "seat.filled") if x["data"]["seat"] > _drawn_seats(bodies, x)]


def _drawn_seats(bodies: Bodies, line: Body) -> int:
    """Return how many seats the line's match has by the draw."""
    return len(drawn_match(bodies, line["data"]["match"])["seats"])


def chair_without_note(bodies: Bodies, rng: Random) -> None:
    """A table grows, and no line says why."""
    line = pick(rng, _extra_seats(bodies))
    note = next(
        x
        for x in lines_of(bodies, "integrity.noted")
        if x["at"] == line["at"] and (x["data"]["match"], x["data"]["seat"]) == _seat_key(line)
    )
    note["data"]["what"] = "seating"


def chair_further_on(bodies: Bodies, rng: Random) -> None:
    """A table grows by a seat that does not follow the last one."""
    line = pick(rng, _extra_seats(bodies))
    for body in lines_of(bodies, "integrity.noted", "seat.filled"):
        if (body["data"]["match"], body["data"]["seat"]) == _seat_key(line) and body is not line:
            body["data"]["seat"] += 1
    line["data"]["seat"] += 1


def chair_for_somebody_else(bodies: Bodies, rng: Random) -> None:
    """A player who sits at another table takes the chair."""
    line = pick(rng, _extra_seats(bodies))
    others = sorted(set(players(bodies).values()) - {line["data"]["entry"]})
    if not others:
        raise NoPlace
    line["data"]["entry"] = pick(rng, others)


def chair_with_a_taken_suit(bodies: Bodies, rng: Random) -> None:
    """The chair has a suit that a player at the table has."""
    line = pick(rng, (x for x in _extra_seats(bodies) if x["data"]["suit"]))
    line["data"]["suit"] = drawn_match(bodies, line["data"]["match"])["seats"][0]["suit"]


KINDS = (
    chair_without_note, chair_further_on, chair_for_somebody_else, chair_with_a_taken_suit,
    loser_advances, stranger_advances, nobody_advances, seat_never_filled, suit_twice,
    partners_together, entry_left_out, order_incomplete, sizes_misstated, winner_taken_twice,
    loser_taken, bye_to_another, passed_over_in_vain, first_two_together, started_before_seated,
    never_started, time_never_called, started_twice, third_redraw,
)  # fmt: skip
