"""The case files under `cases/`: how a line such as `Ana: 6 intact, 3 commanders` is read.

A file names its `subject` and, where it is not Chama, its `game`. A sheet's case needs `name`, `rule`,
`kind`, `ended_by`, `lines`; a player is `Name: 2 intact, 1 razed, 3 commanders, 1 armies, 4 battles,
conceded 1`, in Castelo `Name: 0 castle, 4 wall, fell 1`, in Hermética `Name: 12 potencial`, in
Jogo dos Reinos `Name: vassal of 1, fall 2`, or only the name; `Name: uncounted` was not counted. Players
sit in the order of the lines, sides 1, 2, 3 …; pairs alternately 1, 2, 1, 2. `seats = "1 Ana, 2 Bia"` says
otherwise. A cut is `1 A, 2 K`. A case with `needs` is of a composed type instead of a `kind`. `drawn = true`:
nobody won; `tidied = true`: judged as it would be kept.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulesets.games.chama.composed import seal
from rulesets.games.chama.game import CHAMA
from rulesets.games.chama.types import Type
from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation
from rulesets.registry import game_of

Case = Mapping[str, Any]

FOLDER = Path(__file__).parent / "cases"
WAYS = {
    "ran out": Out.DECKED_OUT,
    "conceded": Out.CONCEDED,
    "disqualified": Out.DISQUALIFIED,
    "absent": Out.ABSENT,
}
LED = {"fell ": "fell", "vassal of ": "holder", "fall ": "fall"}
"""Counts that stand before their number."""
KEYS = {
    "commander": "commanders",
    "army": "armies",
    "battles": "razed_in_battle",
    "battle": "razed_in_battle",
}


def all_cases() -> Iterator[Case]:
    """Every case of every file, with its `subject` and the `file` it stands in."""
    for path in sorted(FOLDER.rglob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in content["case"]:
            game, name = content.get("game", "chama"), path.relative_to(FOLDER).with_suffix("").as_posix()
            yield {"subject": content["subject"], "game": game, "file": name, **case}


def rules_of(case: Case) -> Rules:
    """The rules that a sheet's case is played under."""
    timed = case["ended_by"] == EndedBy.TIME
    limit = case.get("time_limit", 40 if timed else 0) or None
    made, kind = composed_type(case), _kind(case)
    options, written = case.get("house_rules", {}), case.get("record_format", 2)
    return Rules(case["game"], kind.key, (), kind.tables, limit, options, made, written)


def composed_type(case: Case) -> Type | None:
    """The type that a case composes by `needs`, as `needs = { intact = 5, laid = 6 }`; else None."""
    if "needs" not in case:
        return None
    members = case.get("members", 1)
    data = {
        "title_word": "Fortaleza", "level": "open", "team_size": members, "needs": case["needs"],
        "table": {"min": 2, "max": 4 // members}, "at_once": case.get("at_once", False),
        "version": 1, "texts": "", **({"counted": case["counted"]} if "counted" in case else {}),
    }  # fmt: skip
    return CHAMA.kind_from(*seal(data))


def _kind(case: Case) -> Kind:
    return composed_type(case) or game_of(case["game"]).kind(case["kind"])


def situation_of(case: Case) -> Situation:
    """Who sits at the table, and how far the match got."""
    called = case.get("time_called", case["ended_by"] == EndedBy.TIME)
    return Situation(_seats(case), case.get("started", True), called, case.get("decided", False))


def sheet_of(case: Case) -> Sheet:
    """The sheet as the judge wrote it."""
    lines = tuple(_line(text) for text in case["lines"])
    cuts = tuple(_cut(text) for text in case.get("cuts", ()))
    ended_by = EndedBy(case["ended_by"])
    return Sheet(ended_by, lines, case.get("declared"), cuts, case.get("reason", ""))


def _seats(case: Case) -> tuple[SeatAt, ...]:
    if "seats" in case:
        pairs = (seat.strip().split(" ") for seat in case["seats"].split(",") if seat.strip())
        return tuple(SeatAt(int(side), player) for side, player in pairs)
    players = [text.partition(":")[0] for text in case["lines"]]
    sides = len(players) // _kind(case).team_size
    return tuple(SeatAt(index % sides + 1, player) for index, player in enumerate(players))


def _line(text: str) -> Line:
    player, _, rest = text.partition(":")
    counts: dict[str, Any] | None = {}
    out, order = None, None
    for item in (item.strip() for item in rest.split(",") if item.strip()):
        way = next((way for way in WAYS if item.startswith(way)), None)
        if way:
            out = WAYS[way]
            order = int(item.removeprefix(way)) if item != way else None
        elif item == "uncounted":
            counts = None
        elif counts is None:
            raise ValueError(f"a number after uncounted: {text}")
        elif item.startswith(tuple(LED)):
            lead = next(lead for lead in LED if item.startswith(lead))
            counts[LED[lead]] = _number(item.removeprefix(lead))
        else:
            number, _, key = item.partition(" ")
            counts[KEYS.get(key, key)] = _number(number)
    return Line(player, counts, out, order)


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _cut(text: str) -> Cut:
    pairs = [item.strip().split(" ") for item in text.split(",")]
    return Cut(tuple(int(pair[0]) for pair in pairs), tuple(card for pair in pairs for card in pair[1:]))
