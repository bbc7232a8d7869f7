"""A sheet of the record as the rules read it, and what they say of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from records.checker.replay.state import Match, State
from rulesets.kernel.extras import Places
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation, Verdict
from rulesets.registry import still_tied

Data = Mapping[str, Any]

FIRST = "tournament-record/1"
ALWAYS = ("player", "out", "out_order")


def line_keys(state: State) -> tuple[str, ...]:
    """The counts that each line of a sheet must name."""
    always = state.game.sheet_terms.recorded if state.game else ()
    return always or counted(state)


def counted(state: State) -> tuple[str, ...]:
    """The counts that the tournament's type knows."""
    kinds = state.game.kinds if state.game else ()
    kind = next((kind for kind in kinds if kind.key == state.facts["kind"]), None)
    return tuple(field.key for field in kind.fields) if kind else ()


def verdict_of(state: State, match: Match, data: Data) -> Verdict | None:
    """What the rules say of a sheet for this match; None where game or type are unknown.

    Needs lines of the form that `sheets` checks. A winner who is not at the table reads as none.
    """
    if state.game is None or state.rules is None:
        return None
    return state.game.judge(state.rules, _situation(state, match), _sheet(state, match, data))


def without_old_ties(state: State, match: Match, data: Data, placement: Places) -> Places:
    """A placement without ties that these lines do not show; as it is where all is counted anyway."""
    if state.rules is None or not can_be_uncounted(state):
        return placement
    return still_tied(state.rules, _situation(state, match), _sheet(state, match, data), placement)


def _sheet(state: State, match: Match, data: Data) -> Sheet:
    return Sheet(
        ended_by=EndedBy(data["ended_by"]),
        lines=tuple(_line(item, uncounted=can_be_uncounted(state)) for item in data["lines"]),
        winner=_declared(match, data),
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in data["cuts"]),
        reason=data["reason"] or "",
    )


def is_draw(state: State, match: Match, lines: Sequence[Data]) -> bool:
    """Whether nobody won a game with these lines: at its end, or when its time was over."""
    if state.game is None or state.rules is None or any(not _is_line(state, item) for item in lines):
        return False
    game, rules, situation = state.game, state.rules, _situation(state, match)
    ways = (EndedBy.WIN_CONDITION, EndedBy.TIME)
    read = tuple(_line(item, uncounted=can_be_uncounted(state)) for item in lines)
    sheets = (Sheet(way, read) for way in ways)
    return any(game.judge(rules, situation, sheet).is_draw for sheet in sheets)


def _is_line(state: State, item: Data) -> bool:
    known = item.keys() == {*ALWAYS, *line_keys(state)} and isinstance(item["player"], str)
    order = item.get("out_order")
    return known and item["out"] in (None, *Out) and (order is None or type(order) is int)


def side_of(match: Match, entry: str | None) -> int | None:
    """The side that an entry sits on."""
    return next((side for side, here in match.occupied.items() if here == entry), None)


def players_at(state: State, match: Match) -> Sequence[tuple[int, str]]:
    """Side and player of every seat that somebody is expected at, in seating order."""
    return list(_players(state, match))


def _players(state: State, match: Match) -> Iterator[tuple[int, str]]:
    for number in sorted(match.seats):
        seat = match.seats[number]
        entry = state.entries.get(seat.entry or "")
        if entry is not None:
            yield seat.side, seat.player or entry.players[0]


def _situation(state: State, match: Match) -> Situation:
    return Situation(
        seats=tuple(SeatAt(side, player) for side, player in players_at(state, match)),
        started=match.started,
        time_called=match.time_called,
        decided=match.current is not None,
    )


def can_be_uncounted(state: State) -> bool:
    """Whether a line without any count says that nobody counted; the first format cannot say that."""
    game = state.game
    return (
        state.facts.get("format", FIRST) != FIRST and game is not None and game.sheet_terms.may_be_uncounted
    )


def _line(item: Data, *, uncounted: bool) -> Line:
    """A null count is none: it stands where the type does not know it, or for somebody who is out.

    `uncounted`: without any count it is a line of cards that nobody counted.
    """
    counts = {key: value for key, value in item.items() if key not in ALWAYS and value is not None}
    return Line(
        player=item["player"],
        counts=counts or (None if uncounted else {}),
        out=Out(item["out"]) if item["out"] else None,
        out_order=item["out_order"],
    )


def _declared(match: Match, data: Data) -> int | None:
    """Only where the judge says who won; elsewhere the winner is worked out and compared."""
    if data["ended_by"] in (EndedBy.WIN_CONDITION, EndedBy.RULING):
        return side_of(match, data["winner"])
    return None
