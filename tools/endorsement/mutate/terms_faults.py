"""Kinds of faults in terms, entries, corrections and the end, put into the lines in place."""

from fractions import Fraction
from random import Random

from tools.endorsement.mutate.records import (
    Bodies,
    Body,
    NoPlace,
    draw,
    lines_of,
    pick,
    setup,
    sheets,
)


def title_of_another(bodies: Bodies, rng: Random) -> None:
    """The title does not follow from its parts."""
    setup(bodies)["title"] = setup(bodies)["title"].replace(": ", ": Grande ", 1)


def name_refused(bodies: Bodies, rng: Random) -> None:
    """A name that the grammar of titles refuses, with the title that follows from it."""
    said = setup(bodies)
    name = rng.choice(("Copa 2024", " Copa", "Copa  dupla", "Copa\u200b", "C" * 81))
    said["title"] = said["title"].replace(said["name"], name, 1)
    said["name"] = name


def other_points(bodies: Bodies, rng: Random) -> None:
    """Other points than the rulebook's."""
    setup(bodies)["points"][rng.randrange(10)] = "7"


def never_announced(bodies: Bodies, rng: Random) -> None:
    """A ranked tournament without announcement."""
    if not setup(bodies)["ranked"]:
        raise NoPlace
    bodies[:] = [body for body in bodies if body["type"] != "tournament.announced"]


def too_few_people(bodies: Bodies, rng: Random) -> None:
    """A ranked tournament with fewer than eight."""
    if not setup(bodies)["ranked"]:
        raise NoPlace
    here = lines_of(bodies, "entry.checked_in")
    gone = here[3:] if "duplas" in setup(bodies)["kind"] else here[7:]
    bodies[:] = [body for body in bodies if not any(body is line for line in gone)]


def never_checked_in(bodies: Bodies, rng: Random) -> None:
    """An entry is drawn that is not checked in."""
    drawn = draw(bodies)
    line = pick(
        rng,
        (x for x in lines_of(bodies, "entry.checked_in") if x["data"]["entry"] in drawn["order"]),
    )
    code = line["data"]["entry"]
    bodies[:] = [x for x in bodies if x["type"] != "entry.checked_in" or x["data"]["entry"] != code]


def one_person_in_two_entries(bodies: Bodies, rng: Random) -> None:
    """A player is in two live entries."""
    found = lines_of(bodies, "entry.added")
    if len(found) < 2:
        raise NoPlace
    first, second = rng.sample(found, 2)
    second["data"]["players"][0] = first["data"]["players"][0]


def author_without_role(bodies: Bodies, rng: Random) -> None:
    """A person without a role acts."""
    line = pick(rng, lines_of(bodies, "match.started", "sheet.recorded", "draw.published"))
    line["by"] = "judge:nobody0"


def withdrawn_and_seated(bodies: Bodies, rng: Random) -> None:
    """An entry withdraws and plays on."""
    _insert_departure(bodies, rng, "entry.withdrawn")


def disqualified_and_seated(bodies: Bodies, rng: Random) -> None:
    """An entry is disqualified and plays on."""
    _insert_departure(bodies, rng, "entry.disqualified")


def _insert_departure(bodies: Bodies, rng: Random, how: str) -> None:
    """Let an entry that plays later leave just before the draw; `how` is the type of the line."""
    place = next((i for i, x in enumerate(bodies) if x["type"] == "draw.published"), None)
    if place is None:
        raise NoPlace
    line = pick(rng, (x for x in lines_of(bodies[place:], "seat.filled") if x["data"]["entry"]))
    data = {"entry": line["data"]["entry"], "reason": "foi embora"}
    by = f"organizer:{lines_of(bodies, 'staff.assigned')[0]['data']['person']}"
    bodies.insert(place, {**bodies[place], "by": by, "type": how, "data": data})


def places_swapped(bodies: Bodies, rng: Random) -> None:
    """Two entries change places in the classification."""
    rows = _classification(bodies)
    if len(rows) < 2:
        raise NoPlace
    first, second = rng.sample(rows, 2)
    first["entries"], second["entries"] = second["entries"], first["entries"]


def points_off(bodies: Bodies, rng: Random) -> None:
    """Points that the place does not give."""
    row = pick(rng, _classification(bodies))
    row["points"] = str(Fraction(row["points"]) + rng.choice((1, Fraction(1, 2))))


def place_left_out(bodies: Bodies, rng: Random) -> None:
    """An entry loses its place."""
    rows = _classification(bodies)
    if not rows:
        raise NoPlace
    rows.pop(rng.randrange(len(rows)))


def reason_of_place_changed(bodies: Bodies, rng: Random) -> None:
    """Another rule is said to separate two places."""
    row = pick(rng, (x for x in _classification(bodies) if x["why"]))
    row["why"] = "absent" if row["why"] != "absent" else "round"


def _classification(bodies: Bodies) -> list[Body]:
    """Return the rows of the final classification; [] if the tournament did not finish."""
    found = lines_of(bodies, "tournament.finished")
    return found[-1]["data"]["classification"] if found else []


def acts_after_the_finish(bodies: Bodies, rng: Random) -> None:
    """Something happens after the end."""
    if not lines_of(bodies, "tournament.finished"):
        raise NoPlace
    line = pick(rng, lines_of(bodies, "entry.checked_in", "match.placed", "staff.assigned"))
    bodies.append({**line, "at": bodies[-1]["at"]})


def finished_with_an_open_match(bodies: Bodies, rng: Random) -> None:
    """The last sheet is missing."""
    found = [x for x in sheets(bodies) if x["data"]["version"] == 1]
    if not found or not lines_of(bodies, "tournament.finished"):
        raise NoPlace
    bodies.remove(found[-1])


def sheet_again(bodies: Bodies, rng: Random) -> None:
    """A double tap recorded twice."""
    line = pick(rng, sheets(bodies))
    bodies.insert(bodies.index(line) + 1, dict(line))


def correction_unexplained(bodies: Bodies, rng: Random) -> None:
    """The winner changes and no correction says what follows."""
    line = pick(rng, (x for x in lines_of(bodies, "correction.applied") if _another_won(bodies, x)))
    bodies.remove(line)


def correction_in_an_act_of_its_own(bodies: Bodies, rng: Random) -> None:
    """A correction, and what follows it in its act, comes a moment after its version."""
    line = pick(rng, lines_of(bodies, "correction.applied"))
    at = line["at"]
    for body in bodies[bodies.index(line) :]:
        if body["at"] == at:
            body["at"] = f"{at[:19]}.999999Z"


def _another_won(bodies: Bodies, correction: Body) -> bool:
    """Return whether a correction's version has another winner than the one before."""
    data = correction["data"]
    mine = {
        x["data"]["version"]: x["data"]
        for x in lines_of(bodies, "sheet.recorded")
        if x["data"]["match"] == data["match"]
    }
    return bool(mine[data["version"]]["winner"] != mine[data["version"] - 1]["winner"])


def remedy_changed(bodies: Bodies, rng: Random) -> None:
    """Another remedy than what was done."""
    line = pick(rng, (x for x in lines_of(bodies, "correction.applied") if x["data"]["effects"]))
    other = {"reseat": "keep", "keep": "replace", "replay": "keep", "replace": "keep", "undo": "replace"}
    for effect in line["data"]["effects"]:
        effect["remedy"] = other[effect["remedy"]]
        effect.update({"of": None} if "of" in effect else {})


def effect_left_out(bodies: Bodies, rng: Random) -> None:
    """A correction does not name the match it changes."""
    found = [
        x
        for x in lines_of(bodies, "correction.applied")
        if any(e["remedy"] != "undo" for e in x["data"]["effects"])
    ]
    line = pick(rng, found)
    line["data"]["effects"].pop()


def undo_of_another(bodies: Bodies, rng: Random) -> None:
    """An undo of a line that is no correction."""
    found = [
        e
        for x in lines_of(bodies, "correction.applied")
        for e in x["data"]["effects"]
        if e.get("of") is not None
    ]
    effect = pick(rng, found)
    effect["of"] = 0


def key_missing(bodies: Bodies, rng: Random) -> None:
    """A line without one of its keys."""
    line = pick(rng, lines_of(bodies, "sheet.recorded", "seat.filled", "match.started", "entry.added"))
    line["data"].pop(rng.choice(sorted(line["data"])))


def key_too_many(bodies: Bodies, rng: Random) -> None:
    """A line with a key that does not belong there: a name, say."""
    rng.choice(bodies[1:])["data"]["display_name"] = "Ana"


def value_of_another_type(bodies: Bodies, rng: Random) -> None:
    """A number written as text."""
    line = pick(rng, lines_of(bodies, "sheet.recorded"))
    line["data"]["version"] = str(line["data"]["version"])


def unknown_type(bodies: Bodies, rng: Random) -> None:
    """A line of a type that the format does not have."""
    line = rng.choice(bodies[1:])
    line["type"] = f"{line['type']}s"


def unknown_entry(bodies: Bodies, rng: Random) -> None:
    """A person checks in who was never entered."""
    line = pick(rng, lines_of(bodies, "entry.added"))
    bodies.remove(line)


KINDS = (
    title_of_another, name_refused, other_points, never_announced, too_few_people, never_checked_in,
    one_person_in_two_entries, author_without_role, withdrawn_and_seated, disqualified_and_seated,
    places_swapped, points_off, place_left_out, reason_of_place_changed, acts_after_the_finish,
    finished_with_an_open_match, sheet_again, correction_unexplained,
    correction_in_an_act_of_its_own, remedy_changed,
    effect_left_out, undo_of_another, key_missing, key_too_many, value_of_another_type,
    unknown_type, unknown_entry,
)  # fmt: skip
