"""What the cards now on a table would come to: has a side won, and what if time were called?

Nothing is decided here: every answer is what the game's own `judge` says of a sheet with these lines.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.errors import Violation
from rulesets.kernel.rules import Game, Rules
from rulesets.kernel.sheet import EndedBy, Line, Sheet, Situation, Verdict

_LAST_LEFT = (
    EndedBy.DECKED_OUT,
    EndedBy.CONCESSION,
    EndedBy.DISQUALIFICATION,
    EndedBy.WALKOVER,
    EndedBy.NONE_ADVANCES,
)
_ANY_REASON = "–"


@dataclass(frozen=True, slots=True)
class Answer:
    """A sheet that could be recorded of these cards, and what the rules say of it."""

    sheet: Sheet
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Answers:
    """`defects`: what no ending allows; if there are any, the other fields stay empty.

    `over`: at most one side is left. `winners`: for each side that shows the win condition, the win.
    `drawn`: all who were left fell at once. `timed`: time called now; None if it would decide nothing.
    """

    defects: tuple[Violation, ...] = ()
    over: Answer | None = None
    winners: tuple[Answer, ...] = ()
    drawn: Answer | None = None
    timed: Answer | None = None


def answers(game: Game, rules: Rules, situation: Situation, lines: tuple[Line, ...]) -> Answers:
    """Return what a match in play would come to with these lines; `situation` is that of the match."""

    def ask(sheet: Sheet, at: Situation = situation) -> Answer:
        """Return what the rules say of the sheet, tidied, in the situation `at`."""
        tidy = game.tidy(rules, sheet)
        return Answer(tidy, game.judge(rules, at, tidy))

    defects = tuple(_defects(ask, situation, lines))
    if defects:
        return Answers(defects)
    over = next((found for found in _answers_with_one_left(ask, lines) if found.verdict.stands), None)
    winners = () if over else tuple(_accepted_wins(ask, situation, lines))
    alone = ask(Sheet(EndedBy.WIN_CONDITION, lines))
    timed = ask(Sheet(EndedBy.TIME, lines), replace(situation, time_called=True))
    return Answers(
        over=over,
        winners=winners,
        drawn=alone if alone.verdict.is_draw else None,
        timed=timed if not over and _could_be_timed(rules, timed) else None,
    )


def propose_sheet(
    found: Answers, lines: tuple[Line, ...], *, time_called: bool, side: int | None = None
) -> Sheet:
    """Return the sheet that these cards suggest; if they decide nothing, one without a winner.

    `side`: who, of several who show the condition, has won. `time_called`: whether time may decide.
    """
    named = next((win for win in found.winners if win.sheet.winner == side), None)
    sole = found.winners[0] if len(found.winners) == 1 else None
    timed = found.timed if time_called and found.timed and not found.timed.verdict.violations else None
    best = named or found.over or found.drawn or timed or sole
    return best.sheet if best else Sheet(EndedBy.TIME if time_called else EndedBy.WIN_CONDITION, lines)


Ask = Callable[[Sheet], Answer]


def _defects(ask: Ask, situation: Situation, lines: tuple[Line, ...]) -> Iterator[Violation]:
    """Yield what is wrong with the lines in any ending: what a ruling, which needs no cards, finds."""
    ruled = Sheet(EndedBy.RULING, lines, situation.seats[0].side if situation.seats else None)
    found = ask(replace(ruled, reason=_ANY_REASON)).verdict.violations
    return (violation for violation in found if violation.field.split(".")[0] == "lines")


def _answers_with_one_left(ask: Ask, lines: tuple[Line, ...]) -> Iterator[Answer]:
    """Yield an answer for each ending that leaves at most one side in; none if every player is still in."""
    if any(line.out for line in lines):
        yield from (ask(Sheet(ending, lines)) for ending in _LAST_LEFT)


def _accepted_wins(ask: Ask, situation: Situation, lines: tuple[Line, ...]) -> Iterator[Answer]:
    """Try a win by each side, and yield those that the rules accept."""
    for side in sorted({seat.side for seat in situation.seats}):
        found = ask(Sheet(EndedBy.WIN_CONDITION, lines, side))
        if found.verdict.stands:
            yield found


def _could_be_timed(rules: Rules, timed: Answer) -> bool:
    """Return whether the match could end by time if time were called: there is a limit, two sides are in.

    `timed`: the answer for that ending. It may have other violations.
    """
    codes = {violation.code for violation in timed.verdict.violations}
    return rules.time_limit is not None and "time_needs_two_sides" not in codes
