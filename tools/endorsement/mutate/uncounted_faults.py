"""Kinds of faults in what a sheet says of uncounted cards."""

from random import Random

from tools.endorsement.mutate.records import Bodies, Body, pick, players, setup, sheets

CARDS = ("intact", "razed", "commanders", "armies", "razed_in_battle")


def _uncount(line: Body) -> None:
    line.update(dict.fromkeys(CARDS))


def winner_uncounted(bodies: Bodies, rng: Random) -> bool:
    """The cards that prove a win are not counted."""
    sheet = pick(rng, sheets(bodies, "win_condition"))
    if sheet is None:
        return False
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == sheet["data"]["winner"]:
            _uncount(line)
    return True


def uncounted_at_time(bodies: Bodies, rng: Random) -> bool:
    """The cards of a player still in are not counted when time decides."""
    sheet = pick(rng, sheets(bodies, "time"))
    first = sheet["data"]["winner"] if sheet else None
    if sheet is None:
        return False
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == first:
            _uncount(line)
    return True


def counted_in_part(bodies: Bodies, rng: Random) -> bool:
    """One number of a line is not counted, or one is counted in an uncounted line."""
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
    """A player who never came is not counted."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out"] == "absent"]
    line = pick(rng, found)
    if line is None:
        return False
    _uncount(line)
    return True


KINDS = (winner_uncounted, uncounted_at_time, counted_in_part, half_a_pair_counted, absent_and_uncounted)
