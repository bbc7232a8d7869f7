"""Every key of every kind of line with other values of its kind: those of other lines, and near ones."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tools.endorsement.mutate.places import Place, leaves, value_at, with_value_at
from tools.endorsement.mutate.records import Bodies

SUITS = (None, "hearts", "diamonds", "clubs", "spades")
WORDS: Mapping[str, Sequence[str | None]] = {
    "ended_by": (
        "win_condition", "decked_out", "time", "walkover", "concession", "disqualification", "ruling", "bye",
        "nobody",
    ),
    "out": (None, "decked_out", "conceded", "disqualified", "absent"),
    "remedy": ("reseat", "keep", "replay", "replace", "undo"),
    "take": ("winner", "loser", "lucky"),
    "suit": SUITS,
    "role": ("organizer", "coordinator", "judge"),
    "method": ("random", "season", "rating", "manual", "stage"),
    "shape": ("default", "chosen"),
    "why": (
        "round", "absent", "table_place", "third_place", "table_score", "winner_place", "stage",
        "stage_group", "stage_points", "stage_opponents", "stage_placement", "stage_score", None,
    ),
}  # fmt: skip
MAX_VALUES = 2


def name_of(bodies: Bodies, place: Place) -> str:
    """Return type of line and key of a place: `seat.filled data.suit`, with a list's indexes as `*`."""
    steps = ("*" if isinstance(step, int) else step for step in place[1:])
    return f"{bodies[int(place[0])]['type']} {'.'.join(steps)}"


def altered(bodies: Bodies, rng: random.Random) -> Iterator[tuple[str, Bodies]]:
    """Yield the name of a place and the record with another value there.

    One random place for each type of line and key, with up to three other values. `bodies` stays as it is.
    """
    known, places = defaultdict[str, list[Any]](list), defaultdict[str, list[Place]](list)
    for place in leaves(bodies):
        if place[1] in ("at", "type"):
            continue
        places[name_of(bodies, place)].append(place)
        known[_last_key(place)].append(value_at(bodies, place))
    for name in sorted(places):
        place = rng.choice(places[name])
        for value in _other_values(value_at(bodies, place), place, known, rng):
            yield name, with_value_at(bodies, place, value)


def _last_key(place: Place) -> str:
    """Return the last key on the way to a place, without indexes; "" if there is none."""
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def _other_values(value: Any, place: Place, known: Mapping[str, list[Any]], rng: random.Random) -> list[Any]:
    """Return other values for a place: the words of its key, else one of another line and near ones."""
    key = _last_key(place)
    if key in WORDS:
        return [word for word in WORDS[key] if word != value]
    if key == "by":
        return sorted({other for other in known[key] if other != value})
    same = [other for other in known[key] if other != value and type(other) is type(value)]
    found = [*rng.sample(same, min(len(same), MAX_VALUES - 1)), *_near_values(value)]
    return [other for at, other in enumerate(found) if other != value and other not in found[:at]]


def _near_values(value: Any) -> list[Any]:
    """Return values that differ a little: one more or less, a letter more, none, of another type."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(0, value - 1)]
    if isinstance(value, str):
        return [f"{value}x", None]
    return ["x", 3] if value is None else [[1]]
