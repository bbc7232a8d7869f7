"""Kinds of faults in the sheets of the games in `POINTS`, put into the lines in place."""

from collections.abc import Callable, Iterator
from random import Random

from tools.endorsement.mutate.records import (
    Bodies,
    Body,
    NoPlace,
    lines_of,
    pick,
    players,
    side_of,
    sides,
)

POINTS = {"castelo": "castle", "hermetica": "potencial", "jogo-dos-reinos": "holder"}
"""The games of these faults: key → the count in which points, or who holds a kingdom, are recorded."""
ORDERS = {"castelo": "fell", "jogo-dos-reinos": "fall"}
CORRECTED = ("disqualification", "bye")


def _game_key(bodies: Bodies) -> str:
    return str(bodies[0]["data"]["game"])


def _played_sheets(bodies: Bodies, *endings: str) -> Iterator[Body]:
    """Yield the data of first sheets with these endings."""
    for body in lines_of(bodies, "sheet.recorded"):
        data = body["data"]
        if data["ended_by"] in endings and data["version"] == 1 and not data["rewritten"]:
            yield data


def _pick_line(
    bodies: Bodies, rng: Random, which: Callable[[Body, Body], bool], *endings: str
) -> tuple[Body, Body]:
    """Return the data of a sheet with one of these endings, and a line of it for which `which` holds."""
    every = ((data, line) for data in _played_sheets(bodies, *endings) for line in data["lines"])
    return pick(rng, (pair for pair in every if which(*pair)))


def loser_placed_first(bodies: Bodies, rng: Random) -> None:
    """Winner and placement both turned around, the lines left as they were."""
    data = pick(rng, (x for x in _played_sheets(bodies, "win_condition", "time") if len(x["placement"]) > 1))
    data["placement"] = data["placement"][1:] + data["placement"][:1]
    data["winner"] = sides(bodies, data["match"]).get(data["placement"][0][0])


def winner_down(bodies: Bodies, rng: Random) -> None:
    """The winner has fallen: no points left, or a vassal."""

    def is_winners_line(data: Body, line: Body) -> bool:
        return players(bodies)[line["player"]] == data["winner"] and line["out"] is None

    found = _pick_line(bodies, rng, is_winners_line, "win_condition", "time")
    if _game_key(bodies) == "castelo":
        raise NoPlace
    line, other = found[1], found[0]["placement"][-1][0]
    line[POINTS[_game_key(bodies)]] = other if _game_key(bodies) == "jogo-dos-reinos" else 0


def castle_up_again(bodies: Bodies, rng: Random) -> None:
    """A castle that fell has points; who had no potencial has some; a vassal is free."""
    down = {"castelo": "fell", "jogo-dos-reinos": "holder"}.get(_game_key(bodies))
    found = _pick_line(
        bodies,
        rng,
        lambda data, line: line["out"] is None and (line[down] if down else not line["potencial"]),
        "win_condition",
    )
    found[1][POINTS[_game_key(bodies)]] = 0 if _game_key(bodies) == "jogo-dos-reinos" else 3


def order_forgotten(bodies: Bodies, rng: Random) -> None:
    """A player fell at an unknown time."""
    key = ORDERS.get(_game_key(bodies))
    found = _pick_line(
        bodies, rng, lambda data, line: bool(key and line[key]), "win_condition", "time", "concession"
    )
    if key is None:
        raise NoPlace
    found[1][key] = 0


def order_with_a_gap(bodies: Bodies, rng: Random) -> None:
    """The last number is followed by none, and does not follow one either."""
    key = ORDERS.get(_game_key(bodies))
    found = _pick_line(bodies, rng, lambda data, line: bool(key and line[key]), "win_condition", "time")
    if key is None:
        raise NoPlace
    highest = max(max(line[key], line["out_order"] or 0) for line in found[0]["lines"])
    found[1][key] = highest + 2
    if highest + 2 > 8:
        raise NoPlace


def points_beyond(bodies: Bodies, rng: Random) -> None:
    """More than a line can hold."""
    found = _pick_line(bodies, rng, lambda data, line: True, "win_condition", "time", "concession", "ruling")
    found[1][POINTS[_game_key(bodies)]] = 9 if _game_key(bodies) == "jogo-dos-reinos" else 1000


def stronger_loser(bodies: Bodies, rng: Random) -> None:
    """When time was over another player had more."""
    if _game_key(bodies) == "jogo-dos-reinos":
        raise NoPlace

    def is_losers_line(data: Body, line: Body) -> bool:
        mine = players(bodies)[line["player"]] == data["winner"]
        return not mine and not line["out"] and bool(line[POINTS[_game_key(bodies)]])

    found = _pick_line(bodies, rng, is_losers_line, "time")
    if not _is_in(bodies, *found):
        raise NoPlace
    found[1][POINTS[_game_key(bodies)]] = 999


def _is_in(bodies: Bodies, data: Body, line: Body) -> bool:
    """Return whether no player of the line's side has left."""
    entry = players(bodies)[line["player"]]
    return not any(x["out"] for x in data["lines"] if players(bodies)[x["player"]] == entry)


def held_by_itself(bodies: Bodies, rng: Random) -> None:
    """A kingdom is its own vassal."""
    if _game_key(bodies) != "jogo-dos-reinos":
        raise NoPlace
    found = _pick_line(bodies, rng, lambda data, line: bool(line["holder"]), "win_condition", "time")
    found[1]["holder"] = side_of(bodies, found[0]["match"], found[1]["player"])


def two_fell_at_once(bodies: Bodies, rng: Random) -> None:
    """Two kingdoms fell in one battle."""
    if _game_key(bodies) != "jogo-dos-reinos":
        raise NoPlace
    found = _pick_line(bodies, rng, lambda data, line: line["fall"] > 1, "win_condition", "time")
    found[1]["fall"] -= 1
    moments: list[int] = [line["fall"] for line in found[0]["lines"]]
    if moments.count(found[1]["fall"]) < 2:
        raise NoPlace


def cards_cut(bodies: Bodies, rng: Random) -> None:
    """Cards are cut in a game that cuts none."""
    data = pick(rng, _played_sheets(bodies, "win_condition", "time", "concession"))
    data["cuts"] = [{"sides": [1, 2], "cards": ["A", "K"]}]


def out_of_cards(bodies: Bodies, rng: Random) -> None:
    """A player loses by an empty pile."""
    found = _pick_line(bodies, rng, lambda data, line: line["out"] == "conceded", "concession")
    found[0]["ended_by"], found[1]["out"] = "decked_out", "decked_out"


def absent_with_points(bodies: Bodies, rng: Random) -> None:
    """A player who never came has points."""
    found = _pick_line(bodies, rng, lambda data, line: line["out"] == "absent", "walkover", "nobody")
    found[1][POINTS[_game_key(bodies)]] = 1


def drawn_game_with_a_winner(bodies: Bodies, rng: Random) -> None:
    """Noted as drawn, and one side is in front."""
    line = pick(rng, lines_of(bodies, "game.drawn"))
    first = line["data"]["lines"][0]
    first[POINTS[_game_key(bodies)]] = (
        3 if _game_key(bodies) == "jogo-dos-reinos" else first[POINTS[_game_key(bodies)]] + 5
    )


KINDS = (
    loser_placed_first, winner_down, castle_up_again, order_forgotten, order_with_a_gap, points_beyond,
    stronger_loser, held_by_itself, two_fell_at_once, cards_cut, out_of_cards, absent_with_points,
    drawn_game_with_a_winner,
)  # fmt: skip
