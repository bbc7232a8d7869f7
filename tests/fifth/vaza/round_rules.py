"""What a sheet of Vaza must be, and who stands where on it."""

from collections.abc import Iterator

from core.errors import Violation
from rulesets.kernel import last_standing
from rulesets.kernel.ending_rules import check_ending
from rulesets.kernel.line_rules import (
    check_absent,
    check_counted,
    check_counts,
    check_orders,
    check_players,
    check_ways,
)
from rulesets.kernel.sheet import EndedBy, Out, Verdict
from rulesets.kernel.tables import Side, Table, count
from tests.fifth.vaza.house_rules import TIMED_TIE

TRICKS = 13
HONOURS = 2
WAYS = frozenset({Out.CONCEDED, Out.DISQUALIFIED, Out.ABSENT})


def judge(table: Table) -> Verdict:
    """All that is wrong, else who won: most counted tricks, then most trumps (1)."""
    found = (*_lines(table), *_ending(table))
    return Verdict(violations=found) if found else _decide(table)


def strength(side: Side) -> tuple[int, ...]:
    """Counted tricks, which are the table score, then trumps."""
    tricks, trumps, honours = (_sum(side, key) for key in ("tricks", "trumps", "honours"))
    return tricks + HONOURS * honours, trumps


def _sum(side: Side, key: str) -> int:
    return sum(count(line, key) for line in side.lines)


def _lines(table: Table) -> Iterator[Violation]:
    if table.sheet.ended_by is EndedBy.BYE:
        return
    for check in (check_players, check_counted, check_absent, check_orders):
        yield from check(table)
    yield from check_counts(table, "1")
    yield from check_ways(table, WAYS)
    yield from _trumps(table)
    yield from _tricks(table)
    proud = tuple(side.number for side in table.sides if _sum(side, "honours"))
    if len(proud) > 1:
        yield Violation("honours_twice", {"sides": proud}, "lines", "2")


def _trumps(table: Table) -> Iterator[Violation]:
    for index, line in enumerate(table.sheet.lines):
        trumps, tricks, where = count(line, "trumps"), count(line, "tricks"), f"lines.{index}.trumps"
        if trumps and "sem-trunfo" in table.rules.variants:
            yield Violation("trumps_in_sem_trunfo", {}, where, "3")
        elif trumps > tricks:
            yield Violation("trumps_beyond_tricks", {"trumps": trumps, "tricks": tricks}, where, "2")


def _tricks(table: Table) -> Iterator[Violation]:
    """Thirteen where the round was played to its end, never more."""
    tricks = sum(_sum(side, "tricks") for side in table.sides)
    if tricks > TRICKS or (table.sheet.ended_by is EndedBy.WIN_CONDITION and tricks < TRICKS):
        yield Violation("tricks_not_thirteen", {"due": TRICKS, "tricks": tricks}, "lines", "1")


def _ending(table: Table) -> Iterator[Violation]:
    if table.sheet.ended_by is not EndedBy.WIN_CONDITION:
        yield from check_ending(table, "1", "4", WAYS)
        return
    if not table.situation.started:
        yield Violation("match_not_started", {"ended_by": table.sheet.ended_by}, "ended_by")
    winner = table.sheet.winner
    if winner is not None and table.side(winner) is None:
        yield Violation("winner_not_seated", {"side": winner}, "winner")
    if len(table.still_in) < 2:
        alone = next((side.number for side in table.still_in), winner or 0)
        yield Violation("nobody_left_to_beat", {"side": alone}, "ended_by", "1")


def _decide(table: Table) -> Verdict:
    found = last_standing.places(table, strength)
    scores = {side.number: strength(side)[0] if side.is_in else 0 for side in table.sides}
    ended_by, declared = table.sheet.ended_by, table.sheet.winner
    if ended_by is EndedBy.NONE_ADVANCES:
        return Verdict(placement=found, scores=scores)
    if ended_by is EndedBy.RULING and declared is not None:
        found = last_standing.with_winner(found, declared)
    if len(found[0]) > 1:
        return _tied(table, found[0])
    if ended_by is EndedBy.WIN_CONDITION and declared is None:
        return Verdict(violations=(Violation("winner_missing", {}, "winner"),))
    if declared not in (None, found[0][0]):
        facts = {"declared": declared, "sides": found[0]}
        return Verdict(violations=(Violation("winner_contradicts_sheet", facts, "winner", "1"),))
    return Verdict(winner=found[0][0], placement=found, scores=scores)


def _tied(table: Table, first: tuple[int, ...]) -> Verdict:
    """Equal after thirteen tricks is a draw; on time the house rule says."""
    timed, rule = table.sheet.ended_by is EndedBy.TIME, "house:vaza_timed_tie"
    if timed and table.rules.value_of(TIMED_TIE) == "ruling":
        return Verdict(violations=(Violation("tie_needs_ruling", {"sides": first}, "ended_by", rule),))
    return Verdict(violations=(Violation("game_drawn", {"sides": first}, "ended_by", rule),), is_draw=True)
