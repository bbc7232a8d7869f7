"""Kinds of faults in what a sheet says of uncounted cards, put into the lines in place."""

from random import Random

from tools.endorsement.mutate.records import Bodies, Body, NoPlace, pick, players, setup, sheets

CARDS = ("intact", "razed", "commanders", "armies", "razed_in_battle")


def _clear_cards(line: Body) -> None:
    line.update(dict.fromkeys(CARDS))


def winner_uncounted(bodies: Bodies, rng: Random) -> None:
    """The cards that prove a win are not counted."""
    sheet = pick(rng, sheets(bodies, "win_condition"))
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == sheet["data"]["winner"]:
            _clear_cards(line)


def uncounted_at_time(bodies: Bodies, rng: Random) -> None:
    """The cards of a player still in are not counted when time decides."""
    sheet = pick(rng, sheets(bodies, "time"))
    first = sheet["data"]["winner"]
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == first:
            _clear_cards(line)


def counted_in_part(bodies: Bodies, rng: Random) -> None:
    """One number of a line is not counted, or one is counted in an uncounted line."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"]]
    line = pick(rng, found)
    key = rng.choice(CARDS[:4])
    line[key] = 0 if line[key] is None else None


def half_a_pair_counted(bodies: Bodies, rng: Random) -> None:
    """One member of a pair was counted, the other was not."""
    if setup(bodies)["kind"] != "duplas":
        raise NoPlace
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out"] != "absent"]
    line = pick(rng, (x for x in found if x["intact"] is not None))
    _clear_cards(line)


def absent_and_uncounted(bodies: Bodies, rng: Random) -> None:
    """A player who never came is not counted."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out"] == "absent"]
    line = pick(rng, found)
    _clear_cards(line)


KINDS = (winner_uncounted, uncounted_at_time, counted_in_part, half_a_pair_counted, absent_and_uncounted)
