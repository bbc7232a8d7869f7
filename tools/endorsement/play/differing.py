"""Random sheets, legal or not, judged by the product's `check` and by our rules. Nothing is stored."""

from random import Random
from typing import Any

from checker.games import Table as Terms
from checker.games.chama import placing, sheets, types
from tools.endorsement.generate import outcomes
from tools.endorsement.generate.outcomes import Sheet, Table
from tools.endorsement.play.day import Day, Match, table_of

COUNTS = ("intact", "razed", "commanders", "armies")
ENDINGS = ("win_condition", "decked_out", "walkover", "concession", "disqualification", "ruling", "nobody")
OUTS = (None, None, "decked_out", "conceded", "disqualified", "absent")


def disagreements(day: Day, match: Match, tries: int) -> list[str]:
    """Of so many sheets for one match that is being played, those that only one of the two takes."""
    table = table_of(day.plan.kind, match)
    path = day.url(f"matches/{match['code']}/check/")
    found = []
    for number in range(tries):
        rng = day.rng("differing", match["number"], number)
        sheet = damaged(outcomes.sheet(table, rng, day.plan.faults), table, rng)
        answer = day.boss.call("POST", path, sheet)
        theirs = _theirs(answer.status, answer.body)
        ours = our_verdict(sheet, table)
        day.done["judged"] += 1
        if theirs != ours[:3]:
            found.append(f"{sheet}: theirs {theirs} {sorted(answer.codes)} {answer.body}, ours {ours}")
    return found


def _theirs(status: int, body: Any) -> tuple[bool, Any, Any]:
    if status != 200 or not body["stands"]:
        return (False, None, None)
    return (True, body["winner"], body["placement"])


def damaged(sheet: Sheet, table: Table, rng: Random) -> Sheet:
    """The sheet with up to three things changed."""
    made = {**sheet, "lines": [dict(line) for line in sheet["lines"]]}
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        rng.choice((_count, _count, _uncount, _out, _ending, _winner))(made, table, rng)
    if made["ended_by"] not in ("win_condition", "ruling"):
        made.pop("winner", None)
    else:
        made.setdefault("winner", rng.choice(list(table.sides)))
    if made["ended_by"] == "ruling":
        made["reason"] = "decidido à mesa"
    return made


def _count(sheet: Sheet, table: Table, rng: Random) -> None:
    keys = (*COUNTS, "razed_in_battle") if table.kind == "conquistadores" else COUNTS
    rng.choice(sheet["lines"])[rng.choice(keys)] = rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17))


def _uncount(sheet: Sheet, table: Table, rng: Random) -> None:
    players = table.sides[rng.choice(list(table.sides))]
    if rng.random() < 0.2:
        players = players[:1]
    for line in sheet["lines"]:
        if line["player"] in players:
            line.update(dict.fromkeys((key for key in (*COUNTS, "razed_in_battle") if key in line), None))


def _out(sheet: Sheet, table: Table, rng: Random) -> None:
    line = rng.choice(sheet["lines"])
    line["out"] = rng.choice(OUTS)
    line["out_order"] = rng.choice((1, 1, 2, 3, None)) if line["out"] in ("decked_out", "conceded") else None
    if rng.random() < 0.05:
        line["out_order"] = 1
    if line["out"] == "absent" and rng.random() < 0.8:
        line.update(dict.fromkeys((key for key in line if key in (*COUNTS, "razed_in_battle")), 0))


def _ending(sheet: Sheet, table: Table, rng: Random) -> None:
    sheet["ended_by"] = rng.choice(ENDINGS)


def _winner(sheet: Sheet, table: Table, rng: Random) -> None:
    sheet["winner"] = rng.choice(list(table.sides))


def our_verdict(sheet: Sheet, table: Table) -> tuple[bool, Any, Any, list[Any]]:
    """(stands, winner, placement, why not) by our reading of the rules."""
    conquest = table.kind == "conquistadores"
    lines = [_full(line, conquest=conquest) for line in sheet["lines"]]
    leavers = [line for line in lines if line["out"] in ("decked_out", "conceded")]
    if len(leavers) == 1 and leavers[0]["out_order"] is None:
        leavers[0]["out_order"] = 1
    side_of = {player: side for side, members in table.sides.items() for player in members}
    sides = placing.sides_of(lines, side_of)
    winner = sheet.get("winner", _follows(sheet, sides))
    placement = placing.placement(sides, winner)
    entries = {side: f"side {side}" for side in table.sides}
    data = {
        "ended_by": sheet["ended_by"],
        "winner": entries.get(winner) if winner else None,
        "placement": placement,
        "lines": lines,
        "cuts": [],
        "scores": {},
        "version": 1,
        "rewritten": False,
    }
    seen = Terms(types.TYPES[table.kind], None, {}, side_of, dict(entries))
    faults = list(sheets.faults(data, seen))
    return (False, None, None, faults) if faults else (True, winner, placement, [])


def _full(line: outcomes.Line, *, conquest: bool) -> outcomes.Line:
    counted = {key: line.get(key) for key in (*COUNTS, "razed_in_battle") if key in line}
    if counted and all(number is None for number in counted.values()):
        if line.get("out") != "absent":
            return {"out": None, "out_order": None, **line, **dict.fromkeys((*COUNTS, "razed_in_battle"))}
        line = {key: value for key, value in line.items() if key not in counted}
    empty = {
        **dict.fromkeys(COUNTS, 0),
        "razed_in_battle": 0 if conquest else None,
        "out": None,
        "out_order": None,
    }
    return {**empty, **line}


def _follows(sheet: Sheet, sides: list[placing.Side]) -> int | None:
    """The side that an ending without declared winner leaves."""
    playing = [side.number for side in sides if not side.gone]
    return playing[0] if len(playing) == 1 and sheet["ended_by"] != "nobody" else None
