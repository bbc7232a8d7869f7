"""Records as lists of lines (`Bodies`) that can be changed and chained again."""

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from checker.reading.lines import NOTHING, canonical, sha256

Body = dict[str, Any]
Bodies = list[Body]
Change = Callable[[Bodies, Random], None]
"""Makes something wrong in place; `NoPlace` if the record has nothing of that kind."""
T = TypeVar("T")


class NoPlace(LookupError):
    """A record has nothing that a kind of fault could change."""


def parse_lines(record: bytes) -> Bodies:
    """Return the lines of a record as objects, to be changed."""
    return [json.loads(line) for line in record.splitlines()]


def chain_lines(bodies: Iterable[Body], *, renumber: bool = True) -> bytes:
    """Return the bytes of a record with a right chain and, with `renumber`, right numbers."""
    before, raws = NOTHING, []
    for number, body in enumerate(bodies):
        seq = number if renumber else body["seq"]
        raw = canonical({**body, "seq": seq, "prev": before})
        raws.append(raw + b"\n")
        before = sha256(raw)
    return b"".join(raws)


def lines_of(bodies: Bodies, *types: str) -> Bodies:
    """Return the lines of these types, in their order."""
    return [body for body in bodies if body["type"] in types]


def pick(rng: Random, found: Iterable[T]) -> T:
    """Return a random one of them; `NoPlace` if there is none."""
    if not (listed := list(found)):
        raise NoPlace
    return rng.choice(listed)


def sheets(bodies: Bodies, *endings: str) -> Bodies:
    """Return the lines of sheets as they were recorded, with these endings; by default all but byes and none.

    Sheets that the remedy `replace` rewrote are left out.
    """
    wanted = endings or (
        "win_condition",
        "decked_out",
        "concession",
        "time",
        "ruling",
        "walkover",
        "disqualification",
    )
    found = lines_of(bodies, "sheet.recorded")
    return [x for x in found if x["data"]["ended_by"] in wanted and not x["data"]["rewritten"]]


def draw(bodies: Bodies) -> Body:
    """Return the data of the latest draw of a bracket; `NoPlace` if there is none."""
    if not (found := lines_of(bodies, "draw.published")):
        raise NoPlace
    data: Body = found[-1]["data"]
    return data


def drawn_match(bodies: Bodies, match: str) -> Body:
    """Return a match as a draw set it up, also a withdrawn one; StopIteration for an unknown code."""
    drawn = lines_of(bodies, "draw.published", "round.drawn")
    found = (x for line in drawn for x in line["data"]["matches"])
    return next(x for x in found if x["match"] == match)


def setup(bodies: Bodies) -> Body:
    """Return the data of line 0: the tournament's terms."""
    data: Body = bodies[0]["data"]
    return data


def sides(bodies: Bodies, match: str) -> dict[int, str | None]:
    """Return by side the entry that sat at a match in the end; None for an empty side."""
    drawn = drawn_match(bodies, match)
    seated = {seat["seat"]: (seat["side"], seat["entry"]) for seat in drawn["seats"]}
    for line in lines_of(bodies, "seat.filled"):
        if line["data"]["match"] == match:
            number = line["data"]["seat"]
            side = seated[number][0] if number in seated else number  # a chair more for a late entry
            seated[number] = (side, line["data"]["entry"])
    return dict(seated.values())


def players(bodies: Bodies) -> dict[str, str]:
    """Return the entry of each player, by their codes."""
    found = lines_of(bodies, "entry.added", "entry.changed")
    return {player: x["data"]["entry"] for x in found for player in x["data"].get("players", ())}


def side_of(bodies: Bodies, match: str, player: str) -> int:
    """Return the number of a player's side at a match; 0 if the player's entry does not sit there."""
    entry = players(bodies)[player]
    return next((side for side, seated in sides(bodies, match).items() if seated == entry), 0)
