"""The shape of each line: which keys, which types, which words. What it means is checked elsewhere."""

import re
from collections.abc import Iterator
from typing import Any

from checker.games import Game
from checker.games.chama import types
from checker.reading import words
from checker.reading.lines import Line
from checker.reading.terms import (
    Test,
    amount,
    count,
    digest,
    flag,
    integer,
    many,
    maybe,
    moment,
    one_of,
    record,
    small,
    text,
    whole,
    wrong,
)

AUTHOR = re.compile(r"(organizer|coordinator|judge|player):\S+|system")
CALLED = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{0,60}")


def word(value: Any) -> bool:
    """What somebody called: one line of at most 60 signs, perhaps none."""
    return isinstance(value, str) and bool(CALLED.fullmatch(value))


def _options(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(flag(chosen) or integer(chosen) or text(chosen) for chosen in value.values())


def _scores(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(side.isdigit() and whole(0)(score) for side, score in value.items())


def _needs(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(count in types.MOST and whole(1)(least) for count, least in value.items())


def _line(value: Any) -> bool:
    """A line of a sheet; what it counts is the game's affair."""
    return isinstance(value, dict)


source = record(match=text, take=one_of("winner", "loser", "lucky"))
SEAT: dict[str, Test] = {
    "seat": small, "side": small, "suit": maybe(one_of(*words.SUITS)), "entry": maybe(text),
    "player": maybe(text), "from": maybe(source),
}  # fmt: skip
match = record(match=text, round=small, number=small, seats=many(record(None, **SEAT), 1))
cut = record(sides=many(small, 2), cards=many(one_of(*words.CARDS), 2))
effect = record({"of": count}, match=text, remedy=one_of(*words.REMEDIES))
row = record(place=small, entries=many(text, 1), points=amount, why=maybe(text))

definition = record(
    {"counted": many(text)},
    title_word=text, level=one_of(*types.LEVELS), team_size=one_of(1, 2), at_once=flag, version=small,
    table=record(min=whole(2, 4), max=whole(2, 4)), needs=_needs, texts=text, sha256=text,
)  # fmt: skip

CREATED: dict[str, Test] = {
    "format": one_of(*words.FORMATS), "software": text, "game": one_of(*words.GAMES), "kind": text,
    "name": text, "variants": many(text), "year": whole(1900, 2999), "title": text,
    "ranked": flag, "multiplier": whole(1, 5), "table": record(min=whole(2, 8), max=whole(2, 8)),
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
    "deck.accepted": {"entry": text, "player": text, "sha256": digest},
    "deck.waived": REASONED,
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
    "game.drawn": {"match": text, "lines": many(_line, 1)},
    "game.resumed": {"match": text, "reason": text},
    "game.seeded": {"match": text, "sha256": digest},
    "seat.filled": {
        "match": text, "seat": small, "entry": maybe(text), "player": maybe(text),
        "suit": maybe(one_of(*words.SUITS)),
    },
    "sheet.recorded": {
        "match": text, "version": small, "ended_by": one_of(*words.ENDINGS), "lines": many(_line),
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
WITH_LINES = ("sheet.recorded", "game.drawn")

IN_SECOND: dict[str, dict[str, Test]] = {
    "tournament.created": {**CREATED, "definition": maybe(definition)},
    "draw.committed": {"hash": digest},
    "draw.published": {
        **SHAPES["draw.published"], "algorithm": maybe(text), "secret": maybe(digest),
        "word": maybe(word),
        "seed": lambda value: value is None or integer(value) or digest(value),
    },
    "break.planned": {"break": small, "begins": moment, "ends": moment},
    "break.ended": {"break": small},
    "redraw.taken_back": {"match": text, "player": text},
    "pineapples.changed": {"match": text, "pineapples": many(text)},
    "penalty.noted": {"penalty": text, "what": one_of(*words.PENALTIES), "hash": digest},
    "penalty.withdrawn": {"penalty": text},
    "ruling.noted": {"match": maybe(text), "text": text, "reason": maybe(text)},
    "correction.applied": {
        **SHAPES["correction.applied"],
        "effects": many(record(match=text, remedy=one_of(*words.REMEDIES), of=maybe(count))),
    },
    "integrity.noted": {"what": text, "reason": text, "match": maybe(text), "seat": maybe(small)},
    "tournament.finished": {
        **SHAPES["tournament.finished"], "without_points": maybe(one_of("fewer_than_8_played")),
    },
    "tournament.cancelled": {"reason": text},
}  # fmt: skip
"""What the second format changed: these have exactly these keys."""
MAY_IN_SECOND: dict[str, dict[str, Test]] = {"draw.published": {"passed_over": many(many(text, 1), 1)}}
"""But for these, which are there where they say something."""


def _unknown_type(line: Line, game: Game) -> Iterator[str]:
    kind = line.data.get("kind")
    if kind is not None and kind not in game.kinds and not line.data.get("definition"):
        yield f"{kind!r} is no type of the book, and the record does not define it"


def _sheet_lines(line: Line, game: Game, *, second: bool) -> Iterator[str]:
    counts = game.counts if second else {**game.counts, **game.counts_in_first}
    keys = {"player": text, **counts, "out": maybe(one_of(*game.outs)), "out_order": maybe(small)}
    for given in line.data.get("lines", ()) if line.type in WITH_LINES else ():
        yield from wrong(given, keys, {})


def faults(line: Line, game: Game, *, second: bool) -> list[str]:
    """What is wrong with the shape of a line of a record in the first or second format."""
    found = [f"at is {line.at!r}"] if not moment(line.at) else []
    if not AUTHOR.fullmatch(line.by):
        found.append(f"by is {line.by!r}")
    if second and line.type in IN_SECOND:
        may = MAY_IN_SECOND.get(line.type, {})
        return [*found, *wrong(line.data, IN_SECOND[line.type], may), *_unknown_type(line, game)]
    if line.type in PARTIAL:
        return [*found, *wrong(line.data, *PARTIAL[line.type]), *_unknown_type(line, game)]
    if line.type not in SHAPES:
        return [*found, f"there is no type {line.type!r} in a record"]
    found += wrong(line.data, SHAPES[line.type], {})
    return found or list(_sheet_lines(line, game, second=second))
