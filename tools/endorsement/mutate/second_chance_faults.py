"""Kinds of faults in the second chance, put into the lines in place: its draw, its seats, what it changes."""

from random import Random

from tools.endorsement.mutate.records import (
    Bodies,
    Body,
    NoPlace,
    draw,
    drawn_match,
    lines_of,
    pick,
    setup,
)

OPTION, LOSERS = "second_chance", "second_chance_losers"


def _drawn(bodies: Bodies) -> Body:
    """Return a draw with a second chance; `NoPlace` if there is none."""
    drawn = draw(bodies)
    if OPTION not in drawn:
        raise NoPlace
    return drawn


def _matches(bodies: Bodies) -> list[Body]:
    """Return the matches of the second chance, which come last."""
    drawn = _drawn(bodies)
    number = sum(map(len, drawn[OPTION]))
    matches: list[Body] = drawn["matches"]
    return matches[-number:]


def _slots(bodies: Bodies) -> list[Body]:
    """Return what feeds each seat that takes a loser."""
    feeds = (seat["from"] for match in _matches(bodies) for seat in match["seats"])
    return [feed for feed in feeds if "side" in feed]


def second_chance_unsaid(bodies: Bodies, rng: Random) -> None:
    """The sizes of its tables are not there."""
    _drawn(bodies).pop(OPTION)


def second_chance_undrawn(bodies: Bodies, rng: Random) -> None:
    """Neither its sizes nor its matches are there."""
    matches = _matches(bodies)
    drawn = _drawn(bodies)
    drawn["matches"] = drawn["matches"][: -len(matches)]
    drawn.pop(OPTION)


def second_chance_unchosen(bodies: Bodies, rng: Random) -> None:
    """The house rules ask for none."""
    _drawn(bodies)
    setup(bodies)["house_rules"].pop(OPTION)


def second_chance_of_other_losers(bodies: Bodies, rng: Random) -> None:
    """The house rules name other losers than those who play on; of two rounds the draw is the same."""
    if len(_drawn(bodies)["rounds"]) == 2:
        raise NoPlace
    rules = setup(bodies)["house_rules"]
    if rules.pop(LOSERS, None) is None:
        rules[LOSERS] = "before_final"


def second_chance_chosen_in_vain(bodies: Bodies, rng: Random) -> None:
    """The house rules ask for one, and none is drawn."""
    if OPTION in draw(bodies):
        raise NoPlace
    setup(bodies)["house_rules"][OPTION] = "own_title"


def second_chance_sizes_misstated(bodies: Bodies, rng: Random) -> None:
    """A table is said to have a side more."""
    row = rng.choice(_drawn(bodies)[OPTION])
    row[rng.randrange(len(row))] += 1


def second_chance_round_more(bodies: Bodies, rng: Random) -> None:
    """It is said to have a round more."""
    _drawn(bodies)[OPTION].append([2])


def loser_of_another_side(bodies: Bodies, rng: Random) -> None:
    """A seat takes the loser of another side."""
    feed = rng.choice(_slots(bodies))
    feed["side"] = rng.choice([side for side in range(1, 9) if side != feed["side"]])


def loser_of_another_match(bodies: Bodies, rng: Random) -> None:
    """A seat takes the loser of another match."""
    feed = rng.choice(_slots(bodies))
    feed["match"] = pick(rng, sorted({other["match"] for other in _slots(bodies)} - {feed["match"]}))


def losers_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two seats take each other's loser."""
    one, two = rng.sample(_slots(bodies), 2)
    other = dict(one)
    one.update(two)
    two.update(other)


def loser_of_no_side(bodies: Bodies, rng: Random) -> None:
    """A seat takes a loser, and no side is said."""
    rng.choice(_slots(bodies)).pop("side")


def winner_of_a_side(bodies: Bodies, rng: Random) -> None:
    """A side is said where a winner comes."""
    feeds = [seat["from"] for match in _drawn(bodies)["matches"] for seat in match["seats"] if seat["from"]]
    pick(rng, [feed for feed in feeds if feed["take"] == "winner"])["side"] = rng.randint(1, 8)


def second_chance_numbered_on(bodies: Bodies, rng: Random) -> None:
    """A match has a number further on."""
    rng.choice(_matches(bodies))["number"] += 1


def second_chance_later(bodies: Bodies, rng: Random) -> None:
    """A match is of a round later."""
    rng.choice(_matches(bodies))["round"] += 1


def second_chance_first(bodies: Bodies, rng: Random) -> None:
    """A match of the second chance is listed before the bracket."""
    _matches(bodies)
    matches = _drawn(bodies)["matches"]
    matches.insert(0, matches.pop())


def second_chance_suits_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two seats of a match have each other's suit."""
    match = pick(rng, [match for match in _matches(bodies) if match["seats"][0]["suit"]])
    one, two = rng.sample(match["seats"], 2)
    one["suit"], two["suit"] = two["suit"], one["suit"]


def second_chance_for_the_winner(bodies: Bodies, rng: Random) -> None:
    """The winner of a match takes the loser's seat."""
    line = pick(rng, _filled(bodies))
    winners = [
        sheet["data"]["winner"]
        for sheet in lines_of(bodies, "sheet.recorded")
        if sheet["data"]["match"] == _feed(bodies, line)["match"] and sheet["data"]["winner"]
    ]
    line["data"]["entry"] = pick(rng, [entry for entry in winners if entry != line["data"]["entry"]])


def _filled(bodies: Bodies) -> Bodies:
    """Return the lines that seat a loser."""
    _matches(bodies)
    filled = [line for line in lines_of(bodies, "seat.filled") if line["data"]["entry"]]
    return [line for line in filled if "side" in _feed(bodies, line)]


def _feed(bodies: Bodies, line: Body) -> Body:
    """Return what feeds the seat of a line; empty if nothing does."""
    seats = drawn_match(bodies, line["data"]["match"])["seats"]
    return next((seat["from"] or {} for seat in seats if seat["seat"] == line["data"]["seat"]), {})


def second_chance_for_no_one(bodies: Bodies, rng: Random) -> None:
    """A loser's seat stays empty."""
    pick(rng, _filled(bodies))["data"].update(entry=None, player=None)


def correction_without_second_chance(bodies: Bodies, rng: Random) -> None:
    """A correction does not say what becomes of the second chance."""
    ours = {match["match"] for match in _matches(bodies)}
    lines = [
        line["data"]
        for line in lines_of(bodies, "correction.applied")
        if any(effect["match"] in ours and effect["remedy"] != "undo" for effect in line["data"]["effects"])
    ]
    data = pick(rng, lines)
    data["effects"] = [effect for effect in data["effects"] if effect["match"] not in ours]


def finished_before_second_chance(bodies: Bodies, rng: Random) -> None:
    """The last match of the second chance has no sheet at the end."""
    last = _matches(bodies)[-1]["match"]
    pick(rng, lines_of(bodies, "tournament.finished"))
    for line in [x for x in lines_of(bodies, "sheet.recorded") if x["data"]["match"] == last]:
        bodies.remove(line)


KINDS = (
    second_chance_unsaid, second_chance_undrawn, second_chance_unchosen, second_chance_chosen_in_vain,
    second_chance_of_other_losers, second_chance_sizes_misstated, second_chance_round_more,
    loser_of_another_side, loser_of_another_match,
    losers_exchanged, loser_of_no_side, winner_of_a_side, second_chance_numbered_on, second_chance_later,
    second_chance_first, second_chance_suits_exchanged, second_chance_for_the_winner,
    second_chance_for_no_one, correction_without_second_chance, finished_before_second_chance,
)  # fmt: skip
