"""Random sheets, legal or not, judged by the product's `check` and by our rules. Nothing is stored."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from checker.games import Fault
from checker.games import Table as Terms
from checker.games.chama import placing, sheets, types
from tools.endorsement.generate import outcomes
from tools.endorsement.generate.outcomes import Sheet, Table
from tools.endorsement.play.day import Day, Match, table_of

COUNTS = ("intact", "razed", "commanders", "armies")
ENDINGS = ("win_condition", "decked_out", "walkover", "concession", "disqualification", "ruling", "nobody")
OUTS = (None, None, "decked_out", "conceded", "disqualified", "absent")


class SheetVerdict(NamedTuple):
    """Whether a sheet stands; then also the side that wins and the sides in groups by place."""

    stands: bool
    winner: int | None
    placement: list[list[int]] | None


REFUSED = SheetVerdict(False, None, None)


class SheetJudgement(NamedTuple):
    """A verdict with the faults (rule, what) that it rests on; none if the sheet stands."""

    verdict: SheetVerdict
    faults: Sequence[Fault]


def disagreements(day: Day, match: Match, tries: int) -> list[str]:
    """Judge `tries` random sheets for a match in play by the product and by the checker's rules.

    Return a line for each about which they disagree: whether it stands, the winner, or the placement.
    """
    table = table_of(day.plan.kind, match)
    path = day.url(f"matches/{match['code']}/check/")
    found = []
    for number in range(tries):
        rng = day.rng("differing", match["number"], number)
        sheet = damage(outcomes.sheet(table, rng, day.plan.faults), table, rng)
        answer = day.boss.call("POST", path, sheet)
        theirs = _product_verdict(answer.status, answer.body)
        ours = our_verdict(sheet, table)
        day.done["judged"] += 1
        if theirs != ours.verdict:
            found.append(f"{sheet}: theirs {theirs} {sorted(answer.codes)} {answer.body}, ours {ours}")
    return found


def _product_verdict(status: int, body: Any) -> SheetVerdict:
    """Return what the product says of a sheet, from its answer."""
    if status != 200 or not body["stands"]:
        return REFUSED
    return SheetVerdict(True, body["winner"], body["placement"])


def damage(sheet: Sheet, table: Table, rng: Random) -> Sheet:
    """Return a copy of the sheet with up to three things changed, so that it may be illegal."""
    made = {**sheet, "lines": [dict(line) for line in sheet["lines"]]}
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        rng.choice(CHANGES)(made, table, rng)
    if made["ended_by"] not in ("win_condition", "ruling"):
        made.pop("winner", None)
    else:
        made.setdefault("winner", rng.choice(list(table.sides)))
    if made["ended_by"] == "ruling":
        made["reason"] = "decidido à mesa"
    return made


def _change_count(sheet: Sheet, table: Table, rng: Random) -> None:
    """Change a random count of a random line, in place."""
    keys = (*COUNTS, "razed_in_battle") if table.kind == "conquistadores" else COUNTS
    rng.choice(sheet["lines"])[rng.choice(keys)] = rng.choice((0, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17))


def _uncount_side(sheet: Sheet, table: Table, rng: Random) -> None:
    """Leave a side's cards uncounted, of a pair now and then one member's, in place."""
    players = table.sides[rng.choice(list(table.sides))]
    if rng.random() < 0.2:
        players = players[:1]
    for line in sheet["lines"]:
        if line["player"] in players:
            line.update(dict.fromkeys((key for key in (*COUNTS, "razed_in_battle") if key in line), None))


def _change_out(sheet: Sheet, table: Table, rng: Random) -> None:
    """Let a random player leave in a random way, or not leave, in place."""
    line = rng.choice(sheet["lines"])
    line["out"] = rng.choice(OUTS)
    line["out_order"] = rng.choice((1, 1, 2, 3, None)) if line["out"] in ("decked_out", "conceded") else None
    if rng.random() < 0.05:
        line["out_order"] = 1
    if line["out"] == "absent" and rng.random() < 0.8:
        line.update(dict.fromkeys((key for key in line if key in (*COUNTS, "razed_in_battle")), 0))


def _change_ending(sheet: Sheet, table: Table, rng: Random) -> None:
    """Change the ending to a random one, in place."""
    sheet["ended_by"] = rng.choice(ENDINGS)


def _change_winner(sheet: Sheet, table: Table, rng: Random) -> None:
    """Change the winner to a random side, in place."""
    sheet["winner"] = rng.choice(list(table.sides))


CHANGES = (_change_count, _change_count, _uncount_side, _change_out, _change_ending, _change_winner)


def our_verdict(sheet: Sheet, table: Table) -> SheetJudgement:
    """Return what the checker's reading of the rules says of a sheet, with the faults that it finds."""
    conquest = table.kind == "conquistadores"
    lines = [_complete_line(line, conquest=conquest) for line in sheet["lines"]]
    leavers = [line for line in lines if line["out"] in ("decked_out", "conceded")]
    if len(leavers) == 1 and leavers[0]["out_order"] is None:
        leavers[0]["out_order"] = 1
    side_of = {player: side for side, members in table.sides.items() for player in members}
    sides = placing.sides_of(lines, side_of)
    winner = sheet.get("winner", _last_side_left(sheet, sides))
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
    return SheetJudgement(REFUSED if faults else SheetVerdict(True, winner, placement), faults)


def _complete_line(line: outcomes.Line, *, conquest: bool) -> outcomes.Line:
    """Return a line with all keys that a record has; what the API may leave out is 0 or None."""
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


def _last_side_left(sheet: Sheet, sides: list[placing.Side]) -> int | None:
    """Return the only side left, which wins without being declared; None if several are left, or none."""
    playing = [side.number for side in sides if not side.gone]
    return playing[0] if len(playing) == 1 and sheet["ended_by"] != "nobody" else None
