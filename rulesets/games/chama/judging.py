"""From a sheet to a verdict: check everything, then derive the winner and the placement."""

from collections.abc import Iterator, Sequence

from core.errors import Violation
from rulesets.games.chama import cuts
from rulesets.games.chama.ending_rules import check_ending, condition, sides_with_condition_met
from rulesets.games.chama.house_rules import TIE_CUT
from rulesets.games.chama.leaving_rules import check_leaving
from rulesets.games.chama.placement import places_declared, side_score
from rulesets.games.chama.sheet_rules import check_counted, check_lines, check_pools, check_razed_total
from rulesets.games.chama.table import ChamaTable
from rulesets.kernel.sheet import EndedBy, Places, Verdict

_IN_MID_TURN = (EndedBy.CONCESSION, EndedBy.DISQUALIFICATION, EndedBy.RULING)
_CUT_FOR = (EndedBy.TIME, EndedBy.DISQUALIFICATION)


def judge(table: ChamaTable) -> Verdict:
    """Return all violations at once; without any, the winner, the placement and the scores."""
    violations = tuple(_violations(table))
    warnings = tuple(_warnings(table))
    if violations:
        return Verdict(violations=violations, warnings=warnings)
    return _decide(table, warnings)


def _violations(table: ChamaTable) -> Iterator[Violation]:
    """Yield all violations of lines, leaving, ending and cuts."""
    if table.sheet.ended_by is not EndedBy.BYE:
        yield from check_lines(table)
        yield from check_counted(table)
        yield from check_leaving(table)
    if not _ends_in_mid_turn(table):
        yield from check_pools(table)
    yield from check_ending(table)
    yield from cuts.check_cards(table.sheet.cuts)
    yield from _check_cuts_allowed(table)


def _warnings(table: ChamaTable) -> Iterator[Violation]:
    """Yield warnings: of pools without realms (after a mid-turn ending), of razed realms in sum.

    If a condition shown at the draw of a turn won, also of others who hold it.
    """
    if _ends_in_mid_turn(table):
        yield from check_pools(table)
    yield from check_razed_total(table)
    shown_late = not condition(table).at_once and not condition(table).by_word
    if table.sheet.ended_by is EndedBy.WIN_CONDITION and shown_late:
        yield from _warn_of_other_holders(table)


def _warn_of_other_holders(table: ChamaTable) -> Iterator[Violation]:
    """Yield a warning if other sides still in the game show the winner's condition too.

    Who finished the draw of their own turn first has won, and no sheet says who that was.
    """
    winner = table.side(table.sheet.winner)
    others = tuple(
        side.number for side in sides_with_condition_met(table, excluded=table.sheet.winner) if side.is_in
    )
    if winner is not None and others:
        yield Violation("others_hold_condition", {"sides": others}, "winner", "house:condition_at_draw")


def _ends_in_mid_turn(table: ChamaTable) -> bool:
    """Return whether pools may still lie beside an empty formation, as turns discard them at their end."""
    if table.sheet.ended_by is EndedBy.WIN_CONDITION:
        return condition(table).at_once
    return table.sheet.ended_by in _IN_MID_TURN


def _check_cuts_allowed(table: ChamaTable) -> Iterator[Violation]:
    """Yield a violation of cuts in an ending, or under rules, that cut no cards."""
    if not table.sheet.cuts:
        return
    if table.sheet.ended_by not in _CUT_FOR:
        yield Violation("cut_not_allowed", {"ended_by": table.sheet.ended_by}, "cuts", cuts.RULE)
    elif not table.rules.value_of(TIE_CUT):
        yield Violation("cut_not_in_use", {}, "cuts", cuts.RULE)


def _decide(table: ChamaTable, warnings: tuple[Violation, ...]) -> Verdict:
    """Return the verdict of a sheet without violations so far; finds wrong cuts and a wrong winner."""
    found = places_declared(table)
    scores = {side.number: side_score(side) for side in table.sides}
    if table.sheet.ended_by is EndedBy.NONE_ADVANCES:
        return Verdict(warnings=warnings, placement=found, scores=scores)
    violations = tuple(cuts.check_sides(found[0], table.sheet.cuts))
    if not violations:
        found = (*cuts.rank_by_cuts(found[0], table.sheet.cuts), *found[1:])
        violations = tuple(_check_first_place(table, found[0]))
    if violations:
        return Verdict(violations=violations, warnings=warnings)
    return _verdict(found, scores, warnings)


def _check_first_place(table: ChamaTable, first: Sequence[int]) -> Iterator[Violation]:
    """Yield a violation of a tie that cannot be cut, or of a declared winner who is not first."""
    declared = table.sheet.winner
    if len(first) > 1 and not table.rules.value_of(TIE_CUT):
        yield Violation("tie_needs_ruling", {"sides": tuple(first)}, "ended_by", cuts.RULE)
    elif declared is not None and declared not in first:
        yield Violation("winner_differs", {"declared": declared, "sides": tuple(first)}, "winner")


def _verdict(found: Places, scores: dict[int, int | None], warnings: tuple[Violation, ...]) -> Verdict:
    """Return the verdict with the first side as winner, or with the open tie of several."""
    first = found[0]
    if len(first) > 1:
        return Verdict(warnings=warnings, placement=found, scores=scores, open_tie=first)
    return Verdict(warnings=warnings, winner=first[0], placement=found, scores=scores)
