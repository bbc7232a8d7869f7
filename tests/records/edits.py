"""Edits that put one fault into the bodies of a sound record."""

from collections.abc import Callable
from typing import Any

from tests.records.book import Bodies, Body, of_type

Edit = Callable[[Bodies], None]


def put(type_: str, index: int = 0, /, **values: Any) -> Edit:
    """Other values in the so-manyth line of a type."""
    return lambda bodies: of_type(bodies, type_, index).update(values)


def put_line(index: int, number: int, **values: Any) -> Edit:
    """Other values in one line of the so-manyth sheet."""
    return lambda bodies: of_type(bodies, "sheet.recorded", index)["lines"][number].update(values)


def first(type_: str) -> Callable[[Bodies], int]:
    return lambda bodies: next(at for at, body in enumerate(bodies) if body["type"] == type_)


def last(type_: str) -> Callable[[Bodies], int]:
    return lambda bodies: max(at for at, body in enumerate(bodies) if body["type"] == type_)


def drop(where: Callable[[Bodies], int]) -> Edit:
    def edit(bodies: Bodies) -> None:
        del bodies[where(bodies)]

    return edit


def repeat(where: Callable[[Bodies], int], **values: Any) -> Edit:
    """The line again, directly behind itself."""

    def edit(bodies: Bodies) -> None:
        at = where(bodies)
        bodies.insert(at + 1, {**bodies[at], "data": {**bodies[at]["data"], **values}})

    return edit


def swap(where: Callable[[Bodies], int]) -> Edit:
    """The line and the one behind it change places, each keeping its time."""

    def edit(bodies: Bodies) -> None:
        at = where(bodies)
        bodies[at : at + 2] = reversed(bodies[at : at + 2])

    return edit


def add(type_: str, by: str = "coordinator:pc", **data: Any) -> Edit:
    """One line more at the end, in an act of its own."""

    def edit(bodies: Bodies) -> None:
        bodies.append({"at": "2026-05-03T12:00:00.000Z", "by": by, "type": type_, "data": data})

    return edit


def match_of(bodies: Bodies, name: str) -> Body:
    matches = of_type(bodies, "draw.published")["matches"]
    return next(match for match in matches if match["match"] == name)


def put_seat(name: str, number: int, **values: Any) -> Edit:
    """Other values at one seat of the draw."""
    return lambda bodies: match_of(bodies, name)["seats"][number - 1].update(values)


def swap_entries(one: str, other: str) -> Edit:
    """The first seats of two matches of the draw change their entries, in the draw only."""

    def edit(bodies: Bodies) -> None:
        first, second = (match_of(bodies, name)["seats"][0] for name in (one, other))
        first["entry"], second["entry"] = second["entry"], first["entry"]

    return edit


def another_winner(index: int) -> Edit:
    """The sheet names the other side of a duel as winner, nothing else."""

    def edit(bodies: Bodies) -> None:
        sheet = of_type(bodies, "sheet.recorded", index)
        seats = match_of(bodies, sheet["match"])["seats"]
        sheet["winner"] = next(
            seat["entry"] for seat in seats if seat["entry"] not in (None, sheet["winner"])
        )

    return edit


def put_row(number: int, **values: Any) -> Edit:
    def edit(bodies: Bodies) -> None:
        of_type(bodies, "tournament.finished")["classification"][number].update(values)

    return edit


def swap_rows(bodies: Bodies) -> None:
    rows = of_type(bodies, "tournament.finished")["classification"]
    rows[0]["entries"], rows[1]["entries"] = rows[1]["entries"], rows[0]["entries"]


def third_redraw(bodies: Bodies) -> None:
    at = first("redraw.noted")(bodies)
    bodies[at:at] = [bodies[at], bodies[at]]


def two_in_one_suit(bodies: Bodies) -> None:
    seats = match_of(bodies, "m1.1")["seats"]
    seats[1]["suit"] = seats[0]["suit"]


def partners_side_by_side(bodies: Bodies) -> None:
    for seat, side in zip(match_of(bodies, "m1.1")["seats"], (1, 1, 2, 2), strict=True):
        seat["side"] = side


def first_two_in_one_half(bodies: Bodies) -> None:
    """The second in the order changes places with whom the first would meet next."""
    order = of_type(bodies, "draw.published")["order"]
    seats = [seat for match in of_type(bodies, "draw.published")["matches"] for seat in match["seats"]]
    second = next(seat for seat in seats if seat["entry"] == order[1])
    other = next(seat for seat in seats if seat["entry"] == order[3])
    second["entry"], other["entry"] = other["entry"], second["entry"]


def terms_after_confirmation(bodies: Bodies) -> None:
    """The multiplier changes once the regulation is confirmed, and nobody confirms it anew."""
    place = first("regulation.confirmed")(bodies)
    line = {**bodies[place], "by": "organizer:po", "type": "tournament.changed", "data": {"multiplier": 2}}
    bodies.insert(place + 1, line)


def seven_people(bodies: Bodies) -> None:
    del bodies[last("entry.checked_in")(bodies)]


def seat_gone_entry(bodies: Bodies) -> None:
    gone = of_type(bodies, "entry.withdrawn")["entry"]
    emptied = next(body for body in bodies if body["type"] == "seat.filled" and body["data"]["entry"] is None)
    emptied["data"]["entry"] = gone


def feeds_crossed(bodies: Bodies) -> None:
    """The winner of m1.1 goes to two matches, that of m1.3 to none."""
    seats = [seat for match in of_type(bodies, "draw.published")["matches"] for seat in match["seats"]]
    fed = next(seat for seat in seats if seat["from"] and seat["from"]["match"] == "m1.3")
    fed["from"] = {"match": "m1.1", "take": "winner"}


def fill_before_sheet(bodies: Bodies) -> None:
    at = first("seat.filled")(bodies)
    bodies[at - 1], bodies[at] = bodies[at], bodies[at - 1]


def fill_in_a_later_act(bodies: Bodies) -> None:
    bodies[first("seat.filled")(bodies)]["at"] = "2026-05-02T23:00:00.000Z"


def moved_on(bodies: Bodies) -> None:
    """The seat of the runner-up is given to somebody beaten in round 1, without a word."""
    filled = [body["data"] for body in bodies if body["type"] == "seat.filled"]
    beaten = {seat["entry"] for seat in match_of(bodies, "m1.1")["seats"]} - {
        fill["entry"] for fill in filled
    }
    filled[0]["entry"] = beaten.pop()


def leave_out(bodies: Bodies) -> None:
    """Somebody is checked in once the order was made."""
    entry = {"entry": "e099", "players": ["p99"], "seed": None, "group": None}
    at = first("draw.published")(bodies)
    for type_, data in (("entry.checked_in", {"entry": "e099", "pineapples": []}), ("entry.added", entry)):
        bodies.insert(at, {**bodies[at - 1], "type": type_, "data": data})


def exchange_suits(bodies: Bodies) -> None:
    one, two = match_of(bodies, "m1.1")["seats"]
    one["suit"], two["suit"] = two["suit"], one["suit"]


def uneven(bodies: Bodies) -> None:
    of_type(bodies, "draw.published")["rounds"][0] = [4, 4, 3, 2]


def swap_sizes(bodies: Bodies) -> None:
    of_type(bodies, "draw.published")["rounds"][0].reverse()


def same_id(bodies: Bodies) -> None:
    of_type(bodies, "draw.published")["matches"][1]["match"] = "m1.1"


def seat_twice(bodies: Bodies) -> None:
    match_of(bodies, "m1.2")["seats"][0]["entry"] = match_of(bodies, "m1.1")["seats"][0]["entry"]


def mixed_side(bodies: Bodies) -> None:
    seats = match_of(bodies, "m1.1")["seats"]
    seats[2]["entry"] = seats[3]["entry"]


def bye_to_last(bodies: Bodies) -> None:
    """The entry with a bye and one without change places, in the draw only."""
    matches = of_type(bodies, "draw.published")["matches"]
    free = next(match for match in matches if len(match["seats"]) == 1)["seats"][0]
    other = next(match for match in matches if len(match["seats"]) == 2)["seats"][1]
    free["entry"], other["entry"] = other["entry"], free["entry"]


def start_final_first(bodies: Bodies) -> None:
    of_type(bodies, "match.started")["match"] = "m3.1"


def place_late(bodies: Bodies) -> None:
    at = first("sheet.recorded")(bodies)
    data = {"match": bodies[at]["data"]["match"], "place": "1", "starts": None, "judge": None}
    bodies.insert(at + 2, {**bodies[at], "type": "match.placed", "data": data})


def cut_again(bodies: Bodies) -> None:
    of_type(bodies, "sheet.recorded")["cuts"].append({"sides": [2, 3], "cards": ["A", "2"]})


def same_report(bodies: Bodies) -> None:
    for index in (0, 1):
        of_type(bodies, "sheet.recorded", index)["report"] = "telefone-1"


def suit_of_neighbour(bodies: Bodies) -> None:
    filled = of_type(bodies, "seat.filled")
    seats = match_of(bodies, filled["match"])["seats"]
    filled["suit"] = next(seat["suit"] for seat in seats if seat["seat"] != filled["seat"])


def keep_seat(bodies: Bodies) -> None:
    at = next(at for at, body in enumerate(bodies) if body["data"].get("entry", "") is None)
    del bodies[at]


def two_places(bodies: Bodies) -> None:
    """The winner of one match takes the seats of two, the second by hand."""
    seats = [body["data"] for body in bodies if body["type"] == "seat.filled"]
    other = next(seat for seat in seats if seat["match"] != seats[0]["match"])
    at = next(at for at, body in enumerate(bodies) if body["data"] is other)
    data = {"what": "seating", "reason": "engano", "match": other["match"], "seat": other["seat"]}
    bodies.insert(at, {**bodies[at], "type": "integrity.noted", "data": data})
    other["entry"] = seats[0]["entry"]


def undo_half(bodies: Bodies) -> None:
    """The rewritten sheet stays as it was rewritten."""
    del bodies[last("sheet.recorded")(bodies)]


def cut_after_replace(bodies: Bodies) -> None:
    at = next(at for at, body in enumerate(bodies) if body["data"].get("rewritten"))
    del bodies[at:]


def throw_out(place: int) -> Edit:
    """Who is in that place is disqualified before the finish, and nothing follows."""

    def edit(bodies: Bodies) -> None:
        row = of_type(bodies, "tournament.finished")["classification"][place - 1]
        thrown_out = {"entry": row["entries"][0], "reason": "baralho marcado"}
        bodies.insert(-1, {**bodies[-2], "type": "entry.disqualified", "data": thrown_out})

    return edit


def enter_late(bodies: Bodies) -> None:
    add("entry.added", entry="e099", players=["p99"], seed=None, group=None)(bodies)


def finish_early(bodies: Bodies) -> None:
    end = bodies.pop()
    del bodies[last("sheet.recorded")(bodies) :]
    bodies.append(end)


def last_of_seat_two(bodies: Bodies) -> int:
    """The second seat that was filled by hand."""
    notes = [at for at, body in enumerate(bodies) if body["type"] == "integrity.noted"]
    return notes[-1] + 2


def last_of_returned(bodies: Bodies) -> int:
    """The line that seats whoever was reinstated."""
    return first("entry.reinstated")(bodies) + 1


def correct_in_a_later_act(bodies: Bodies) -> None:
    """A correction that no new version goes with."""
    add("correction.applied", match="m1.1", version=2, effects=[])(bodies)


def draw_a_game(bodies: Bodies) -> None:
    """The first match is said to have had a game that nobody won, just before its sheet."""
    at = first("sheet.recorded")(bodies)
    data = {key: bodies[at]["data"][key] for key in ("match", "lines")}
    bodies.insert(at, {**bodies[at], "type": "game.drawn", "data": data})


def draw_first_twice(bodies: Bodies) -> None:
    order = of_type(bodies, "draw.published")["order"]
    order[1] = order[0]


def fill_an_empty_sheet(bodies: Bodies) -> None:
    """The system's sheet of a table that nobody reached places somebody."""
    sheet = next(body["data"] for body in bodies if body["data"].get("placement") == [])
    sheet["placement"] = [[1]]


def redraw_at_the_end(bodies: Bodies) -> None:
    again = of_type(bodies, "round.redrawn")
    add("round.redrawn", **again)(bodies)


def substitute_late(bodies: Bodies) -> None:
    """A pair that has lost changes a member; the end is taken away first."""
    bodies.pop()
    entry, players = (of_type(bodies, "entry.added")[key] for key in ("entry", "players"))
    add("entry.changed", entry=entry, players=[players[0], "p9z"], reason="doente")(bodies)


def sheet_in_a_later_act(bodies: Bodies) -> None:
    """The disqualification stands alone; its sheet comes later."""
    at = first("entry.disqualified")(bodies)
    bodies[at]["at"] = "2026-05-02T11:00:00.000Z"


def won_after_all(bodies: Bodies) -> None:
    """A castle of a drawn game stands."""
    drawn = of_type(bodies, "game.drawn", -1)
    drawn["lines"][0].update(castle=5, fell=0)


def cards_for_the_new(bodies: Bodies) -> None:
    """Who came in by `replace` has cards on the rewritten sheet."""
    sheet = next(body["data"] for body in bodies if body["data"].get("rewritten"))
    next(line for line in sheet["lines"] if line["out"] == "absent").update(intact=2)


def remedy_elsewhere(bodies: Bodies) -> None:
    """The first correction names a match of its own round besides."""
    line = of_type(bodies, "correction.applied")
    line["effects"].append({"match": "m1.2" if line["match"] == "m1.1" else "m1.1", "remedy": "keep"})


def undo_again(bodies: Bodies) -> None:
    """The last correction, an undo, once more: with another version of the same sheet."""
    at = last("correction.applied")(bodies)
    sheet = next(body for body in reversed(bodies[:at]) if body["type"] == "sheet.recorded")
    version = sheet["data"]["version"] + 1
    moment = {"at": "2026-05-03T12:00:00.000Z"}
    bodies.append({**sheet, **moment, "data": {**sheet["data"], "version": version}})
    bodies.append({**bodies[at], **moment, "data": {**bodies[at]["data"], "version": version}})


def ruled_by_judge(bodies: Bodies) -> None:
    at = next(at for at, body in enumerate(bodies) if body["data"].get("ended_by") == "ruling")
    bodies[at]["by"] = "judge:pj"
