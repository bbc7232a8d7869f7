"""Games that the last one standing wins: from a sheet to a verdict.

A game says in `Terms` what its book says; how a player falls is in `Table`. A game without a winner,
because all who were left fell at once or, at time, stayed equal, is a *draw*: no result, so the sheet
is refused with `game_drawn` and `Verdict.is_draw`, to be noted and played again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from core.errors import Violation
from rulesets.kernel.ending_rules import check_ending, is_drawn
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.line_rules import (
    check_absent,
    check_counted,
    check_counts,
    check_orders,
    check_players,
    check_ways,
)
from rulesets.kernel.rules import SheetTerms
from rulesets.kernel.sheet import EndedBy, Out, Places, Verdict
from rulesets.kernel.tables import Side, Table

SHEET_TERMS = SheetTerms(
    endings=(
        EndedBy.WIN_CONDITION,
        EndedBy.TIME,
        EndedBy.WALKOVER,
        EndedBy.CONCESSION,
        EndedBy.DISQUALIFICATION,
        EndedBy.NONE_ADVANCES,
        EndedBy.RULING,
    ),
    ways=(Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT),
    has_draws=True,
)
"""Endings of sheets of these games; players of these games do not run out of cards."""

_DECLARED = (EndedBy.WIN_CONDITION, EndedBy.RULING)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a game fills in. `ways`: how a player can leave, other than by falling.

    `strength` compares sides still in the game, more is better; its first number is the table score.
    `tie_option` is the house rule that says what equal sides do at time: `replay` or `ruling`.
    `count_rule`, `win_rule`, `draw_rule`, `time_rule`: the sections of the book, or house rules, that say so.
    """

    ways: frozenset[Out]
    strength: Callable[[Side], tuple[int, ...]]
    tie_option: HouseRule
    count_rule: str
    win_rule: str
    draw_rule: str
    time_rule: str


def judge(table: Table, terms: Terms, more: Iterable[Violation] = ()) -> Verdict:
    """Return all violations at once, those of `more` included; without any, the winner and the placement.

    A drawn game, a tie and a winner that the lines contradict are refused only then, each alone.
    """
    violations = (*_violations(table, terms), *more)
    if violations:
        return Verdict(violations=violations)
    if is_drawn(table):
        return _drawn_verdict(table.last_to_go, terms.draw_rule)
    return _decide(table, terms)


def places(table: Table, strength: Callable[[Side], tuple[int, ...]]) -> Places:
    """Return the placement: sides still in, by `strength`; those gone, latest first; disqualified; absent."""
    gone = [side for side in table.sides if not side.is_in and side.may_win]
    return (
        *_rank_by_key(table.still_in, strength),
        *_rank_by_key(gone, lambda side: (side.left_at,)),
        *_share_one_place(table, Out.DISQUALIFIED),
        *_share_one_place(table, Out.ABSENT),
    )


def with_winner(found: Places, winner: int) -> Places:
    """Return the same placement with `winner` alone in front."""
    rest = (tuple(side for side in group if side != winner) for group in found)
    return ((winner,), *(group for group in rest if group))


def _violations(table: Table, terms: Terms) -> Iterable[Violation]:
    """Yield every violation of players, counts, orders and ending."""
    if table.sheet.ended_by is not EndedBy.BYE:
        yield from check_players(table)
        yield from check_counts(table, terms.count_rule)
        yield from check_counted(table)
        yield from check_absent(table)
        yield from check_orders(table)
    yield from check_ways(table, terms.ways)
    yield from check_ending(table, terms.win_rule, terms.time_rule, terms.ways)


def _decide(table: Table, terms: Terms) -> Verdict:
    """Return the verdict of a sheet without violations so far: winner, placement and scores.

    Refused for a tie (see `_judge_tie`), and with `winner_contradicts_sheet`.
    """
    found = places(table, terms.strength)
    scores = {side.number: terms.strength(side)[0] if side.is_in else 0 for side in table.sides}
    if table.sheet.ended_by is EndedBy.NONE_ADVANCES:
        return Verdict(placement=found, scores=scores)
    declared = table.sheet.winner
    if table.sheet.ended_by in _DECLARED and declared is not None:
        found = with_winner(found, declared)
    if len(found[0]) > 1:
        return _judge_tie(table, found[0], terms)
    if declared is not None and declared != found[0][0]:
        facts = {"declared": declared, "sides": found[0]}
        return Verdict(violations=(Violation("winner_contradicts_sheet", facts, "winner", terms.time_rule),))
    return Verdict(winner=found[0][0], placement=found, scores=scores)


def _judge_tie(table: Table, first: tuple[int, ...], terms: Terms) -> Verdict:
    """Return the verdict for sides tied for the first place: a draw to replay, else `tie_needs_ruling`."""
    replays = table.sheet.ended_by is EndedBy.TIME and table.rules.value_of(terms.tie_option) == "replay"
    rule = f"house:{terms.tie_option.code}"
    if replays:
        return _drawn_verdict([side for side in table.sides if side.number in first], rule)
    return Verdict(violations=(Violation("tie_needs_ruling", {"sides": first}, "ended_by", rule),))


def _drawn_verdict(sides: Iterable[Side], rule: str) -> Verdict:
    """Return the verdict of a drawn game, which is refused with `game_drawn`."""
    facts = {"sides": tuple(side.number for side in sides)}
    return Verdict(violations=(Violation("game_drawn", facts, "ended_by", rule),), is_draw=True)


def _rank_by_key(sides: Iterable[Side], key: Callable[[Side], tuple[int, ...]]) -> Places:
    """Return the numbers of the sides, the highest `key` first, those of an equal key together."""
    ordered = sorted(sides, key=key, reverse=True)
    return tuple(tuple(side.number for side in group) for _, group in groupby(ordered, key=key))


def _share_one_place(table: Table, way: Out) -> Places:
    """Return one place for all sides that left in this way, or none."""
    found = tuple(side.number for side in table.sides if side.out is way)
    return (found,) if found else ()
