"""A rewritten sheet: the rightful entry stands on it as absent, and everything else as it was."""

from collections.abc import Mapping
from typing import Any

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, Match, Sheet, State, content_of
from records.checker.rules.verdicts import players_at, side_of, without_old_ties

Data = Mapping[str, Any]


def rewritten_before(line: Line, match: Match) -> Sheet | None:
    """The earlier version of these contents, if it was a rewritten one."""
    content = content_of(line.data)
    return next((sheet for sheet in match.rewritten if sheet.content == content), None)


def as_rewritten(state: State, line: Line, match: Match) -> Findings:
    """Lines for those seated, every side placed once, the winner alone in front; nobody new has cards."""
    data = line.data
    seated = {player for _, player in players_at(state, match)}
    players = [item["player"] for item in data["lines"]]
    if set(players) != seated or len(players) > len(seated):
        yield Discrepancy(line.seq, "player_not_seated", f"{match.id}: lines for {listed(players)}")
        return
    placed = sorted(side for tied in data["placement"] for side in tied)
    if placed != sorted(match.occupied):
        yield Discrepancy(line.seq, "placement_wrong", f"{match.id}: sides {listed(placed)} are placed")
    first = data["placement"][:1]
    if data["winner"] is not None and first != [[side_of(match, data["winner"])]]:
        yield Discrepancy(line.seq, "winner_wrong", f"{match.id}: {shown(data['winner'])} is not first alone")
    if match.current is not None and not rewritten_before(line, match):
        yield from _otherwise_the_same(state, line, match, match.current)


def _otherwise_the_same(state: State, line: Line, match: Match, before: Sheet) -> Findings:
    data, was = line.data, {item["player"]: item for item in before.data["lines"]}
    for item in data["lines"]:
        due = was.get(item["player"])
        if item != due if due else not _came_to_nothing(item):
            what = f"{match.id}: the line of {shown(item['player'])} is another"
            yield Discrepancy(line.seq, "rewritten_cards", what)
    for key in ("ended_by", "winner", "cuts"):
        if data[key] != before.data[key]:
            yield Discrepancy(line.seq, "rewritten_otherwise", f"{match.id}: {key} is another")
    if data["scores"] != _scores(match, before):
        yield Discrepancy(line.seq, "scores_wrong", f"{match.id}: scores other than those before")
    if [sorted(tied) for tied in data["placement"]] != _placement(state, match, data, before):
        yield Discrepancy(line.seq, "placement_wrong", f"{match.id}: another order than before")


def _came_to_nothing(item: Data) -> bool:
    """Absent, without cards."""
    return item["out"] == "absent" and not any(item[key] for key in item if key not in ("player", "out"))


def _scores(match: Match, before: Sheet) -> Mapping[str, int]:
    """Who came in has none."""
    same = {side for side, entry in match.occupied.items() if before.entries.get(side) == entry}
    return {side: score if int(side) in same else 0 for side, score in before.data["scores"].items()}


def _placement(state: State, match: Match, data: Data, before: Sheet) -> list[list[int]]:
    """As it was, with those who are absent now at its end, and no tie that only their cards had caused."""
    away = {item["player"] for item in data["lines"] if item["out"] == "absent"}
    gone = {side for side, player in players_at(state, match) if player in away}
    left = [sorted(set(tied) - gone) for tied in before.data["placement"]]
    kept = tuple(tuple(tied) for tied in (*left, sorted(gone)) if tied)
    return [sorted(tied) for tied in without_old_ties(state, match, data, kept)]
