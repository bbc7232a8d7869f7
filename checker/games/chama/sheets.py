"""A match sheet of Chama against the rules: limits, ending, condition, cuts, scores, placement, winner."""

from collections.abc import Iterator, Sequence

from checker.games.chama import placing
from checker.games.chama.placing import ON_TABLE, Side
from checker.games.chama.types import Type
from checker.games.game import Fault, Table
from checker.reading.lines import Data

_COUNTS = (*ON_TABLE, "razed_in_battle")


def faults(sheet: Data, table: Table) -> Iterator[Fault]:
    """Yield each (rule, what) that a sheet breaks.

    A rewritten one is judged for winner and placement only.
    """
    sides = placing.sides_of(sheet["lines"], table.side_of)
    if not sheet["rewritten"]:
        yield from (("sheet", what) for line in sheet["lines"] for what in _line_faults(line, table.kind))
        yield from (("sheet", what) for what in _faults_between_lines(sheet, sides, table))
        yield from (("sheet", what) for what in _faults_of_one_moment(sides) if table.is_second_format)
        yield from (("ending", what) for what in _ending_faults(sheet, sides, table))
        yield from (("score", what) for what in _score_faults(sheet, sides))
    yield from _outcome_faults(sheet, sides, table)


# --- one line -----------------------------------------------------------------------------------------


def _line_faults(line: Data, kind: Type) -> Iterator[str]:
    """Yield faults of one line: counts that the type does not allow, or a wrong order of leaving."""
    who = line["player"]
    if any(line[key] is None for key in ON_TABLE):
        yield from _uncounted_line_faults(line)
    else:
        yield from _counted_line_faults(line, kind)
    if (line["out_order"] is not None) != (line["out"] in ("decked_out", "conceded")):
        yield f"{who}: an order of leaving belongs to cards run out and concession"


def _counted_line_faults(line: Data, kind: Type) -> Iterator[str]:
    """Yield faults of a line of counted cards: more than can lie on the table, or of one who was absent."""
    who = line["player"]
    if line["intact"] + line["razed"] > 6:
        yield f"{who} has more than six realms"
    if line["commanders"] > 16:
        yield f"{who} has more than 16 commanders"
    if line["armies"] > line["commanders"]:
        yield f"{who} has more armies than commanders"
    if (line["razed_in_battle"] is None) == kind.counts_battles:
        yield f"{who}: realms razed in battle are counted where they win, and only there"
    if line["out"] == "absent" and any(line[key] for key in _COUNTS):
        yield f"{who} was absent and has cards"


def _uncounted_line_faults(line: Data) -> Iterator[str]:
    """Yield faults of a line of uncounted cards: a count is there, or the player was absent."""
    if any(line[key] is not None for key in _COUNTS):
        yield f"{line['player']} was counted in part"
    if line["out"] == "absent":
        yield f"{line['player']} was absent: that is no card, not uncounted cards"


# --- all lines ----------------------------------------------------------------------------------------


def _faults_between_lines(sheet: Data, sides: Sequence[Side], table: Table) -> Iterator[str]:
    """Yield faults of the lines together: gaps in orders of leaving, pairs counted in part, razed realms.

    Also if every side ran out of cards, or a player still in has a pool without any realm.
    """
    kind = table.kind
    lines: Sequence[Data] = sheet["lines"]
    orders = {line["out_order"] for line in lines} - {None}
    if orders != set(range(1, len(orders) + 1)):
        yield f"the order of leaving has gaps: {sorted(orders)}"
    if sides and all({line["out"] for line in side.lines} & {"decked_out"} for side in sides):
        yield "everybody ran out of cards"
    yield from (f"one half of side {side.number} was counted" for side in sides if _is_counted_in_part(side))
    if kind.counts_battles and not any(side.uncounted for side in sides):
        yield from _razed_faults(sides)
    in_mid_turn = kind.at_once and sheet["ended_by"] == "win_condition"
    unplayed = table.is_second_format and sheet["ended_by"] == "walkover"
    if unplayed or (sheet["ended_by"] in _NO_EMPTY_POOL and not in_mid_turn):
        playing = [line for side in sides if not side.gone for line in side.lines]
        empty = [line for line in playing if not line["intact"] and not line["razed"]]
        yield from (f"{x['player']} has a pool without any realm" for x in empty if x["commanders"])


def _faults_of_one_moment(sides: Sequence[Side]) -> Iterator[str]:
    """Yield faults of leaving at one moment: only who concedes may; a pair runs out of cards once."""
    left: dict[int, list[str]] = {}
    for side in sides:
        if sum(line["out"] == "decked_out" for line in side.lines) > 1:
            yield f"both members of side {side.number} ran out of cards"
        for line in side.lines:
            if line["out_order"] is not None:
                left.setdefault(line["out_order"], []).append(line["out"])
    for order, ways in left.items():
        if len(ways) > 1 and set(ways) != {"conceded"}:
            yield f"several left as number {order}, and not all of them conceded"


_NO_EMPTY_POOL = ("time", "decked_out", "win_condition")


def _is_counted_in_part(side: Side) -> bool:
    """Whether of those who came for a side some were counted and some were not."""
    came = [line["intact"] is None for line in side.lines if line["out"] != "absent"]
    return any(came) and not all(came)


def _razed_faults(sides: Sequence[Side]) -> Iterator[str]:
    """Yield faults of razed realms: more than the other sides razed in battle (4.1)."""
    total = sum(side.total("razed_in_battle") for side in sides)
    for side in sides:
        for line in side.lines:
            if line["razed"] > total - side.total("razed_in_battle"):
                yield f"{line['player']} has more razed realms than the others razed in battle"


# --- how it ended -------------------------------------------------------------------------------------


def _ending_faults(sheet: Data, sides: Sequence[Side], table: Table) -> Iterator[str]:
    """Yield what the lines say against the way in which the match ended, and cuts that it does not have."""
    how = sheet["ended_by"]
    if how == "win_condition":
        yield from _win_faults(sides, _winner_side(sheet, table), table.kind)
    elif how == "time":
        yield from _time_faults(sides, table)
    elif how == "nobody":
        if any(side.gone not in ("absent", "disqualified") for side in sides):
            yield "a side came and is not disqualified"
    elif how == "ruling":
        yield from _ruling_faults(sides, _winner_side(sheet, table))
    elif how != "bye":
        yield from _departure_faults(sheet, sides, table)
    if how != "time" and sheet["cuts"] and not _replaces_winner(sheet):
        yield "cards are cut at the end of time only"


def _departure_faults(sheet: Data, sides: Sequence[Side], table: Table) -> Iterator[str]:
    """Yield faults of a match that all opponents left, or whose winner was disqualified later on."""
    if not _replaces_winner(sheet):
        yield from _last_side_faults(sheet["ended_by"], sides, table)
        yield from _won_before_faults(sides, table.kind)
    elif not any(side.gone == "disqualified" for side in sides):
        yield "no side is disqualified"


def _replaces_winner(sheet: Data) -> bool:
    """Whether this version takes the place from a winner disqualified later; the next in it follows."""
    return bool(sheet["ended_by"] == "disqualification" and sheet["version"] > 1)


def _winner_side(sheet: Data, table: Table) -> int | None:
    """Return the side of the entry that the sheet names as winner; None for none, or for one not seated."""
    return table.side(sheet["winner"])


def meets_condition(side: Side, kind: Type) -> bool:
    """Whether a side's cards satisfy the type's win condition; False if they are uncounted.

    True for all if the judge's word wins, which needs no cards.
    """
    if side.uncounted and kind.needs:
        return False
    shown = {key: side.total(key) for key in ("intact", "razed", "razed_in_battle")}
    shown["laid"] = shown["intact"] + shown["razed"]
    return all(shown[count] >= least for count, least in kind.needs.items())


def _win_faults(sides: Sequence[Side], winner: int | None, kind: Type) -> Iterator[str]:
    """Yield faults of a win by the condition: not met, no opponent, or met by another side at once."""
    if sum(side.gone in (None, "disqualified") for side in sides) < 2:
        yield "no other side was in the game: it had ended with the last departure"
    for side in sides:
        if side.number == winner and (side.gone or not meets_condition(side, kind)):
            yield f"side {winner} does not satisfy the win condition"
        if side.number != winner and kind.at_once and side.gone in STAYED and meets_condition(side, kind):
            yield f"side {side.number} satisfies the condition too"


def _time_faults(sides: Sequence[Side], table: Table) -> Iterator[str]:
    """Yield faults of an ending by time (4.7.1): no limit, fewer than two sides, uncounted cards."""
    playing = [side for side in sides if not side.gone]
    if table.limit is None:
        yield "there is no time limit"
    if len(playing) < 2:
        yield "fewer than two sides were left when time was called"
    yield from (f"side {side.number} was not counted, and time decided" for side in playing if side.uncounted)
    yield from _won_before_faults(sides, table.kind)


def _won_before_faults(sides: Sequence[Side], kind: Type) -> Iterator[str]:
    """Yield a fault for each side that had met a condition which ends the match at once."""
    if kind.at_once:
        yield from (
            f"side {side.number} had won"
            for side in sides
            if side.gone in STAYED and meets_condition(side, kind)
        )


STAYED = (None, "left")


def _ruling_faults(sides: Sequence[Side], winner: int | None) -> Iterator[str]:
    """Yield a fault if the ruling names a side that did not come, or is disqualified."""
    if not any(side.number == winner and side.gone not in ("absent", "disqualified") for side in sides):
        yield "a ruling names a side that came and is not disqualified"


def _last_side_faults(how: str, sides: Sequence[Side], table: Table) -> Iterator[str]:
    """Yield faults of a match that all opponents left: others remain, or it has another way's name."""
    if sum(not side.gone for side in sides) != 1:
        yield f"{how} leaves exactly one side"
        return
    names = _last_departures([side for side in sides if side.gone])
    if table.is_second_format and table.started and any(side.gone not in (None, "absent") for side in sides):
        names.discard("walkover")  # who was absent was so before the game that others left
    if how not in names:
        yield f"the last departure was {' or '.join(sorted(names))}, not {how}"


def _last_departures(gone: Sequence[Side]) -> set[str]:
    """Return the endings after which the match may be named: how the last opponent may have gone.

    Only cards run out and concessions say in which order.
    """
    ways = _last_endings_in_order(gone)
    outs = {line["out"] for side in gone for line in side.lines}
    if "disqualified" in outs:
        ways.add("disqualification")
    if "absent" in outs or not gone:
        ways.add("walkover")
    return ways


def _last_endings_in_order(sides: Sequence[Side]) -> set[str]:
    """Return the endings named after those with the last order of leaving; empty without any order.

    Members of pairs that are out in another way count too.
    """
    lines = [line for side in sides for line in side.lines if line["out"] and line["out_order"]]
    last = max((line["out_order"] for line in lines), default=0)
    ways = {line["out"] for line in lines if line["out_order"] == last}
    return {{"conceded": "concession"}.get(way, way) for way in ways}


def _score_faults(sheet: Data, sides: Sequence[Side]) -> Iterator[str]:
    """Yield a fault if scores differ from the cards; only an ending by time has any."""
    timed = sheet["ended_by"] == "time"
    wanted = {str(side.number): side.score for side in sides} if timed else {}
    if sheet["scores"] != wanted:
        yield f"scores are {sheet['scores']}, the cards say {wanted}"


# --- who won, who is where ----------------------------------------------------------------------------


def _outcome_faults(sheet: Data, sides: Sequence[Side], table: Table) -> Iterator[Fault]:
    """Yield faults of winner and placement, each with its rule; of a bye those of its form."""
    winner = _winner_side(sheet, table)
    if sheet["ended_by"] == "bye":
        wanted = [[side] for side in table.entries]
        if sheet["lines"] or sheet["placement"] != wanted or winner is None:
            yield "bye", "a bye has no lines, and its only side wins"
        return
    yield from (("winner", what) for what in _winner_faults(sheet, sides, winner, table))
    cuts = placing.cuts_among(sides, sheet["cuts"]) if sheet["rewritten"] else sheet["cuts"]
    derived = placing.placement(sides, winner, cuts)
    if [sorted(group) for group in sheet["placement"]] != derived:
        yield "placement", f"placement is {sheet['placement']}, the sheet says {derived}"


def _winner_faults(sheet: Data, sides: Sequence[Side], winner: int | None, table: Table) -> Iterator[str]:
    """Yield faults of the winner: none where one is due, not seated, out, or not the one that follows."""
    if (winner is None) != (sheet["ended_by"] == "nobody"):
        yield f"winner {sheet['winner']} and ended by {sheet['ended_by']}"
    if sheet["winner"] is not None and winner is None:
        yield f"{sheet['winner']} does not sit here"
    if any(side.number == winner and side.gone in ("absent", "disqualified") for side in sides):
        yield f"side {winner} wins and is {next(side.gone for side in sides if side.number == winner)}"
    yield from _winner_by_ending_faults(sheet, sides, winner, table)


def _winner_by_ending_faults(
    sheet: Data, sides: Sequence[Side], winner: int | None, table: Table
) -> Iterator[str]:
    """Yield a fault if another side wins by this ending; a rewritten sheet keeps the winner it had."""
    if sheet["rewritten"]:
        return  # it has the winner of the sheet before, which the replay compares
    if _replaces_winner(sheet):
        first = next(iter(placing.placement(sides, None, sheet["cuts"])), [])
        if winner not in first:
            yield f"side {winner} wins, next in placement is {first}"
        elif len(first) > 1:
            yield f"side {winner} wins, and the tie of {first} was not cut"
    elif sheet["ended_by"] in ("decked_out", "walkover", "concession", "disqualification"):
        left = [side.number for side in sides if not side.gone]
        if left != [winner]:
            yield f"side {winner} wins, left in the game are {left}"
    if sheet["ended_by"] == "time":
        yield from _timed_winner_faults(sheet, sides, winner, table)


def _timed_winner_faults(
    sheet: Data, sides: Sequence[Side], winner: int | None, table: Table
) -> Iterator[str]:
    """Yield faults of the cuts, and of a winner who is not first after them."""
    tied = placing.leading_sides(sides)
    order, fault = placing.cut_order(tied, sheet["cuts"])
    if fault:
        yield fault
    if sheet["cuts"] and not table.option("tie_cut", default=True):
        yield "ties are not cut here: the coordinator rules"
    if tied and winner not in order[0]:
        yield f"side {winner} wins, the cards say {order[0]}"
