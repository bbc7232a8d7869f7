"""What every line of `tournament-record/1` and `/2` looks like, as data; `shape_faults` compares.

Every key of a type is always present, null where it does not apply. Four readings of record.md:
`tournament.changed` bears `reason` from the draw on (`setup` asks for it), `entry.changed` bears
only the keys that changed, `draw.published` bears `passed_over` only where somebody is, and in the first
format an effect bears `of` only where it undoes something and a tournament `definition` only where
somebody composed its type.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from records.checker.format.terms import (
    Anything,
    Either,
    Fault,
    Flag,
    Keyed,
    Many,
    Maybe,
    Moment,
    OneOf,
    Shape,
    Term,
    Text,
    Whole,
)

SUITS = ("hearts", "diamonds", "clubs", "spades")
ENDINGS = (
    "win_condition", "decked_out", "time", "walkover", "concession", "disqualification", "ruling",
    "bye", "nobody",
)  # fmt: skip
REMEDIES = ("reseat", "keep", "replay", "replace", "undo")

ID = Text(r"[^\s:\x00-\x1f]{1,64}")
NOTE = Maybe(Text(blank=True))
MOMENT = Moment()
HASH = Text(r"[0-9a-f]{64}")
POINTS = Text(r"(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?")
SIDE = Whole(1, 8)
SEAT_NUMBER = Whole(1, 16)
CARD = OneOf(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"))
PENALTIES = ("caution", "warning", "game_loss", "disqualification")
ROLE = OneOf(("organizer", "coordinator", "judge"))

DEFINITION = Shape(
    {
        "title_word": Text(),
        "level": Text(),
        "team_size": Whole(1, 2),
        "table": Shape({"min": Whole(2, 8), "max": Whole(2, 8)}),
        "needs": Keyed("[a-z_]+", Whole(1, 99)),
        "at_once": Flag(),
        "version": Whole(1),
        "texts": HASH,
        "sha256": HASH,
    },
    {"counted": Many(Text())},
)
"""A type that somebody composed; a type of the book has none, null where a change takes it away."""

TOURNAMENT: Mapping[str, Term] = {
    "format": OneOf(("tournament-record/1", "tournament-record/2")),
    "software": Text(),
    "game": Text(),
    "kind": Text(),
    "name": Text(),
    "variants": Many(Text()),
    "year": Whole(1900, 2999),
    "title": Text(),
    "ranked": Flag(),
    "multiplier": Whole(1, 5),
    "table": Shape({"min": Whole(2, 8), "max": Whole(2, 8)}),
    "time_limit": Maybe(Whole(1)),
    "house_rules": Keyed(".+", Either((Flag(), Whole(-(10**9), 10**9), Text(blank=True)))),
    "rules": Shape({"id": Text(), "sha256": HASH}),
    "points": Many(POINTS),
}

SEAT = Shape(
    {
        "seat": SEAT_NUMBER,
        "side": SIDE,
        "suit": Maybe(OneOf(SUITS)),
        "entry": Maybe(ID),
        "player": Maybe(ID),
        "from": Maybe(Shape({"match": ID, "take": OneOf(("winner", "loser", "lucky"))})),
    }
)
MATCHES = Many(
    Shape({"match": ID, "round": Whole(1, 64), "number": Whole(1, 2**20), "seats": Many(SEAT, 1)}), 1
)

ENTRY_AND_REASON: Mapping[str, Term] = {"entry": ID, "reason": NOTE}
CHECK_IN: Mapping[str, Term] = {"entry": ID, "pineapples": Many(ID)}
STAFF: Mapping[str, Term] = {"role": ROLE, "person": ID}
REMEDY: Mapping[str, Term] = {"match": ID, "remedy": OneOf(REMEDIES)}
UNDONE: Mapping[str, Term] = {"of": Maybe(Whole())}
RANK = Shape({"place": Whole(1), "entries": Many(ID, 1), "points": POINTS, "why": Maybe(Text())})

SHEET: Mapping[str, Term] = {
    "match": ID,
    "version": Whole(1),
    "ended_by": OneOf(ENDINGS),
    "lines": Many(Keyed(".+", Maybe(Either((Whole(), Text()))))),
    "cuts": Many(Shape({"sides": Many(SIDE, 2), "cards": Many(CARD)})),
    "scores": Keyed("[1-8]", Whole()),
    "placement": Many(Many(SIDE, 1)),
    "winner": Maybe(ID),
    "report": Maybe(Text()),
    "rewritten": Flag(),
    "reason": NOTE,
}

FIRST: Mapping[str, Shape] = {
    "tournament.created": Shape(TOURNAMENT, {"definition": DEFINITION}),
    "tournament.changed": Shape({}, {**TOURNAMENT, "definition": Maybe(DEFINITION), "reason": NOTE}),
    "tournament.announced": Shape({"channel": Text()}),
    "regulation.confirmed": Shape({"version": HASH, "rules": Shape({"id": Text(), "sha256": HASH})}),
    "staff.assigned": Shape(STAFF),
    "staff.removed": Shape(STAFF),
    "entry.added": Shape({"entry": ID, "players": Many(ID, 1), "seed": Maybe(Whole(1)), "group": Maybe(ID)}),
    "entry.changed": Shape(
        {"entry": ID, "reason": NOTE},
        {"players": Many(ID, 1), "seed": Maybe(Whole(1)), "group": Maybe(ID)},
    ),
    "entry.checked_in": Shape(CHECK_IN),
    "entry.checked_out": Shape(CHECK_IN),
    "entry.withdrawn": Shape(ENTRY_AND_REASON),
    "entry.reinstated": Shape(ENTRY_AND_REASON),
    "entry.disqualified": Shape(ENTRY_AND_REASON),
    "deck.accepted": Shape({"entry": ID, "player": ID, "sha256": HASH}),
    "deck.waived": Shape({"entry": ID, "reason": Text()}),
    "draw.published": Shape(
        {
            "method": OneOf(("random", "season", "rating", "manual")),
            "seed": Maybe(Whole(-(2**63))),
            "order": Many(ID, 2),
            "shape": OneOf(("default", "chosen")),
            "rounds": Many(Many(SIDE, 1), 1),
            "matches": MATCHES,
        }
    ),
    "draw.withdrawn": Shape({"reason": Text()}),
    "round.redrawn": Shape({"round": Whole(1, 64), "seed": Maybe(Whole(-(2**63))), "matches": MATCHES}),
    "match.placed": Shape({"match": ID, "place": Text(), "starts": Maybe(MOMENT), "judge": Maybe(ID)}),
    "match.started": Shape({"match": ID}),
    "match.time_called": Shape({"match": ID}),
    "match.extended": Shape({"match": ID, "minutes": Whole(1, 240), "reason": Text()}),
    "redraw.noted": Shape({"match": ID, "player": ID}),
    "game.seeded": Shape({"match": ID, "sha256": HASH}),
    "game.drawn": Shape({"match": ID, "lines": Many(Keyed(".+", Maybe(Either((Whole(), Text())))))}),
    "game.resumed": Shape({"match": ID, "reason": Text()}),
    "seat.filled": Shape(
        {
            "match": ID,
            "seat": SEAT_NUMBER,
            "entry": Maybe(ID),
            "player": Maybe(ID),
            "suit": Maybe(OneOf(SUITS)),
        }
    ),
    "sheet.recorded": Shape(SHEET),
    "correction.applied": Shape({"match": ID, "version": Whole(2), "effects": Many(Shape(REMEDY, UNDONE))}),
    "integrity.noted": Shape(
        {"what": Text(), "reason": Text(), "match": Maybe(ID), "seat": Maybe(SEAT_NUMBER)}
    ),
    "tournament.finished": Shape({"classification": Many(RANK)}),
    "tournament.reopened": Shape({"reason": Text()}),
}

SECOND: Mapping[str, Shape] = {
    **FIRST,
    "tournament.created": Shape({**TOURNAMENT, "definition": Maybe(DEFINITION)}),
    "draw.committed": Shape({"hash": HASH}),
    "draw.published": Shape(
        {
            **FIRST["draw.published"].keys,
            "algorithm": Maybe(Text()),
            "secret": Maybe(HASH),
            "word": Maybe(Text(r"[^\x00-\x1f\x7f\ud800-\udfff]*", blank=True, longest=60)),
            "seed": Maybe(Either((Whole(-(2**63)), HASH))),
        },
        {"passed_over": Many(Many(ID, 1), 1)},
    ),
    "break.planned": Shape({"break": Whole(1), "begins": MOMENT, "ends": MOMENT}),
    "break.ended": Shape({"break": Whole(1)}),
    "redraw.taken_back": Shape({"match": ID, "player": ID}),
    "pineapples.changed": Shape({"match": ID, "pineapples": Many(ID)}),
    "penalty.noted": Shape({"penalty": ID, "what": OneOf(PENALTIES), "hash": HASH}),
    "penalty.withdrawn": Shape({"penalty": ID}),
    "ruling.noted": Shape({"match": Maybe(ID), "text": ID, "reason": NOTE}),
    "correction.applied": Shape(
        {"match": ID, "version": Whole(2), "effects": Many(Shape({**REMEDY, **UNDONE}))}
    ),
    "tournament.finished": Shape(
        {"classification": Many(RANK), "without_points": Maybe(OneOf(("fewer_than_8_played",)))}
    ),
    "tournament.cancelled": Shape({"reason": Text()}),
}
"""What differs in the second format: new lines, and no key left out but `passed_over`."""

FORMATS: Mapping[str, Mapping[str, Shape]] = {
    "tournament-record/1": FIRST,
    "tournament-record/2": SECOND,
}

LINE = Shape(
    {
        "seq": Whole(),
        "prev": HASH,
        "at": MOMENT,
        "by": Text(r"system|(organizer|coordinator|judge|player):[^\s:\x00-\x1f]{1,64}"),
        "type": OneOf(tuple(SECOND)),
        "data": Anything(),
    }
)


def format_of(first: Mapping[str, object]) -> str:
    """The format that the first line says; the first of all where it says none that is known."""
    data = first.get("data")
    said = data.get("format") if isinstance(data, dict) else None
    return said if isinstance(said, str) and said in FORMATS else "tournament-record/1"


def shape_faults(value: Mapping[str, Any], written_in: str) -> Iterator[Fault]:
    """Everything wrong with the shape of one line of a format, whatever the lines before it say."""
    yield from LINE.faults(value, "")
    if not isinstance(value.get("type"), str) or value["type"] not in SECOND:
        return
    shape = FORMATS[written_in].get(value["type"])
    if shape is None:
        yield "type_of_later", "type", f"{value['type']} came with a later format than {written_in}"
    elif isinstance(value.get("data"), dict):
        yield from shape.faults(value["data"], "data")
