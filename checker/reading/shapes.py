"""The shape of each line: its keys, types and words. Other modules check what it means."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from checker.games import Game
from checker.games.chama import types
from checker.reading import words
from checker.reading.lines import Line
from checker.reading.terms import (
    ID,
    FittingObject,
    Keys,
    ObjectOf,
    Test,
    amount,
    count,
    digest,
    flag,
    ident,
    integer,
    key_faults,
    many,
    maybe,
    moment,
    note,
    one_of,
    record,
    small,
    text,
    whole,
)

AUTHOR = re.compile(rf"(organizer|coordinator|judge|player):{ID}|system")
SIDES = tuple("12345678")
MOST_ADVANCE = {"swiss": 256, "groups": 16}
"""Kind of stage → how many go on at most, of groups from each."""
CALLED = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{0,60}")


def word(value: Any) -> bool:
    """Whether it is one line of at most 60 characters that people chose, maybe empty."""
    return isinstance(value, str) and bool(CALLED.fullmatch(value))


def _options(value: Any) -> bool:
    """Whether it is an object of house rules: flags, numbers or texts by code."""
    if not isinstance(value, dict):
        return False
    return all(flag(chosen) or integer(chosen) or text(chosen) for chosen in value.values())


def _scores(value: Any) -> bool:
    """Whether it is an object of scores, 0 or more, by the number of a side."""
    if not isinstance(value, dict):
        return False
    return all(key in SIDES and count(score) for key, score in value.items())


def _needs(value: Any) -> bool:
    """Whether it is an object of a composed type's needs: numbers from 1 by what they count."""
    if not isinstance(value, dict):
        return False
    return all(key in types.MAX_COUNTS and small(least) for key, least in value.items())


def _stage_fits(stage: Mapping[str, Any]) -> bool:
    """Whether a stage has `groups` exactly if it is of groups, and advances no more than its kind allows."""
    are_groups, most = stage["kind"] == "groups", MOST_ADVANCE[stage["kind"]]
    return ("groups" in stage) == are_groups and bool(stage["advance"] <= most)


def _source_fits(source: Mapping[str, Any]) -> bool:
    """Whether a source has a `side` only if it takes a loser."""
    return "side" not in source or source["take"] == "loser"


def _any_object(value: Any) -> bool:
    """Whether the value is an object: the keys of a sheet's line depend on the game."""
    return isinstance(value, dict)


side, seat = whole(1, 8), whole(1, 16)
SOURCE: dict[str, Test] = {"match": ident, "take": one_of("winner", "loser", "lucky")}
SEAT: dict[str, Test] = {
    "seat": seat, "side": side, "suit": maybe(one_of(*words.SUITS)), "entry": maybe(ident),
    "player": maybe(ident), "from": maybe(ObjectOf(SOURCE)),
}  # fmt: skip
MOST_ROUNDS = 999  # far more than any bracket has: the checker lists each one
MATCH: dict[str, Test] = {
    "match": ident, "round": whole(1, MOST_ROUNDS), "number": small, "seats": many(ObjectOf(SEAT), 1),
}  # fmt: skip
match = ObjectOf(MATCH)
loser_source = FittingObject(SOURCE, {"side": side}, _source_fits)
"""What feeds a side of a draw of the second format; with `side` in the second chance."""
bracket_match = ObjectOf({**MATCH, "seats": many(ObjectOf({**SEAT, "from": maybe(loser_source)}), 1)})
cut = record(sides=many(side, 2), cards=many(one_of(*words.CARDS), 2))
effect = record({"of": count}, match=ident, remedy=one_of(*words.REMEDIES))
row = record(place=small, entries=many(ident, 1), points=amount, why=maybe(text))

definition = record(
    {"counted": many(text), "stages": many(one_of(*types.STAGES), 1)},
    title_word=text, level=one_of(*types.LEVELS), team_size=one_of(1, 2), at_once=flag, version=small,
    table=record(min=whole(2, 4), max=whole(2, 4)), needs=_needs, texts=digest, sha256=digest,
)  # fmt: skip

stage = FittingObject(
    {"kind": one_of(*MOST_ADVANCE), "rounds": whole(1, 9), "advance": whole(0, 256), "apart": flag},
    {"groups": whole(2, 32), "points": one_of("placement")},
    _stage_fits,
)
ranked_entry = record(entry=ident, points=amount)
stage_place = record({"group": small}, place=small, entries=many(ident, 1), why=maybe(text))
stage_cut = record(tied=many(ident, 2), won=many(ident, 1))

CREATED: dict[str, Test] = {
    "format": one_of(*words.FORMATS), "software": text, "game": text, "kind": text,
    "name": text, "variants": many(text), "year": whole(1900, 2999), "title": text,
    "ranked": flag, "multiplier": whole(1, 5), "table": record(min=whole(2, 8), max=whole(2, 8)),
    "time_limit": maybe(small), "house_rules": _options, "rules": record(id=text, sha256=digest),
    "points": many(amount),
}  # fmt: skip
REASONED: dict[str, Test] = {"entry": ident, "reason": text}
ADDED: dict[str, Test] = {
    "entry": ident, "players": many(ident, 1), "seed": maybe(whole(1)), "group": maybe(ident),
}  # fmt: skip
STAFF: dict[str, Test] = {"role": one_of(*words.ROLES), "person": ident}
PRESENCE: dict[str, Test] = {"entry": ident, "pineapples": many(ident)}
EXACT: dict[str, dict[str, Test]] = {
    "tournament.announced": {"channel": text},
    "regulation.confirmed": {"version": digest, "rules": record(id=text, sha256=digest)},
    "staff.assigned": STAFF,
    "staff.removed": STAFF,
    "entry.added": ADDED,
    "entry.checked_in": PRESENCE,
    "entry.checked_out": PRESENCE,
    "entry.withdrawn": {"entry": ident, "reason": maybe(note)},
    "entry.reinstated": REASONED,
    "entry.disqualified": {"entry": ident, "reason": maybe(note)},
    "deck.accepted": {"entry": ident, "player": ident, "sha256": digest},
    "deck.waived": REASONED,
    "draw.published": {
        "method": one_of(*words.METHODS), "seed": maybe(integer),
        "order": many(ident, 2), "shape": one_of("default", "chosen"), "rounds": many(many(side, 1), 1),
        "matches": many(match, 1),
    },
    "draw.withdrawn": {"reason": text},
    "round.redrawn": {"round": small, "seed": maybe(integer), "matches": many(match, 1)},
    "match.placed": {"match": ident, "place": text, "starts": maybe(moment), "judge": maybe(ident)},
    "match.started": {"match": ident},
    "match.time_called": {"match": ident},
    "match.extended": {"match": ident, "minutes": whole(1, 240), "reason": text},
    "redraw.noted": {"match": ident, "player": ident},
    "game.drawn": {"match": ident, "lines": many(_any_object, 1)},
    "game.resumed": {"match": ident, "reason": text},
    "game.seeded": {"match": ident, "sha256": digest},
    "seat.filled": {
        "match": ident, "seat": seat, "entry": maybe(ident), "player": maybe(ident),
        "suit": maybe(one_of(*words.SUITS)),
    },
    "sheet.recorded": {
        "match": ident, "version": small, "ended_by": one_of(*words.ENDINGS), "lines": many(_any_object),
        "cuts": many(cut), "scores": _scores, "placement": many(many(side, 1)), "winner": maybe(ident),
        "report": maybe(text), "rewritten": flag, "reason": maybe(note),
    },
    "correction.applied": {"match": ident, "version": whole(2), "effects": many(effect)},
    "tournament.finished": {"classification": many(row)},
    "tournament.reopened": {"reason": text},
    "integrity.noted": {"what": text, "reason": text, "match": maybe(ident), "seat": maybe(seat)},
}  # fmt: skip
WITH_LINES = ("sheet.recorded", "game.drawn")

FIRST: dict[str, ObjectOf] = {
    **{kind: ObjectOf(keys) for kind, keys in EXACT.items()},
    "tournament.created": ObjectOf(CREATED, {"definition": definition}),
    "tournament.changed": ObjectOf({}, {**CREATED, "definition": maybe(definition), "reason": maybe(note)}),
    "entry.changed": ObjectOf(
        {"entry": ident, "reason": maybe(note)},
        {key: test for key, test in ADDED.items() if key != "entry"},
    ),
}
"""The kinds of the first format; some keys of the last three may be missing."""

SECOND: dict[str, ObjectOf] = {
    **FIRST,
    "tournament.created": ObjectOf(
        {**CREATED, "definition": maybe(definition)}, {"stages": many(stage, 1)}
    ),
    "tournament.changed": ObjectOf(
        {}, {**CREATED, "definition": maybe(definition), "reason": maybe(note), "stages": many(stage)}
    ),
    "round.drawn": record(
        {"groups": many(many(ident, 2), 2)},
        stage=small, round=small, algorithm=text, secret=digest, word=word, seed=digest,
        order=many(ranked_entry, 2), matches=many(bracket_match, 1),
    ),
    "round.withdrawn": record(stage=small, round=small, reason=text),
    "stage.closed": record(
        stage=small, order=many(stage_place, 1), advance=many(ident), cut=maybe(stage_cut)
    ),
    "draw.committed": record(hash=digest),
    "draw.published": ObjectOf(
        {
            **EXACT["draw.published"], "algorithm": maybe(text), "secret": maybe(digest),
            "word": maybe(word),
            "seed": lambda value: value is None or integer(value) or digest(value),
            "matches": many(bracket_match, 1),
        },
        {"passed_over": many(many(ident, 1), 1), "second_chance": many(many(whole(2, 8), 1), 1)},
    ),
    "break.planned": ObjectOf({"break": small, "begins": moment, "ends": moment}),
    "break.ended": ObjectOf({"break": small}),
    "redraw.taken_back": record(match=ident, player=ident),
    "pineapples.changed": record(match=ident, pineapples=many(ident)),
    "starter.noted": record(
        match=ident,
        seat=maybe(seat),
        cuts=many(record(seats=many(seat, 2), cards=many(one_of(*words.CARDS), 2))),
    ),
    "penalty.noted": record(penalty=ident, what=one_of(*words.PENALTIES), hash=digest),
    "penalty.withdrawn": record(penalty=ident),
    "ruling.noted": record(match=maybe(ident), text=ident, reason=maybe(note)),
    "correction.applied": ObjectOf(
        {
            **EXACT["correction.applied"],
            "effects": many(record(match=ident, remedy=one_of(*words.REMEDIES), of=maybe(count))),
        }
    ),
    "tournament.finished": ObjectOf(
        {**EXACT["tournament.finished"], "without_points": maybe(one_of("fewer_than_8_played"))}
    ),
    "tournament.cancelled": record(reason=text),
}  # fmt: skip
"""Those of the second: new ones, and others that changed."""


def _type_faults(line: Line, game: Game) -> Iterator[str]:
    """Yield a fault if the line names a type of tournament that is not of the book, and has no definition."""
    kind = line.data.get("kind")
    if kind is not None and kind not in game.kinds and not line.data.get("definition"):
        yield f"{kind!r} is no type of the book, and the record does not define it"


def _sheet_line_faults(line: Line, game: Game, *, is_second_format: bool) -> Iterator[str]:
    """Yield faults of keys and values in the lines of a sheet or a drawn game of this game."""
    counts = game.counts if is_second_format else {**game.counts, **game.counts_in_first}
    keys: Keys = {"player": ident, **counts, "out": maybe(one_of(*game.outs)), "out_order": maybe(small)}
    for given in line.data.get("lines", ()) if line.type in WITH_LINES else ():
        yield from key_faults(given, keys, {})


def shape_faults(line: Line, game: Game, *, is_second_format: bool) -> list[str]:
    """Return the faults of keys and types of a line in the first or second format; [] if none."""
    found = [f"at is {line.at!r}"] if not moment(line.at) else []
    if not AUTHOR.fullmatch(line.by):
        found.append(f"by is {line.by!r}")
    shape = (SECOND if is_second_format else FIRST).get(line.type)
    if shape is None:
        return [*found, f"there is no type {line.type!r:.80} in a record of this format"]
    found += [*key_faults(line.data, shape.keys, shape.optional), *_type_faults(line, game)]
    return found or list(_sheet_line_faults(line, game, is_second_format=is_second_format))
