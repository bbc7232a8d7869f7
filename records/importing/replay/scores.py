"""The score of each side on a sheet: from the rules, since the record has it only for endings by time."""

from collections.abc import Mapping
from typing import Any

from records.importing.replay.state import Match, ReplayedSheet, State
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Situation
from rulesets.kernel.sheet import Sheet as SheetValue

Data = Mapping[str, Any]
Scores = Mapping[int, int | None]

ALWAYS = ("player", "out", "out_order")
CONTENT = ("ended_by", "lines", "cuts", "scores", "placement", "winner")


def scores_of(state: State, match: Match, data: Data) -> Scores:
    """Return the score of each side on the sheet (`data` of its line), by the rules; {} if those are unknown.

    On a rewritten sheet those who stayed keep their earlier scores, and the newcomer has none: a suzerain
    whose vassal is replaced held it in the game.
    """
    if state.game is None or state.rules is None or not match.occupied:
        return {}
    if data["rewritten"]:
        return _kept_scores(match, data)
    return state.game.judge(state.rules, _situation_of(state, match), _sheet_value(state, match, data)).scores


def _kept_scores(match: Match, data: Data) -> Scores:
    """Return the scores before the rewriting of those who stayed; {} if there is no version before."""
    if before := _rewritten_before(match, data):
        return before.scores
    if match.current is None:
        return {}
    known, now = match.current, match.occupied
    stayed = (side for side, entry in known.entries.items() if now.get(side) == entry)
    return {side: known.scores[side] for side in stayed if side in known.scores}


def _rewritten_before(match: Match, data: Data) -> ReplayedSheet | None:
    """Return the earlier rewritten version with this content; None if there is none."""
    return next((sheet for sheet in match.rewritten if _content(sheet.data) == _content(data)), None)


def _content(data: Data) -> list[object]:
    """Return the content of a version, without its number and its reason."""
    return [data[key] for key in CONTENT]


def _situation_of(state: State, match: Match) -> Situation:
    """Return the players at the match and how far it got, as the rules read it."""
    seated = [match.seats[number] for number in sorted(match.seats) if match.seats[number].entry]
    return Situation(
        seats=tuple(
            SeatAt(seat.side, seat.player or state.entries[seat.entry or ""].players[0]) for seat in seated
        ),
        started=match.started,
        time_called=match.time_called,
        decided=match.current is not None,
    )


def _sheet_value(state: State, match: Match, data: Data) -> SheetValue:
    """Return the sheet as the rules read it."""
    may_be_uncounted = state.since_2 and state.game is not None and state.game.sheet_terms.may_be_uncounted
    return SheetValue(
        ended_by=EndedBy(data["ended_by"]),
        lines=tuple(_line_value(item, uncounted=may_be_uncounted) for item in data["lines"]),
        winner=_declared_winner(match, data),
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in data["cuts"]),
        reason=data["reason"] or "",
    )


def _line_value(item: Data, *, uncounted: bool) -> Line:
    """Return a recorded line as the rules read it, without null counts: of another type, or of a leaver.

    `uncounted`: a line without any count means cards that were not counted.
    """
    counts = {key: value for key, value in item.items() if key not in ALWAYS and value is not None}
    return Line(
        player=item["player"],
        counts=counts or (None if uncounted else {}),
        out=Out(item["out"]) if item["out"] else None,
        out_order=item["out_order"],
    )


def _declared_winner(match: Match, data: Data) -> int | None:
    """Return the winning side if the judge declared it; None if the rules compute it."""
    if data["ended_by"] not in (EndedBy.WIN_CONDITION, EndedBy.RULING):
        return None
    return next((side for side, entry in match.occupied.items() if entry == data["winner"]), None)
