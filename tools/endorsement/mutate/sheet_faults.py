"""Kinds of faults in match sheets, put into the lines in place."""

from random import Random

from tools.endorsement.mutate.records import (
    Bodies,
    Body,
    NoPlace,
    lines_of,
    pick,
    players,
    setup,
    sheets,
    side_of,
    sides,
)


def _pick_line(rng: Random, sheet: Body, *, still_in: bool = False) -> Body:
    """Return a random counted line of a sheet, with `still_in` of a player who did not leave."""
    lines = (line for line in sheet["data"]["lines"] if line["intact"] is not None)
    return pick(rng, (line for line in lines if not still_in or line["out"] is None))


def another_winner(bodies: Bodies, rng: Random) -> None:
    """The winner is another player of the table."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["placement"]) > 1))
    seated = sides(bodies, sheet["data"]["match"])
    others = [seated.get(side) for group in sheet["data"]["placement"][1:] for side in group]
    sheet["data"]["winner"] = pick(rng, others)


def winner_from_elsewhere(bodies: Bodies, rng: Random) -> None:
    """The winner is an entry that does not sit there."""
    sheet = pick(rng, sheets(bodies))
    here = set(sides(bodies, sheet["data"]["match"]).values())
    others = sorted(set(players(bodies).values()) - {entry for entry in here if entry})
    sheet["data"]["winner"] = pick(rng, others)


def loser_placed_first(bodies: Bodies, rng: Random) -> None:
    """Winner and placement both turned around, the cards left as they were."""
    sheet = pick(rng, (x for x in sheets(bodies, "win_condition", "time") if len(x["data"]["placement"]) > 1))
    data = sheet["data"]
    data["placement"] = data["placement"][1:] + data["placement"][:1]
    data["winner"] = sides(bodies, data["match"]).get(data["placement"][0][0])
    is_conquest = setup(bodies)["kind"] == "conquistadores"
    if data["ended_by"] == "win_condition" and not is_conquest and _may_win(bodies, data):
        raise NoPlace


def _may_win(bodies: Bodies, data: Body) -> bool:
    """Return whether the new first holds the condition's cards too: then the sheet would be right."""
    first = data["placement"][0][0]
    mine = [x for x in data["lines"] if side_of(bodies, data["match"], x["player"]) == first]
    needed = 10 if setup(bodies)["kind"] == "duplas" else 6
    return sum(int(line["intact"] or 0) for line in mine) >= needed


def nobody_placed(bodies: Bodies, rng: Random) -> None:
    """The last of the placement is left out."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["placement"]) > 1))
    sheet["data"]["placement"].pop()


def losers_swapped(bodies: Bodies, rng: Random) -> None:
    """Second and third change places."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["placement"]) > 2))
    placement = sheet["data"]["placement"]
    placement[1], placement[2] = placement[2], placement[1]


def shared_place_invented(bodies: Bodies, rng: Random) -> None:
    """Two who were told apart share a place."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["placement"]) > 1))
    placement = sheet["data"]["placement"]
    placement[-2:] = [sorted(placement[-2] + placement[-1])]


def seven_realms(bodies: Bodies, rng: Random) -> None:
    """More than six realms."""
    line = _pick_line(rng, pick(rng, sheets(bodies)), still_in=True)
    line["razed"] = 7 - line["intact"]


def many_commanders(bodies: Bodies, rng: Random) -> None:
    """More commanders than there are."""
    line = _pick_line(rng, pick(rng, sheets(bodies)), still_in=True)
    line["commanders"] = 17


def army_without_commander(bodies: Bodies, rng: Random) -> None:
    """More armies than commanders."""
    line = _pick_line(rng, pick(rng, sheets(bodies)), still_in=True)
    line["armies"] = line["commanders"] + 1


def win_without_cards(bodies: Bodies, rng: Random) -> None:
    """The declared winner does not hold the condition."""
    sheet = pick(rng, sheets(bodies, "win_condition"))
    for line in sheet["data"]["lines"]:
        if players(bodies)[line["player"]] == sheet["data"]["winner"]:
            line["intact"] = 2


def score_off(bodies: Bodies, rng: Random) -> None:
    """A timed score that the cards do not give."""
    sheet = pick(rng, sheets(bodies, "time"))
    side = rng.choice(sorted(sheet["data"]["scores"]))
    sheet["data"]["scores"][side] += rng.choice((1, 2, 3))


def score_of_an_untimed_match(bodies: Bodies, rng: Random) -> None:
    """Scores where no time decided."""
    sheet = pick(rng, sheets(bodies, "win_condition", "concession", "decked_out"))
    sheet["data"]["scores"] = {"1": 3, "2": 5}


def order_of_leaving_with_a_gap(bodies: Bodies, rng: Random) -> None:
    """The order does not begin with 1."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out_order"]]
    line = pick(rng, found)
    line["out_order"] += 3


def order_of_leaving_missing(bodies: Bodies, rng: Random) -> None:
    """Who left has no order."""
    found = [x for sheet in sheets(bodies) for x in sheet["data"]["lines"] if x["out_order"]]
    line = pick(rng, found)
    line["out_order"] = None


def ending_misnamed(bodies: Bodies, rng: Random) -> None:
    """Cards run out called concession, or the other way round."""
    sheet = pick(rng, (x for x in sheets(bodies, "decked_out", "concession") if not _is_ambiguous(x)))
    other = {"decked_out": "concession", "concession": "decked_out"}
    sheet["data"]["ended_by"] = other[sheet["data"]["ended_by"]]


def _is_ambiguous(sheet: Body) -> bool:
    """Return whether two left at the last moment, one out of cards and one by concession."""
    orders = [line["out_order"] for line in sheet["data"]["lines"] if line["out_order"]]
    return len(orders) != len(set(orders))


def absent_with_cards(bodies: Bodies, rng: Random) -> None:
    """A player who never came has realms."""
    found = [x for sheet in sheets(bodies, "walkover", "nobody") for x in sheet["data"]["lines"]]
    line = pick(rng, (x for x in found if x["out"] == "absent"))
    line["intact"] = 1


def walkover_of_people_who_came(bodies: Bodies, rng: Random) -> None:
    """A walkover without an absent player."""
    sheet = pick(rng, (x for x in sheets(bodies, "walkover") if any(y["out"] for y in x["data"]["lines"])))
    for line in sheet["data"]["lines"]:
        line["out"] = None


def player_missing(bodies: Bodies, rng: Random) -> None:
    """A seated player has no line."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["lines"]) > 1))
    sheet["data"]["lines"].pop(rng.randrange(len(sheet["data"]["lines"])))


def stranger_on_the_sheet(bodies: Bodies, rng: Random) -> None:
    """A line of a player who does not sit there."""
    sheet = pick(rng, sheets(bodies))
    if not sheet["data"]["lines"]:
        raise NoPlace
    here = {line["player"] for line in sheet["data"]["lines"]}
    others = sorted(set(players(bodies)) - here)
    rng.choice(sheet["data"]["lines"])["player"] = pick(rng, others)


def player_twice(bodies: Bodies, rng: Random) -> None:
    """One player has two lines."""
    sheet = pick(rng, (x for x in sheets(bodies) if len(x["data"]["lines"]) > 1))
    first, second = rng.sample(sheet["data"]["lines"], 2)
    second["player"] = first["player"]


def card_of_the_cut_changed(bodies: Bodies, rng: Random) -> None:
    """The winner's card is no longer the highest."""
    sheet = pick(rng, (x for x in sheets(bodies, "time") if x["data"]["cuts"]))
    cut = sheet["data"]["cuts"][-1]
    winner = sheet["data"]["placement"][0][0]
    cut["cards"] = ["2" if side == winner else "A" for side in cut["sides"]]


def tie_without_cut(bodies: Bodies, rng: Random) -> None:
    """Who were equal did not cut."""
    sheet = pick(rng, (x for x in sheets(bodies, "time") if x["data"]["cuts"]))
    sheet["data"]["cuts"] = []


def cut_without_tie(bodies: Bodies, rng: Random) -> None:
    """Cards cut in a match that the condition decided."""
    sheet = pick(rng, (x for x in sheets(bodies, "win_condition") if len(x["data"]["placement"]) > 1))
    sheet["data"]["cuts"] = [{"sides": [1, 2], "cards": ["A", "K"]}]


def conquest_uncounted(bodies: Bodies, rng: Random) -> None:
    """A sheet of Conquistadores without realms razed in battle, or another with them."""
    line = _pick_line(rng, pick(rng, sheets(bodies)))
    line["razed_in_battle"] = 0 if line["razed_in_battle"] is None else None


def more_razed_than_battles(bodies: Bodies, rng: Random) -> None:
    """Razed realms that no player razed."""
    if setup(bodies)["kind"] != "conquistadores":
        raise NoPlace
    line = _pick_line(
        rng, pick(rng, (x for x in sheets(bodies) if len(x["data"]["lines"]) > 1)), still_in=True
    )
    sheet = next(x for x in sheets(bodies) if line in x["data"]["lines"])
    for other in sheet["data"]["lines"]:
        other["razed_in_battle"] = 0
    line["intact"], line["razed"] = 0, 1


def pool_without_realm(bodies: Bodies, rng: Random) -> None:
    """A player without any realm has commanders."""
    endings = (
        ("time", "decked_out")
        if setup(bodies)["kind"] == "conquistadores"
        else ("time", "decked_out", "win_condition")
    )
    sheet = pick(rng, sheets(bodies, *endings))
    found = [
        x
        for x in sheet["data"]["lines"]
        if x["out"] is None and players(bodies)[x["player"]] != sheet["data"]["winner"]
    ]
    line = pick(rng, found)
    if _pair_is_out(bodies, sheet, line):
        raise NoPlace
    line["intact"] = line["razed"] = 0
    line["commanders"], line["armies"] = 1, 0


def _pair_is_out(bodies: Bodies, sheet: Body, line: Body) -> bool:
    """Return whether a member of the line's entry left."""
    entry = players(bodies)[line["player"]]
    return any(x["out"] for x in sheet["data"]["lines"] if players(bodies)[x["player"]] == entry)


def ruling_by_a_judge(bodies: Bodies, rng: Random) -> None:
    """A judge rules."""
    sheet = pick(rng, sheets(bodies, "ruling"))
    judge = pick(rng, (x for x in lines_of(bodies, "staff.assigned") if x["data"]["role"] == "judge"))
    if judge is None:
        raise NoPlace
    sheet["by"] = f"judge:{judge['data']['person']}"


def ruling_without_reason(bodies: Bodies, rng: Random) -> None:
    """A ruling, or a later version, that gives no reason."""
    found = [
        x
        for x in lines_of(bodies, "sheet.recorded")
        if x["data"]["ended_by"] == "ruling" or x["data"]["version"] > 1
    ]
    sheet = pick(rng, found)
    sheet["data"]["reason"] = None


def version_skipped(bodies: Bodies, rng: Random) -> None:
    """A version that does not follow the last."""
    sheet = pick(rng, sheets(bodies))
    sheet["data"]["version"] += 1


KINDS = (
    another_winner, winner_from_elsewhere, nobody_placed, losers_swapped, shared_place_invented,
    score_off, score_of_an_untimed_match, order_of_leaving_with_a_gap, order_of_leaving_missing,
    walkover_of_people_who_came, player_missing, stranger_on_the_sheet, player_twice, ruling_by_a_judge,
    ruling_without_reason, version_skipped,
)  # fmt: skip
"""Of any game."""
OF_CHAMA = (
    loser_placed_first, seven_realms, many_commanders, army_without_commander, win_without_cards,
    ending_misnamed, absent_with_cards, card_of_the_cut_changed, tie_without_cut, cut_without_tie,
    conquest_uncounted, more_razed_than_battles, pool_without_realm,
)  # fmt: skip
