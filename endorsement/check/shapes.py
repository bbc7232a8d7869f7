"""The shape of each line: which keys, which types, which words. What it means is checked elsewhere."""

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from endorsement.check import types, words
from endorsement.check.lines import Line

Test = Callable[[Any], bool]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
AUTHOR = re.compile(r"(organizer|coordinator|judge|player):\S+|system")
AMOUNT = re.compile(r"\d+(/\d+)?")


def text(value: Any) -> bool:
    """A text with something visible in it."""
    return isinstance(value, str) and bool(value.strip())


def whole(least: int, most: int | None = None) -> Test:
    """A whole number within bounds."""
    return lambda value: type(value) is int and value >= least and (most is None or value <= most)


def integer(value: Any) -> bool:
    """A whole number."""
    return type(value) is int


def flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


def moment(value: Any) -> bool:
    """A time in UTC."""
    return isinstance(value, str) and bool(TIME.fullmatch(value))


def amount(value: Any) -> bool:
    """Points in lowest terms."""
    return isinstance(value, str) and bool(AMOUNT.fullmatch(value)) and str(Fraction(value)) == value


def one_of(*choices: Any) -> Test:
    """One of these words."""
    return lambda value: any(value == choice and type(value) is type(choice) for choice in choices)


def maybe(test: Test) -> Test:
    """Null, or what the test wants."""
    return lambda value: value is None or test(value)


def many(test: Test, least: int = 0) -> Test:
    """A list."""
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(test, value))


def record(optional: Mapping[str, Test] | None = None, **keys: Test) -> Test:
    """An object with exactly these keys, and perhaps the optional ones."""
    return lambda value: isinstance(value, dict) and not list(_wrong(value, keys, optional or {}))


def _wrong(value: Mapping[str, Any], keys: Mapping[str, Test], optional: Mapping[str, Test]) -> Iterator[str]:
    yield from (f"{key} is missing" for key in keys if key not in value)
    for key, content in value.items():
        test = keys.get(key) or optional.get(key)
        if test is None:
            yield f"{key} does not belong here"
        elif not test(content):
            yield f"{key} is {content!r:.80}"


def _options(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(key in words.OPTIONS and _differs(key, chosen) for key, chosen in value.items())


def _differs(key: str, chosen: Any) -> bool:
    default, choices = words.OPTIONS[key]
    return one_of(*choices)(chosen) and chosen != default


def _scores(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(side.isdigit() and whole(0)(score) for side, score in value.items())


def _needs(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(count in types.MOST and whole(1)(least) for count, least in value.items())


small = whole(1)
count = whole(0)
source = record(match=text, take=one_of("winner", "loser", "lucky"))
SEAT: dict[str, Test] = {
    "seat": small, "side": small, "suit": maybe(one_of(*words.SUITS)), "entry": maybe(text),
    "player": maybe(text), "from": maybe(source),
}  # fmt: skip
match = record(match=text, round=small, number=small, seats=many(record(None, **SEAT), 1))
sheet_line = record(
    player=text, intact=count, razed=count, commanders=count, armies=count, razed_in_battle=maybe(count),
    out=maybe(one_of(*words.OUTS)), out_order=maybe(small),
)  # fmt: skip
cut = record(sides=many(small, 2), cards=many(one_of(*words.CARDS), 2))
effect = record({"of": count}, match=text, remedy=one_of(*words.REMEDIES))
row = record(place=small, entries=many(text, 1), points=amount, why=maybe(text))

definition = record(
    title_word=text, level=one_of(*types.LEVELS), team_size=one_of(1, 2), at_once=flag, version=small,
    table=record(min=whole(2, 4), max=whole(2, 4)), needs=_needs, texts=text, sha256=text,
)  # fmt: skip

CREATED: dict[str, Test] = {
    "format": one_of(words.FORMAT), "software": text, "game": one_of("chama"), "kind": text,
    "name": text, "variants": many(one_of(*words.VARIANTS)), "year": whole(1900, 2999), "title": text,
    "ranked": flag, "multiplier": whole(1, 5), "table": record(min=whole(1, 4), max=whole(2, 4)),
    "time_limit": maybe(small), "house_rules": _options, "rules": record(id=text, sha256=text),
    "points": many(amount),
}  # fmt: skip
REASONED: dict[str, Test] = {"entry": text, "reason": text}
ADDED: dict[str, Test] = {
    "entry": text, "players": many(text, 1), "seed": maybe(whole(1)), "group": maybe(text),
}  # fmt: skip
STAFF: dict[str, Test] = {"role": one_of(*words.ROLES), "person": text}
PRESENCE: dict[str, Test] = {"entry": text, "pineapples": many(text)}
SHAPES: dict[str, dict[str, Test]] = {
    "tournament.announced": {"channel": text},
    "regulation.confirmed": {"version": text, "rules": record(id=text, sha256=text)},
    "staff.assigned": STAFF,
    "staff.removed": STAFF,
    "entry.added": ADDED,
    "entry.checked_in": PRESENCE,
    "entry.checked_out": PRESENCE,
    "entry.withdrawn": {"entry": text, "reason": lambda value: isinstance(value, str) or value is None},
    "entry.reinstated": REASONED,
    "entry.disqualified": {"entry": text, "reason": maybe(text)},
    "draw.published": {
        "method": one_of(*words.METHODS), "seed": maybe(integer),
        "order": many(text, 2), "shape": one_of("default", "chosen"), "rounds": many(many(small, 1), 1),
        "matches": many(match, 1),
    },
    "draw.withdrawn": {"reason": text},
    "round.redrawn": {"round": small, "seed": maybe(integer), "matches": many(match, 1)},
    "match.placed": {"match": text, "place": text, "starts": maybe(moment), "judge": maybe(text)},
    "match.started": {"match": text},
    "match.time_called": {"match": text},
    "match.extended": {"match": text, "minutes": whole(1, 240), "reason": text},
    "redraw.noted": {"match": text, "player": text},
    "seat.filled": {
        "match": text, "seat": small, "entry": maybe(text), "player": maybe(text),
        "suit": maybe(one_of(*words.SUITS)),
    },
    "sheet.recorded": {
        "match": text, "version": small, "ended_by": one_of(*words.ENDINGS), "lines": many(sheet_line),
        "cuts": many(cut), "scores": _scores, "placement": many(many(small, 1)), "winner": maybe(text),
        "report": maybe(text), "rewritten": flag, "reason": maybe(text),
    },
    "correction.applied": {"match": text, "version": small, "effects": many(effect)},
    "tournament.finished": {"classification": many(row)},
    "tournament.reopened": {"reason": text},
}  # fmt: skip
PARTIAL: dict[str, tuple[dict[str, Test], dict[str, Test]]] = {
    "tournament.created": (CREATED, {"definition": definition}),
    "tournament.changed": ({}, {**CREATED, "definition": maybe(definition), "reason": maybe(text)}),
    "entry.changed": ({"entry": text}, {**ADDED, "reason": maybe(text)}),
    "integrity.noted": ({"what": text, "reason": text}, {"match": maybe(text), "seat": maybe(small)}),
}
"""Types that hold only some of their keys: the required and the possible ones."""


def _unknown_type(line: Line) -> Iterator[str]:
    kind = line.data.get("kind", "campeonato")
    if kind not in types.TYPES and not line.data.get("definition"):
        yield f"{kind!r} is no type of the book, and the record does not define it"


def faults(line: Line) -> list[str]:
    """What is wrong with the shape of a line."""
    found = [f"at is {line.at!r}"] if not moment(line.at) else []
    if not AUTHOR.fullmatch(line.by):
        found.append(f"by is {line.by!r}")
    if line.type in PARTIAL:
        return [*found, *_wrong(line.data, *PARTIAL[line.type]), *_unknown_type(line)]
    if line.type not in SHAPES:
        return [*found, f"there is no type {line.type!r} in a record of Chama"]
    return [*found, *_wrong(line.data, SHAPES[line.type], {})]
