"""Kinds of faults in what a sheet says of cards that nobody counted."""

from random import Random

from tools.endorsement.mutate.records import Bodies, Body, pick, players, setup, sheets

CARDS = ("intact", "razed", "commanders", "armies", "razed_in_battle")


def _uncount(line: Body) -> None:
    line.update(dict.fromkeys(CARDS))


def winner_uncounted(bodies: Bodies, rng: Random) -> bool:
    """Nobody counted the cards that prove a win."""
    sheet = pick(rng, sheets(bodies, "win_condition"))
    if sheet is None:
        return False
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == sheet["data"]["winner"]:
            _uncount(line)
    return True


def uncounted_at_time(bodies: Bodies, rng: Random) -> bool:
    """Nobody counted the cards of somebody still in when time decided."""
    sheet = pick(rng, sheets(bodies, "time"))
    first = sheet["data"]["winner"] if sheet else None
    if sheet is None:
        return False
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == first:
            _uncount(line)
    return True


def counted_in_part(bodies: Bodies, rng: Random) -> bool:
    """One number of a line was not counted, or one was of a line that nobody counted."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"]]
    line = pick(rng, found)
    if line is None:
        return False
    key = rng.choice(CARDS[:4])
    line[key] = 0 if line[key] is None else None
    return True


def half_a_pair_counted(bodies: Bodies, rng: Random) -> bool:
    """One member of a pair was counted, the other was not."""
    if setup(bodies)["kind"] != "duplas":
        return False
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out"] != "absent"]
    line = pick(rng, (x for x in found if x["intact"] is not None))
    if line is None:
        return False
    _uncount(line)
    return True


def absent_and_uncounted(bodies: Bodies, rng: Random) -> bool:
    """Somebody who never came was not counted."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out"] == "absent"]
    line = pick(rng, found)
    if line is None:
        return False
    _uncount(line)
    return True


KINDS = (winner_uncounted, uncounted_at_time, counted_in_part, half_a_pair_counted, absent_and_uncounted)
